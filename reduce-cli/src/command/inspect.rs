//! `reduce inspect`: the kernels and passes for a device that need not be there. `device` describes it, `shaders` and `passes` show what
//! would run, `diff` puts two strategies beside each other.

mod colour;
mod device;
mod diff;
mod each;
mod passes;
mod shaders;
mod spirv;

use std::path::Path;

use reduce_wgpu::{Caps, Error, Kernels, Policy};

use self::shaders::{Language, Shader, Text};
use super::ladder;
use super::strategy::strategy;
use crate::arguments::{Emit, Inspect};
use crate::call::Call;
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::operator::Operator;
use crate::output::{self, Reply};
use crate::terminal::Terminal;

/// The view that is asked for.
///
/// # Errors
/// If the arguments are wrong, or such a device cannot run such a reduction.
pub(super) fn inspect(asked: &Inspect, catalogue: &Catalogue, terminal: &Terminal) -> Result<Reply, Failure> {
    let call = Call::of(&asked.operator)?;
    let operator = catalogue.first(call.name, asked.input)?;
    let applied = call.applied_if_given(operator)?;
    let operator = applied.as_deref().unwrap_or(operator);
    let caps = device::caps(asked)?;
    if let Some(size) = asked.workgroup {
        ladder::is_workgroup(size)?;
    }
    if let Some([first, second]) = asked.diff.as_deref() {
        return beside(asked, operator, &caps, [first, second], terminal);
    }
    let (kernels, policy) = kernels(asked, operator, &caps, &asked.strategy)?;
    let emit = asked.emit.unwrap_or(Emit::Explain);
    if let Some(language) = Language::of(emit) {
        let shaders = match &asked.each {
            Some(each) => language.shaders(&each::kernels(&kernels, each, asked.length)?, asked.kernel.as_deref())?,
            None => language.shaders(kernels.all(), asked.kernel.as_deref())?,
        };
        return match &asked.output {
            Some(path) => written(path, &language, &shaders, asked.kernel.is_some()),
            None => shown(asked, &language, shaders, terminal),
        };
    }
    if asked.kernel.is_some() || asked.output.is_some() {
        return Err(Failure::usage(
            "--kernel and --output are for shaders; name a language by --emit, as in --emit wgsl",
        ));
    }
    if let Some(each) = &asked.each {
        return match emit {
            Emit::Explain => each::page(&kernels, each, asked.length).map(Reply::Text),
            _ => Err(Failure::usage(
                "--each shows how groups are laid over a device, with --emit explain, or shaders",
            )),
        };
    }
    let plan = || operator.plan(asked.length, policy, &caps);
    Ok(Reply::Text(match emit {
        Emit::Plan => passes::plan(&plan()?, operator),
        Emit::Resources => passes::resources(&kernels, &plan()?, operator),
        _ => kernels.explain(),
    }))
}

/// The kernels by the strategy of this name.
fn kernels(asked: &Inspect, operator: &dyn Operator, caps: &Caps, name: &str) -> Result<(Kernels, Policy), Failure> {
    let policy = operator.policy(strategy(name)?, caps);
    let workgroup = asked.workgroup.unwrap_or(policy.workgroup);
    let policy = Policy { workgroup, ..policy };
    Ok((operator.kernels(policy, caps).map_err(refused)?, policy))
}

/// The library's sentence, with what this command can do about it.
fn refused(error: Error) -> Failure {
    Failure::with_remedy(error, "add it with --offer, or give another --input or --strategy")
}

/// The shaders on the standard output.
fn shown(
    asked: &Inspect,
    language: &Language,
    mut shaders: Vec<Shader>,
    terminal: &Terminal,
) -> Result<Reply, Failure> {
    if let Some(text) = language.page(&shaders, asked.kernel.is_some()) {
        return Ok(Reply::Text(if terminal.colour {
            colour::coloured(&text, language.comment)
        } else {
            text
        }));
    }
    if shaders.len() > 1 {
        let names: Vec<&str> = shaders.iter().map(|shader| shader.name.as_str()).collect();
        return Err(Failure::usage(format!(
            "each kernel is a SPIR-V module of its own: {}; name one by --kernel, or a folder for all by --output",
            names.join(", ")
        )));
    }
    if terminal.is_there {
        return Err(Failure::usage(
            "a SPIR-V module is binary and no text for a terminal; give --output FILE, or use --emit spirv-asm",
        ));
    }
    match shaders.pop().map(|shader| shader.text) {
        Some(Text::Binary(bytes)) => Ok(Reply::Bytes(bytes)),
        _ => Ok(Reply::Text(String::new())),
    }
}

/// The shaders in files: one at `path`, or each in a file of its own in the folder `path`. The reply names them.
fn written(path: &Path, language: &Language, shaders: &[Shader], alone: bool) -> Result<Reply, Failure> {
    if !alone {
        output::folder(path)?;
    }
    let mut files = String::new();
    for Shader { name, text } in shaders {
        let file = if alone {
            path.to_path_buf()
        } else {
            path.join(format!("{name}.{}", language.extension))
        };
        match text {
            Text::Words(words) => output::write(&file, words.as_bytes())?,
            Text::Binary(bytes) => output::write(&file, bytes)?,
        }
        files += &format!("{}\n", file.display());
    }
    Ok(Reply::Text(files))
}

/// Two strategies beside each other.
fn beside(
    asked: &Inspect,
    operator: &dyn Operator,
    caps: &Caps,
    names: [&String; 2],
    terminal: &Terminal,
) -> Result<Reply, Failure> {
    let emit = asked.emit.unwrap_or(Emit::Wgsl);
    let text = |name: &str| -> Result<(String, String), Failure> {
        let title = strategy(name)?.to_string();
        let (kernels, _) = kernels(asked, operator, caps, name)?;
        let page = match Language::of(emit) {
            Some(language) => {
                let shaders = language.shaders(kernels.all(), asked.kernel.as_deref())?;
                language.page(&shaders, asked.kernel.is_some())
            }
            None => None,
        };
        let page = page.ok_or_else(|| {
            Failure::usage("--diff compares shaders as text; leave --emit out, or name a language such as msl")
        })?;
        Ok((title, page))
    };
    let ((first, left), (second, right)) = (text(names[0])?, text(names[1])?);
    let page = diff::page((&first, &left), (&second, &right), asked.width, terminal);
    Ok(Reply::Text(page))
}
