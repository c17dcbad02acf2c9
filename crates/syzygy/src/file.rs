//! Syzygy's table files: the header when a file is opened, then one block for each number.
//!
//! A file has parts: one, or two with a part for each side to move; with pawns, as many for each of the
//! files a to d of the leading pawn. A part is a sequence of numbers, compressed by replacing pairs and by a
//! canonical Huffman code, in blocks. Whatever a file holds, reading it ends: with a number or an error.

use std::{ops::Range, path::Path};

use drawproof_tables::file::{FileBytes, ReadBytes};

use crate::{
    error::SyzygyError,
    index::{Group, KING_PAIRS, Numbering, THREE_MEN, choose, leading_placements},
};

/// The kinds of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `.rtbw`: 0 loss, 1 blessed loss, 2 draw, 3 cursed win, 4 win.
    Results,
    /// `.rtbz`: distance to zeroing.
    Distances,
}

impl Kind {
    /// The end of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Results => "rtbw",
            Kind::Distances => "rtbz",
        }
    }

    fn magic(self) -> [u8; 4] {
        match self {
            Kind::Results => [0x71, 0xe8, 0x23, 0x5d],
            Kind::Distances => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// The flags of a part of a table of distances.
pub const BLACK_STORED: u8 = 1;
const MAPPED: u8 = 2;
pub const WINS_IN_PLIES: u8 = 4;
pub const LOSSES_IN_PLIES: u8 = 8;
const WIDE_MAP: u8 = 16;
const CONSTANT: u8 = 128;

/// The right symbol of a pair that is a number.
const NO_SYMBOL: u16 = 0xfff;

/// Pairs within pairs, at most: more would be a circle.
const DEPTH_MAX: usize = 4096;

/// An open table.
#[derive(Debug)]
pub struct Table {
    bytes: FileBytes,
    name: String,
    pub numbering: Numbering,
    /// By side to move, then by file of the leading pawn.
    pub parts: Vec<Vec<Part>>,
}

/// The numbers of one side to move and one file of the leading pawn.
#[derive(Debug)]
pub struct Part {
    /// The men in the order of the index: 1 = white pawn, 6 = white king, 9 = black pawn, 14 = black king.
    pub codes: Vec<u8>,
    pub groups: Vec<Group>,
    size: u64,
    pub flags: u8,
    /// By result: from stored numbers to distances; `None` where numbers are stored as they are.
    pub maps: Option<[Vec<u16>; 4]>,
    numbers: Numbers,
}

#[derive(Debug)]
enum Numbers {
    Constant(u16),
    Coded(Code),
}

/// How the numbers of a part are compressed.
#[derive(Debug, Default)]
struct Code {
    block_bytes: u64,
    block_count: u64,
    /// Every 2^span numbers an entry of six bytes: a block, and a place in it.
    span: u32,
    entries: Vec<u8>,
    /// Numbers of each block, less one.
    lengths: Vec<u16>,
    length_count: u64,
    bits_min: u32,
    /// By length of a code word: the lowest one in the upper bits, and its symbol.
    bases: Vec<(u64, u16)>,
    /// The pair of each symbol, and how many numbers it stands for.
    pairs: Vec<(u16, u16)>,
    counts: Vec<u64>,
    /// Where the blocks begin.
    data: u64,
}

/// A place in a file from which the next bytes are read.
struct Reader<'a> {
    bytes: &'a FileBytes,
    at: u64,
}

/// What a file cannot be.
type Damage = &'static str;

const ENDS: Damage = "it ends too early";

impl Reader<'_> {
    fn take(&mut self, count: u64) -> Result<Vec<u8>, Damage> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.size_bytes());
        let range = self.at..end.ok_or(ENDS)?;
        let found = self.bytes.read(range.clone()).map_err(|_| "it cannot be read")?;
        self.at = range.end;
        if found.len() as u64 == count { Ok(found.into_owned()) } else { Err(ENDS) }
    }

    fn byte(&mut self) -> Result<u8, Damage> {
        Ok(self.take(1)?[0])
    }

    fn little_16(&mut self) -> Result<u16, Damage> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn align(&mut self, to: u64) {
        self.at = self.at.next_multiple_of(to);
    }
}

