//! How many bytes exact outcomes take, as text and for JSON.

use std::fmt::Write;

use serde::Serialize;

use super::{bitbase::Bitbase, learn::Checked};
use drawproof_report::grouped;

/// The report about exact outcomes.
#[derive(Clone, Debug, Serialize)]
pub struct MinedExact {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// Positions, one of each class of symmetric positions; where both sides have the same men,
    /// colour-reversed positions are of one class.
    pub positions: u64,
    /// Positions answered wrongly.
    pub wrong: u64,
    /// Leaves of the tree that recognizes draws, and of the tree that decides who wins.
    pub leaves: [usize; 2],
    /// Exceptions of each.
    pub exceptions: [usize; 2],
    /// Bytes of both trees.
    pub tree_bytes: usize,
    /// Bytes of all exceptions, packed by zstd at level 19.
    pub exception_bytes: usize,
    /// All bytes, with header and checksum.
    pub bytes: usize,
    /// Bytes of the bitbase of win, draw and loss of the same positions, packed by zstd at level
    /// 19.
    pub bitbase_bytes: usize,
    /// How the bitbase is laid out: the smallest of three forms.
    pub bitbase_form: String,
    /// Bytes as a share of the bitbase's.
    pub share: f64,
    /// Seconds it took.
    pub seconds: f64,
}

impl MinedExact {
    /// The report on outcomes that were learned.
    pub fn new(checked: &Checked, bitbase: Bitbase, seconds: f64) -> MinedExact {
        let answers = checked.exact.answers();
        let (tree_bytes, exception_bytes) = checked.exact.parts_bytes();
        MinedExact {
            endgame: checked.exact.endgame().into(),
            positions: checked.positions,
            wrong: checked.wrong,
            leaves: [0, 1].map(|answer: usize| answers[answer].sorter.tree.leaves()),
            exceptions: [0, 1].map(|answer: usize| answers[answer].exceptions.len()),
            tree_bytes,
            exception_bytes,
            bytes: checked.bytes.len(),
            bitbase_bytes: bitbase.bytes,
            bitbase_form: bitbase.form.into(),
            share: checked.bytes.len() as f64 / bitbase.bytes as f64,
            seconds,
        }
    }
}

/// The report as text.
pub fn text(mined: &MinedExact) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}: win, draw or loss of {} positions, one of each symmetry class: {} wrong",
        mined.endgame,
        grouped(mined.positions),
        grouped(mined.wrong)
    );
    let questions = ["is it drawn", "who wins"];
    let _ = writeln!(out, "\n  question     leaves  exceptions");
    for (number, question) in questions.iter().enumerate() {
        let _ = writeln!(
            out,
            "  {question:11}  {:6}  {:10}",
            mined.leaves[number],
            grouped(mined.exceptions[number] as u64)
        );
    }
    let bytes = |bytes: usize| grouped(bytes as u64);
    let _ = writeln!(out, "\n  trees                    {:>10} bytes", bytes(mined.tree_bytes));
    let _ = writeln!(out, "  exceptions, zstd -19     {:>10} bytes", bytes(mined.exception_bytes));
    let _ = writeln!(out, "  all, with checksum       {:>10} bytes", bytes(mined.bytes));
    let _ = writeln!(
        out,
        "  WDL bitbase, zstd -19    {:>10} bytes ({})",
        bytes(mined.bitbase_bytes),
        mined.bitbase_form
    );
    let _ = writeln!(
        out,
        "  share                    {:>10.1} %; the code of the features comes on top",
        mined.share * 100.0
    );
    out
}
