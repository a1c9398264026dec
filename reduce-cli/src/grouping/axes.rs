//! The order of an array's elements in which the groups along some axes lie one after the other.

use crate::failure::Failure;
use crate::file::Shape;

/// An axis whose indices have a result each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) number: usize,
    pub(crate) extent: usize,
}

/// Equal groups, in blocks of neighbouring elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Elements of a group.
    pub(super) group: usize,
    /// Elements of a block, which are whole groups.
    pub(super) block: usize,
    /// The extent of each axis of a block and the step along it, where a walk over all of them, the last the fastest, meets group after group. None
    /// where the groups lie so in the file.
    pub(super) walk: Option<Vec<(usize, usize)>>,
    /// The number of groups, where it is known.
    pub(super) groups: Option<usize>,
}

/// Groups of so many neighbouring elements.
pub(crate) fn of_rows(row: usize) -> Layout {
    Layout {
        group: row,
        block: row,
        walk: None,
        groups: None,
    }
}

/// Groups along the axes `asked` of an array, and the other axes.
///
/// # Errors
/// If there is no such axis, or one is named twice.
pub(crate) fn of_axes(path: &str, shape: &Shape, asked: &[i64]) -> Result<(Layout, Vec<Axis>), Failure> {
    let reduced = reduced(path, shape, asked)?;
    let mut kept = Vec::new();
    let (mut across, mut along) = (Vec::new(), Vec::new());
    let steps = shape.steps();
    for (number, (extent, step)) in shape.extents.iter().copied().zip(steps).enumerate() {
        if reduced.get(number) == Some(&true) {
            along.push((extent, step));
        } else {
            kept.push(Axis { number, extent });
            across.push((extent, step));
        }
    }
    let (groups, group) = (size(&across), size(&along));
    // Without elements, the product of the other extents may be anything.
    let elements = groups.saturating_mul(group);
    // The elements of a group are in the order of the file.
    along.sort_by_key(|(_, step)| std::cmp::Reverse(*step));
    let outer = blocks(&across, elements);
    let blocks = size(across.get(..outer).unwrap_or_default());
    let walk = [across.get(outer..).unwrap_or_default(), &along].concat();
    let layout = Layout {
        group,
        block: elements / blocks.max(1),
        walk: Some(merged(walk)).filter(|walk| !matches!(walk[..], [] | [(_, 1)])),
        groups: Some(groups),
    };
    Ok((layout, kept))
}

/// The elements of an array with these axes.
fn size(axes: &[(usize, usize)]) -> usize {
    axes.iter().fold(1, |size, (extent, _)| size.saturating_mul(*extent))
}

/// Which axes are reduced.
fn reduced(path: &str, shape: &Shape, asked: &[i64]) -> Result<Vec<bool>, Failure> {
    let rank = shape.extents.len();
    let mut reduced = vec![false; rank];
    for axis in asked {
        let from_front = if *axis < 0 {
            axis.saturating_add_unsigned(rank as u64)
        } else {
            *axis
        };
        let place = usize::try_from(from_front).ok().and_then(|axis| reduced.get_mut(axis));
        match place {
            Some(place) if !*place => *place = true,
            Some(_) => {
                return Err(Failure::usage(format!(
                    "--axis names axis {from_front} of {path} twice; name each axis once"
                )));
            }
            None => {
                return Err(Failure::usage(match rank {
                    0 => format!("{path} has the shape {shape} and no axes; leave --axis out"),
                    rank => {
                        let axes = if rank == 1 {
                            "axis is 0".to_owned()
                        } else {
                            format!("axes are 0 to {}", rank - 1)
                        };
                        format!(
                            "{path} has the shape {shape} and no axis {axis}; its {axes}, negative ones count from the end"
                        )
                    }
                }));
            }
        }
    }
    Ok(reduced)
}

/// How many of the first axes that have results cut the file into blocks of neighbours, each with groups of its own.
fn blocks(across: &[(usize, usize)], elements: usize) -> usize {
    let mut block = elements;
    let follow = across.iter().take_while(|(extent, step)| {
        let begins = *extent > 0 && block / extent == *step;
        if begins {
            block = *step;
        }
        begins
    });
    follow.count()
}

/// Merges axes, so that the walk has as few as can be.
fn merged(axes: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut merged: Vec<(usize, usize)> = Vec::new();
    for (extent, step) in axes {
        match merged.last_mut() {
            _ if extent == 1 => {}
            Some(last) if last.1 == extent.saturating_mul(step) => *last = (last.0.saturating_mul(extent), step),
            _ => merged.push((extent, step)),
        }
    }
    merged
}
