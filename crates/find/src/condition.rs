//! A condition with resolved names: the tests, and their cost.

use std::ops::Range;

use drawproof_board::{Color, Square};
use drawproof_tables::{FiftyMoves, Metric, Transform, Value, Wdl, census::ZugzwangKind};

use crate::syntax::Comparison;

/// A condition over the positions of one endgame.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// All of the conditions hold. Conditions that are cheap to test come first.
    All(Vec<Node>),
    /// At least one of the conditions holds.
    Any(Vec<Node>),
    /// The condition does not hold.
    Not(Box<Node>),
    /// A test of the position.
    Test(Test),
    /// The condition holds after a move. The range is the location of the condition in the text, in
    /// bytes.
    After(Moves, Box<Node>, Range<usize>),
}

/// A test of a position.
#[derive(Clone, Debug)]
pub(crate) enum Test {
    /// The side to move is in the set.
    Side(Set<Color>),
    /// The side to move is in check.
    Check,
    /// The result for the side to move is in the set.
    Result(Set<Wdl>),
    /// The distance in plies by a metric is in the set.
    Distance(Metric, Plies),
    /// The result for the side to move after passing is in the set; false in check.
    Pass(Set<Wdl>),
    /// The position is a mutual zugzwang of one of these kinds.
    Zugzwang(Set<ZugzwangKind>),
    /// The result within the fifty-move rule is in the set.
    Fifty(Set<FiftyMoves>),
    /// A man, given by its number in the layout, stands on one of the squares `on`.
    Stands { man: usize, on: u64 },
    /// Two men stand on one of the pairs of squares in `squares`.
    Together { men: [usize; 2], squares: Box<Pairs> },
    /// The comparison of two numbers is true; false if a number is missing.
    Compare(Number, Comparison, Number),
    /// A single move keeps the result. If a kind is given, the move is of this kind.
    Only(Option<Kind>),
    /// The rule makes one of these claims.
    Claim(Rule, Set<&'static str>),
    /// Legal moves can lead to a mate by the colour.
    CanMate(Color),
    /// The length in plies of the shortest helpmate by the colour is in the set.
    Helpmate(Color, Plies),
}

/// A rule whose claims a condition can test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Builtin,
    /// The user's rule, which the caller supplies as [`crate::Sources::rule`].
    Plugin,
}

/// The set of values of a field that a test accepts.
pub(crate) type Set<T> = Vec<T>;

/// A set of distances in plies: bit `i % 64` of word `i / 64` is the distance `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plies(pub [u64; 17]);

impl Plies {
    /// Collects the distances for which `holds` is true.
    pub fn of(holds: impl Fn(i32) -> bool) -> Plies {
        let word =
            |word: i32| (0..64).fold(0, |set, bit| set | u64::from(holds(word * 64 + bit)) << bit);
        Plies(std::array::from_fn(|number| word(number as i32)))
    }

    /// Returns whether the set contains a distance.
    pub fn has(&self, plies: u16) -> bool {
        self.0[usize::from(plies) / 64] >> (plies % 64) & 1 != 0
    }
}

/// The accepted squares of two men: for each square of the first man, the accepted squares of the
/// second man as bits; then for each square of the second man, the accepted squares of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairs(pub [[u64; 64]; 2]);

/// A number in a condition; some positions do not have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Constant(i32),
    /// The distance by the metric in plies. Draws have no distance.
    Distance(Metric),
    /// The number of legal moves that have a result for the mover and are of a kind; `None` stands
    /// for any.
    Moves(Option<Wdl>, Option<Kind>),
    /// The number of moves that mate soonest. Only won positions have it.
    Shortest,
    /// The file of a square or man, from 1 for the a-file.
    File(Place),
    /// The rank of a square or man, 1 to 8.
    Rank(Place),
    /// The number of king moves between two squares or men on an empty board.
    Steps(Place, Place),
    /// A feature, given by its number in the endgame's library.
    Feature(usize),
    /// The length in plies of the shortest helpmate by a colour. Positions without such a helpmate
    /// do not have this number.
    Helpmate(Color),
    /// The number of shortest helpmates by a colour, up to [`SOLUTIONS_MAX`].
    Solutions(Color),
}

/// The maximum number to which shortest helpmates are counted.
pub(crate) const SOLUTIONS_MAX: u64 = 100;

/// A fixed square, or the square of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Man(usize),
    Square(Square),
}

/// A kind of move. A move may be of several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Capture,
    Promotion,
    Underpromotion,
    Check,
    /// A move that is no capture, no promotion and no check.
    Quiet,
    /// A move of the king.
    King,
    /// A move of a man to a square where it can be captured.
    Sacrifice,
    RookPromotion,
    BishopPromotion,
    KnightPromotion,
}

