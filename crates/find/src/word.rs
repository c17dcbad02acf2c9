//! Evaluates a condition for the 64 positions of a word of a table. Agrees with
//! [`crate::position`], but is faster.

use std::sync::Arc;

use drawproof_board::{Board, BoardBuilder, Color, Square};
use drawproof_recognizers::Position;
use drawproof_tables::{
    MEN_MAX, Metric, MoveKinds, Placement, PlainTable, Transform, Value, Wdl, Width,
    census::for_each_lane,
    positions::board_of_squares,
    probe::{self, ProbeError},
};
use drawproof_verifier::audit::{MissingTable, Successors};

use crate::{
    asked::{Accepted, Asked},
    condition::{Kind, Node, Number, Test},
    field::Field,
    position::{Looked, Sources, claims, kinds_of},
    question::{Condition, Order},
    watch::{Halt, LOOK, Watch},
};

/// The tables and other sources that a condition reads.
pub(crate) struct Values<'s> {
    /// The table of the endgame's distances to mate.
    pub table: &'s PlainTable,
    /// The endgame's moves, if the tables that they lead to are in memory.
    pub successors: Option<Successors<'s>>,
    pub sources: Sources<'s>,
}

impl<'s> Values<'s> {
    /// Collects the values that a condition about the positions of `table` needs.
    pub fn new(
        condition: &Condition,
        table: &'s PlainTable,
        sources: Sources<'s>,
    ) -> Result<Values<'s>, ProbeError> {
        let conversions = sources.conversions.filter(|_| condition.moves_ahead() > 0);
        let successors = conversions.map(|tables| Successors::new(table, tables, None));
        let missing = |it: MissingTable| ProbeError::NoTable(it.missing);
        Ok(Values { table, successors: successors.transpose().map_err(missing)?, sources })
    }

    fn of_metric(&self, metric: Metric) -> Option<&PlainTable> {
        let others = self.sources.others.iter().map(|table| &**table);
        others.chain([self.table]).find(|table| table.metric() == metric)
    }
}

/// Evaluates a condition on the positions of whole words.
pub(crate) struct Asker<'s> {
    condition: &'s Condition,
    asked: Asked<'s>,
    /// The kinds of moves that the condition distinguishes, as bits.
    kinds: u16,
}

/// A summary of the moves of a position.
#[derive(Clone, Copy, Default)]
struct Summary {
    /// The number of moves, `[result][kind]`; the last index of each stands for any.
    counts: [[u8; Kind::ALL.len() + 1]; 4],
    /// The number of moves that keep the result at the best distance.
    best: u8,
    /// The kinds, as bits, of the only move that keeps the result; `None` if several moves or none
    /// do.
    only: Option<u16>,
}

/// The word of a table that is being examined, with the results so far.
pub(crate) struct Word<'s> {
    values: Arc<Values<'s>>,
    /// The sources of the values, under watch if there is a watch.
    sources: Sources<'s>,
    watch: Option<&'s Watch<'s>>,
    side: Color,
    /// The number of the word; `usize::MAX` for none.
    word: usize,
    squares: [Square; MEN_MAX],
    /// The summaries of the lanes `summarized`.
    summaries: Box<[Summary; 64]>,
    summarized: u64,
    builder: BoardBuilder,
}

