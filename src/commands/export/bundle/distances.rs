//! Distances to mate of a bundle: a cell is the difference from a neighbour, in a prefix code that the
//! other neighbours select.

use drawproof_board::Color;
use drawproof_tables::{Value, parallel::map};

use super::{
    super::code::Array,
    codes::{
        CODE_BITS, CONTEXTS, Code, Codes, Counts, DRAW, ESCAPE_BITS, SYMBOL_ESCAPE, symbol, walk,
    },
    emit::Values,
    shape::Blocks,
};

/// Halves of blocks that share an entry of `STARTS`.
const GROUP: usize = 16;

/// The maximum number of codes of all endgames of three men together, and of one side to move of an
/// endgame of four men.
const CODES: [usize; 2] = [12, 48];

/// Bytes that a decoder reads beyond the last code at most, whatever position it is asked about.
const MARGIN: usize = 160;

/// The cells of one side to move of an endgame.
struct Side {
    /// Whether the endgame has four men.
    is_large: bool,
    /// The plies of the decisive values, ascending in rank for the side to move.
    palette: Vec<u16>,
    /// The prediction of a block's first cell.
    start: u8,
    /// By half of a block, which cells are coded, and what those of legal positions hold.
    blocks: Vec<(u64, [Option<u8>; 64])>,
}

/// The bits of coded blocks.
#[derive(Default)]
struct Bits(Vec<bool>);

/// Encodes the distances to mate of all endgames.
pub fn values(endgames: &[Blocks]) -> Values {
    let sides: Vec<Vec<Side>> = endgames
        .iter()
        .map(|blocks| blocks.sides.iter().map(|&color| Side::new(blocks, color)).collect())
        .collect();
    let (models, numbers) = models(&sides);
    let mut first_codes = vec![0];
    for model in &models {
        first_codes.push(first_codes[first_codes.len() - 1] + model.codes.len());
    }
    let mut stored: Vec<Vec<Bits>> = Vec::new();
    let (mut columns, mut bytes, mut palettes) = (Vec::new(), Vec::new(), Vec::new());
    for (sides, numbers) in sides.iter().zip(&numbers) {
        let (mut own, mut size) = (Vec::new(), 0);
        for (side, &number) in sides.iter().zip(numbers) {
            let model = &models[number];
            let mut blocks = map(side.blocks.len(), |block| side.encode(block, model));
            blocks.resize_with(blocks.len().next_multiple_of(GROUP), Bits::default);
            let first_block: usize = stored.iter().map(Vec::len).sum();
            let (map, code) = (number * CONTEXTS, first_codes[number] << CODE_BITS);
            let row =
                [first_block, map, code, side.start.into(), side.palette.len(), palettes.len()];
            own.push(row.map(|n| n as u64).to_vec());
            palettes.extend(side.palette.iter().map(|&plies| u64::from(plies)));
            size += blocks.iter().map(|bits| bits.0.len()).sum::<usize>() / 8;
            size += blocks.len() + blocks.len() / GROUP * 4;
            stored.push(blocks);
        }
        columns.push(own);
        bytes.push(size);
    }
    let blocks: Vec<&Bits> = stored.iter().flatten().collect();
    let unit = blocks.iter().map(|bits| bits.0.len().div_ceil(255)).max().unwrap_or(1).max(1);
    let (mut starts, mut lengths, mut all) = (Vec::new(), Vec::new(), Bits::default());
    for (number, bits) in blocks.iter().enumerate() {
        if number % GROUP == 0 {
            starts.push(all.0.len() as u64);
        }
        lengths.push(bits.0.len().div_ceil(unit) as u64);
        all.0.extend(&bits.0);
        all.0.resize(all.0.len() + bits.0.len().next_multiple_of(unit) - bits.0.len(), false);
    }
    let entries = models.iter().flat_map(|model| model.codes.iter().flat_map(Code::entries));
    let maps = models.iter().flat_map(|model| model.map.iter().map(|&code| u64::from(code)));
    Values {
        columns: &["FIRST", "MAP", "CODE", "START", "RANKS", "PALETTE"],
        sides: columns,
        bytes,
        constants: vec![("UNIT", unit as u64)],
        arrays: vec![
            Array::new("PLIES", 8, palettes),
            Array::new("MAPS", 8, maps.collect()),
            Array::new("CODES", 16, entries.collect()),
            Array::new("STARTS", 32, starts),
            Array::new("LENGTHS", 8, lengths),
            Array::new("CELLS", 8, all.bytes()),
        ],
    }
}

