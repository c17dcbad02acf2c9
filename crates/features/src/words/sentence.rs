//! A range of a feature as a sentence.

use super::{
    men::{Parsed, kings, parsed},
    phrases::{PHRASES, Phrase},
};
use crate::{VALUE_MAX, list::Feature};

/// The obscurity of a feature that is not in the table of phrases.
const OBSCURE: u8 = 4;

/// How a feature of like men is aggregated, as the end of its name states.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Only,
    Least,
    Most,
    Sum,
}

/// Returns how much explanation a feature needs: 1 if every player uses the notion, 2 if it is easy
/// to see on the board, 4 or more if it needs an explanation.
pub fn obscurity(feature: &Feature) -> u8 {
    let (name, over) = aggregated(&feature.name);
    let of_name = row(&parsed(name)).map_or(OBSCURE, |(obscurity, _)| obscurity);
    if over == Over::Only { of_name } else { of_name + 1 }
}

/// Returns a sentence, without a capital letter or a full stop, that says that a feature is in the
/// range `least` to `most`. If `most` is [`VALUE_MAX`] or more, there is no upper bound.
pub fn sentence(feature: &Feature, least: u8, most: u8) -> String {
    let (name, over) = aggregated(&feature.name);
    let parsed = parsed(name);
    let most = (u64::from(most) < VALUE_MAX).then_some(most);
    let Some((_, phrase)) = row(&parsed) else {
        return format!("{} ({}): {}", feature.says, feature.name, amount(least, most, None));
    };
    let mut text = match *phrase {
        Phrase::Flag(yes, no) => if least > 0 { yes } else { no }.to_owned(),
        Phrase::NumberOr(_, _, zero) if most == Some(0) => zero.to_owned(),
        Phrase::Number(of, thing) | Phrase::NumberOr(of, thing, _) => {
            of.replace("{n}", &amount(least, most, Some(thing)))
        }
        Phrase::Capped(_, of, [_, more]) if most == Some(0) => {
            of.replace("is {n} from", "is on").replace("{n}", &format!("no {more}"))
        }
        Phrase::Capped(cap, of, thing) => {
            of.replace("{n}", &amount(least, most.filter(|&most| most < cap), Some(thing)))
        }
        Phrase::PawnRank(of) => of.replace("{n}", &rank(least, most)),
        Phrase::More(of) => of.replace("{n}", &difference(least, most)),
        Phrase::Lead(of) => format!("{of}: {}", signed(least, most)),
    };
    let [first, second] = kings(&parsed.names);
    text = text.replace("{F}", &first).replace("{G}", &second);
    for (letter, name) in &parsed.names {
        text = text.replace(&format!("{{{letter}}}"), name);
    }
    text + like_men(phrase, over, least, most)
}

fn row(parsed: &Parsed) -> Option<(u8, &'static Phrase)> {
    let is_of_pawn = parsed.names.first().is_some_and(|(_, name)| name.contains("pawn"));
    let pattern = match parsed.pattern.as_str() {
        "A-file" if is_of_pawn => "A-file-of-pawn",
        pattern => pattern,
    };
    let found = PHRASES.iter().find(|(name, _, _)| *name == pattern)?;
    Some((found.1, &found.2))
}

/// Returns the name of the feature of a single man, if `name` is the minimum or maximum over like
/// men.
pub fn of_like_men(name: &str) -> Option<&str> {
    let (name, over) = aggregated(name);
    matches!(over, Over::Least | Over::Most).then_some(name)
}

/// Splits a name into the feature and its aggregation.
fn aggregated(name: &str) -> (&str, Over) {
    let ends = [("-least", Over::Least), ("-most", Over::Most), ("-sum", Over::Sum)];
    let found = ends.into_iter().find_map(|(end, over)| Some((name.strip_suffix(end)?, over)));
    found.unwrap_or((name, Over::Only))
}

/// Returns the words that state for which of the like men a sentence holds.
fn like_men(phrase: &Phrase, over: Over, least: u8, most: Option<u8>) -> &'static str {
    let (for_each, for_one) = (", for each of the like men", ", for at least one of the like men");
    let is_lower = match phrase {
        Phrase::Flag(..) => least > 0,
        _ => most.is_none(),
    };
    let is_upper = match phrase {
        Phrase::Flag(..) => least == 0,
        _ => least == 0,
    };
    match over {
        Over::Only => "",
        Over::Sum => ", counted over the like men together",
        Over::Least if is_lower => for_each,
        Over::Least if is_upper => for_one,
        Over::Least => ", for the like man with the smallest number",
        Over::Most if is_lower => for_one,
        Over::Most if is_upper => for_each,
        Over::Most => ", for the like man with the largest number",
    }
}

/// Returns a range as words: `at most 2 king moves`.
fn amount(least: u8, most: Option<u8>, thing: Option<[&str; 2]>) -> String {
    let last = most.unwrap_or(least);
    let thing = thing
        .map_or(String::new(), |[one, more]| format!(" {}", if last == 1 { one } else { more }));
    match most {
        Some(most) if most == least => format!("exactly {most}{thing}"),
        Some(most) if least == 0 => format!("at most {most}{thing}"),
        Some(most) => format!("{least} to {most}{thing}"),
        None => format!("at least {least}{thing}"),
    }
}

/// Returns in words the rank of a pawn with `least` to `most` ranks to go, 1 to 6: `second rank`.
fn rank(least: u8, most: Option<u8>) -> String {
    let ordinal = |to_go: u8| {
        let ordinals = ["seventh", "sixth", "fifth", "fourth", "third", "second"];
        ordinals[usize::from(to_go.clamp(1, 6)) - 1]
    };
    let (back, ahead) = (most.unwrap_or(6).min(6), least.max(1));
    match (back, ahead) {
        (back, ahead) if back <= ahead => format!("{} rank", ordinal(back)),
        (6, ahead) => format!("{} rank or further back", ordinal(ahead)),
        (back, 1) => format!("{} rank or further ahead", ordinal(back)),
        (back, ahead) => format!("{} to {} rank", ordinal(back), ordinal(ahead)),
    }
}

/// Returns in words a range of a difference plus 8, to stand before `than`: `at least 1 more`.
fn difference(least: u8, most: Option<u8>) -> String {
    let (least, most) = (i16::from(least) - 8, most.map(|most| i16::from(most) - 8));
    match most {
        None if least > 0 => format!("at least {least} more"),
        None if least == 0 => "no fewer".into(),
        None => format!("at most {} fewer", -least),
        Some(0) if least == 0 => "neither more nor fewer".into(),
        Some(most) if most == least && most > 0 => format!("exactly {most} more"),
        Some(most) if most == least => format!("exactly {} fewer", -most),
        Some(most) if least > -8 => format!("{least:+} to {most:+} more"),
        Some(0) => "no more".into(),
        Some(most) if most > 0 => format!("at most {most} more"),
        Some(most) => format!("at least {} fewer", -most),
    }
}

/// Returns in words a range of a difference plus 8: `at least +1`.
fn signed(least: u8, most: Option<u8>) -> String {
    let of = |value: u8| {
        let value = i16::from(value) - 8;
        if value == 0 { "0".to_owned() } else { format!("{value:+}") }
    };
    match most {
        Some(most) if most == least => of(most),
        Some(most) if least == 0 => format!("at most {}", of(most)),
        Some(most) => format!("{} to {}", of(least), of(most)),
        None => format!("at least {}", of(least)),
    }
}
