//! Products of floats, wherever a user writes them: hidden where a driver takes text, in sight where SPIR-V keeps it from fusing them.

use glam::Vec3;
use reduce_tests::ops;
use reduce_wgpu::{Caps, Kernels, Reduce, Reproducibility, gpu};

/// Products by operators, by assignments, of vectors, and of fields.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Vec3)]
struct Products {
    #[reduce(sum, lift = polynomial(x.x))]
    polynomial: f32,
    #[reduce(sum, lift = x.dot(x) + x.length_squared() + x.element_product())]
    lengths: f32,
    #[reduce(sum, lift = x.cross(x.lerp(x, 0.3)) + x * 3.0 + 5.0 * x * x)]
    vectors: Vec3,
    #[reduce(product, lift = x.y + 1.0)]
    product: f32,
    #[reduce(product, lift = x + x)]
    products: Vec3,
}

#[gpu]
fn polynomial(x: f32) -> f32 {
    let mut power = x;
    power *= x;
    let parts = [power * x + 0.1, x];
    parts[0] + -x * parts[1]
}

/// The classification reads the WGSL: a product in sight beside a sum would be named.
#[test]
fn no_product_beside_a_sum_is_in_sight() {
    assert_eq!(Reproducibility::of::<Products>(), Ok(Reproducibility::AcrossDevices));
    let reproducibility = |caps: &Caps| Kernels::of::<Products>(caps).unwrap().reproducibility();
    assert_eq!(reproducibility(&Caps::webgpu()), Reproducibility::AcrossDevices);
    assert_eq!(reproducibility(&Caps::nvidia()), Reproducibility::AcrossDevices);
    let mut caps = Caps::webgpu();
    caps.arithmetic.hides_products = false;
    let because = "a product beside a sum, which may be fused";
    assert_eq!(reproducibility(&caps), Reproducibility::PerDevice { because });
}

#[test]
fn products_are_hidden_in_text_and_not_in_spirv() {
    let text = |caps: &Caps| Kernels::of::<ops::Dot<f32>>(caps).unwrap().wgsl();
    let hidden = text(&Caps::webgpu());
    assert!(hidden.contains("product_f32(x."), "{hidden}");
    assert!(
        hidden.contains("return bitcast<f32>(bitcast<u32>(a * b) ^ opaque_zero);"),
        "{hidden}"
    );
    let plain = text(&Caps::nvidia());
    assert!(
        !plain.contains("product_f32") && !plain.contains("opaque_zero"),
        "{plain}"
    );
}

/// A product by a power of two does not round, so it stays as it was written.
#[test]
fn products_by_powers_of_two_stay_in_sight() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
    #[reduce(input = f32)]
    struct Doubled {
        #[reduce(sum, lift = 2.0 * x + 0.25 * x)]
        sum: f32,
    }
    assert_eq!(Reproducibility::of::<Doubled>(), Ok(Reproducibility::AcrossDevices));
    let text = Kernels::of::<Doubled>(&Caps::webgpu()).unwrap().wgsl();
    assert!(!text.contains("product_f32"), "{text}");
}
