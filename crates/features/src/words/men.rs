//! The men in the names of features, and their names in sentences.

/// The sides in names of features.
const SIDES: [&str; 4] = ["strong", "weak", "own", "other"];

/// The kinds in names of features.
const KINDS: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/// A feature's name with its men replaced by placeholders, such as `A-B-distance`.
pub(super) struct Parsed {
    /// The name with `A`, `B` and `C` for men, `P` for two like men together, and `S` for a side.
    pub pattern: String,
    /// The placeholders with their names in sentences.
    pub names: Vec<(char, String)>,
}

/// Replaces the men in a feature's name.
pub(super) fn parsed(name: &str) -> Parsed {
    let words: Vec<&str> = name.split('-').collect();
    let (mut pattern, mut names) = (Vec::new(), Vec::new());
    let mut letters = "ABC".chars();
    let mut at = 0;
    while at < words.len() {
        let side = SIDES.contains(&words[at]).then_some(words[at]);
        let next = words.get(at + 1).copied().unwrap_or_default();
        let plural = next.strip_suffix('s').filter(|kind| KINDS.contains(kind));
        let is_side_alone = side.is_some_and(|side| names.iter().all(|(_, n)| *n != side_of(side)));
        match side {
            Some(side) if KINDS.contains(&next) => {
                let letter = letters.next().unwrap_or('C');
                pattern.push(letter.to_string());
                names.push((letter, man(side, next)));
                at += 1;
            }
            Some(side) if plural.is_some() => {
                pattern.push("P".into());
                names.push(('P', two_men(side, next)));
                at += 1;
            }
            Some(side)
                if is_side_alone && matches!(next, "guards" | "men" | "to" | "stalemated") =>
            {
                pattern.push("S".into());
                names.push(('S', side_of(side)));
            }
            _ => pattern.push(words[at].into()),
        }
        at += 1;
    }
    Parsed { pattern: pattern.join("-"), names }
}

/// Returns what to call the kings of the first and of the second side in a sentence with these
/// names.
pub(super) fn kings(names: &[(char, String)]) -> [String; 2] {
    let is = |side: &str| names.iter().any(|(_, name)| name.contains(side));
    if is("strong") || is("weak") {
        ["strong", "weak"].map(|side| man(side, "king"))
    } else if is("side") {
        ["own", "other"].map(|side| man(side, "king"))
    } else {
        ["the king of the first side".into(), "that of the second".into()]
    }
}

/// Returns the name of a man in a sentence.
fn man(side: &str, kind: &str) -> String {
    match side {
        "own" => format!("the {kind} of the side to move"),
        "other" => format!("the {kind} of the side not to move"),
        _ => format!("the {side} {kind}"),
    }
}

/// Returns the name of two like men in a sentence; `kinds` is their plural.
fn two_men(side: &str, kinds: &str) -> String {
    match side {
        "own" => format!("the two {kinds} of the side to move"),
        "other" => format!("the two {kinds} of the side not to move"),
        _ => format!("the two {side} {kinds}"),
    }
}

/// Returns the name of a side in a sentence.
fn side_of(side: &str) -> String {
    match side {
        "own" => "the side to move".into(),
        "other" => "the side not to move".into(),
        _ => format!("the {side} side"),
    }
}
