//! Operators of bioinformatics.

use super::figures::{exact, near, within};
use super::inputs::{altered, bits, letters};
use super::{Case, case};

pub mod expected_errors;
pub mod gc_content;
pub mod homopolymer;
pub mod hydropathy;
pub mod kimura_distance;
pub mod maximal_segment;
pub mod min_hash;
pub mod replication_origin;

use expected_errors::ExpectedErrors;
use gc_content::GcContent;
use homopolymer::Homopolymer;
use hydropathy::Hydropathy;
use kimura_distance::KimuraDistance;
use maximal_segment::MaximalSegment;
use min_hash::MinHash;
use replication_origin::ReplicationOrigin;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!(
            "gc_content",
            100_000,
            GcContent,
            |n| &letters(b"ACGTacgtGGCN", 1, n),
            |share| [near("share", share, 1e-7)],
        ),
        case!(
            "replication_origin",
            100_000,
            ReplicationOrigin,
            |n| &letters(b"ACGT", 2, n),
            |place| [exact("place", place)],
        ),
        case!(
            "maximal_segment",
            100_000,
            |_n| MaximalSegment { reward: 1, penalty: -1 },
            |n| &letters(b"ACGT", 3, n),
            |segment| [
                exact("score", segment.score),
                exact("begin", segment.begin),
                exact("end", segment.end),
            ],
        ),
        case!(
            "homopolymer",
            100_000,
            Homopolymer,
            |n| &letters(b"ACGT", 4, n),
            |longest| [exact("longest", longest)],
        ),
        case!(
            "kimura_distance",
            100_000,
            KimuraDistance,
            |n| (
                &letters(b"ACGT-", 5, n),
                &altered(&letters(b"ACGT-", 5, n), b"AAGGCT", 5, 6)
            ),
            |distance| [near("distance", distance, 1e-12)],
        ),
        case!(
            "expected_errors",
            100_000,
            ExpectedErrors,
            |n| &letters(b"!#'+/37;?CGI", 8, n),
            |found| [near("errors", found.errors, 1e-5), exact("bases", found.bases)],
        ),
        case!(
            "hydropathy",
            100_000,
            Hydropathy,
            |n| &letters(b"ARNDCQEGHILKMFPSTWYVX", 12, n),
            // Indices are up to 4.5.
            |index| [within("index", index, 1e-5)],
        ),
        case!("min_hash", 100_000, MinHash, |n| &bits(10, n), |sketch| [
            exact("first", sketch.least[0]),
            exact("second", sketch.least[1]),
            exact("third", sketch.least[2]),
            exact("fourth", sketch.least[3]),
            exact("fifth", sketch.least[4]),
            exact("sixth", sketch.least[5]),
            exact("seventh", sketch.least[6]),
            exact("eighth", sketch.least[7]),
        ],),
    ]
}
