//! The devices on which the bits of a result are the same: read off the WGSL of an operator.

use crate::arithmetic::Arithmetic;
use crate::caps::Caps;
use crate::error::Error;
use crate::monoid::operator::Operator;
use crate::needs::Needs;
use crate::operator::recipe::Recipe;
use crate::operator::validate::{Floats, Valid};

/// The devices on which the last state of a reduction has the same bits. The order of combination is the same on all.
///
/// WGSL lets a driver regroup sums, and fuse a product into one. Drivers are kept from the second: by SPIR-V that forbids it, or by products that
/// they cannot see. [`of`](Self::of) takes for granted that they add in order, which is tried when a device is opened;
/// [`Kernels::reproducibility`](crate::Kernels::reproducibility) holds for one device, with the observations of its test ([`Caps::arithmetic`]). The
/// arithmetic of Metal and DX12 was never observed.
///
/// ```
/// use reduce_core::{Reproducibility, ops};
/// assert_eq!(Reproducibility::of::<ops::Sum<f32>>()?, Reproducibility::AcrossDevices);
/// assert_eq!(Reproducibility::of::<ops::Dot<f32>>()?, Reproducibility::AcrossDevices);
/// let bits = Reproducibility::of::<ops::LogSumExp<f32>>()?;
/// assert_eq!(bits.to_string(), "the same in every run on one device (because of a function that WGSL asks few digits of)");
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reproducibility {
    /// On every such device, every driver and the CPU (CUB's `gpu_to_gpu`, here across vendors): each operation on the way has one right result. For
    /// float arithmetic this holds where sums are done as written, for which a device is tested when it is opened, and as long as nothing is
    /// infinite, NaN or below the normal range, where WGSL leaves devices some freedom; comparisons, minima and maxima are free of that.
    AcrossDevices,
    /// In every run of a call on one device and driver (CUB's `run_to_run`). Between devices the last bits may differ, and between calls that run other kernels,
    /// such as `reduce`, `encode` and a stream, where a driver fuses in one and not in another.
    PerDevice {
        /// The operation that drivers may round in their own way.
        because: &'static str,
    },
}

/// The reason why products beside sums have bits of their own on each device.
pub(crate) const FUSIBLE: &str = "a product beside a sum, which may be fused";

/// The reason why sums have, on a device that was seen to regroup them.
const REGROUPED: &str = "sums, which this device was seen to add in an order of its own";

impl Reproducibility {
    /// The reproducibility of `R` on any device that adds in the order of the shader, by the operations of `lift` and `combine`; `finish` runs on the
    /// host.
    ///
    /// # Errors
    /// [`Error::InvalidWgsl`] if naga refuses its WGSL.
    pub fn of<R: Operator>() -> Result<Self, Error> {
        Self::by(&Recipe::of::<R>())
    }

    /// The reproducibility of `recipe`, by the operations of its `lift` and `combine`, on any device.
    pub(crate) fn by(recipe: &Recipe) -> Result<Self, Error> {
        let arithmetic = Caps::webgpu().arithmetic;
        Ok(Self::on(floats(recipe, arithmetic)?, arithmetic))
    }

    /// The reproducibility of an operator with such `floats`, on a device that computes like that.
    pub(crate) fn on(floats: Floats, arithmetic: Arithmetic) -> Self {
        match floats {
            Floats::Fieldwise | Floats::Exact | Floats::Fusible if !arithmetic.keeps_sums() => {
                Self::PerDevice { because: REGROUPED }
            }
            Floats::Fusible if arithmetic.keeps_products() => Self::AcrossDevices,
            Floats::Compared | Floats::Fieldwise | Floats::Exact => Self::AcrossDevices,
            Floats::Fusible => Self::PerDevice { because: FUSIBLE },
            Floats::Rounded(because) => Self::PerDevice { because },
            Floats::Approximate => Self::PerDevice {
                because: "a function that WGSL asks few digits of",
            },
        }
    }
}