/// Returns the models, and the number of each side's: endgames of three men share one.
fn models(sides: &[Vec<Side>]) -> (Vec<Codes>, Vec<Vec<usize>>) {
    let (mut counts, mut sizes, mut shared) = (Vec::new(), Vec::new(), None);
    let mut number = |side: &Side| {
        if side.is_large {
            counts.push(Counts::new());
            sizes.push(CODES[1]);
        } else if shared.is_none() {
            shared = Some(counts.len());
            counts.push(Counts::new());
            sizes.push(CODES[0]);
        }
        let number = if side.is_large { counts.len() - 1 } else { shared.expect("it was set") };
        side.count(&mut counts[number]);
        number
    };
    let numbers =
        sides.iter().map(|sides| sides.iter().map(&mut number).collect()).collect::<Vec<_>>();
    (map(counts.len(), |number| counts[number].codes(sizes[number])), numbers)
}

impl Side {
    fn new(endgame: &Blocks, color: Color) -> Side {
        let blocks = map(endgame.count(), |number| endgame.block(number, color));
        let mut decisive: Vec<Value> = blocks
            .iter()
            .flat_map(|block| block.values.iter().flatten().copied())
            .filter(|&value| value != Value::Draw)
            .collect();
        decisive.sort_unstable_by_key(|value| value.rank());
        decisive.dedup();
        assert!(decisive.len() < usize::from(DRAW), "a cell holds the rank of a value");
        let rank = |value: Value| match value {
            Value::Draw => DRAW,
            _ => decisive
                .binary_search_by_key(&value.rank(), |v| v.rank())
                .expect("it is among them") as u8,
        };
        let cells = |values: [Option<Value>; 64]| values.map(|value| value.map(rank));
        Side {
            is_large: endgame.shape.has_second(),
            start: (decisive.len() / 2) as u8,
            blocks: blocks
                .iter()
                .flat_map(|block| halves(block.coded, cells(block.values)))
                .collect(),
            palette: decisive.iter().filter_map(|value| value.number()).collect(),
        }
    }

    /// Counts the symbols of all cells.
    fn count(&self, counts: &mut Counts) {
        for (coded, cells) in &self.blocks {
            walk(*coded, self.start, |next| {
                let cell = cells[next.place].unwrap_or(next.filler);
                counts.add(next.context, symbol(cell, next.expected));
                cell
            });
        }
    }

    fn encode(&self, number: usize, model: &Codes) -> Bits {
        let (coded, cells) = &self.blocks[number];
        let mut bits = Bits::default();
        walk(*coded, self.start, |next| {
            let code = &model.codes[usize::from(model.map[next.context])];
            let cell = cells[next.place].unwrap_or(next.filler);
            let symbol = symbol(cell, next.expected);
            match code.word(symbol).filter(|_| symbol != SYMBOL_ESCAPE) {
                Some((length, word)) => bits.push(length, word),
                None => {
                    let escape = code.word(SYMBOL_ESCAPE).expect("rare symbols are escaped");
                    bits.push(escape.0, escape.1);
                    bits.push(ESCAPE_BITS, cell.into());
                }
            }
            cell
        });
        bits
    }
}

/// Returns the lower four ranks of a block, and the upper four with ranks flipped: each half is
/// decoded from the edge of the board inwards.
fn halves(coded: u64, cells: [Option<u8>; 64]) -> [(u64, [Option<u8>; 64]); 2] {
    let flipped = std::array::from_fn(|place| cells[place ^ 56]);
    let lower = u64::from(u32::MAX);
    [(coded & lower, cells), (coded.swap_bytes() & lower, flipped)]
}

impl Bits {
    /// Appends the lowest bits of a number, the lowest first.
    fn push(&mut self, count: usize, number: usize) {
        self.0.extend((0..count).map(|bit| number >> bit & 1 != 0));
    }

    /// Returns the bits in bytes, from the lowest bit of each, and the margin.
    fn bytes(&self) -> Vec<u64> {
        let byte = |bits: &[bool]| (0..bits.len()).map(|bit| u64::from(bits[bit]) << bit).sum();
        self.0.chunks(8).map(byte).chain([0; MARGIN]).collect()
    }
}
