//! What a search finds: positions in an order, by the values of fields.

use drawproof_board::{Color, Square};
use drawproof_tables::{Layout, MEN_MAX, NormalMaterial, Placement, Value, mixing::mixed};

/// The order of found positions. The first ones are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the index in the table.
    Table,
    /// By the squares of the men, taken in the order of the endgame's name.
    Squares,
    /// By distance to mate: the shortest mates first, draws last.
    Nearest,
    /// By distance to mate: the longest mates first, draws last.
    Farthest,
    /// By a random number, determined by the seed.
    Random(u64),
}

impl Order {
    /// The orders that have names, with their names.
    pub const NAMED: [(&str, Order); 4] = [
        ("table", Order::Table),
        ("dtm", Order::Nearest),
        ("-dtm", Order::Farthest),
        ("square", Order::Squares),
    ];

    /// Returns the order with the name `name`; `None` if there is no such order.
    pub fn named(name: &str) -> Option<Order> {
        Order::NAMED.into_iter().find(|(named, _)| *named == name).map(|(_, order)| order)
    }

    /// Makes a random order for one endgame, so that one seed samples several endgames
    /// independently.
    pub fn drawn(seed: u64, endgame: NormalMaterial) -> Order {
        let name = endgame.to_string();
        Order::Random(name.bytes().fold(seed, |seed, byte| mixed(seed ^ u64::from(byte))))
    }
}

/// A position that a search has found and kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The side to move in the position.
    pub side: Color,
    /// The value for the side to move, with the distance to mate.
    pub value: Value,
    /// The sort key of the position in the search's order. In a random order it is a random number,
    /// by which samples of several endgames are merged.
    pub place: u64,
    pub(crate) squares: [Square; MEN_MAX],
    pub(crate) men: u8,
}

impl Match {
    /// Returns the squares of the men, in the order of the endgame's layout.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..self.men.into()]
    }

    /// Returns the position as a placement of men. `layout` must be that of the endgame.
    pub fn placement(&self, layout: &Layout) -> Placement {
        Placement::new(layout, self.squares(), self.side)
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of counted positions that the search has examined.
    pub asked: u64,
    /// The number of these positions that meet the condition.
    pub found: u64,
    /// The found positions for each combination of field values, in the order of the search.
    /// Without fields there is one group.
    pub groups: Vec<Group>,
}

/// The found positions with one combination of field values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The name of each field's value; `-` for a field without a value.
    pub values: Vec<String>,
    /// The number of positions found in the group.
    pub found: u64,
    /// The kept positions of the group, in the order of the search.
    pub kept: Vec<Match>,
}