impl Kind {
    /// The bits of all kinds.
    pub const ANY: u16 = 0x3FF;

    pub const ALL: [Kind; 10] = [
        Kind::Capture,
        Kind::Promotion,
        Kind::Underpromotion,
        Kind::Check,
        Kind::Quiet,
        Kind::King,
        Kind::Sacrifice,
        Kind::RookPromotion,
        Kind::BishopPromotion,
        Kind::KnightPromotion,
    ];

    /// Returns the word for the kind of move in conditions.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Capture => "capture",
            Kind::Promotion => "promotion",
            Kind::Underpromotion => "underpromotion",
            Kind::Check => "check",
            Kind::Quiet => "quiet",
            Kind::King => "king",
            Kind::Sacrifice => "sacrifice",
            Kind::RookPromotion => "rook-promotion",
            Kind::BishopPromotion => "bishop-promotion",
            Kind::KnightPromotion => "knight-promotion",
        }
    }

    /// Returns the words for a set of kinds of moves, given as bits.
    pub fn names(kinds: u16) -> String {
        let of_set = Kind::ALL.into_iter().filter(|kind| kinds & kind.bit() != 0);
        of_set.map(Kind::name).collect::<Vec<_>>().join("+")
    }

    /// Returns the bit that stands for the kind in a set.
    pub fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// The moves after which a condition is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    /// The only move that keeps the result.
    Only,
    /// At least one of the moves that keep the result at the best distance to mate.
    Best,
    /// At least one of the moves that keep the result.
    Keeping,
    /// At least one legal move.
    Some,
    /// Every legal move; the condition is false if there is no legal move.
    Every,
    /// A pass instead of a move.
    Pass,
}

impl Moves {
    pub const ALL: [(&str, Moves); 6] = [
        ("only_move", Moves::Only),
        ("best", Moves::Best),
        ("keeping", Moves::Keeping),
        ("any", Moves::Some),
        ("every", Moves::Every),
        ("pass", Moves::Pass),
    ];
}

impl Node {
    /// Returns the relative cost of testing the condition, from 0 to 5, by which conditions are
    /// ordered.
    fn cost(&self) -> u8 {
        match self {
            Node::All(all) | Node::Any(all) => all.iter().map(Node::cost).max().unwrap_or(0),
            Node::Not(it) => it.cost(),
            Node::After(..) => 5,
            Node::Test(test) => match test {
                Test::Claim(..) => 3,
                Test::Only(_) => 4,
                Test::Compare(a, _, b) => a.cost().max(b.cost()),
                Test::Distance(metric, _) if *metric != Metric::Dtm => 1,
                Test::Fifty(_) | Test::CanMate(_) | Test::Helpmate(..) => 1,
                _ => 0,
            },
        }
    }

    /// Returns an equivalent condition with cheap tests first.
    pub fn ordered(self) -> Node {
        let each = |all: Vec<Node>| {
            let mut all: Vec<Node> = all.into_iter().map(Node::ordered).collect();
            all.sort_by_key(Node::cost);
            all
        };
        match self {
            Node::All(all) => Node::All(each(all)),
            Node::Any(all) => Node::Any(each(all)),
            Node::Not(it) => Node::Not(it.ordered().into()),
            Node::After(moves, it, place) => Node::After(moves, it.ordered().into(), place),
            test => test,
        }
    }

    /// Calls `visit` with every test in the condition.
    pub fn visit(&self, visit: &mut dyn FnMut(&Test)) {
        match self {
            Node::All(all) | Node::Any(all) => all.iter().for_each(|it| it.visit(visit)),
            Node::Not(it) | Node::After(_, it, _) => it.visit(visit),
            Node::Test(test) => visit(test),
        }
    }

    /// Returns the number of plies that the condition looks ahead.
    pub fn moves_ahead(&self) -> usize {
        match self {
            Node::All(all) | Node::Any(all) => all.iter().map(Node::moves_ahead).max().unwrap_or(0),
            Node::Not(it) => it.moves_ahead(),
            Node::After(Moves::Pass, it, _) => it.moves_ahead(),
            Node::After(_, it, _) => 1 + it.moves_ahead(),
            Node::Test(test) => {
                let asks = matches!(test, Test::Only(_)) || test.numbers().any(Number::asks_moves);
                usize::from(asks)
            }
        }
    }
}

impl Test {
    /// Returns the numbers that the test compares.
    pub fn numbers(&self) -> impl Iterator<Item = &Number> {
        let both = match self {
            Test::Compare(a, _, b) => [Some(a), Some(b)],
            _ => [None, None],
        };
        both.into_iter().flatten()
    }

