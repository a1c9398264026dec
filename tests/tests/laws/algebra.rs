//! The laws of a monoid: exact identities, associativity where it is promised, commutativity, and one-element results.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::oracle::bits;
use reduce_tests::{for_built_in_operators, for_operators_on_other_inputs, for_user_operators, for_wide_operators};
use reduce_wgpu::{Cpu, Element as _, GpuType, Monoid, NoParameters, Operator, finish};

/// The bytes of a state in which every NaN is the same one.
fn canonical<S: Monoid>(state: S) -> String {
    bits(&state.canonical())
}

fn laws<R>()
where
    R: Operator<Params: NoParameters, Input: Sample, State: Debug, Output: Debug + GpuType>,
{
    for kind in Kind::ALL {
        let elements: Vec<R::Input> = (0..)
            .zip(input(kind, 600))
            .map(|(k, x): (_, R::Input)| x.located(k))
            .collect();
        let states: Vec<R::State> = elements.iter().map(|&x| R::lift_with(&NoParameters::NONE, x)).collect();
        for (&x, &a) in elements.iter().zip(&states) {
            identity_changes_nothing(a);
            let alone = Cpu::new().reduce::<R>(&[x]).unwrap();
            assert_eq!(
                bits(&alone),
                bits(&finish::<R>(R::lift_with(&NoParameters::NONE, x.located(0)))),
                "{kind:?}: {x:?}",
                x = Bytes(x)
            );
        }
        for three in states.windows(3) {
            let [a, b, c] = [three[0], three[1], three[2]];
            if R::State::COMMUTATIVE {
                assert_eq!(
                    canonical(R::State::combine(a, b)),
                    canonical(R::State::combine(b, a)),
                    "{a:?} and {b:?}"
                );
            }
            if R::State::EXACT {
                let left = R::State::combine(R::State::combine(a, b), c);
                let right = R::State::combine(a, R::State::combine(b, c));
                assert_eq!(canonical(left), canonical(right), "{a:?}, {b:?} and {c:?}");
            }
        }
    }
    let empty = Cpu::new().reduce::<R>(&[]).unwrap();
    assert_eq!(bits(&empty), bits(&finish::<R>(R::State::identity())));
}

fn identity_changes_nothing<S: Monoid + Debug>(a: S) {
    let identity = S::identity();
    assert_eq!(canonical(S::combine(identity, a)), canonical(a), "{a:?}");
    assert_eq!(canonical(S::combine(a, identity)), canonical(a), "{a:?}");
    assert_eq!(canonical(S::combine(identity, identity)), canonical(identity));
}

/// An element in a message.
struct Bytes<T>(T);

impl<T: GpuType> Debug for Bytes<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&bits(&self.0))
    }
}

macro_rules! each {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            laws::<$operator>();
        }
    )*};
}

for_built_in_operators!(each);
for_operators_on_other_inputs!(each);
for_user_operators!(each);
for_wide_operators!(each);
