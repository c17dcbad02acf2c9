//! Pieces of source code: the primitives that it calls, from the files of all primitives, and numbers in
//! lines.

/// The functions of `file` that `text` calls, directly or not, in the order of the file. Empty lines
/// separate functions; `declares` returns the name of the function that a part declares.
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

/// Whether `text` calls the function `name`.
fn calls(text: &str, name: &str) -> bool {
    text.match_indices(&format!("{name}(")).any(|(place, _)| {
        let before = text[..place].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == '.')
    })
}

/// Numbers in lines of at most 96 columns after `indent`.
pub(crate) fn lines(numbers: impl IntoIterator<Item = String>, indent: &str) -> String {
    let (mut text, mut line) = (String::new(), String::from(indent));
    for number in numbers {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_needs_the_functions_it_calls() {
        let file =
            "fn a() { b() }\n\nfn b() { x.c() }\n\nfn c() {}\n\nfn bb() { d() }\n\nfn d() {}\n";
        let found = needed(file, "let x = a();", |part| {
            Some(part.trim_start().strip_prefix("fn ")?.split('(').next()?.to_owned())
        });
        assert_eq!(found, ["fn a() { b() }", "fn b() { x.c() }"]);
        assert!(!calls("aa()", "a") && calls("(a())", "a"));
    }
}
