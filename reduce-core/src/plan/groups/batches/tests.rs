//! Batches have the elements of each group in order, whatever the groups, the room and the cuts are.

use super::{BatchElements, BatchRoom, batches};
use crate::group::layout::{Arrangement, Layout};
use crate::input::dims::Dims;

const TILE: usize = 4;

/// The places of the elements of each group, as they follow from its arrangement.
fn places(arrangement: &Arrangement, offset: usize) -> Vec<Vec<usize>> {
    let of = |group: usize| match arrangement {
        Arrangement::Regular(layout) => {
            let begin = offset + layout.kept.place(group);
            (0..layout.reduced.len())
                .map(|element| begin + layout.reduced.place(element))
                .collect()
        }
        Arrangement::Cut(offsets) => (offset + offsets[group]..offset + offsets[group + 1]).collect(),
        Arrangement::Listed { order, offsets } => {
            let places = &order[offsets[group]..offsets[group + 1]];
            places.iter().map(|place| offset + place).collect()
        }
        _ => Vec::new(),
    };
    (0..arrangement.groups()).map(of).collect()
}

/// Asserts that the batches have the elements of each group in order, by nodes of its tree, and find room; says whether the groups could be cut into batches.
fn check(arrangement: &Arrangement, offset: usize, room: &BatchRoom<'_>, tile: Option<usize>) -> bool {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let (mut nodes_left, mut node_len) = (0, 0);
    let whole = batches(arrangement, offset, room, tile, &mut |batch| {
        let mut read = Vec::new();
        let mut runs = 0;
        batch.elements.each_run(&mut |run| {
            runs += 1;
            read.extend(run);
        });
        let what = format!("{arrangement:?} {offset} {room:?} {tile:?}: {batch:?}");
        assert_eq!(
            (read.len(), runs),
            (batch.elements.len(), batch.elements.runs()),
            "{what}"
        );
        if matches!(batch.elements, BatchElements::Listed { .. }) {
            assert!(read.len() <= room.listed, "{what}");
        }
        let groups = match &batch.arrangement {
            Some(local) => {
                assert!(read.len() <= room.elements, "{what}");
                assert_eq!(local.groups(), batch.groups.len(), "{what}");
                places(local, 0)
            }
            None => {
                assert!(read.len() > room.elements && batch.groups.len() == 1, "{what}");
                vec![(0..read.len()).collect()]
            }
        };
        if batch.node == 0 {
            assert_eq!((batch.groups.start, nodes_left), (found.len(), 0), "{what}");
            found.resize(batch.groups.end, Vec::new());
            nodes_left = batch.nodes;
            node_len = groups[0].len();
        }
        assert_eq!(batch.node, batch.nodes - nodes_left, "{what}");
        nodes_left -= 1;
        for (group, local) in batch.groups.clone().zip(groups) {
            if batch.nodes > 1 {
                let tiles = node_len / TILE;
                assert!(
                    tile.is_some() && node_len % TILE == 0 && tiles.is_power_of_two(),
                    "{what}"
                );
                assert!(
                    local.len() == node_len || (nodes_left == 0 && local.len() < node_len),
                    "{what}"
                );
            }
            found[group].extend(local.into_iter().map(|place| read[place]));
        }
        Ok(())
    });
    let is_whole = whole.is_ok_and(|is_whole| is_whole);
    if is_whole {
        assert_eq!(nodes_left, 0);
        assert_eq!(found, places(arrangement, offset), "{arrangement:?} {offset} {room:?}");
    }
    is_whole
}

/// Rooms of few elements, in host memory and in buffers of so many.
fn rooms(take: &mut dyn FnMut(&BatchRoom<'_>)) {
    for elements in [4, 5, 8, 13, 16, 32, 57, 100] {
        for cuts in [&[][..], &[elements][..], &[elements, 7][..]] {
            for listed in [usize::MAX, 40] {
                take(&BatchRoom { elements, cuts, listed });
            }
        }
    }
}

#[test]
fn batches_of_any_axes_have_the_elements_of_each_group_in_order() {
    let extents = [
        [1, 2, 3, 4],
        [7, 1, 5, 2],
        [3, 40, 2, 3],
        [2, 3, 2, 33],
        [40, 3, 1, 1],
        [9, 2, 9, 2],
    ];
    let mut count = 0;
    for extents in extents {
        for reduced in 0..16 {
            for gaps in [[0; 4], [0, 0, 0, 2], [0, 3, 0, 0]] {
                let (mut kept, mut inside) = (Dims::NONE, Dims::NONE);
                let mut strides = [1; 4];
                for axis in (0..3).rev() {
                    strides[axis] = strides[axis + 1] * (extents[axis + 1] + gaps[axis + 1]);
                }
                for axis in 0..4 {
                    let dims = if reduced >> axis & 1 == 1 {
                        &mut inside
                    } else {
                        &mut kept
                    };
                    dims.push(extents[axis], strides[axis]);
                }
                let arrangement = Arrangement::Regular(Box::new(Layout { kept, reduced: inside }));
                rooms(&mut |room| {
                    for (offset, tile) in [(0, Some(TILE)), (3, Some(TILE)), (0, None)] {
                        assert!(check(&arrangement, offset, room, tile), "{arrangement:?} {room:?}");
                        count += 1;
                    }
                });
            }
        }
    }
    assert!(count > 10 * 1000, "{count}");
}

#[test]
fn batches_of_any_strides_have_the_elements_of_each_group_in_order() {
    let dims = |axes: &[(usize, usize)]| {
        let mut dims = Dims::NONE;
        axes.iter().for_each(|(extent, stride)| dims.push(*extent, *stride));
        dims
    };
    for (kept, reduced) in [
        // Transposed groups, transposed elements, a broadcast, windows that overlap.
        (dims(&[(3, 1), (5, 3)]), dims(&[(7, 15)])),
        (dims(&[(5, 21)]), dims(&[(3, 1), (7, 3)])),
        (dims(&[(4, 0), (6, 1)]), dims(&[(9, 6)])),
        (dims(&[(20, 1)]), dims(&[(30, 1)])),
    ] {
        let arrangement = Arrangement::Regular(Box::new(Layout { kept, reduced }));
        rooms(&mut |room| {
            assert!(check(&arrangement, 2, room, Some(TILE)), "{arrangement:?} {room:?}");
        });
    }
}

#[test]
fn batches_between_offsets_have_the_elements_of_each_group_in_order() {
    let offsets = vec![2, 2, 3, 3, 3, 9, 50, 50, 51, 190, 191, 192, 198, 198];
    let order: Vec<usize> = (0..200).map(|place| place * 67 % 200).collect();
    rooms(&mut |room| {
        assert!(check(&Arrangement::Cut(offsets.clone()), 5, room, Some(TILE)));
        let (order, offsets) = (order.clone(), offsets.clone());
        let is_whole = check(&Arrangement::Listed { order, offsets }, 5, room, None);
        // The longest group has 139 elements.
        assert_eq!(is_whole, room.listed > 139, "{room:?}");
    });
}
