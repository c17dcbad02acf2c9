//! The values of promotions without captures, if the tables that they lead to are too large for the
//! memory.
//!
//! A solve needs a sixty-fourth of such a table: the positions in which the new piece stands on the
//! promotion square. For each slice with a pawn that can promote, a *part* holds the best of the
//! four promotions, indexed by the position before the move. [`super::promotions`] fills the parts
//! from tables that are read window by window.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Read, Write},
};

use drawproof_board::{Piece, Rank};
use drawproof_tables::{Aligned, Layout, ScratchFiles, SolvedPart};

/// The number of positions that are saved at once.
const CHUNK: usize = 1 << 20;

/// The values after the best promotion of each pawn that can promote, by slice.
#[derive(Default)]
pub struct Promoted {
    /// The parts by slice and man.
    pub(super) parts: BTreeMap<(usize, usize), PromotedPart>,
}

/// The values after the best promotion of one pawn in one slice, from the point of view of the
/// other side, which is then to move.
pub struct PromotedPart {
    /// The first layer of cells, indexed by the position before the move.
    pub cells: Aligned<u8>,
    /// The second layer in the same order. Pages that are never written take no memory.
    pub far: Aligned<u8>,
    /// Whether the second layer has nonzero cells.
    pub has_far: bool,
    /// The positions in which the promotion is legal, `[word]`, bit = lane.
    pub legal: Aligned<u64>,
    /// The number of promotion pieces, out of four, whose values have been added.
    pub added: u8,
}

impl fmt::Debug for Promoted {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.parts.keys()).finish()
    }
}

impl Promoted {
    /// Makes room for the values of all pawns that can promote in the `wanted` slices of a layout.
    /// The values are in `files`, if given, otherwise in memory.
    ///
    /// # Errors
    ///
    /// Fails if the files cannot be created.
    pub fn new(
        layout: &Layout,
        wanted: &dyn Fn(usize) -> bool,
        files: Option<&ScratchFiles>,
    ) -> io::Result<Promoted> {
        let mut promoted = Promoted::default();
        for (slice, pawn) in promoting(layout).filter(|&(slice, _)| wanted(slice)) {
            let places = layout.count() / layout.outer_count();
            let part = match files {
                None => PromotedPart {
                    cells: Aligned::new(places),
                    far: Aligned::new(places),
                    has_far: false,
                    legal: Aligned::new(places / 64),
                    added: 0,
                },
                Some(files) => PromotedPart {
                    cells: files.bytes(places, true)?,
                    far: files.bytes(places, false)?,
                    has_far: false,
                    legal: files.words(places / 64)?,
                    added: 0,
                },
            };
            promoted.parts.insert((slice, pawn), part);
        }
        Ok(promoted)
    }

    /// Writes all values in the form that [`Promoted::restore`] reads. Calls `go_on` from time to
    /// time, so that the caller can evict pages.
    ///
    /// # Errors
    ///
    /// Fails if `to` cannot be written.
    pub fn save(&self, to: &mut dyn Write, go_on: &dyn Fn()) -> io::Result<()> {
        for (&(slice, pawn), part) in &self.parts {
            let PromotedPart { cells, far, has_far, legal, added } = part;
            to.write_all(&(slice as u32).to_le_bytes())?;
            to.write_all(&[pawn as u8, *added, u8::from(*has_far)])?;
            let layers = cells.chunks(CHUNK).zip(far.chunks(CHUNK));
            for ((cells, far), legal) in layers.zip(legal.chunks(CHUNK / 64)) {
                to.write_all(cells)?;
                if *has_far {
                    to.write_all(far)?;
                }
                let legal: Vec<u8> = legal.iter().flat_map(|word| word.to_le_bytes()).collect();
                to.write_all(&legal)?;
                go_on();
            }
        }
        Ok(())
    }

    /// Reads the values that [`Promoted::save`] wrote for the same layout, to the end of `from`.
    /// The values must include all that `self` has room for; other values are skipped. Calls
    /// `go_on` from time to time, so that the caller can evict pages.
    ///
    /// # Errors
    ///
    /// Fails if `from` cannot be read, or values are missing. Some values may then be incomplete.
    pub fn restore(&mut self, from: &mut dyn Read, go_on: &dyn Fn()) -> io::Result<()> {
        let Some(places) = self.parts.values().next().map(|part| part.cells.len()) else {
            return Ok(());
        };
        let mut missing = self.parts.len();
        let (mut number, mut head) = ([0; 4], [0; 3]);
        let mut bytes = vec![0; CHUNK];
        while from.read(&mut number[..1])? > 0 {
            from.read_exact(&mut number[1..])?;
            from.read_exact(&mut head)?;
            let (slice, [pawn, added, has_far]) = (u32::from_le_bytes(number), head);
            let layers = if has_far == 0 { 1 } else { 2 };
            let Some(part) = self.parts.get_mut(&(slice as usize, usize::from(pawn))) else {
                let rest = (layers * places + places / 8) as u64;
                io::copy(&mut (&mut *from).take(rest), &mut io::sink())?;
                continue;
            };
            (part.added, part.has_far) = (added, layers == 2);
            // A damaged file that repeats a part is refused at its end.
            missing = missing.saturating_sub(1);
            for start in (0..places).step_by(CHUNK) {
                let bytes = &mut bytes[..CHUNK.min(places - start)];
                from.read_exact(&mut part.cells[start..][..bytes.len()])?;
                if part.has_far {
                    from.read_exact(bytes)?;
                    // Bytes that are not written take no memory.
                    let far = part.far[start..].iter_mut().zip(&*bytes);
                    far.filter(|(_, byte)| **byte != 0).for_each(|(far, &byte)| *far = byte);
                }
                let (bytes, _) = bytes.split_at_mut(bytes.len() / 8);
                from.read_exact(bytes)?;
                let words = bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
                let legal = part.legal[start / 64..].iter_mut();
                legal.zip(words).for_each(|(legal, word)| *legal = word);
                go_on();
            }
        }
        if missing > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Returns whether the promotions to all four pieces have been added for each pawn.
    pub fn is_whole(&self) -> bool {
        self.parts.values().all(|part| part.added == 4)
    }

    /// Returns whether there are no values, because no pawn of the wanted slices can promote.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the size in bytes of the values for all slices of a layout, without second layers.
    pub fn bytes(layout: &Layout) -> u64 {
        let places = (layout.count() / layout.outer_count()) as u64;
        promoting(layout).count() as u64 * (places + places / 8)
    }

    /// Returns the values after the promotions of a pawn of a slice. Panics if the pawn cannot
    /// promote or the slice is not wanted.
    pub fn part(&self, slice: usize, pawn: usize) -> SolvedPart<'_> {
        let PromotedPart { cells, far, has_far, legal, .. } = &self.parts[&(slice, pawn)];
        SolvedPart { cells, far: has_far.then_some(far), legal }
    }
}

/// Returns each slice and pawn such that the pawn can promote with its next move.
fn promoting(layout: &Layout) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..layout.slices().len()).flat_map(move |slice| {
        let mut pawns = layout.slices().get(slice).pawns.map(|set| set.into_iter());
        let men = layout.men().iter().enumerate();
        men.filter_map(move |(man, &kind)| {
            if kind.piece != Piece::Pawn {
                return None;
            }
            let square = pawns[kind.color as usize].next().expect("a square for each pawn");
            let can_promote = square.rank() == Rank::Seventh.relative_to(kind.color);
            can_promote.then_some((slice, man))
        })
    })
}