    /// Returns the metrics other than distance to mate whose values the test needs.
    pub fn metrics(&self) -> Vec<Metric> {
        let numbers = self.numbers().filter_map(Number::metric);
        let own = match self {
            Test::Distance(metric, _) => Some(*metric),
            Test::Fifty(_) => Some(Metric::Dtz),
            Test::CanMate(_) | Test::Helpmate(..) => Some(Metric::Helpmate),
            _ => None,
        };
        numbers.chain(own).filter(|metric| *metric != Metric::Dtm).collect()
    }

    /// Returns the men, by number in the layout, whose squares the test names.
    pub fn men(&self) -> Vec<usize> {
        match self {
            Test::Stands { man, .. } => vec![*man],
            Test::Together { men, .. } => men.to_vec(),
            _ => self.numbers().flat_map(Number::places).filter_map(Place::man).collect(),
        }
    }

    /// Returns whether the test has the same result for a position and for its image under each of
    /// `symmetries`.
    pub fn is_symmetric(&self, symmetries: &[Transform]) -> bool {
        symmetries.iter().all(|symmetry| match self {
            Test::Stands { on, .. } => symmetry.set(*on) == *on,
            Test::Together { squares, .. } => Square::ALL.iter().all(|&square| {
                let [of, _] = &squares.0;
                symmetry.set(of[square as usize]) == of[symmetry.square(square) as usize]
            }),
            // The user's rule may answer differently for images of a position.
            Test::Claim(Rule::Plugin, _) => false,
            _ => self.numbers().all(|number| match number {
                Number::File(_) => false,
                Number::Rank(_) => {
                    [Transform::IDENTITY, Transform::MIRROR_FILES].contains(symmetry)
                }
                Number::Steps(a, b) => [a, b].into_iter().all(|place| place.man().is_some()),
                _ => true,
            }),
        })
    }
}

impl Number {
    fn cost(&self) -> u8 {
        match self {
            Number::Moves(..) | Number::Shortest => 4,
            Number::Solutions(_) => 5,
            Number::Feature(_) => 2,
            Number::Distance(Metric::Dtz | Metric::Dtc) | Number::Helpmate(_) => 2,
            _ => 1,
        }
    }

    /// Returns the number's name in conditions if it counts shortest helpmates; otherwise `None`.
    pub fn name_of_lines(&self) -> Option<&'static str> {
        match self {
            Number::Solutions(Color::White) => Some("helpmate.white.solutions"),
            Number::Solutions(Color::Black) => Some("helpmate.black.solutions"),
            _ => None,
        }
    }

    /// Returns whether computing the number needs the legal moves.
    pub fn asks_moves(&self) -> bool {
        matches!(self, Number::Moves(..) | Number::Shortest)
    }

    /// Returns the kinds of moves that the number distinguishes, as bits; 0 if it counts moves of
    /// any kind.
    pub fn kinds(&self) -> u16 {
        match self {
            Number::Moves(_, Some(kind)) => kind.bit(),
            _ => 0,
        }
    }

    /// Returns the metric whose values the number needs, if any.
    pub fn metric(&self) -> Option<Metric> {
        match self {
            Number::Distance(metric) => Some(*metric),
            Number::Helpmate(_) | Number::Solutions(_) => Some(Metric::Helpmate),
            _ => None,
        }
    }

    /// Returns the squares and men of the condition from which this number is computed.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Number::File(place) | Number::Rank(place) => vec![*place],
            Number::Steps(a, b) => vec![*a, *b],
            _ => Vec::new(),
        }
    }

    /// Returns the number if it is computed from the squares of men alone. `None` for other
    /// numbers, or if a man is missing.
    pub fn of_squares(&self, square: impl Fn(usize) -> Option<Square>) -> Option<i32> {
        let at = |place: Place| match place {
            Place::Man(man) => square(man),
            Place::Square(square) => Some(square),
        };
        Some(match *self {
            Number::Constant(number) => number,
            Number::File(place) => at(place)?.file() as i32 + 1,
            Number::Rank(place) => at(place)?.rank() as i32 + 1,
            Number::Steps(a, b) => steps(at(a)?, at(b)?),
            _ => return None,
        })
    }

    /// Returns whether the number is computed from the squares of men alone.
    pub fn is_of_squares(&self) -> bool {
        matches!(self, Number::Constant(_) | Number::File(_) | Number::Rank(_) | Number::Steps(..))
    }
}

impl Place {
    /// Returns the number of the man; `None` for a fixed square.
    pub fn man(self) -> Option<usize> {
        match self {
            Place::Man(man) => Some(man),
            Place::Square(_) => None,
        }
    }
}

/// Returns the number of king moves between two squares of an empty board.
fn steps(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// Returns whether the distance of a value by `metric` is one of `plies`.
pub(crate) fn is_at(metric: Metric, value: Value, plies: &Plies) -> bool {
    metric.plies(value).is_some_and(|it| plies.has(it))
}