impl<'s> Word<'s> {
    /// Allocates the state for words that are examined one after another. `watch` can end the work.
    pub fn new(values: &Arc<Values<'s>>, watch: Option<&'s Watch<'s>>) -> Word<'s> {
        Word {
            values: values.clone(),
            sources: watch.map_or(values.sources, Watch::sources),
            watch,
            side: Color::White,
            word: usize::MAX,
            squares: [Square::A1; MEN_MAX],
            summaries: Box::new([Summary::default(); 64]),
            summarized: 0,
            builder: BoardBuilder::empty(),
        }
    }

    /// Selects the word `word` with `side` to move.
    pub fn begin(&mut self, side: Color, word: usize) {
        (self.side, self.word) = (side, word);
        let squares = self.values.table.layout().squares(word * 64);
        self.squares[..squares.len()].copy_from_slice(&squares);
        self.summarized = 0;
    }

    /// Returns the side to move in the selected word.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Returns the number of the selected word.
    pub fn number(&self) -> usize {
        self.word
    }

    /// Returns the number of men in the endgame.
    pub fn men(&self) -> usize {
        self.values.table.layout().men().len()
    }

    /// Returns the squares of the men in the position of a lane.
    pub fn squares(&self, lane: usize) -> [Square; MEN_MAX] {
        let mut squares = self.squares;
        squares[self.values.table.layout().low_man()] = Square::index(lane);
        squares
    }

    /// Returns the value of a lane's position in `table`, for the side to move.
    pub fn value(&self, table: &PlainTable, lane: usize) -> Value {
        table.value(self.side, self.word * 64 + lane)
    }

    fn begin_work(&self, work: u64) -> Result<(), ProbeError> {
        self.watch.map_or(Ok(()), |watch| watch.begin(work))
    }

    fn board(&mut self, lane: usize) -> Board {
        let (squares, men) = (self.squares(lane), self.men());
        let layout = self.values.table.layout();
        board_of_squares(&mut self.builder, layout, &squares[..men], self.side)
            .expect("the position is legal")
    }
}

/// A way to look at the positions of a word: a symmetry of the board, and an order of like men.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub image: Transform,
    pub order: Order,
}

