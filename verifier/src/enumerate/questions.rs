//! All questions of an endgame, in a fixed order, in chunks.
//!
//! Every enumeration has the same order, so one thread can write the
//! positions to a program while another enumerates them again and reads the answers.

use std::{ops::Range, sync::Arc};

use drawproof_board::{Color, Piece, Square};
use drawproof_tables::{
    Layout, Metric, NormalMaterial, PlainTable, TableSet, Transform, Windows, census::Counting,
    legal_lanes,
};
use rayon::prelude::*;

use super::{
    asked::{Asked, counted_pushes},
    conversions::Conversions,
    cursed::{Cursed, has_far_mate},
    domain::Domain,
    drawn::Drawn,
    en_passant::DoublePush,
    filter::{Filter, Filtered},
    question::Question,
    stored_word::StoredWord,
    truth::{FiftyMoveRule, Truth},
    truths::Truths,
};
use crate::tables::{TableError, TableHashes, TableSource, hash_of};

/// Words of a table in one chunk.
const CHUNK_WORDS: usize = 1024;

/// Returns the number of chunks into which the questions about an endgame are divided. Needs no
/// table.
pub fn chunks_of(material: NormalMaterial, counting: Counting) -> usize {
    let layout = Layout::new(material);
    let plain = 2 * layout.words().div_ceil(CHUNK_WORDS);
    plain + counted_pushes(&layout, counting).len()
}

/// The questions about one endgame before their values are read: the positions to ask about,
/// divided into chunks.
pub(crate) struct Enumeration<'t> {
    layout: Arc<Layout>,
    asked: Asked,
    /// The endgame's table, if all its values are in memory at once.
    whole: Option<Arc<PlainTable>>,
    /// The tables that en-passant captures lead to.
    after_captures: TableSet,
    /// The wins and losses that count as draws, if the fifty-move rule is applied.
    cursed: Option<Arc<Cursed>>,
    /// The truths of the positions of a sample, if the questions are about one instead of the
    /// table.
    truths: Option<&'t dyn Truths>,
}

/// Questions whose values are known.
pub(crate) enum Questions<'e> {
    /// Questions about the positions of a table.
    Stored(StoredQuestions<'e>),
    /// Questions about random positions.
    Drawn(Drawn<'e>),
}

/// The questions whose values a table has: all questions, or the questions about some king pairs.
pub(crate) struct StoredQuestions<'e> {
    all: &'e Enumeration<'e>,
    truth: Truth,
    /// The condition that limits the positions of the domain, if there is one.
    filter: Option<&'e dyn Filter>,
}

impl<'t> Enumeration<'t> {
    /// Makes the questions about a random sample of the positions of an endgame, or about listed
    /// positions.
    pub fn of_sample(layout: Arc<Layout>, truths: &'t dyn Truths) -> Enumeration<'t> {
        let asked = Asked::everything(&layout);
        let (whole, after_captures, cursed) = (None, TableSet::new(), None);
        Enumeration { layout, asked, whole, after_captures, cursed, truths: Some(truths) }
    }

    /// Makes the questions about the positions of an endgame; `fifty_moves` decides whether the
    /// fifty-move rule changes the results.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing.
    pub fn new(
        values: &Windows,
        (counting, domain, fifty_moves): (Counting, Domain, FiftyMoveRule),
        source: &dyn TableSource,
    ) -> Result<Enumeration<'t>, TableError> {
        let (layout, whole) = (values.layout().clone(), values.whole().cloned());
        let asked = Asked::new(&layout, counting, domain, source)?;
        let mut after_captures = TableSet::new();
        if !asked.pushes.is_empty() {
            for color in Color::ALL {
                let captured = layout.material().get().without(color, Piece::Pawn).normalise().0;
                if captured.get().men() > 2 {
                    after_captures.insert(source.table(captured)?);
                }
            }
        }
        let (cursed, truths) = (None, None);
        let mut all = Enumeration { layout, asked, whole, after_captures, cursed, truths };
        if fifty_moves == FiftyMoveRule::Applied {
            all.cursed = Some(Arc::new(all.find_cursed(source)?));
        }
        Ok(all)
    }

