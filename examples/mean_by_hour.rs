//! The mean temperature at each hour of the day: one result per key, and the elements of a key may lie anywhere in the input.

use reduce_wgpu::prelude::*;

const SEATTLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/seattle-weather-hourly-normals.csv");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A row is 2010-01-01T01:00:00,1016.6,4.0,3.8: date, pressure, temperature and wind.
    let (mut hours, mut temperatures) = (Vec::new(), Vec::new());
    for row in csv::Reader::from_path(SEATTLE)?.records() {
        let row = row?;
        hours.push(row[0].get(11..13).ok_or("a date without an hour")?.parse::<u8>()?);
        temperatures.push(row[2].parse::<f32>()?);
    }

    let means = reduce_examples::engine()?.reduce_each::<ops::Mean<f32>>(&temperatures, Keys(&hours))?;
    for (hour, mean) in means.keys.iter().zip(&means.values) {
        println!("{hour:02}:00  {mean:5.2} °C");
    }
    Ok(())
}