impl<'s> Asker<'s> {
    /// Prepares the evaluation of `condition`.
    pub fn new(condition: &'s Condition) -> Asker<'s> {
        let mut kinds = condition.by().iter().fold(0, |kinds, field| kinds | field.kinds());
        condition.root().visit(&mut |test| match test {
            Test::Only(Some(kind)) => kinds |= kind.bit(),
            test => kinds |= test.numbers().fold(0, |kinds, number| kinds | number.kinds()),
        });
        Asker { condition, asked: Asked::new(condition.root()), kinds }
    }

    /// Returns the subset of `lanes` in which the position meets the condition. All positions in
    /// `lanes` must be legal.
    ///
    /// # Errors
    ///
    /// Fails if a value cannot be read.
    pub fn lanes(&self, word: &mut Word, view: &View, lanes: u64) -> Result<u64, ProbeError> {
        word.begin_work(1)?;
        self.of(&self.asked, word, view, lanes)
    }

    fn of(
        &self,
        asked: &Asked,
        word: &mut Word,
        view: &View,
        lanes: u64,
    ) -> Result<u64, ProbeError> {
        if lanes == 0 {
            return Ok(0);
        }
        Ok(match asked {
            Asked::All(all) => {
                let mut left = lanes;
                for it in all {
                    left = self.of(it, word, view, left)?;
                }
                left
            }
            Asked::Any(all) => {
                let mut found = 0;
                for it in all {
                    found |= self.of(it, word, view, lanes & !found)?;
                }
                found
            }
            Asked::Not(it) => lanes & !self.of(it, word, view, lanes)?,
            Asked::Side(sides) => {
                if sides.contains(&word.side) {
                    lanes
                } else {
                    0
                }
            }
            Asked::Check => lanes & !word.values.table.legal(!word.side)[word.word],
            Asked::Cells { metric, beyond, passed, accepted } => {
                cells(word, (*metric, *beyond), *passed, accepted, lanes)
            }
            Asked::Stands { man, on } => lanes & stands(word, view, *man, *on),
            Asked::Together([a, b], squares) => {
                let low_man = word.values.table.layout().low_man();
                // The square of the man that is fixed in a word decides the squares of the other.
                let (still, other, of) = match view.order[*a] == low_man {
                    true => (*b, *a, &squares.0[1]),
                    false => (*a, *b, &squares.0[0]),
                };
                let square = view.image.square(word.squares[view.order[still]]);
                lanes & stands(word, view, other, of[square as usize])
            }
            Asked::Each(_) | Asked::Ahead(_) => {
                let (mut found, mut left) = (0, lanes);
                while left != 0 {
                    let lane = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let holds = word.begin_work(LOOK).and_then(|()| match asked {
                        Asked::Each(test) => self.each(test, word, view, lane),
                        _ => self.looked(word, view, lane).holds(node_of(asked)),
                    });
                    let holds =
                        holds.map_err(|error| Halt::with_part(error, || self.part(asked)))?;
                    found |= u64::from(holds) << lane;
                }
                found
            }
        })
    }

    /// Returns the part of the condition that is evaluated one position at a time, as written.
    fn part(&self, asked: &Asked) -> String {
        match asked {
            Asked::Ahead(Node::After(_, _, place)) => self.condition.excerpt(place.clone()),
            Asked::Each(test) => match test.numbers().find_map(Number::name_of_lines) {
                Some(name) => name.to_owned(),
                None => self.condition.excerpt(..),
            },
            _ => self.condition.excerpt(..),
        }
    }

    fn each(
        &self,
        test: &Test,
        word: &mut Word,
        view: &View,
        lane: usize,
    ) -> Result<bool, ProbeError> {
        Ok(match test {
            Test::Compare(a, how, b) => {
                let (a, b) = (self.number(a, word, view, lane)?, self.number(b, word, view, lane)?);
                a.zip(b).is_some_and(|(a, b)| how.holds(a, b))
            }
            Test::Only(kind) => {
                let only = self.summary(word, lane)?.only;
                only.is_some_and(|kinds| kind.is_none_or(|kind| kinds & kind.bit() != 0))
            }
            Test::Claim(rule, words) => {
                let claim = word.sources.claim(*rule, &position(word, view.image, lane));
                claims(claim, word.side, words)
            }
            _ => unreachable!("words are asked about all others"),
        })
    }

    fn number(
        &self,
        number: &Number,
        word: &mut Word,
        view: &View,
        lane: usize,
    ) -> Result<Option<i32>, ProbeError> {
        Ok(match number {
            Number::Distance(metric) => {
                let table = word.values.of_metric(*metric).expect(NEEDED);
                metric.plies(word.value(table, lane)).map(i32::from)
            }
            Number::Moves(result, kind) => {
                let kind = kind.map_or(Kind::ALL.len(), |kind| kind as usize);
                let result = result.map_or(ANY_RESULT, |result| (result as i8 + 1) as usize);
                Some(self.summary(word, lane)?.counts[result][kind].into())
            }
            Number::Shortest => match word.value(word.values.table, lane).wdl() {
                Wdl::Win => Some(self.summary(word, lane)?.best.into()),
                _ => None,
            },
            Number::Helpmate(mating) => {
                let table = word.values.of_metric(Metric::Helpmate).expect(NEEDED);
                let helpmates = table.helpmates(word.side, word.word * 64 + lane);
                helpmates[*mating as usize].map(i32::from)
            }
            number @ Number::Solutions(_) => self.looked(word, view, lane).number(number)?,
            Number::Feature(feature) => {
                Some(self.condition.features().value(*feature, &position(word, view.image, lane)))
            }
            number => {
                let squares = word.squares(lane);
                number.of_squares(|man| Some(view.image.square(squares[view.order[man]])))
            }
        })
    }

    /// Returns the value of a field in the position of a lane, as a number; `None` if there is
    /// none.
    pub fn code(
        &self,
        field: &Field,
        word: &mut Word,
        view: &View,
        lane: usize,
    ) -> Result<Option<i32>, ProbeError> {
        match field {
            Field::Side => Ok(Some(word.side as i32)),
            Field::Result => Ok(Some(word.value(word.values.table, lane).wdl() as i32)),
            Field::Number(number) => self.number(number, word, view, lane),
            Field::Only => Ok(self.summary(word, lane)?.only.map(i32::from)),
            field => field.of(&self.looked(word, view, lane)),
        }
    }

    /// Returns the summary of the moves in a lane.
    fn summary(&self, word: &mut Word, lane: usize) -> Result<Summary, ProbeError> {
        if word.summarized >> lane & 1 != 0 {
            return Ok(word.summaries[lane]);
        }
        let board = word.board(lane);
        let result = word.value(word.values.table, lane).wdl();
        let mut summary = Summary::default();
        let (mut keeping, mut best_rank) = (0, i16::MIN);
        let mut add = |mv, rank: i16| {
            let kinds = if self.kinds == 0 { 0 } else { kinds_of(&board, mv, self.kinds) };
            for of_result in [(rank.signum() + 1) as usize, ANY_RESULT] {
                let counts = &mut summary.counts[of_result];
                counts[Kind::ALL.len()] += 1;
                for kind in Kind::ALL.into_iter().filter(|kind| kinds & kind.bit() != 0) {
                    counts[kind as usize] += 1;
                }
            }
            if rank > best_rank {
                (summary.best, best_rank) = (0, rank);
            }
            summary.best += u8::from(rank == best_rank);
            if i32::from(rank.signum()) == result as i32 {
                keeping += 1;
                summary.only = Some(kinds);
            }
        };
        match &word.values.successors {
            Some(successors) => {
                let (squares, men) = (word.squares(lane), word.men());
                successors.each(&board, &squares[..men], add);
            }
            None => {
                for it in probe::moves(&board, word.sources.dtm)? {
                    let kind = MoveKinds::new(&board, it.mv).of_metric();
                    add(it.mv, Metric::Dtm.before(kind, it.value).rank() as i16);
                }
            }
        }
        summary.only = summary.only.filter(|_| keeping == 1);
        word.summaries[lane] = summary;
        word.summarized |= 1 << lane;
        Ok(summary)
    }

    /// Returns the position in a lane in the form that [`crate::position`] evaluates.
    fn looked<'w>(&'w self, word: &Word<'w>, view: &View, lane: usize) -> Looked<'w> {
        let men = word.men();
        let at = word.squares(lane).map(|square| view.image.square(square));
        let mut squares = [None; MEN_MAX];
        for (man, square) in squares.iter_mut().enumerate().take(men) {
            *square = Some(at[view.order[man]]);
        }
        let placement = Placement::new(word.values.table.layout(), &at[..men], word.side);
        let board = placement.to_board().expect("the position is legal");
        let value = word.value(word.values.table, lane);
        Looked::new(self.condition.features(), word.sources, board, squares).of_value(value)
    }
}

/// The assumption about callers that panic messages state.
const NEEDED: &str = "the metric has a table";

/// The index in [`Summary::counts`] of moves with any result.
const ANY_RESULT: usize = 3;

fn node_of<'s>(asked: &Asked<'s>) -> &'s Node {
    match asked {
        Asked::Ahead(node) => node,
        _ => unreachable!("it is a condition after moves"),
    }
}

