//! Pieces of source code: the primitives that a text calls, and arrays of numbers.

use crate::packed::PackedTree;

/// Returns the functions of `file` that `text` calls, directly or indirectly, in the order of the
/// file. The file has one function in each paragraph; `declares` returns the name of a paragraph's
/// function.
pub fn needed(file: &str, text: &str, declares: fn(&str) -> Option<String>) -> Vec<String> {
    let parts: Vec<(String, &str)> = file
        .split("\n\n")
        .filter_map(|part| declares(part).map(|name| (name, part.trim_end())))
        .collect();
    let mut wanted: Vec<bool> = parts.iter().map(|(name, _)| calls(text, name)).collect();
    loop {
        let more: Vec<usize> = (0..parts.len())
            .filter(|&part| !wanted[part])
            .filter(|&part| {
                (0..parts.len()).any(|other| wanted[other] && calls(parts[other].1, &parts[part].0))
            })
            .collect();
        if more.is_empty() {
            break;
        }
        more.into_iter().for_each(|part| wanted[part] = true);
    }
    (0..parts.len()).filter(|&part| wanted[part]).map(|part| parts[part].1.to_owned()).collect()
}

/// Returns whether `text` calls the function `name`.
pub fn calls(text: &str, name: &str) -> bool {
    text.match_indices(&format!("{name}(")).any(|(place, _)| {
        let before = text[..place].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == '.')
    })
}

/// A table of a packed tree: unsigned numbers of a fixed width.
pub(super) struct Array {
    /// The comment above the table.
    pub says: &'static str,
    pub name: &'static str,
    pub bits: u32,
    pub numbers: Vec<u64>,
}

/// Returns the tables of a packed tree.
pub(super) fn arrays(packed: &PackedTree) -> [Array; 7] {
    let array = |name, bits, numbers, says| Array { says, name, bits, numbers };
    let bytes = |bytes: &[u8]| bytes.iter().map(|&byte| byte.into()).collect();
    let shorts = |shorts: &[u16]| shorts.iter().map(|&short| short.into()).collect();
    let (opens, shape) = (&packed.opens, &packed.shape);
    let (questions, bits) = (shorts(&packed.questions), if packed.is_narrow() { 8 } else { 16 });
    let largest = "The largest value of the first answer, by question.";
    let ways = "Ways that lead to a branch: bit 2 * branch + side.";
    [
        array("questions", bits, questions, "The question of each branch."),
        array("thresholds", 8, bytes(&packed.thresholds), largest),
        array("opens", 64, opens.words.clone(), "Questions that begin the next feature."),
        array("opens_before", 16, shorts(&opens.before), "How many begin before each word."),
        array("shape", 64, shape.words.clone(), ways),
        array("shape_before", 16, shorts(&shape.before), "How many do before each word."),
        array("claims", 64, packed.claims.words.clone(), "Leaves that claim a draw."),
    ]
}

/// Writes the numbers of an array in lines of at most 96 columns. `suffix` follows each 64-bit
/// number.
pub(super) fn lines(array: &Array, suffix: &str) -> String {
    let indent = "    ";
    let (mut text, mut line) = (String::new(), String::from(indent));
    for number in &array.numbers {
        let number = match array.bits {
            64 => format!("0x{number:016x}{suffix}"),
            _ => number.to_string(),
        };
        if line.len() + number.len() + 1 > 96 {
            text.push_str(line.trim_end());
            text.push('\n');
            line = indent.into();
        }
        line.push_str(&number);
        line.push_str(", ");
    }
    text + line.trim_end() + "\n"
}
