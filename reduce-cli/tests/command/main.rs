//! The `reduce` command as its users call it: arguments in; text, a sentence and an exit code out. No GPU is asked for.

mod axes;
mod by_key;
mod comparisons;
mod csv;
mod hostile;
mod inspect;
mod listing;
mod measure;
mod npy;
mod parquet;
mod png;
mod progress;
mod readme;
mod rows;
mod run;
mod tools;
mod wav;
