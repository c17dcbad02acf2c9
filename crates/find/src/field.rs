//! A field of positions: found positions are counted, or sampled evenly, by its value.

use drawproof_board::{Color, Square};
use drawproof_recognizers::Claim;
use drawproof_tables::{Metric, probe::ProbeError};

use crate::{
    condition::{Kind, Number, Rule},
    names::Names,
    position::Looked,
    syntax,
    vocabulary::{FIFTY, Fault, RESULT, SIDE, ZUGZWANG},
};

/// A property of positions by which found positions are grouped.
#[derive(Clone, Debug)]
pub(crate) enum Field {
    Side,
    Result,
    Pass,
    Zugzwang,
    Fifty,
    Check,
    Claim(Rule),
    CanMate(Color),
    /// The kinds of the only move that keeps the result, as bits.
    Only,
    /// The square of a man, given by the man's number in the layout.
    Square(usize),
    Number(Number),
}

/// The maximum number of fields by which one search groups positions.
pub(crate) const FIELDS_MAX: usize = 4;

/// The names of the fields that are not numbers, for error messages.
const OTHERS: &str = "; men have values too, and side, result, pass, zugzwang, fifty, check, only, \
     can_mate.white, claim(builtin), claim(plugin)";

impl Field {
    /// Parses a list of fields, separated by commas.
    pub fn list(text: &str, names: &Names) -> Result<Vec<Field>, Fault> {
        let (mut fields, mut depth, mut start) = (Vec::new(), 0, 0);
        let ends = text.char_indices().chain([(text.len(), ',')]);
        for (at, character) in ends {
            match character {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth <= 0 || at == text.len() => {
                    let field = Field::new(&text[start..at], names);
                    fields.push(field.map_err(|(place, says)| (start + place, says))?);
                    start = at + 1;
                }
                _ => {}
            }
        }
        if fields.len() > FIELDS_MAX {
            return Err((0, format!("at most {FIELDS_MAX} fields are counted together")));
        }
        Ok(fields)
    }

    /// Parses one field: a name, or a function with arguments.
    pub fn new(text: &str, names: &Names) -> Result<Field, Fault> {
        let with_others = |(at, says): Fault| (at, says + OTHERS);
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            "side" => Field::Side,
            "result" => Field::Result,
            "pass" => Field::Pass,
            "zugzwang" => Field::Zugzwang,
            "fifty" => Field::Fifty,
            "check" => Field::Check,
            "claim(builtin)" => Field::Claim(Rule::Builtin),
            "claim(plugin)" => Field::Claim(names.rule("plugin").map_err(|says| (0, says))?),
            "only" => Field::Only,
            "can_mate.white" => Field::CanMate(Color::White),
            "can_mate.black" => Field::CanMate(Color::Black),
            name => match names.man(name) {
                Some(man) => Field::Square(man),
                None => {
                    let operand = syntax::operand(name).map_err(with_others)?;
                    if names.is_condition(&operand) {
                        let says = format!(
                            "{operand} is true or false by itself: count it by --where '{operand}'"
                        );
                        return Err((0, says));
                    }
                    let number = names.number(&operand, None);
                    Field::Number(number.map_err(with_others)?)
                }
            },
        })
    }

    /// Returns the metric other than distance to mate whose values the field needs, if any.
    pub fn metric(&self) -> Option<Metric> {
        match self {
            Field::Fifty => Some(Metric::Dtz),
            Field::CanMate(_) => Some(Metric::Helpmate),
            Field::Number(number) => number.metric().filter(|metric| *metric != Metric::Dtm),
            _ => None,
        }
    }

    /// Returns whether computing the field's value needs the legal moves.
    pub fn asks_moves(&self) -> bool {
        match self {
            Field::Only => true,
            Field::Number(number) => number.asks_moves(),
            _ => false,
        }
    }

    /// Returns the kinds of moves that the field distinguishes, as bits.
    pub fn kinds(&self) -> u16 {
        match self {
            Field::Only => Kind::ANY,
            Field::Number(number) => number.kinds(),
            _ => 0,
        }
    }

    /// Returns the value of the field in a position, as a number; `None` if the position has none.
    pub fn of(&self, it: &Looked) -> Result<Option<i32>, ProbeError> {
        Ok(match self {
            Field::Side => Some(it.side_to_move() as i32),
            Field::Result => Some(it.value()?.wdl() as i32),
            Field::Pass => it.passed()?.map(|value| value.wdl().reversed() as i32),
            Field::Zugzwang => it.zugzwang()?.map(|kind| kind as i32),
            Field::Fifty => Some(it.fifty()? as i32),
            Field::Check => Some(i32::from(it.is_check())),
            Field::Claim(rule) => Some(it.claim(*rule).by_colour(it.side_to_move()).bits().into()),
            Field::CanMate(mating) => Some(i32::from(it.helpmate(*mating)?.is_some())),
            Field::Only => it.only_kinds()?.map(i32::from),
            Field::Square(man) => it.square(*man).map(|square| square as i32),
            Field::Number(number) => it.number(number)?,
        })
    }

    /// Returns the name of the value that the number `code` stands for; `-` if there is no value.
    pub fn name(&self, code: Option<i32>) -> String {
        let Some(code) = code else { return "-".to_owned() };
        match self {
            Field::Side => SIDE.name(|it| it as i32 == code),
            Field::Result | Field::Pass => RESULT.name(|it| it as i32 == code),
            Field::Zugzwang => ZUGZWANG.name(|it| it as i32 == code),
            Field::Fifty => FIFTY.name(|it| it as i32 == code),
            Field::Check | Field::CanMate(_) => (code != 0).to_string(),
            Field::Claim(_) => match Claim::from_bits(code as u8) {
                Some(Claim::WIN) => "white".to_owned(),
                Some(Claim::LOSS) => "black".to_owned(),
                Some(claim) if claim.is_made() => claim.word(Color::White).to_owned(),
                _ => "none".to_owned(),
            },
            Field::Only => Kind::names(code as u16),
            Field::Square(_) => Square::index(code as usize).to_string(),
            Field::Number(_) => code.to_string(),
        }
    }
}