    /// Returns the questions about the positions that meet `filter`, with the values of `table`,
    /// the endgame's table.
    pub fn about<'e>(
        &'e self,
        table: &Arc<PlainTable>,
        filter: Option<&'e dyn Filter>,
    ) -> Questions<'e> {
        let truth = Truth::new(table, &self.after_captures, self.cursed.as_ref());
        Questions::Stored(StoredQuestions { all: self, truth, filter })
    }

    /// Returns the source of the sampled positions' values; `None` if the questions are not about a
    /// sample.
    pub fn truths(&self) -> Option<&'t dyn Truths> {
        self.truths
    }

    /// Returns the layout of the endgame's table.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns the cursed wins and blessed losses, which count as draws; `None` unless the
    /// fifty-move rule is applied.
    pub fn cursed(&self) -> Option<&Arc<Cursed>> {
        self.cursed.as_ref()
    }

    /// Returns the wins and losses that the fifty-move rule turns into draws, even if the rule is
    /// not applied. Requests tables of distances to zeroing only if such positions may exist.
    ///
    /// # Errors
    ///
    /// Fails if a table of distances to zeroing is missing.
    pub fn find_cursed(&self, source: &dyn TableSource) -> Result<Cursed, TableError> {
        let material = self.layout.material();
        let mut known = self.whole.iter().chain(self.after_captures.iter());
        if self.whole.is_some() && !known.any(|table| has_far_mate(table)) {
            return Ok(Cursed::default());
        }
        let source = source.zeroing(material)?;
        // The sub-tables first: the endgame's own table is solved from them.
        let mut tables = TableSet::new();
        for table in self.after_captures.iter() {
            tables.insert(source.table(table.material())?);
        }
        let table = source.table(material)?;
        assert_eq!(table.metric(), Metric::Dtz, "the source is one of distances to zeroing");
        tables.insert(table.clone());
        let mut cursed = Cursed::new(&table, &tables, &self.asked.pushes);
        cursed.table = Some(hash_of(&tables, material)?);
        Ok(cursed)
    }

    /// Returns the hashes of the tables that the results come from, without solving or loading a
    /// table.
    ///
    /// # Errors
    ///
    /// Fails if a value cannot be read.
    pub fn table_hashes(&self, source: &dyn TableSource) -> Result<TableHashes, TableError> {
        let mut here = TableSet::new();
        self.whole.iter().for_each(|table| here.insert(table.clone()));
        let source: &dyn TableSource = if self.whole.is_some() { &here } else { source };
        let zeroing = self.cursed.iter().filter_map(|cursed| cursed.table.clone());
        Ok(zeroing.chain([hash_of(source, self.layout.material())?]).collect())
    }

    /// Returns the results after captures and promotions; `None` unless they decide which positions
    /// are asked about.
    pub fn conversions(&self) -> Option<&Arc<Conversions>> {
        self.asked.conversions()
    }

    /// Returns the subset of a word's `lanes` in which like men are in canonical order. For a
    /// sample, returns all `lanes`.
    pub fn ordered(&self, word: usize, lanes: u64) -> u64 {
        if self.truths.is_some() { lanes } else { self.asked.selection.ordered(word, lanes) }
    }

    /// Returns the range of king pairs or pawn slices to which the questions of `chunks` belong.
    pub fn parts_of(&self, chunks: &Range<usize>) -> Range<usize> {
        let layout = &*self.layout;
        let of_side = self.chunks_a_side();
        if chunks.is_empty() {
            return 0..0;
        }
        // Chunks of both sides to move, or with en-passant rights, may be about any part.
        if chunks.end > self.plain_chunks() || chunks.start / of_side != (chunks.end - 1) / of_side
        {
            return 0..layout.outer_count();
        }
        let words = 1 << (6 * (layout.digits() - 1));
        let (first, last) = (self.words(chunks.start).1, self.words(chunks.end - 1).1);
        first.start / words..last.end.div_ceil(words)
    }

    /// Returns the chunks of the range `chunks` whose questions belong to the king pairs or pawn
    /// slices `parts`.
    pub fn chunks_about(&self, chunks: &Range<usize>, parts: &Range<usize>) -> Vec<usize> {
        let layout = &*self.layout;
        if *parts == (0..layout.outer_count()) {
            return chunks.clone().collect();
        }
        let words: usize = 1 << (6 * (layout.digits() - 1));
        assert!(
            self.asked.pushes.is_empty() && words.is_multiple_of(CHUNK_WORDS),
            "chunks are of one part"
        );
        let of_part = words / CHUNK_WORDS;
        let of_side = |side: usize| {
            let first = side * self.chunks_a_side();
            first + parts.start * of_part..first + parts.end * of_part
        };
        (0..2).flat_map(of_side).filter(|chunk| chunks.contains(chunk)).collect()
    }

    /// Returns the number of chunks of positions without en-passant rights; those with rights
    /// follow.
    fn plain_chunks(&self) -> usize {
        2 * self.chunks_a_side()
    }

    fn chunks_a_side(&self) -> usize {
        self.layout.words().div_ceil(CHUNK_WORDS)
    }

    /// Returns the number of chunks of all questions.
    pub fn chunks(&self) -> usize {
        self.plain_chunks() + self.asked.pushes.len()
    }

    /// Returns the number of positions without an en-passant right in some chunks, in the domain or
    /// not. Needs no values.
    pub fn positions_of(&self, chunks: Range<usize>) -> u64 {
        let chunks: Vec<usize> = (chunks.start..chunks.end.min(self.plain_chunks())).collect();
        let layout = &*self.layout;
        let of_chunk = |&chunk: &usize| {
            let (side, words) = self.words(chunk);
            let legal = |word: usize| match &self.whole {
                Some(table) => table.legal(side)[word],
                None => legal_lanes(layout, word)[side as usize],
            };
            let count = |word: usize| match self.asked.selection.lanes(word, legal(word)) {
                0 => 0,
                lanes => {
                    let images = self.asked.selection.images(word).count() as u64;
                    u64::from(lanes.count_ones()) * images
                }
            };
            words.map(count).sum::<u64>()
        };
        chunks.par_iter().with_min_len(16).map(of_chunk).sum::<u64>()
            * self.asked.selection.orders()
    }

    /// Returns the side to move and the words of a chunk without en-passant rights.
    fn words(&self, chunk: usize) -> (Color, Range<usize>) {
        let (side, chunk) = (chunk / self.chunks_a_side(), chunk % self.chunks_a_side());
        let end = self.layout.words().min((chunk + 1) * CHUNK_WORDS);
        (Color::ALL[side], chunk * CHUNK_WORDS..end)
    }
}

