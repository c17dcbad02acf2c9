//! Resolves the names of a condition for one endgame.

use std::cmp::Reverse;

use drawproof_board::{BitBoard, Color, Square};
use drawproof_features::{Library, Men};
use drawproof_tables::{Layout, Metric, Wdl};

use crate::{
    comparison::{always, compared},
    condition::{Kind, Moves, Node, Number, Place, Plies, Rule, Test},
    syntax::{Comparison, Expression, Operand, What, list},
    vocabulary::{
        CLAIMS, FIFTY, Fault, PASS, RESULT, SIDE, ZUGZWANG, kind_of, kinds_fault, moves_number,
    },
};

/// The maximum number of plies that a condition may look ahead.
const DEPTH_MAX: usize = 3;

/// The usage of each function that conditions can call.
const FUNCTIONS: [(&str, &str); 5] = [
    ("file", "file(wk) = e"),
    ("rank", "rank(wk) > 4"),
    ("distance", "distance(wk, bk) = 2"),
    ("dark", "dark(wk)"),
    ("claim", "claim(builtin) = draw"),
];

/// The names that conditions may use in an endgame.
pub(crate) struct Names {
    /// The names of the men, in the order of the layout: `wk`, `wr`, `wr2`, `bk`.
    men: Vec<String>,
    library: Option<Library>,
    /// Whether the user supplies a rule.
    has_plugin: bool,
}

impl Names {
    /// Collects the names of an endgame. `has_plugin` allows conditions to name the claims of a
    /// user's rule.
    pub fn new(layout: &Layout, has_plugin: bool) -> Names {
        let mut men: Vec<String> = Vec::new();
        for (number, man) in layout.men().iter().enumerate() {
            let like = layout.men()[..number].iter().filter(|&other| other == man).count();
            let letter = char::from(b"pnbrqk"[man.piece as usize]);
            let colour = if man.color == Color::White { 'w' } else { 'b' };
            men.push(match like {
                0 => format!("{colour}{letter}"),
                _ => format!("{colour}{letter}{}", like + 1),
            });
        }
        let library = Men::of_endgame(&layout.material().to_string()).map(Library::for_fixes);
        Names { men, library, has_plugin }
    }

    /// Returns the rule with a name: built in, or supplied by the user.
    pub fn rule(&self, name: &str) -> Result<Rule, String> {
        match name {
            "builtin" => Ok(Rule::Builtin),
            "plugin" if self.has_plugin => Ok(Rule::Plugin),
            "plugin" => Err("claim(plugin) is for 'drawproof find --plugin LIB'".to_owned()),
            _ => Err("write claim(builtin), or claim(plugin) with --plugin LIB".to_owned()),
        }
    }

    /// Resolves an expression into a condition.
    pub fn condition(&self, it: &Expression) -> Result<Node, Fault> {
        self.node(it, 0)
    }

    /// Returns the features of the endgame; `None` if the endgame has none.
    pub fn into_library(self) -> Option<Library> {
        self.library
    }