impl std::fmt::Display for Reproducibility {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AcrossDevices => f.write_str("the same on every device and on the CPU"),
            Self::PerDevice { because } => write!(f, "the same in every run on one device (because of {because})"),
        }
    }
}

/// The device abilities that the elements and states of `recipe` need.
pub(crate) fn offers(recipe: &Recipe) -> Needs {
    // 64-bit floats are compared as integers: a device that has one has to have the other.
    match recipe.needs {
        Needs::NONE => Needs::NONE,
        _ => Needs::F64.union(Needs::I64),
    }
}

/// How far the floats on the way to the last state are the same on every device, in kernels that hide products or do not.
pub(crate) fn floats(recipe: &Recipe, arithmetic: Arithmetic) -> Result<Floats, Error> {
    let visible = Arithmetic {
        hides_products: false,
        ..arithmetic
    };
    let floats = floats_of(recipe, visible)?;
    if floats == Floats::Fusible && arithmetic.hides_products && floats_of(recipe, arithmetic)? != Floats::Fusible {
        return Ok(Floats::Exact);
    }
    Ok(floats)
}

fn floats_of(recipe: &Recipe, arithmetic: Arithmetic) -> Result<Floats, Error> {
    // A body may use more than its types say.
    floats_with(recipe, offers(recipe), arithmetic)
        .or_else(|_| floats_with(recipe, Needs::F64.union(Needs::I64), arithmetic))
}

fn floats_with(recipe: &Recipe, offers: Needs, arithmetic: Arithmetic) -> Result<Floats, Error> {
    let caps = Caps {
        offers,
        arithmetic,
        ..Caps::webgpu()
    };
    let mut module = caps.module_of_any();
    let mut names = vec![(recipe.lift)(&mut module), (recipe.combine)(&mut module)];
    if let Some(form) = (recipe.column)(&mut module) {
        names.extend([form.fold, form.combine]);
    }
    let text = module.used_by(&names.join(" ")).declarations;
    let valid = Valid::with_origins(text, &(recipe.name)(), &caps, module.origins())?;
    Ok(match valid.floats(module.vouched()) {
        Floats::Exact if recipe.fieldwise == Some(true) => Floats::Fieldwise,
        floats => floats,
    })
}

#[cfg(test)]
mod tests {
    use super::{FUSIBLE, REGROUPED, Reproducibility};
    use crate::Operator;
    use crate::arithmetic::{Arithmetic, Seen};
    use crate::operator::recipe::Recipe;
    use crate::operator::validate::Floats;
    use crate::ops::{ArgMax, Dot, KahanSum, L2Norm, LogSumExp, Max, Mean, Sum, Variance, WideSum};

    /// A state of 32 bits by its types, and of 64 inside.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, crate::Reduce)]
    #[reduce(crate = crate, input = u32)]
    struct Hash {
        #[reduce(xor, lift = ((x as u64 * 2_654_435_761) >> 16) as u32)]
        bits: u32,
    }

