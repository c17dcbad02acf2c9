//! A condition over the positions of one endgame: from its text to what asking it takes.

use std::{fmt, ops::RangeBounds, sync::Arc};

use drawproof_board::{BitBoard, Board, Piece, Square};
use drawproof_tables::{Layout, MEN_MAX, Metric, Placement, Transform, probe::ProbeError};

use crate::{
    condition::{Node, Number},
    features::Features,
    field::Field,
    names::Names,
    position::{Looked, Sources},
    syntax,
    vocabulary::Fault,
};

/// A condition over the positions of an endgame.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    layout: Arc<Layout>,
    root: Node,
    features: Features,
    /// The symmetries of the board under which its positions are alike.
    symmetries: &'static [Transform],
    /// Whether all that is true of a position is true of its images.
    is_symmetric: bool,
    /// The orders of like pieces and of like pawns that the condition can tell apart: for each man the one
    /// whose place it takes.
    orders: [Vec<Order>; 2],
    by: Vec<Field>,
}

/// For each man of the layout the man whose place it takes.
pub(crate) type Order = [usize; MEN_MAX];

/// A text that is no condition over the positions of an endgame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ConditionError {
    /// The text.
    pub text: String,
    /// The character that does not fit, from 0.
    pub column: usize,
    /// What is wrong there, or what is allowed.
    pub says: String,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        /// Of a long text, what is before the place and from it on.
        const BEFORE: usize = 50;
        const LENGTH: usize = 90;
        let (column, says) = (self.column, &self.says);
        let first =
            if self.text.chars().count() > LENGTH { column.saturating_sub(BEFORE) } else { 0 };
        let shown = self.text.chars().skip(first).take(LENGTH);
        let line: String = shown.map(|it| if it.is_control() { ' ' } else { it }).collect();
        write!(
            f,
            "the condition is wrong at column {}\n  {line}\n  {:2$}^ {says}",
            column + 1,
            "",
            column - first
        )
    }
}

impl Condition {
    /// Returns the condition that a text states about the positions of an endgame, and the fields
    /// `by` whose values are told apart, separated by commas.
    ///
    /// # Errors
    ///
    /// The text is no condition, or names what the endgame does not have.
    pub fn new(
        text: &str,
        by: Option<&str>,
        layout: &Arc<Layout>,
    ) -> Result<Condition, ConditionError> {
        Condition::parse(text, by, Names::new(layout, false), layout)
    }

    /// As [`Condition::new`], of a text that may ask for claims of a rule of the user's: `claim(plugin)`.
    /// Then [`Sources::rule`] is needed, or asking panics.
    ///
    /// # Errors
    ///
    /// As [`Condition::new`].
    pub fn with_rule(
        text: &str,
        by: Option<&str>,
        layout: &Arc<Layout>,
    ) -> Result<Condition, ConditionError> {
        Condition::parse(text, by, Names::new(layout, true), layout)
    }

    fn parse(
        text: &str,
        by: Option<&str>,
        names: Names,
        layout: &Arc<Layout>,
    ) -> Result<Condition, ConditionError> {
        let parsed = syntax::parse(text).and_then(|it| names.condition(&it));
        let root = parsed.map_err(|fault| ConditionError::new(text, fault))?.ordered();
        let by =
            by.map(|by| Field::list(by, &names).map_err(|fault| ConditionError::new(by, fault)));
        let by = by.transpose()?.unwrap_or_default();
        let symmetries = layout.material().symmetries();
        let (mut is_symmetric, mut named, mut features) = (true, Vec::new(), Vec::new());
        let mut number = |number: &Number| {
            if let Number::Feature(feature) = number {
                features.push(*feature);
            }
        };
        root.visit(&mut |test| {
            is_symmetric &= test.is_symmetric(symmetries);
            named.extend(test.men());
            test.numbers().for_each(&mut number);
        });
        for field in &by {
            if let Field::Number(it) = field {
                number(it);
            }
        }
        let orders = [false, true].map(|pawns| orders(layout, &named, pawns));
        let features = Features::new(names.into_library(), &features, layout.material());
        Ok(Condition {
            text: text.to_owned(),
            layout: layout.clone(),
            root,
            features,
            symmetries,
            is_symmetric,
            orders,
            by,
        })
    }

    /// Returns the endgame's layout.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns the metrics whose values it asks for besides DTM.
    pub fn metrics(&self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        self.root.visit(&mut |test| metrics.extend(test.metrics()));
        metrics.extend(self.by.iter().filter_map(Field::metric));
        metrics.sort_unstable();
        metrics.dedup();
        metrics
    }