    fn node(&self, it: &Expression, depth: usize) -> Result<Node, Fault> {
        let all = |all: &[Expression]| {
            all.iter().map(|it| self.node(it, depth)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match it {
            Expression::And(them) => Node::All(all(them)?),
            Expression::Or(them) => Node::Any(all(them)?),
            Expression::Not(it) => Node::Not(self.node(it, depth)?.into()),
            Expression::After(place, at, word, it) => {
                let moves = Moves::ALL.iter().find(|(name, _)| name == word);
                let names = Moves::ALL.map(|(name, _)| name);
                let (_, moves) =
                    moves.ok_or_else(|| (*at, format!("after takes {}", list(&names))))?;
                if depth == DEPTH_MAX {
                    return Err((
                        *at,
                        format!("a condition looks at most {DEPTH_MAX} moves ahead"),
                    ));
                }
                Node::After(*moves, self.node(it, depth + 1)?.into(), place.clone())
            }
            Expression::Holds(it) => self.holds(it)?,
            Expression::In(left, all) => self.one_of(left, all, false)?,
            Expression::Compare(left, how, right) => self.comparison(left, *how, right)?,
        })
    }

    /// Resolves an operand that is a condition by itself: `check`, `win`, `only.capture`,
    /// `dark(wb)`.
    fn holds(&self, it: &Operand) -> Result<Node, Fault> {
        let test = match &it.what {
            What::Call(name, arguments) if name == "dark" => {
                let [place] = self.places(it.at, name, arguments)?;
                let dark = !BitBoard::LIGHT_SQUARES.0;
                match place {
                    Place::Man(man) => Test::Stands { man, on: dark },
                    Place::Square(square) => always(dark >> square as u64 & 1 != 0),
                }
            }
            What::Name(name) => match &name[..] {
                "check" => Test::Check,
                "mate" => Test::Distance(Metric::Dtm, Plies::of(|plies| plies == 0)),
                "stalemate" => {
                    let no_move = Test::Compare(
                        Number::Moves(None, None),
                        Comparison::Equal,
                        Number::Constant(0),
                    );
                    let drawn = Node::Test(Test::Result(vec![Wdl::Draw]));
                    let check = Node::Not(Node::Test(Test::Check).into());
                    return Ok(Node::All(vec![drawn, check, Node::Test(no_move)]));
                }
                "zugzwang" => {
                    Test::Zugzwang(ZUGZWANG.values.iter().map(|(_, kind)| *kind).collect())
                }
                "only_move" => Test::Only(None),
                "white" => Test::Side(vec![Color::White]),
                "black" => Test::Side(vec![Color::Black]),
                "can_mate.white" => Test::CanMate(Color::White),
                "can_mate.black" => Test::CanMate(Color::Black),
                name => match (
                    RESULT.values.iter().find(|(word, _)| *word == name),
                    kind_of(name, "only."),
                ) {
                    (Some((_, result)), _) => Test::Result(vec![*result]),
                    (_, Some(kind)) => Test::Only(Some(kind)),
                    _ if self.named_number(name).is_some() => {
                        return Err((
                            it.at,
                            format!("{name} is a number: compare it, as in {name} > 4"),
                        ));
                    }
                    _ if self.has_named_values(it) => {
                        return Err((
                            it.at,
                            format!("{name} has values: compare it with one by ="),
                        ));
                    }
                    _ => return Err((it.at, self.unknown(it))),
                },
            },
            What::Call(name, _) if ["file", "rank", "distance", "claim"].contains(&&name[..]) => {
                return Err((it.at, format!("{name} has values: compare it with one")));
            }
            What::Call(..) => return Err((it.at, self.unknown(it))),
            What::Number(number) => {
                return Err((
                    it.at,
                    format!("{number} is a number: compare it, as in dtm > {number}"),
                ));
            }
        };
        Ok(Node::Test(test))
    }

    fn comparison(&self, left: &Operand, how: Comparison, right: &Operand) -> Result<Node, Fault> {
        if let Some(fault) = self.compares_truths(left, how, right) {
            return Err(fault);
        }
        if self.has_named_values(left) {
            let is = match how {
                Comparison::Equal => true,
                Comparison::Unequal => false,
                _ => {
                    return Err((
                        left.at,
                        "this has no order: compare it by = , != or in".to_owned(),
                    ));
                }
            };
            return self.one_of(left, std::slice::from_ref(right), !is);
        }
        let (a, b) = (self.number(left, Some(right))?, self.number(right, Some(left))?);
        Ok(Node::Test(compared(a, how, b)))
    }

    /// Returns an error, with a correction, for comparisons of conditions such as `draw = true` or
    /// `dark(wb) = dark(wb2)`.
    fn compares_truths(&self, left: &Operand, how: Comparison, right: &Operand) -> Option<Fault> {
        let truth = match &right.what {
            What::Name(word) => match &word[..] {
                "true" | "yes" => Some(true),
                "false" | "no" => Some(false),
                _ => None,
            },
            _ => None,
        };
        let is_equal = how == Comparison::Equal;
        let form = match (self.is_condition(left), self.is_condition(right), truth) {
            (true, _, Some(truth)) if truth == is_equal => format!("'{left}'"),
            (true, _, Some(_)) => format!("'not {left}'"),
            (true, true, _) if is_equal => {
                format!("'{left} and {right} or not {left} and not {right}'")
            }
            (true, true, _) => format!("'{left} and not {right} or not {left} and {right}'"),
            _ => return None,
        };
        Some((left.at, format!("{left} is true or false by itself: write {form}")))
    }

    /// Returns whether an operand is a condition by itself, such as `check` or `dark(wb)`.
    pub fn is_condition(&self, it: &Operand) -> bool {
        self.holds(it).is_ok()
    }

    /// Returns whether the values of an operand have names but no order.
    fn has_named_values(&self, it: &Operand) -> bool {
        match &it.what {
            What::Name(name) => {
                let fields = [
                    "side",
                    "result",
                    "fifty",
                    "pass",
                    "zugzwang",
                    "moves.only",
                    "only_move",
                    "only",
                ];
                fields.contains(&&name[..]) || self.man(name).is_some()
            }
            What::Call(name, _) => name == "claim",
            What::Number(_) => false,
        }
    }

    /// Resolves `left in (...)` for a field with named values or, with `none`, its negation.
    fn one_of(&self, left: &Operand, all: &[Operand], none: bool) -> Result<Node, Fault> {
        Ok(match &left.what {
            What::Name(name) => match &name[..] {
                "side" => SIDE.node(all, none)?,
                "result" => RESULT.node(all, none)?,
                "pass" => PASS.node(all, none)?,
                "fifty" => FIFTY.node(all, none)?,
                "zugzwang" => ZUGZWANG.node(all, none)?,
                "moves.only" | "only_move" | "only" => {
                    let kinds = all.iter().map(|it| match &it.what {
                        What::Name(word) => kind_of(word, "").ok_or_else(|| kinds_fault(it.at)),
                        _ => Err(kinds_fault(it.at)),
                    });
                    let test = |kind| Node::Test(Test::Only(Some(kind)));
                    let is = Node::Any(kinds.map(|kind| kind.map(test)).collect::<Result<_, _>>()?);
                    match none {
                        // Without an only move there is no kind to compare.
                        true => Node::All(vec![Node::Test(Test::Only(None)), Node::Not(is.into())]),
                        false => is,
                    }
                }
                name if self.man(name).is_some() => {
                    let mut on = 0;
                    for it in all {
                        match self.place(it)? {
                            Place::Square(square) => on |= square.bitboard().0,
                            Place::Man(_) => {
                                return Err((
                                    it.at,
                                    "a man stands on a square such as e4".to_owned(),
                                ));
                            }
                        }
                    }
                    let on = if none { !on } else { on };
                    let man = self.man(name).expect("it is one");
                    Node::Test(Test::Stands { man, on })
                }
                _ => self.number_in(left, all)?,
            },
            What::Call(name, arguments) if name == "claim" => {
                let rule = match &arguments[..] {
                    [Operand { what: What::Name(rule), .. }] => self.rule(rule),
                    _ => self.rule(""),
                };
                let rule = rule.map_err(|says| (left.at, says))?;
                let words = all.iter().map(|it| {
                    match &it.what {
                        What::Name(word) => CLAIMS.iter().find(|name| name == &word).copied(),
                        _ => None,
                    }
                    .ok_or_else(|| (it.at, format!("a claim is {}", list(&CLAIMS))))
                });
                let is = Node::Test(Test::Claim(rule, words.collect::<Result<_, _>>()?));
                if none { Node::Not(is.into()) } else { is }
            }
            _ => self.number_in(left, all)?,
        })
    }

    /// Resolves the membership of a number in a list: `rank(wp) in (6, 7)`.
    fn number_in(&self, left: &Operand, all: &[Operand]) -> Result<Node, Fault> {
        let each = all.iter().map(|it| {
            let (a, b) = (self.number(left, Some(it))?, self.number(it, Some(left))?);
            Ok(Node::Test(compared(a, Comparison::Equal, b)))
        });
        Ok(Node::Any(each.collect::<Result<_, Fault>>()?))
    }

    /// Resolves an operand into a number. If `beside` is a file, such as in `file(wk) = e`, a
    /// letter stands for a file.
    pub fn number(&self, it: &Operand, beside: Option<&Operand>) -> Result<Number, Fault> {
        let is_condition =
            || format!("{it} is true or false by itself, no number: write '{it}' or 'not {it}'");
        match &it.what {
            What::Number(number) => Ok(Number::Constant(*number)),
            What::Call(name, _) if name == "dark" => {
                self.holds(it).and_then(|_| Err((it.at, is_condition())))
            }
            What::Call(name, arguments) => match &name[..] {
                "file" => self.places(it.at, name, arguments).map(|[place]| Number::File(place)),
                "rank" => self.places(it.at, name, arguments).map(|[place]| Number::Rank(place)),
                "distance" => self.places(it.at, name, arguments).map(|[a, b]| Number::Steps(a, b)),
                _ => Err((it.at, self.unknown(it))),
            },
            What::Name(name) => {
                let of_file =
                    |it: &Operand| matches!(&it.what, What::Call(name, _) if name == "file");
                if let (1, true, letter @ b'a'..=b'h') =
                    (name.len(), beside.is_some_and(of_file), name.as_bytes()[0])
                {
                    return Ok(Number::Constant(i32::from(letter - b'a') + 1));
                }
                self.named_number(name).ok_or_else(|| {
                    (
                        it.at,
                        match self.has_named_values(it) {
                            true => {
                                format!("{name} is not a number: compare it with one of its values")
                            }
                            false if self.is_condition(it) => is_condition(),
                            false => self.unknown(it),
                        },
                    )
                })
            }
        }
    }

    pub fn named_number(&self, name: &str) -> Option<Number> {
        Some(match name {
            "dtm" => Number::Distance(Metric::Dtm),
            "dtz" => Number::Distance(Metric::Dtz),
            "dtc" => Number::Distance(Metric::Dtc),
            "moves" => Number::Moves(None, None),
            "shortest" => Number::Shortest,
            "helpmate.white" => Number::Helpmate(Color::White),
            "helpmate.black" => Number::Helpmate(Color::Black),
            "helpmate.white.solutions" => Number::Solutions(Color::White),
            "helpmate.black.solutions" => Number::Solutions(Color::Black),
            _ => {
                if let Some(rest) = name.strip_prefix("moves.") {
                    return moves_number(rest);
                }
                let features = self.library.as_ref()?.features();
                let name = name.strip_prefix("feature.").unwrap_or(name);
                Number::Feature(features.iter().position(|feature| feature.name == name)?)
            }
        })
    }

    pub fn man(&self, name: &str) -> Option<usize> {
        self.men.iter().position(|man| man == name)
    }

    fn place(&self, it: &Operand) -> Result<Place, Fault> {
        let What::Name(name) = &it.what else {
            return Err((it.at, "a man or a square is allowed here".to_owned()));
        };
        let square = || name.parse::<Square>().ok().map(Place::Square);
        self.man(name).map(Place::Man).or_else(square).ok_or_else(|| {
            (
                it.at,
                format!(
                    "'{name}' is not a man here: they are {}; squares are a1 to h8",
                    list(&self.men)
                ),
            )
        })
    }

    fn places<const N: usize>(
        &self,
        at: usize,
        name: &str,
        arguments: &[Operand],
    ) -> Result<[Place; N], Fault> {
        let places = arguments.iter().map(|it| self.place(it)).collect::<Result<Vec<_>, _>>()?;
        places.try_into().map_err(|_| {
            (
                at,
                format!(
                    "{name} takes {}",
                    if N == 1 { "one man or square" } else { "two men or squares" }
                ),
            )
        })
    }

    /// Describes an unknown operand, with names that resemble it.
    fn unknown(&self, it: &Operand) -> String {
        let (What::Name(name) | What::Call(name, _)) = &it.what else {
            unreachable!("a number has a meaning")
        };
        if let Some((_, form)) = FUNCTIONS.iter().find(|(function, _)| function == name) {
            return format!("{name} is used as in {form}");
        }
        let known = self.known();
        let features = self.library.iter().flat_map(|library| library.features());
        let words = known.iter().chain(features.map(|feature| &feature.name));
        // Among equally near names, an anagram comes first.
        let near = words.map(|word| {
            let distance = strsim::damerau_levenshtein(word, name);
            (distance, Reverse(strsim::levenshtein(word, name)), word)
        });
        match near.min() {
            Some((0, ..)) => format!("{name} has nothing in parentheses"),
            Some((distance, _, word)) if distance <= 2.max(word.len() / 3) => {
                format!("'{name}' is unknown: do you mean {word}?")
            }
            _ => format!("'{name}' is unknown: the words are {}, and the features", list(&known)),
        }
    }

    /// Returns all words that conditions can use, except for features.
    fn known(&self) -> Vec<String> {
        const WORDS: &str = "side result win draw loss dtm dtz dtc fifty check mate stalemate \
                             zugzwang pass moves moves.winning moves.drawing moves.losing \
                             only_move shortest can_mate.white can_mate.black helpmate.white \
                             helpmate.black helpmate.white.solutions helpmate.black.solutions";
        let functions = FUNCTIONS.iter().map(|(name, _)| *name);
        let kinds = Kind::ALL.iter().map(|kind| format!("only.{}", kind.name()));
        let words = WORDS.split_whitespace().chain(functions).map(str::to_owned);
        words.chain(kinds).chain(self.men.iter().cloned()).collect()
    }
}
