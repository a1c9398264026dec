//! The examples are the files beside this one; this library is empty.