fn numbers_of_16_bits(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

impl Table {
    /// Opens a table whose first side's men, then the other side's, are `men`: counts by kind, pawns first.
    pub fn open(path: &Path, kind: Kind, men: [[usize; 6]; 2]) -> Result<Table, SyzygyError> {
        let name = path.display().to_string();
        let bytes = FileBytes::open(path)
            .map_err(|source| SyzygyError::Read { path: name.clone(), source })?;
        let mut table = Table { bytes, name, numbering: numbering(men), parts: Vec::new() };
        let parts = table.read_parts(kind, men).map_err(|why| table.damaged(why))?;
        table.parts = parts;
        Ok(table)
    }

    pub fn damaged(&self, why: Damage) -> SyzygyError {
        SyzygyError::Damaged { path: self.name.clone(), why }
    }

    fn read_parts(&self, kind: Kind, men: [[usize; 6]; 2]) -> Result<Vec<Vec<Part>>, Damage> {
        let mut reader = Reader { bytes: &self.bytes, at: 0 };
        if reader.take(4)? != kind.magic() {
            return Err("it is no table of this kind");
        }
        // A file ends with 16 bytes after whole lines of 64.
        if self.bytes.size_bytes() % 64 != 16 {
            return Err("its length is none of a table");
        }
        let count: usize = men.as_flattened().iter().sum();
        let sides = if reader.byte()? & 1 != 0 && kind == Kind::Results { 2 } else { 1 };
        let files = if self.numbering.leading_pawns > 0 { 4 } else { 1 };
        let mut parts: Vec<Vec<Part>> = (0..sides).map(|_| Vec::new()).collect();
        for file in 0..files {
            let order = reader.take(1 + u64::from(self.numbering.other_pawns > 0))?;
            let codes = reader.take(count as u64)?;
            for (side, parts) in parts.iter_mut().enumerate() {
                let nibble = |byte: &u8| byte >> (4 * side) & 15;
                let codes: Vec<u8> = codes.iter().map(nibble).collect();
                let order: Vec<usize> = order.iter().map(|it| nibble(it).into()).collect();
                parts.push(self.part(codes, &order, file as u8, men)?);
            }
        }
        reader.align(2);
        let places: Vec<(usize, usize)> =
            (0..files).flat_map(|file| (0..sides).map(move |side| (side, file))).collect();
        for &(side, file) in &places {
            let part = &mut parts[side][file];
            (part.flags, part.numbers) = read_code(&mut reader, part.size, kind)?;
        }
        if kind == Kind::Distances {
            for part in &mut parts[0] {
                if part.flags & MAPPED != 0 {
                    part.maps = Some(read_maps(&mut reader, part.flags & WIDE_MAP != 0)?);
                }
            }
            reader.align(2);
        }
        let mut each = |read: &mut dyn FnMut(&mut Reader, &mut Code, u64) -> Result<(), Damage>| {
            for &(side, file) in &places {
                let part = &mut parts[side][file];
                if let Numbers::Coded(code) = &mut part.numbers {
                    read(&mut reader, code, part.size)?;
                }
            }
            Ok(())
        };
        each(&mut |reader, code, size| {
            code.entries = reader.take(size.div_ceil(1 << code.span) * 6)?;
            Ok(())
        })?;
        each(&mut |reader, code, _| {
            code.lengths = numbers_of_16_bits(&reader.take(2 * code.length_count)?);
            Ok(())
        })?;
        each(&mut |reader, code, _| {
            reader.align(64);
            code.data = reader.at;
            let bytes = code.block_count.checked_mul(code.block_bytes).ok_or(ENDS)?;
            reader.at = reader.at.checked_add(bytes).ok_or(ENDS)?;
            if reader.at > reader.bytes.size_bytes() { Err(ENDS) } else { Ok(()) }
        })?;
        Ok(parts)
    }

    /// A part whose men are `codes`, and whose first groups have these places in the order of factors.
    fn part(
        &self,
        codes: Vec<u8>,
        order: &[usize],
        file: u8,
        men: [[usize; 6]; 2],
    ) -> Result<Part, Damage> {
        let mut found = [[0; 6]; 2];
        for &code in &codes {
            let (side, kind) = (usize::from(code >> 3), usize::from(code & 7).wrapping_sub(1));
            *found[side].get_mut(kind).ok_or("it names unknown men")? += 1;
        }
        if found != men {
            return Err("it is of other men");
        }
        let Numbering { leading_pawns, other_pawns, kings_lead } = self.numbering;
        let leading = match leading_pawns {
            0 if kings_lead => 2,
            0 => 3,
            pawns => pawns,
        };
        let mut groups = vec![Group { men: leading, factor: 0 }];
        let mut placed = leading;
        if other_pawns > 0 {
            groups.push(Group { men: other_pawns, factor: 0 });
            placed += other_pawns;
        }
        let is_pawn = |code: &u8| code & 7 == 1;
        if codes.iter().take_while(|it| is_pawn(it)).count() != leading_pawns + other_pawns {
            return Err("its pawns are not first");
        }
        let (mut next, mut free) = (groups.len(), 64 - placed as u64);
        while placed < codes.len() {
            let alike = codes[placed..].iter().take_while(|&it| *it == codes[placed]).count();
            groups.push(Group { men: alike, factor: 0 });
            placed += alike;
        }
        let mut factor: u64 = 1;
        let highest = order.iter().copied().max().unwrap_or(0);
        for turn in 0.. {
            let count = if turn == order[0] {
                groups[0].factor = factor;
                match leading_pawns {
                    0 if kings_lead => KING_PAIRS,
                    0 => THREE_MEN,
                    pawns => leading_placements(pawns, file, 7),
                }
            } else if order.get(1) == Some(&turn) {
                groups[1].factor = factor;
                choose(48 - leading_pawns as u64, other_pawns)
            } else if next < groups.len() {
                groups[next].factor = factor;
                let ways = choose(free, groups[next].men);
                free -= groups[next].men as u64;
                next += 1;
                ways
            } else if turn > highest {
                break;
            } else {
                1
            };
            factor = factor.checked_mul(count).ok_or("it has too many positions")?;
        }
        let numbers = Numbers::Constant(0);
        Ok(Part { codes, groups, size: factor, flags: 0, maps: None, numbers })
    }

    /// The number of a position in a part.
    pub fn number(&self, part: &Part, index: u64) -> Result<u16, SyzygyError> {
        let code = match &part.numbers {
            Numbers::Constant(number) => return Ok(*number),
            Numbers::Coded(code) => code,
        };
        let place = code.place(index).ok_or_else(|| self.damaged("its index is wrong"))?;
        let start = code.data + place.0 * code.block_bytes;
        let block = self.read(start..start + code.block_bytes)?;
        code.decode(&block, place.1).ok_or_else(|| self.damaged("a block is no code"))
    }

    fn read(&self, range: Range<u64>) -> Result<Vec<u8>, SyzygyError> {
        let size = (range.end - range.start) as usize;
        let bytes = self.bytes.read(range);
        let bytes =
            bytes.map_err(|source| SyzygyError::Read { path: self.name.clone(), source })?;
        if bytes.len() < size { Err(self.damaged(ENDS)) } else { Ok(bytes.into_owned()) }
    }

    /// The distance that a stored number stands for. `result` is that of a table of results, not 2.
    pub fn mapped(&self, part: &Part, number: u16, result: u16) -> Result<u16, SyzygyError> {
        /// The map of each result.
        const MAP: [usize; 5] = [1, 3, 0, 2, 0];
        let Some(maps) = &part.maps else { return Ok(number) };
        let map = &maps[MAP[usize::from(result.min(4))]];
        let distance = map.get(usize::from(number));
        distance.copied().ok_or_else(|| self.damaged("a number is in no map"))
    }
}

/// How a table of these men numbers positions.
fn numbering(men: [[usize; 6]; 2]) -> Numbering {
    let [ours, others] = men.map(|side| side[0]);
    let is_exchanged = others > 0 && (ours == 0 || ours > others);
    let (leading_pawns, other_pawns) = if is_exchanged { (others, ours) } else { (ours, others) };
    let single = men.as_flattened().iter().filter(|&&count| count == 1).count();
    Numbering { leading_pawns, other_pawns, kings_lead: single == 2 }
}

/// Reads how a part is compressed: its flags and its code.
fn read_code(reader: &mut Reader, size: u64, kind: Kind) -> Result<(u8, Numbers), Damage> {
    let flags = reader.byte()?;
    if flags & CONSTANT != 0 {
        let number = reader.byte()?;
        return Ok((
            flags,
            Numbers::Constant(if kind == Kind::Results { number.into() } else { 0 }),
        ));
    }
    let head = reader.take(9)?;
    let (block_log, span) = (u32::from(head[0]), u32::from(head[1]));
    let block_count = u64::from(u32::from_le_bytes([head[3], head[4], head[5], head[6]]));
    let (bits_max, bits_min) = (u32::from(head[7]), u32::from(head[8]));
    if block_log > 20 || !(1..=31).contains(&span) {
        return Err("its blocks are none of a table");
    }
    if bits_min == 0 || bits_max < bits_min || bits_max > 32 {
        return Err("its code words are none of a table");
    }
    if size >> span > u64::from(u32::MAX) {
        return Err("it has too many positions");
    }
    let offsets = numbers_of_16_bits(&reader.take(2 * u64::from(bits_max - bits_min + 1))?);
    let symbols = usize::from(reader.little_16()?);
    let triples = reader.take(3 * symbols as u64)?;
    if symbols % 2 == 1 {
        reader.byte()?;
    }
    let pair = |bytes: &[u8]| {
        let [a, b, c] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
        (a | (b & 15) << 8, b >> 4 | c << 4)
    };
    let pairs: Vec<(u16, u16)> = triples.chunks_exact(3).map(pair).collect();
    let code = Code {
        block_bytes: 1 << block_log,
        block_count,
        span,
        length_count: block_count + u64::from(head[2]),
        bits_min,
        bases: bases(&offsets, bits_min),
        counts: counts(&pairs)?,
        pairs,
        ..Code::default()
    };
    Ok((flags, Numbers::Coded(code)))
}

/// The lowest code word of each length, in the upper bits, and its symbol.
fn bases(offsets: &[u16], bits_min: u32) -> Vec<(u64, u16)> {
    let mut bases = vec![0u64; offsets.len()];
    for i in (0..offsets.len() - 1).rev() {
        let sum = bases[i + 1].wrapping_add(offsets[i].into()).wrapping_sub(offsets[i + 1].into());
        bases[i] = sum / 2;
    }
    let shifted = bases.iter().enumerate().map(|(i, base)| {
        let shift = 64 - (bits_min + i as u32);
        base.wrapping_shl(shift)
    });
    shifted.zip(offsets.iter().copied()).collect()
}

/// How many numbers each symbol stands for.
fn counts(pairs: &[(u16, u16)]) -> Result<Vec<u64>, Damage> {
    let mut counts: Vec<Option<u64>> = vec![None; pairs.len()];
    for symbol in 0..pairs.len() {
        // A symbol waits on the stack until both of its halves are counted.
        let mut stack = vec![symbol];
        while let Some(&top) = stack.last() {
            let (left, right) = pairs[top];
            if counts[top].is_some() {
                stack.pop();
                continue;
            }
            if right == NO_SYMBOL {
                counts[top] = Some(1);
                stack.pop();
                continue;
            }
            let halves = [usize::from(left), usize::from(right)];
            let half = |it: usize| counts.get(it).copied().ok_or("a symbol is unknown");
            match [half(halves[0])?, half(halves[1])?] {
                [Some(one), Some(two)] => {
                    counts[top] = Some(one.saturating_add(two));
                    stack.pop();
                }
                [None, _] => stack.push(halves[0]),
                [_, None] => stack.push(halves[1]),
            }
            if stack.len() > DEPTH_MAX {
                return Err("its symbols are a circle");
            }
        }
    }
    Ok(counts.into_iter().map(|count| count.unwrap_or(1)).collect())
}

/// Reads the four maps of a part of distances.
fn read_maps(reader: &mut Reader, are_wide: bool) -> Result<[Vec<u16>; 4], Damage> {
    if are_wide {
        reader.align(2);
    }
    let mut maps = [const { Vec::new() }; 4];
    for map in &mut maps {
        *map = if are_wide {
            let count = reader.little_16()?;
            numbers_of_16_bits(&reader.take(2 * u64::from(count))?)
        } else {
            let count = reader.byte()?;
            reader.take(count.into())?.into_iter().map(u16::from).collect()
        };
    }
    Ok(maps)
}

impl Code {
    /// The block of a number, and its place in it; `None` if there is none.
    fn place(&self, index: u64) -> Option<(u64, u64)> {
        let entry = usize::try_from(index >> self.span).ok()?.checked_mul(6)?;
        let entry: [u8; 6] = self.entries.get(entry..entry + 6)?.try_into().ok()?;
        let mut block = u64::from(u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
        let offset = i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        let within = (index & ((1 << self.span) - 1)) as i64 - (1i64 << (self.span - 1));
        let mut place = within + offset;
        let numbers =
            |block: u64| Some(i64::from(*self.lengths.get(usize::try_from(block).ok()?)?) + 1);
        while place < 0 {
            block = block.checked_sub(1)?;
            place += numbers(block)?;
        }
        while place >= numbers(block)? {
            place -= numbers(block)?;
            block += 1;
        }
        (block < self.block_count).then_some((block, place as u64))
    }

    /// The number at a place of a block; `None` if the block has no such place.
    fn decode(&self, block: &[u8], mut place: u64) -> Option<u16> {
        let mut bits = 0u64;
        let (mut held, mut next) = (0, 0);
        loop {
            while held <= 56 && next < block.len() {
                bits |= u64::from(block[next]) << (56 - held);
                held += 8;
                next += 1;
            }
            let length = self.bases.iter().position(|&(base, _)| bits >= base)?;
            let (base, first) = self.bases[length];
            let width = self.bits_min + length as u32;
            if width > held {
                return None;
            }
            let symbol = u64::from(first).checked_add((bits - base) >> (64 - width))?;
            let symbol = usize::try_from(symbol).ok()?;
            let count = *self.counts.get(symbol)?;
            if place < count {
                return self.within(symbol, place);
            }
            place -= count;
            bits <<= width;
            held -= width;
        }
    }

    /// The number at a place of those that a symbol stands for.
    fn within(&self, mut symbol: usize, mut place: u64) -> Option<u16> {
        loop {
            let (left, right) = *self.pairs.get(symbol)?;
            if right == NO_SYMBOL {
                return Some(left);
            }
            let count = *self.counts.get(usize::from(left))?;
            if place < count {
                symbol = left.into();
            } else {
                place -= count;
                symbol = right.into();
            }
        }
    }
}