/// Returns the lanes whose values are accepted.
fn cells(
    word: &Word,
    (metric, beyond): (Metric, bool),
    passed: bool,
    accepted: &Accepted,
    lanes: u64,
) -> u64 {
    let table = word.values.of_metric(metric).expect(NEEDED);
    let side = if passed { !word.side } else { word.side };
    let lanes = if passed { lanes & table.legal(side)[word.word] } else { lanes };
    let start = word.word * 64;
    let layer = match beyond {
        true => table.helpmate_cells(Color::Black, side),
        false => table.cells(side),
    };
    let of_word: &[u8; 64] = layer[start..][..64].try_into().expect("a word has 64 cells");
    if table.width() == Width::Two && metric != Metric::Helpmate {
        let mut found = 0;
        for_each_lane(lanes, |lane| {
            let is_accepted = (accepted.value)(table.value(side, start + lane));
            found |= u64::from(is_accepted) << lane;
        });
        return found;
    }
    let is_accepted = |cell: u8| u64::from(accepted.cells[usize::from(cell)]);
    let eight = |cells: &[u8]| {
        cells.iter().enumerate().fold(0, |set, (lane, &cell)| set | is_accepted(cell) << lane)
    };
    let found = of_word.chunks_exact(8).enumerate();
    lanes & found.fold(0, |set, (number, cells)| set | eight(cells) << (8 * number))
}

/// Returns the lanes in which a man stands on one of the squares `on`, seen through `view`.
fn stands(word: &Word, view: &View, man: usize, on: u64) -> u64 {
    let man = view.order[man];
    if man == word.values.table.layout().low_man() {
        return view.image.inverse().set(on);
    }
    let square = view.image.square(word.squares[man]);
    if on >> square as u64 & 1 != 0 { u64::MAX } else { 0 }
}

/// Returns the image of the position in a lane.
fn position(word: &Word, image: Transform, lane: usize) -> Position {
    let (squares, men) = (word.squares(lane), word.men());
    let squares = squares.map(|square| image.square(square));
    let placement = Placement::new(word.values.table.layout(), &squares[..men], word.side);
    Position {
        colour: Color::ALL.map(|color| placement.colour(color).0),
        kind: std::array::from_fn(|piece| placement.men[0][piece].0 | placement.men[1][piece].0),
        side_to_move: word.side as u8,
        en_passant: 64,
    }
}