impl Questions<'_> {
    /// Returns the layout of the endgame's table.
    pub fn layout(&self) -> &Layout {
        match self {
            Questions::Stored(stored) => &stored.all.layout,
            Questions::Drawn(drawn) => drawn.layout(),
        }
    }

    /// Returns whether the questions are about random positions.
    pub fn are_drawn(&self) -> bool {
        matches!(self, Questions::Drawn(_))
    }

    /// Calls `visit` with the questions of a chunk in their order, until `visit` fails. A word
    /// without a position of the domain has one question, whose batch is empty.
    #[inline(always)]
    pub fn visit<E>(
        &self,
        chunk: usize,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Questions::Stored(stored) => stored.visit(chunk, visit),
            Questions::Drawn(drawn) => drawn.visit(chunk, visit),
        }
    }
}

impl StoredQuestions<'_> {
    fn table(&self) -> &PlainTable {
        self.truth.table()
    }

    /// [`Questions::visit`].
    fn visit<E>(
        &self,
        chunk: usize,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut filtered = self.filter.map(|filter| Filtered::new(filter, self.table()));
        if chunk >= self.all.plain_chunks() {
            let push = &self.all.asked.pushes[chunk - self.all.plain_chunks()];
            return self.visit_en_passant(push, &mut filtered, visit);
        }
        let (side, words) = self.all.words(chunk);
        let legal = self.table().legal(side);
        for word in words.filter(|&word| legal[word] != 0) {
            let lanes = self.all.asked.selection.lanes(word, legal[word]);
            if lanes != 0 {
                let stored = self.truth.of_word(side, word, lanes);
                self.visit_images(stored, &mut filtered, visit)?;
            }
        }
        Ok(())
    }

    /// Visits the positions after a double push that can be captured en passant.
    fn visit_en_passant<E>(
        &self,
        push: &DoublePush,
        filtered: &mut Option<Filtered>,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        let words = 1 << (6 * (self.all.layout.digits() - 1));
        let mut cells = [[0; 64]; 2];
        for word in push.slice * words..(push.slice + 1) * words {
            let lanes = push.lanes(self.table(), word);
            let lanes = self.all.asked.selection.ordered_unless_told_apart(word, lanes);
            if lanes == 0 {
                continue;
            }
            if let Some(stored) = self.truth.after_push(push, word, lanes, &mut cells) {
                self.visit_images(stored, filtered, visit)?;
            }
        }
        Ok(())
    }

    /// Visits the counted images of a word's positions that are asked about.
    fn visit_images<E>(
        &self,
        stored: StoredWord,
        filtered: &mut Option<Filtered>,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        let (layout, selection) = (&*self.all.layout, &self.all.asked.selection);
        let word = stored.place.word;
        let squares = &*layout.squares(word * 64);
        let outside = self.all.asked.outside(layout, &stored, squares);
        let images = selection.images(word);
        let Some(filtered) = filtered else {
            return self.visit_alike(&stored, squares, outside, images, visit);
        };
        let (lanes, told_apart) = (stored.lanes & !outside, filtered.images());
        let mut meets = |image: Transform, lanes: u64| {
            let batch = || stored.batch(layout, squares, image, false);
            filtered.lanes(stored.place, image, lanes, batch)
        };
        if let [image] = told_apart {
            let outside = outside | (lanes & !meets(*image, lanes));
            return self.visit_alike(&stored, squares, outside, images, visit);
        }
        if self.all.asked.counting != Counting::Unique {
            for image in images {
                let found = meets(image, lanes);
                self.visit_alone(&stored, squares, (found, stored.lanes & !found), image, visit)?;
            }
            return Ok(());
        }
        // Positions count once: the first image that meets the condition is asked about.
        let (mut found, mut before) = (Vec::new(), 0);
        for &image in told_apart {
            let now = meets(image, lanes & !before);
            before |= now;
            found.push((image, now));
        }
        let mut outside = stored.lanes & !before;
        for (image, found) in found {
            let outside = std::mem::take(&mut outside);
            self.visit_alone(&stored, squares, (found, outside), image, visit)?;
        }
        Ok(())
    }

    /// Visits images of the stored positions, except those `outside`, each once for every order of
    /// the like pawns if like men are told apart.
    #[inline(always)]
    fn visit_alike<E>(
        &self,
        stored: &StoredWord,
        squares: &[Square],
        outside: u64,
        images: impl Iterator<Item = Transform> + Clone,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        let (layout, selection) = (&*self.all.layout, &self.all.asked.selection);
        let stored = stored.among(stored.lanes & !outside);
        let mut first = true;
        let orders = selection.orders();
        let weight = images.clone().count() as u64 * orders;
        let half = selection.half(stored.place.word, stored.lanes);
        for image in images {
            let question = Question {
                stored: &stored,
                batch: stored.batch(layout, squares, image, false),
                reversed: stored.batch(layout, squares, image.then(Transform::FLIP_RANKS), true),
                outside,
                image,
                first,
                first_of_image: true,
                weight,
                half,
                alone: None,
                drawn: None,
            };
            visit(&question)?;
            if stored.lanes == 0 {
                return Ok(());
            }
            first = false;
            let repeated = Question { first, first_of_image: false, ..question };
            for _ in 1..orders {
                visit(&repeated)?;
            }
        }
        Ok(())
    }

    /// Visits one image of the stored positions in some lanes; others are outside.
    fn visit_alone<E>(
        &self,
        stored: &StoredWord,
        squares: &[Square],
        (lanes, outside): (u64, u64),
        image: Transform,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        if lanes | outside == 0 {
            return Ok(());
        }
        let alone =
            stored.among(lanes).batch(&self.all.layout, squares, Transform::IDENTITY, false);
        let stored = stored.among(lanes | outside);
        self.visit_alike(&stored, squares, outside, std::iter::once(image), &mut |question| {
            visit(&Question { alone: Some(alone), ..*question })
        })
    }
}
