//! `reduce run`: the operators over the elements of a file, all of them in one reading, each as a stream or by groups.

mod groups;
mod pieces;
mod place;
mod table;

pub(super) use place::gpu;

use reduce_wgpu::Error;

use self::groups::Grouped;
use self::place::{OnEngine, Place};
use crate::arguments::Run;
use crate::call::Call;
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::file::{self, Elements, Format, Reading};
use crate::operator::{Operator, Push};
use crate::progress::Bar;
use crate::value::{self, Value};

/// The results, one line each or one JSON object; by groups, a table or one JSON object.
///
/// # Errors
/// If the arguments, the file or a reduction is at fault.
pub(super) fn run(asked: &Run, catalogue: &Catalogue) -> Result<String, Failure> {
    let calls = calls(asked, catalogue)?;
    let (mut elements, meter) = file::open(&asked.file, &reading(asked))?;
    let found = calls.iter().map(|call| catalogue.on(call.name, elements.element()));
    let found: Vec<&dyn Operator> = found.collect::<Result<_, _>>()?;
    let applied = calls.iter().zip(&found).map(|(call, operator)| call.applied(*operator));
    let applied: Vec<Option<Box<dyn Operator>>> = applied.collect::<Result<_, _>>()?;
    let operators = applied.iter().zip(found);
    let operators: Vec<&dyn Operator> = operators
        .map(|(applied, operator)| applied.as_deref().unwrap_or(operator))
        .collect();
    let bar = (!asked.json).then(|| Bar::new(meter));
    if asked.rows.is_some() || asked.axis.is_some() || asked.by.is_some() {
        by_groups(asked, &operators, elements.as_mut(), bar)
    } else {
        whole(asked, &operators, elements.as_mut(), bar)
    }
}

fn reading(asked: &Run) -> Reading {
    Reading {
        format: asked.raw.map(Format::Raw).or(asked.format),
        column: asked.column.clone(),
        cells: asked.cells,
        skip_empty: asked.skip_empty,
        axes: asked.axis.is_some(),
        by: asked.by.clone(),
        filter: asked.filter.clone(),
    }
}

/// The result of each operator over all elements.
fn whole(
    asked: &Run,
    operators: &[&dyn Operator],
    elements: &mut dyn Elements,
    bar: Option<Bar>,
) -> Result<String, Failure> {
    let place = Place::named(&asked.engine)?;
    let streams = operators
        .iter()
        .map(|operator| place.begin(|engine| operator.stream(engine)));
    let mut streams: Vec<Box<dyn Push>> = streams.collect::<Result<_, _>>()?;
    pieces::all(elements, bar, &mut |piece, _| {
        let mut pushed = streams.iter_mut().map(|stream| stream.push(piece));
        Ok(pushed.try_for_each(|pushed| pushed)?)
    })?;
    let results = streams.into_iter().map(Push::finish);
    let results: Vec<Value> = results.collect::<Result<_, Error>>()?;
    let results = operators.iter().map(|operator| operator.name()).zip(&results);
    Ok(if asked.json {
        format!("{}\n", value::object(results))
    } else {
        table::lines(results)
    })
}

/// The results of each operator over the groups that are asked for.
fn by_groups(
    asked: &Run,
    operators: &[&dyn Operator],
    elements: &mut dyn Elements,
    bar: Option<Bar>,
) -> Result<String, Failure> {
    let place = Place::named(&asked.engine)?;
    let each = operators.iter().map(|operator| place.each(*operator));
    let each: Vec<OnEngine<'_>> = each.collect::<Result<_, _>>()?;
    let Grouped { labels, values } = groups::reduced(asked, elements, &each, bar)?;
    let names: Vec<&str> = operators.iter().map(|operator| operator.name()).collect();
    Ok(if asked.json {
        table::json(&labels, &names, &values)
    } else {
        table::table(&labels, &names, &values)
    })
}

/// The operators that are asked for, found before any file is opened.
fn calls<'a>(asked: &'a Run, catalogue: &Catalogue) -> Result<Vec<Call<'a>>, Failure> {
    let calls = Call::list(&asked.operators)?;
    let mut known = Vec::new();
    for call in &calls {
        let found = catalogue.named(call.name)?;
        let plain = Call {
            name: found.first().map_or("", |operator| operator.name()),
            ..call.clone()
        };
        if known.contains(&plain) {
            return Err(Failure::usage(format!(
                "{} is named twice; name each operator once",
                call.name
            )));
        }
        known.push(plain);
    }
    Ok(calls)
}