    #[test]
    fn what_a_body_uses_beyond_its_types_is_no_error() -> Result<(), crate::Error> {
        assert_eq!(Reproducibility::of::<Hash>()?, Reproducibility::AcrossDevices);
        let caps = crate::Caps {
            offers: crate::Needs::I64,
            ..crate::Caps::webgpu()
        };
        assert!(crate::Kernels::of::<Hash>(&caps)?.wgsl().contains("u64"));
        Ok(())
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, crate::Reduce)]
    #[reduce(crate = crate, input = u64)]
    struct Rounded {
        #[reduce(sum, lift = x as f64)]
        wide: f64,
        #[reduce(sum, lift = [x as f32; 2])]
        sums: [f32; 2],
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, crate::Reduce)]
    #[reduce(crate = crate, input = f64)]
    struct Narrowed {
        #[reduce(max, lift = x as f32)]
        max: f32,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, crate::Reduce)]
    #[reduce(crate = crate, input = T)]
    struct Quotients<T: crate::Scalar> {
        #[reduce(max, lift = x / (x + T::ONE))]
        max: T,
    }

    #[test]
    fn conversions_that_round_are_seen() -> Result<(), crate::Error> {
        // Conversions of 64-bit integers are made of exact ones.
        assert_eq!(Reproducibility::of::<Rounded>()?, Reproducibility::AcrossDevices);
        let because = "a conversion to a float of fewer digits";
        assert_eq!(
            Reproducibility::of::<Narrowed>()?,
            Reproducibility::PerDevice { because }
        );
        Ok(())
    }

    /// Its product is in a text of this crate's, which hides none.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, crate::Reduce)]
    #[reduce(crate = crate, input = f32)]
    struct Degrees {
        #[reduce(sum, lift = x.to_degrees())]
        sum: f32,
    }

    /// Where products are not hidden, they may be fused.
    #[test]
    fn products_that_a_driver_sees_are_named() -> Result<(), crate::Error> {
        let floats = |hides_products| {
            let arithmetic = Arithmetic {
                hides_products,
                ..Arithmetic::default()
            };
            super::floats(&Recipe::of::<Dot<f32>>(), arithmetic)
        };
        assert_eq!(floats(true)?, Floats::Exact);
        assert_eq!(floats(false)?, Floats::Fusible);
        Ok(())
    }

    #[test]
    fn what_may_round_differently_is_named() {
        fn of<R: Operator>() -> String {
            Reproducibility::of::<R>().map_or_else(|error| error.to_string(), |bits| bits.to_string())
        }
        for bits in [
            of::<Sum<f32>>(),
            of::<Sum<f64>>(),
            of::<Max<f32>>(),
            of::<ArgMax<f32>>(),
            of::<KahanSum<f32>>(),
            of::<Mean<f32>>(),
            of::<WideSum<u32>>(),
            of::<Dot<u32>>(),
            of::<(Sum<f32>, Max<f32>)>(),
        ] {
            assert_eq!(bits, "the same on every device and on the CPU");
        }
        let one = |because: &str| format!("the same in every run on one device (because of {because})");
        // The division is one of integers, or one that was seen to round to the nearest.
        for bits in [
            of::<Variance<f32>>(),
            of::<Dot<f32>>(),
            of::<L2Norm<f32>>(),
            of::<Dot<f64>>(),
        ] {
            assert_eq!(bits, "the same on every device and on the CPU");
        }
        assert_eq!(of::<Quotients<f32>>(), "the same on every device and on the CPU");
        assert_eq!(of::<Quotients<f64>>(), one("a division"));
        assert_eq!(of::<LogSumExp<f32>>(), one("a function that WGSL asks few digits of"));
        assert_eq!(
            of::<(Sum<f32>, Variance<f32>)>(),
            "the same on every device and on the CPU"
        );
        assert_eq!(of::<Degrees>(), one(FUSIBLE));
    }

    #[test]
    fn a_device_that_regroups_sums_is_believed() {
        let seen = |in_order, fuses| Arithmetic {
            no_contraction: true,
            hides_products: false,
            seen: Some(Seen {
                in_order,
                fuses,
                ..Seen::AS_ON_THE_CPU
            }),
        };
        let because = |bits| match bits {
            Reproducibility::AcrossDevices => None,
            Reproducibility::PerDevice { because } => Some(because),
        };
        for floats in [Floats::Fieldwise, Floats::Exact, Floats::Fusible] {
            assert_eq!(
                because(Reproducibility::on(floats, seen(false, false))),
                Some(REGROUPED)
            );
        }
        assert_eq!(because(Reproducibility::on(Floats::Compared, seen(false, true))), None);
        assert_eq!(because(Reproducibility::on(Floats::Fusible, seen(true, false))), None);
        assert_eq!(
            because(Reproducibility::on(Floats::Fusible, seen(true, true))),
            Some(FUSIBLE)
        );
        assert_eq!(because(Reproducibility::on(Floats::Fieldwise, seen(true, true))), None);
    }
}
