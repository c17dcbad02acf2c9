//! Reports the size of exact outcomes, compared with a packed bitbase, as text and for JSON.

use std::fmt::Write;

use drawproof_board::Color;
use drawproof_tables::{PlainTable, Value};
use serde::Serialize;

use super::{exceptions::ZSTD_LEVEL, learn::Checked};
use crate::world::World;
use drawproof_report::grouped;

/// The report on the exact outcomes of an endgame.
#[derive(Clone, Debug, Serialize)]
pub struct MinedExact {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The number of positions, one of each class of symmetric positions. If both sides have the
    /// same men, colour-reversed positions share a class.
    pub positions: u64,
    /// The number of positions answered wrongly.
    pub wrong: u64,
    /// The leaves of the tree that recognizes draws, and of the tree that decides who wins.
    pub leaves: [usize; 2],
    /// The number of exceptions to each tree.
    pub exceptions: [usize; 2],
    /// The size of both trees in bytes.
    pub tree_bytes: usize,
    /// The size of all exceptions in bytes, packed by zstd at level 19.
    pub exception_bytes: usize,
    /// The size of the encoded outcomes in bytes, including the header and the checksum.
    pub bytes: usize,
    /// The size in bytes of a win/draw/loss bitbase of the same positions, packed by zstd at level
    /// 19.
    pub bitbase_bytes: usize,
    /// The name of the bitbase's layout, the smallest of three.
    pub bitbase_form: String,
    /// The size of the encoded outcomes as a share of the bitbase's size; above 1 if the outcomes
    /// are larger.
    pub share: f64,
    /// The duration of learning in seconds.
    pub seconds: f64,
}

impl MinedExact {
    /// Creates the report on learned outcomes.
    pub fn new(checked: &Checked, bitbase: Bitbase, seconds: f64) -> MinedExact {
        let answers = checked.exact.answers();
        let (tree_bytes, exception_bytes) = checked.exact.parts_bytes();
        MinedExact {
            endgame: checked.exact.endgame().into(),
            positions: checked.positions,
            wrong: checked.wrong,
            leaves: [0, 1].map(|answer: usize| answers[answer].tree.leaves()),
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

/// Renders the report as text.
pub fn text(mined: &MinedExact) -> String {
    let [positions, wrong] = [mined.positions, mined.wrong].map(grouped);
    let mut out = format!(
        "{}: win, draw or loss of {positions} positions, one of each symmetry class: {wrong} wrong\n\n  \
         question     leaves  exceptions\n",
        mined.endgame
    );
    for (number, question) in ["is it drawn", "who wins"].iter().enumerate() {
        let (leaves, exceptions) = (mined.leaves[number], grouped(mined.exceptions[number] as u64));
        let _ = writeln!(out, "  {question:11}  {leaves:6}  {exceptions:10}");
    }
    let bytes = [mined.tree_bytes, mined.exception_bytes, mined.bytes, mined.bitbase_bytes];
    let [trees, exceptions, all, bitbase] = bytes.map(|bytes| grouped(bytes as u64));
    let (form, share) = (&mined.bitbase_form, mined.share * 100.0);
    let _ = writeln!(
        out,
        "\n  trees                    {trees:>10} bytes\n  \
         exceptions, zstd -19     {exceptions:>10} bytes\n  \
         all, with checksum       {all:>10} bytes\n  \
         WDL bitbase, zstd -19    {bitbase:>10} bytes ({form})\n  \
         share                    {share:>10.1} %; the code of the features comes on top"
    );
    out
}

/// The size and the layout of a packed win/draw/loss bitbase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bitbase {
    /// The size of the bitbase in bytes, packed by zstd at level 19.
    pub bytes: usize,
    /// The name of the layout of the outcomes before packing.
    pub form: &'static str,
}

/// Returns the smallest of several win/draw/loss bitbases for the side to move. It covers the
/// positions that exact outcomes answer; all other indices repeat the preceding outcome.
pub fn packed(table: &PlainTable) -> Bitbase {
    let world = World::new(table);
    let words = table.layout().words();
    let mut outcomes: Vec<u8> = Vec::with_capacity(world.words() * 64);
    let mut last = 0;
    for word in 0..world.words() {
        let (draws, decisive) = world.lanes(word);
        let side = if word < words { Color::White } else { Color::Black };
        for lane in 0..64 {
            if (draws | decisive) >> lane & 1 != 0 {
                last = match table.value(side, word % words * 64 + lane) {
                    Value::Draw => 0,
                    Value::Win(_) => 1,
                    Value::Loss(_) => 2,
                };
            }
            outcomes.push(last);
        }
    }
    let pairs = outcomes.chunks(4);
    let two_bits = pairs.map(|four| (0..4).fold(0, |byte, n| byte | four[n] << (2 * n))).collect();
    let plane = |outcome: u8| {
        let eights = outcomes.chunks(8);
        let byte =
            move |eight: &[u8]| (0..8).fold(0, |byte, n| byte | u8::from(eight[n] == outcome) << n);
        eights.map(byte).collect::<Vec<u8>>()
    };
    let planes = [plane(0), plane(1)].concat();
    let forms = [
        ("a byte a position", outcomes.clone()),
        ("two bits a position", two_bits),
        ("a plane of draws and one of wins", planes),
    ];
    let packed = forms.into_iter().map(|(form, plain)| {
        let packed = zstd::bulk::compress(&plain, ZSTD_LEVEL).expect("memory suffices");
        Bitbase { bytes: packed.len(), form }
    });
    packed.min_by_key(|bitbase| bitbase.bytes).expect("there are three")
}
