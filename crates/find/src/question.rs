//! A condition over the positions of one endgame: its text, and what its evaluation needs.

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

/// A condition over the positions of an endgame, parsed and resolved.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    layout: Arc<Layout>,
    root: Node,
    features: Features,
    /// The symmetries of the board under which the endgame's positions are counted.
    symmetries: &'static [Transform],
    /// Whether the condition has the same result for a position and for its symmetric images.
    is_symmetric: bool,
    /// The orders of like pieces, and those of like pawns, that the condition can distinguish.
    orders: [Vec<Order>; 2],
    by: Vec<Field>,
}

/// An order of like men: for each man of the layout, the number of the man whose square it takes.
pub(crate) type Order = [usize; MEN_MAX];

/// An error in the text of a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ConditionError {
    /// The text that was parsed.
    pub text: String,
    /// The index of the error in `text`, in characters from 0.
    pub column: usize,
    /// The problem, or a description of what may stand at this index.
    pub says: String,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        /// The number of characters shown before the error in a long text.
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
    /// Parses a condition over the positions of an endgame. `by` is a list of fields, separated by
    /// commas, by whose values found positions are grouped.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a condition, or uses a name that the endgame does not have.
    pub fn new(
        text: &str,
        by: Option<&str>,
        layout: &Arc<Layout>,
    ) -> Result<Condition, ConditionError> {
        Condition::parse(text, by, Names::new(layout, false), layout)
    }

    /// Parses a condition like [`Condition::new`], and allows `claim(plugin)`, the claim of the
    /// user's rule. Evaluating such a condition panics without [`Sources::rule`].
    ///
    /// # Errors
    ///
    /// Fails like [`Condition::new`].
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

    /// Returns the layout of the endgame.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns the metrics other than distance to mate whose values the condition needs.
    pub fn metrics(&self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        self.root.visit(&mut |test| metrics.extend(test.metrics()));
        metrics.extend(self.by.iter().filter_map(Field::metric));
        metrics.sort_unstable();
        metrics.dedup();
        metrics
    }

    /// Returns whether the condition counts shortest helpmates. This needs the tables of all
    /// captures and promotions, at any depth.
    pub fn asks_solutions(&self) -> bool {
        let mut asks = false;
        let is_solutions = |number: &Number| matches!(number, Number::Solutions(_));
        self.root.visit(&mut |test| asks |= test.numbers().any(is_solutions));
        asks
    }

    /// Returns the number of plies that the condition looks ahead, including moves that it counts.
    pub fn moves_ahead(&self) -> usize {
        self.root.moves_ahead().max(usize::from(self.by.iter().any(Field::asks_moves)))
    }

    /// Returns whether the condition holds in a position of the endgame, with White as the first
    /// side. If there are like men, the condition holds if any order of the like men meets it.
    ///
    /// # Errors
    ///
    /// Fails like [`drawproof_tables::probe::probe`].
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

    /// Returns an excerpt of the text, at most a line long.
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

    /// Returns the fields by which found positions are grouped.
    pub(crate) fn by(&self) -> &[Field] {
        &self.by
    }

    /// Returns the symmetries under which the endgame's positions are counted; only the identity if
    /// the condition does not distinguish them.
    pub(crate) fn symmetries(&self) -> &'static [Transform] {
        if self.is_symmetric { &Transform::ALL[..1] } else { self.symmetries }
    }

    /// Returns whether the condition has the same result for a position and all of its images.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// Returns the orders of like pieces, then those of like pawns, that the condition
    /// distinguishes. The first order is the identity.
    pub(crate) fn orders(&self) -> &[Vec<Order>; 2] {
        &self.orders
    }

    /// Returns all orders of like men that the condition distinguishes.
    pub(crate) fn all_orders(&self) -> impl Iterator<Item = Order> {
        let [pieces, pawns] = &self.orders;
        pieces.iter().flat_map(move |first| pawns.iter().map(|then| then.map(|man| first[man])))
    }

    /// Returns the features that the condition names.
    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    /// Returns the squares of a position's men, with like men ordered by square.
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

/// Returns the orders of like pawns, or of like pieces, if the condition names one of them. The
/// first order is the identity.
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
        // Each step inserts one more of the like men at each place among the previous ones.
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
