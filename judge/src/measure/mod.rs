//! Answers against values: results read from scores, moves, errors, and their intervals.
//!
//! A [`Measurer`] takes the answers about the sample of one endgame in any order and returns the
//! figures at any time; they depend on the set of answers alone. Positions with mate or stalemate
//! on the board are asked like others: their score is measured (class `over`), no move is expected.

mod bands;
mod calibration;
mod class;
mod logistic;
mod maps;
mod measurer;
mod needed;
mod observation;
mod reading;
mod share;
mod worst;

pub(crate) use class::spread_over_classes;
pub use measurer::{Measurer, Settings};
pub(crate) use observation::Observation;
pub use reading::{name_of, told};
pub(crate) use share::Z;
pub use share::wilson;
pub(crate) use worst::{Shown, shown};
