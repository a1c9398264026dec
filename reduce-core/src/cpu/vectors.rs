//! Loops of the CPU engine, compiled for the widest vectors that the processor has.

/// Declares a function that returns `$inner`, which is `#[inline(always)]`, compiled for the widest vectors that this processor has.
///
/// Without much optimisation nothing is vectorised (build.rs), and a build takes longer for three functions: there is one then, except in the tests of this crate.
macro_rules! for_widest_vectors {
    ($(#[$doc:meta])* fn $name:ident<$($generic:ident: $bound:path),+>() -> $kind:ident = $inner:ident($($argument:ident: $type:ty),*)) => {
        $(#[$doc])*
        fn $name<$($generic: $bound),+>() -> $kind<$($generic),+> {
            #[cfg(all(target_arch = "x86_64", any(vectors, test)))]
            {
                #[target_feature(enable = "avx512f,avx512vl")]
                fn avx512<$($generic: $bound),+>($($argument: $type),*) {
                    $inner::<$($generic),+>($($argument),*);
                }
                #[target_feature(enable = "avx2")]
                fn avx2<$($generic: $bound),+>($($argument: $type),*) {
                    $inner::<$($generic),+>($($argument),*);
                }
                use std::arch::is_x86_feature_detected;
                if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                    // SAFETY: the processor has just been asked for both features, the only requirement of the callee.
                    return |$($argument),*| unsafe { avx512::<$($generic),+>($($argument),*) };
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
                    return |$($argument),*| unsafe { avx2::<$($generic),+>($($argument),*) };
                }
            }
            $inner::<$($generic),+>
        }
    };
}

pub(super) use for_widest_vectors;
