//! What exact outcomes are compared with: a bitbase, packed.

use drawproof_board::Color;
use drawproof_tables::{PlainTable, Value};

use super::exceptions::ZSTD_LEVEL;
use crate::world::World;

/// A packed bitbase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bitbase {
    /// Its bytes, packed by zstd at level 19.
    pub bytes: usize,
    /// How the outcomes are laid out before they are packed.
    pub form: &'static str,
}

/// The smallest of several bitbases of win, draw and loss for the side to move. It holds the same
/// positions that exact outcomes answer; all other places repeat the result before them.
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
