//! Syzygy's table files: the header when a file is opened, then one block for each number.
//!
//! A file has parts: one, or two with a part for each side to move; with pawns, as many for each of the
//! files a to d of the leading pawn. A part is a sequence of numbers, compressed as [`crate::code`] says.
//! Whatever a file holds, reading it ends: with a number or an error.

use std::{io, ops::Range, path::Path};

use drawproof_tables::file::{FileBytes, ReadBytes};

use crate::{
    checksum,
    code::{Code, Damage, ENDS, Numbers, Reader, numbers_of_16_bits, read_code},
    error::SyzygyError,
    index::{Group, KING_PAIRS, Numbering, THREE_MEN, choose, leading_placements},
};

/// The kind of a table file: results or distances to zeroing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A `.rtbw` file with results for the side to move: 0 loss, 1 blessed loss, 2 draw, 3 cursed
    /// win, 4 win.
    Results,
    /// A `.rtbz` file with distances to zeroing.
    Distances,
}

impl Kind {
    /// Returns the extension of the file name, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Results => "rtbw",
            Kind::Distances => "rtbz",
        }
    }

    /// Returns the first four bytes of a file of this kind.
    pub fn magic(self) -> [u8; 4] {
        match self {
            Kind::Results => [0x71, 0xe8, 0x23, 0x5d],
            Kind::Distances => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// The flag of a part whose values are distances with Black to move.
pub const BLACK_STORED: u8 = 1;
/// The flag of a part whose numbers maps translate to distances.
pub const MAPPED: u8 = 2;
pub const WINS_IN_PLIES: u8 = 4;
pub const LOSSES_IN_PLIES: u8 = 8;
const WIDE_MAP: u8 = 16;

/// An open table file.
#[derive(Debug)]
pub struct Table {
    kind: Kind,
    bytes: FileBytes,
    name: String,
    pub numbering: Numbering,
    /// The parts, `[side to move][file of the leading pawn]`.
    pub parts: Vec<Vec<Part>>,
}

/// The numbers for one side to move and one file of the leading pawn.
#[derive(Debug)]
pub struct Part {
    /// The men in the order of the index: 1 = white pawn, 6 = white king, 9 = black pawn, 14 = black king.
    pub codes: Vec<u8>,
    pub groups: Vec<Group>,
    pub size: u64,
    pub flags: u8,
    /// The maps from stored numbers to distances, by result; `None` if distances are stored
    /// directly.
    pub maps: Option<[Vec<u16>; 4]>,
    numbers: Numbers,
}

impl Table {
    /// Opens a table file. `men` has the number of men of each kind, pawns first: of the side that
    /// the file name lists first, then of the other side.
    pub fn open(path: &Path, kind: Kind, men: [[usize; 6]; 2]) -> Result<Table, SyzygyError> {
        let name = path.display().to_string();
        let bytes = FileBytes::open(path)
            .map_err(|source| SyzygyError::Read { path: name.clone(), source })?;
        let is_foreign = |begin: &[u8]| begin.len() == 4 && *begin != kind.magic();
        if bytes.read(0..4).is_ok_and(|begin| is_foreign(&begin)) {
            return Err(SyzygyError::Foreign { path: name });
        }
        let mut table = Table { kind, bytes, name, numbering: numbering(men), parts: Vec::new() };
        let parts = table.read_parts(men).map_err(|why| table.damaged(why))?;
        table.parts = parts;
        Ok(table)
    }

    pub fn damaged(&self, why: Damage) -> SyzygyError {
        SyzygyError::Damaged { path: self.name.clone(), why }
    }

    fn unreadable(&self, source: io::Error) -> SyzygyError {
        SyzygyError::Read { path: self.name.clone(), source }
    }

    /// Reads the whole file and compares it with its checksum. Runs on the current rayon pool.
    pub fn verify(&self) -> Result<(), SyzygyError> {
        let found = checksum::checksum(&self.bytes).map_err(|source| self.unreadable(source))?;
        let size_bytes = self.bytes.size_bytes();
        let expected = self.read(size_bytes.saturating_sub(checksum::BYTES)..size_bytes)?;
        if expected == found {
            Ok(())
        } else {
            Err(self.damaged("its checksum is wrong: download or make it again"))
        }
    }

    /// Returns the size of the file in bytes.
    pub fn size_bytes(&self) -> u64 {
        self.bytes.size_bytes()
    }

    /// Returns whether all distances are in plies, not rounded to moves; always true for results.
    pub fn is_unrounded(&self) -> bool {
        const ALL: u8 = WINS_IN_PLIES | LOSSES_IN_PLIES;
        self.kind == Kind::Results || self.parts.iter().flatten().all(|it| it.flags & ALL == ALL)
    }

    fn read_parts(&self, men: [[usize; 6]; 2]) -> Result<Vec<Vec<Part>>, Damage> {
        let kind = self.kind;
        let mut reader = Reader { bytes: &self.bytes, at: 0 };
        if reader.take(4)? != kind.magic() {
            return Err("it is not a table of this kind");
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
                parts.push(Part::new(&self.numbering, codes, &order, file as u8, men)?);
            }
        }
        reader.align(2);
        let places: Vec<(usize, usize)> =
            (0..files).flat_map(|file| (0..sides).map(move |side| (side, file))).collect();
        for &(side, file) in &places {
            let part = &mut parts[side][file];
            (part.flags, part.numbers) = read_code(&mut reader, part.size)?;
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
        each(&mut |reader, code, size| code.read_entries(reader, size))?;
        each(&mut |reader, code, _| code.read_lengths(reader))?;
        each(&mut |reader, code, _| code.skip_blocks(reader))?;
        reader.align(64);
        if reader.at + checksum::BYTES != self.bytes.size_bytes() {
            return Err("its length is not that of its blocks");
        }
        Ok(parts)
    }

    /// Returns the stored number of the position at `index` in a part.
    pub fn number(&self, part: &Part, index: u64) -> Result<u16, SyzygyError> {
        let code = match &part.numbers {
            // The constant is not the distance, which the result decides.
            Numbers::Constant(_) if self.kind == Kind::Distances => return Ok(0),
            Numbers::Constant(number) => return Ok(*number),
            Numbers::Coded(code) => code,
        };
        let place = code.place(&self.bytes, index).map_err(|source| self.unreadable(source))?;
        let (block, place) = place.ok_or_else(|| self.damaged("its index is wrong"))?;
        let block = self.read(code.block(block))?;
        code.decode(&block, place).ok_or_else(|| self.damaged("a block cannot be decoded"))
    }

    fn read(&self, range: Range<u64>) -> Result<Vec<u8>, SyzygyError> {
        let size = (range.end - range.start) as usize;
        let bytes = self.bytes.read(range).map_err(|source| self.unreadable(source))?;
        if bytes.len() < size { Err(self.damaged(ENDS)) } else { Ok(bytes.into_owned()) }
    }

    /// Returns the distance that a stored number represents. `result` numbers the position's result
    /// as [`Kind::Results`] does; it must not be a draw.
    pub fn mapped(&self, part: &Part, number: u16, result: u16) -> Result<u16, SyzygyError> {
        /// The index of the map of each result, `[result]`.
        const MAP: [usize; 5] = [1, 3, 0, 2, 0];
        let Some(maps) = &part.maps else { return Ok(number) };
        let map = &maps[MAP[usize::from(result.min(4))]];
        let distance = map.get(usize::from(number));
        distance.copied().ok_or_else(|| self.damaged("a number is in no map"))
    }
}

impl Part {
    /// Returns a part without numbers. `codes` are the part's men. `order` has the positions of the
    /// part's first groups when groups are sorted by factor, lowest first.
    pub fn new(
        numbering: &Numbering,
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
        let runs: Vec<&[u8]> = codes.chunk_by(|a, b| a == b).collect();
        if (1..runs.len()).any(|run| runs[..run].iter().any(|before| before[0] == runs[run][0])) {
            return Err("its like men are apart");
        }
        let Numbering { leading_pawns, other_pawns, kings_lead } = *numbering;
        let leading = match leading_pawns {
            0 if kings_lead => 2,
            0 => 3,
            pawns => pawns,
        };
        let leads = match leading_pawns {
            0 => runs.iter().take_while(|run| run.len() == 1).count() >= leading,
            pawns => runs[0].len() == pawns,
        };
        if !leads {
            return Err("its first men are none of a table");
        }
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
        let is_place = |place: &usize| *place < groups.len();
        if !order.iter().all(is_place) || order.get(1) == Some(&order[0]) {
            return Err("its order is none of a table");
        }
        let mut factor: u64 = 1;
        for turn in 0..groups.len() {
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
            } else {
                groups[next].factor = factor;
                let ways = choose(free, groups[next].men);
                free -= groups[next].men as u64;
                next += 1;
                ways
            };
            factor = factor.checked_mul(count).ok_or("it has too many positions")?;
        }
        let numbers = Numbers::Constant(0);
        Ok(Part { codes, groups, size: factor, flags: 0, maps: None, numbers })
    }
}

impl Part {
    /// Returns the number of blocks of the part; 0 if all its numbers are equal.
    pub fn blocks(&self) -> u64 {
        match &self.numbers {
            Numbers::Constant(_) => 0,
            Numbers::Coded(code) => code.block_count,
        }
    }
}

/// Returns the numbering of positions with these men, `[side][kind]`, pawns first.
pub fn numbering(men: [[usize; 6]; 2]) -> Numbering {
    let [ours, others] = men.map(|side| side[0]);
    let is_exchanged = others > 0 && (ours == 0 || ours > others);
    let (leading_pawns, other_pawns) = if is_exchanged { (others, ours) } else { (ours, others) };
    let single = men.as_flattened().iter().filter(|&&count| count == 1).count();
    Numbering { leading_pawns, other_pawns, kings_lead: single == 2 }
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
