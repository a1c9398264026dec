//! Times of numpy and polars, which a Python script prints.

use std::process::Command;

/// The medians that the script prints, by name: lines of a name, a comma and milliseconds.
pub(crate) fn medians(script: &str) -> Result<Vec<(String, f64)>, Box<dyn std::error::Error>> {
    let python = std::env::var("REDUCE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = Command::new(&python).arg("-c").arg(script).output()?;
    if !output.status.success() {
        return Err(format!(
            "{python} with numpy and polars: {}",
            String::from_utf8_lossy(&output.stderr)
        )
        .into());
    }
    let text = String::from_utf8(output.stdout)?;
    text.lines()
        .map(|line| {
            let (name, time) = line.rsplit_once(',').ok_or("Python printed no table")?;
            Ok((name.to_owned(), time.parse()?))
        })
        .collect()
}
