//! Cohen's kappa: how far two raters agree beyond chance, from the table of what they said.
//!
//! Source: J. Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 20 (1960)

use reduce_wgpu::prelude::*;

/// How often the first rater said the row and the second the column.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Confusion<const CLASSES: usize> {
    #[reduce(sum)]
    pub counts: [[u32; CLASSES]; CLASSES],
}

pub struct CohensKappa<const CLASSES: usize>;

#[gpu]
impl<const CLASSES: usize> Reduction for CohensKappa<CLASSES> {
    type Input = (u8, u8);
    type State = Confusion<CLASSES>;
    type Output = f64;

    fn lift((first, second): (u8, u8)) -> Confusion<CLASSES> {
        let mut counts = [[0; CLASSES]; CLASSES];
        counts[first as usize][second as usize] = 1;
        Confusion { counts }
    }

    #[host]
    fn finish(Confusion { counts }: Confusion<CLASSES>) -> f64 {
        let row = |class: usize| counts[class].iter().sum::<u32>() as f64;
        let column = |class: usize| counts.iter().map(|row| row[class]).sum::<u32>() as f64;
        let ratings: f64 = (0..CLASSES).map(row).sum();
        let agreed = (0..CLASSES).map(|class| counts[class][class] as f64).sum::<f64>() / ratings;
        let by_chance = (0..CLASSES).map(|class| row(class) * column(class)).sum::<f64>() / (ratings * ratings);
        (agreed - by_chance) / (1.0 - by_chance)
    }
}