    /// Returns whether it counts solutions of helpmates, which lead to all that captures and
    /// promotions lead to.
    pub fn asks_solutions(&self) -> bool {
        let mut asks = false;
        let is_solutions = |number: &Number| matches!(number, Number::Solutions(_));
        self.root.visit(&mut |test| asks |= test.numbers().any(is_solutions));
        asks
    }

    /// How many moves it looks ahead: those that are counted, and those before a second position.
    pub fn moves_ahead(&self) -> usize {
        self.root.moves_ahead().max(usize::from(self.by.iter().any(Field::asks_moves)))
    }

    /// Returns whether it is true of a position of the endgame, White being the first side. Of like
    /// men, some order has to meet the condition.
    ///
    /// # Errors
    ///
    /// As [`drawproof_tables::probe::probe`].
    pub fn holds(&self, board: &Board, sources: Sources) -> Result<bool, ProbeError> {
        let squares = self.squares(board);
        for order in self.all_orders() {
            let mut placed = [None; MEN_MAX];
            placed.iter_mut().zip(order).for_each(|(square, man)| *square = squares[man]);
            if Looked::new(&self.features, sources, board.clone(), placed).holds(&self.root)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns a part of its text, at most a line.
    pub(crate) fn excerpt(&self, place: impl RangeBounds<usize>) -> String {
        const LENGTH: usize = 80;
        let bounds = (place.start_bound().cloned(), place.end_bound().cloned());
        let words: Vec<&str> = self.text[bounds].split_whitespace().collect();
        let part = words.join(" ");
        match part.char_indices().nth(LENGTH) {
            Some((end, _)) => format!("{}...", &part[..end]),
            None => part,
        }
    }

    pub(crate) fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the fields that positions are told apart by.
    pub(crate) fn by(&self) -> &[Field] {
        &self.by
    }

    /// Returns the symmetries of the board under which the endgame's positions are alike, if the
    /// condition tells them apart; else the one that changes nothing.
    pub(crate) fn symmetries(&self) -> &'static [Transform] {
        if self.is_symmetric { &Transform::ALL[..1] } else { self.symmetries }
    }

    /// Returns whether all that is true of a position is true of its images.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// Returns the orders of like pieces, then those of like pawns, that the condition tells apart;
    /// the first changes nothing.
    pub(crate) fn orders(&self) -> &[Vec<Order>; 2] {
        &self.orders
    }

    /// Returns all orders of like men that it tells apart.
    pub(crate) fn all_orders(&self) -> impl Iterator<Item = Order> {
        let [pieces, pawns] = &self.orders;
        pieces.iter().flat_map(move |first| pawns.iter().map(|then| then.map(|man| first[man])))
    }

    /// Returns the features that the condition names.
    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    /// Returns the squares of a position's men, like men in the order of their squares.
    pub(crate) fn squares(&self, board: &Board) -> [Option<Square>; MEN_MAX] {
        let mut left = Placement::from(board).men;
        let mut squares = [None; MEN_MAX];
        for (square, man) in squares.iter_mut().zip(self.layout.men()) {
            let set = &mut left[man.color as usize][man.piece as usize];
            *square = set.next_square();
            *set &= BitBoard(set.0.wrapping_sub(1));
        }
        squares
    }
}

impl ConditionError {
    fn new(text: &str, (at, says): Fault) -> ConditionError {
        let column = text.get(..at).map_or(0, |before| before.chars().count());
        ConditionError { text: text.to_owned(), column, says }
    }
}

/// Returns the orders of men that differ in like pawns, or in like pieces, of which one is named;
/// first the one that changes nothing.
fn orders(layout: &Layout, named: &[usize], pawns: bool) -> Vec<Order> {
    let men = layout.men();
    let mut orders = vec![std::array::from_fn(|man| man)];
    for first in 0..men.len() {
        let like: Vec<usize> = (first..men.len()).filter(|&man| men[man] == men[first]).collect();
        let is_first = !men[..first].contains(&men[first]);
        let is_named = like.iter().any(|man| named.contains(man));
        if like.len() == 1 || !is_first || !is_named || (men[first].piece == Piece::Pawn) != pawns {
            continue;
        }
        // Each step puts one more of the like men to each place among those before it.
        for end in 1..like.len() {
            let before = std::mem::take(&mut orders);
            for order in before {
                for place in 0..=end {
                    let mut order = order;
                    order.swap(like[place], like[end]);
                    orders.push(order);
                }
            }
        }
        orders.sort_unstable();
        orders.dedup();
    }
    orders
}
