//! The laws of a monoid: exact identities, associativity where it is promised, commutativity, and one-element results.

use std::fmt::Debug;

use bytemuck::NoUninit;
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::oracle::bits;
use reduce_tests::{for_built_in_operators, for_user_operators, for_wide_operators};
use reduce_wgpu::{Cpu, Monoid, Reduction, finish};

/// The bytes of a state in which every NaN is the same one.
fn canonical<S: Monoid>(state: S) -> Vec<u8> {
    bits(&state.canonical()).to_vec()
}

fn laws<R>()
where
    R: Reduction<Input: Sample, State: Debug, Output: NoUninit + Debug>,
{
    for kind in Kind::ALL {
        let elements = input::<R::Input>(kind, 600);
        let states: Vec<R::State> = elements.iter().map(|&x| R::lift(x)).collect();
        for (&x, &a) in elements.iter().zip(&states) {
            identity_changes_nothing(a);
            let alone = Cpu::new().reduce::<R>(&[x]).unwrap();
            assert_eq!(bits(&alone), bits(&finish::<R>(a)), "{kind:?}: {x:?}", x = Bytes(x));
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

impl<T: NoUninit> Debug for Bytes<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:x?}", bits(&self.0))
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
for_user_operators!(each);
for_wide_operators!(each);
