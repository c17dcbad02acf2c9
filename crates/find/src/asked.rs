//! A condition in the form that is evaluated 64 positions at a time: tests of values are tables
//! over the bytes of cells.

use drawproof_board::Color;
use drawproof_tables::{Cell, FiftyMoves, Metric, Value, Wdl, census::ZugzwangKind};

use crate::condition::{Moves, Node, Pairs, Set, Test, is_at};

/// A condition in the form that is evaluated on words of a table.
pub(crate) enum Asked<'s> {
    All(Vec<Asked<'s>>),
    Any(Vec<Asked<'s>>),
    Not(Box<Asked<'s>>),
    Side(&'s [Color]),
    /// The value by `metric` for the side to move is one of the accepted values. With `passed`, the
    /// value is that of the other side after a pass. For helpmates, `beyond` selects those in which
    /// Black mates.
    Cells {
        metric: Metric,
        beyond: bool,
        passed: bool,
        accepted: Box<Accepted<'s>>,
    },
    Check,
    Stands {
        man: usize,
        on: u64,
    },
    /// Two men stand on one of the given pairs of squares.
    Together([usize; 2], &'s Pairs),
    /// A test that is evaluated one position at a time.
    Each(&'s Test),
    /// A condition that holds after a move.
    Ahead(&'s Node),
}

/// The values of a metric that a test accepts.
pub(crate) struct Accepted<'s> {
    /// Whether each cell is accepted, indexed by the cell's byte.
    pub cells: [bool; Cell::COUNT],
    /// A function that returns whether a value is accepted, for values that do not fit into a cell.
    pub value: Box<dyn Fn(Value) -> bool + Sync + 's>,
}

impl<'s> Accepted<'s> {
    fn new(value: impl Fn(Value) -> bool + Sync + 's) -> Box<Accepted<'s>> {
        let cells = std::array::from_fn(|cell| value(Cell::from_byte(cell as u8).value()));
        Box::new(Accepted { cells, value: Box::new(value) })
    }
}

impl<'s> Asked<'s> {
    pub fn new(node: &'s Node) -> Asked<'s> {
        let each = |all: &'s [Node]| all.iter().map(Asked::new).collect();
        match node {
            Node::All(all) => Asked::All(each(all)),
            Node::Any(all) => Asked::Any(each(all)),
            Node::Not(it) => Asked::Not(Asked::new(it).into()),
            // Most positions have no only move, and this is found quickly.
            Node::After(Moves::Only, ..) => {
                Asked::All(vec![Asked::Each(&Test::Only(None)), Asked::Ahead(node)])
            }
            Node::After(..) => Asked::Ahead(node),
            Node::Test(test) => Asked::of_test(test),
        }
    }

    fn of_test(test: &'s Test) -> Asked<'s> {
        let results = |results: &'s Set<Wdl>, passed: bool| Asked::Cells {
            metric: Metric::Dtm,
            beyond: false,
            passed,
            accepted: Accepted::new(move |value| {
                let result = value.wdl();
                results.contains(&if passed { result.reversed() } else { result })
            }),
        };
        let helpmates =
            |mating: Color, value: Box<dyn Fn(Value) -> bool + Sync + 's>| Asked::Cells {
                metric: Metric::Helpmate,
                beyond: mating == Color::Black,
                passed: false,
                accepted: Accepted::new(value),
            };
        match test {
            Test::CanMate(mating) => helpmates(*mating, Box::new(|value| value.number().is_some())),
            Test::Helpmate(mating, plies) => helpmates(
                *mating,
                Box::new(|value| value.number().is_some_and(|number| plies.has(number))),
            ),
            Test::Side(sides) => Asked::Side(sides),
            Test::Check => Asked::Check,
            Test::Result(them) => results(them, false),
            Test::Pass(them) => results(them, true),
            Test::Distance(metric, plies) => Asked::Cells {
                metric: *metric,
                beyond: false,
                passed: false,
                accepted: Accepted::new(|value| is_at(*metric, value, plies)),
            },
            Test::Fifty(them) => Asked::Cells {
                metric: Metric::Dtz,
                beyond: false,
                passed: false,
                accepted: Accepted::new(|value| {
                    them.contains(&FiftyMoves::new(Metric::Dtz.read(value), 0))
                }),
            },
            Test::Zugzwang(kinds) => {
                Asked::Any(kinds.iter().flat_map(|kind| Asked::zugzwang(*kind)).collect())
            }
            Test::Stands { man, on } => Asked::Stands { man: *man, on: *on },
            Test::Together { men, squares } => Asked::Together(*men, squares),
            Test::Compare(..) | Test::Only(_) | Test::Claim(..) => Asked::Each(test),
        }
    }

    /// Returns the conditions for a kind of mutual zugzwang, first with White to move, then with
    /// Black to move.
    fn zugzwang(kind: ZugzwangKind) -> [Asked<'s>; 2] {
        let [white, black] = match kind {
            ZugzwangKind::DrawLoss => [Wdl::Draw, Wdl::Loss],
            ZugzwangKind::LossDraw => [Wdl::Loss, Wdl::Draw],
            ZugzwangKind::LossLoss => [Wdl::Loss, Wdl::Loss],
        };
        let cells = |passed, result| Asked::Cells {
            metric: Metric::Dtm,
            beyond: false,
            passed,
            accepted: Accepted::new(move |value| value.wdl() == result),
        };
        let asked = |side, own, other| {
            Asked::All(vec![Asked::Side(side), cells(false, own), cells(true, other)])
        };
        [asked(&[Color::White], white, black), asked(&[Color::Black], black, white)]
    }
}
