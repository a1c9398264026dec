//! The float arithmetic of a device: the rules that its kernels are held to, and the observations of a test when it was opened.

/// The float arithmetic of a device, as plain data.
///
/// WGSL lets a driver fuse `a * b + c`, regroup sums, take numbers below the normal range for zeros and be off by 2.5 units in the last place
/// of a quotient. Kernels are written around that where it is known what this device does; [`Reproducibility`](crate::Reproducibility) says
/// what may be promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Arithmetic {
    /// The driver gets SPIR-V in which every float operation is decorated with `NoContraction`: it may neither fuse nor regroup them.
    pub no_contraction: bool,
    /// Kernels hide their products from the driver, so that it can neither fuse nor regroup them: where it takes no such SPIR-V.
    pub hides_products: bool,
    /// Observations of a test on this device; `None` where none was run.
    pub seen: Option<Seen>,
}

/// Observations of a test of a few thousand numbers about the arithmetic of a device.
///
/// ```
/// use reduce_core::Seen;
/// assert_eq!(
///     Seen { fuses: true, ..Seen::AS_ON_THE_CPU }.to_string(),
///     "sums in order, products fused into sums, subnormals kept, quotients correctly rounded"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    /// Sums had the bits of the canonical order, each addition rounded to the nearest.
    pub in_order: bool,
    /// A product beside a sum had other bits than after two roundings.
    pub fuses: bool,
    /// Numbers below the normal range became zeros in arithmetic.
    pub flushes: bool,
    /// Numbers below the normal range of `f16` became zeros when they were unpacked.
    pub flushes_f16: bool,
    /// Every quotient was the nearest float.
    pub divides: bool,
    /// `fma` rounded once.
    pub fma: bool,
}

impl Seen {
    /// The arithmetic of a CPU.
    pub const AS_ON_THE_CPU: Self = Self {
        in_order: true,
        fuses: false,
        flushes: false,
        flushes_f16: false,
        divides: true,
        fma: true,
    };
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let either = |holds: bool, yes: &'static str, no: &'static str| if holds { yes } else { no };
        write!(
            f,
            "{}, {}, {}, {}",
            either(self.in_order, "sums in order", "sums regrouped"),
            either(self.fuses, "products fused into sums", "products rounded before sums"),
            either(self.flushes, "subnormals flushed", "subnormals kept"),
            either(
                self.divides,
                "quotients correctly rounded",
                "quotients rounded in the driver's own way"
            ),
        )
    }
}

impl std::fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match (self.no_contraction, self.hides_products) {
            (true, _) => "neither fused nor regrouped, by NoContraction",
            (false, true) => "products hidden from the driver, sums as it takes WGSL, which lets it regroup",
            (false, false) => "as the driver takes WGSL, which lets it fuse and regroup",
        })?;
        match self.seen {
            Some(seen) => write!(f, "; seen on this device: {seen}"),
            None => f.write_str("; not tried on a device"),
        }
    }
}

impl Arithmetic {
    /// Whether products beside sums have the bits of two roundings.
    pub(crate) fn keeps_products(self) -> bool {
        self.no_contraction && self.seen.is_none_or(|seen| !seen.fuses)
    }

    /// Whether sums have the bits of the order in which they are written, as far as is known.
    pub(crate) fn keeps_sums(self) -> bool {
        self.seen.is_none_or(|seen| seen.in_order)
    }
}
