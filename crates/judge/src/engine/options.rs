//! The options that an engine declares, and the ones that are set.

use super::start_error::StartError;

/// The names that an error lists at most.
const CLOSEST: usize = 3;

/// An option as an engine declares it: `option name Hash type spin default 16 min 1 max 1024`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UciOption {
    pub name: String,
    kind: Kind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Button,
    Check,
    /// A whole number, both ends included.
    Spin(i64, i64),
    /// One of these.
    Combo(Vec<String>),
    /// Any text, or a type that UCI does not have.
    Text,
}

impl UciOption {
    /// The option that a line declares, the word `option` left out.
    pub fn parse(line: &str) -> Option<UciOption> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let start = words.iter().position(|&word| word == "name")? + 1;
        let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
        let name = words.get(start..end)?.join(" ");
        let rest = words.get(end + 1..).unwrap_or_default();
        let number = |key: &str| {
            let value = rest.iter().position(|&word| word == key)? + 1;
            rest.get(value)?.parse::<i64>().ok()
        };
        let kind = match rest.first().copied() {
            Some("button") => Kind::Button,
            Some("check") => Kind::Check,
            Some("spin") => {
                Kind::Spin(number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX))
            }
            Some("combo") => {
                let values = rest.split(|&word| word == "var").skip(1);
                Kind::Combo(values.map(|words| words.join(" ")).collect())
            }
            _ => Kind::Text,
        };
        (!name.is_empty()).then_some(UciOption { name, kind })
    }

    /// Whether it is a button of that name.
    pub fn is_button(&self, name: &str) -> bool {
        self.kind == Kind::Button && self.name.eq_ignore_ascii_case(name)
    }

    /// What values it takes, if it does not take `value`.
    fn refusal(&self, value: &str) -> Option<String> {
        let expected = match &self.kind {
            Kind::Check if !matches!(value, "true" | "false") => "true or false".into(),
            Kind::Spin(min, max) if !value.parse().is_ok_and(|it| (*min..=*max).contains(&it)) => {
                format!("a whole number from {min} to {max}")
            }
            // An engine may not list every value it takes, and compares without case.
            Kind::Combo(values)
                if !values.is_empty()
                    && !values.iter().any(|it| it.eq_ignore_ascii_case(value)) =>
            {
                format!("one of {}", values.join(", "))
            }
            _ if value.contains(['\n', '\r']) => "a value is one line".into(),
            _ => return None,
        };
        Some(expected)
    }
}

/// The lines that set options.
///
/// # Errors
///
/// The engine has no such option, or the option does not take the value.
pub(super) fn setting_lines(
    engine: &str,
    declared: &[UciOption],
    set: &[(String, String)],
) -> Result<String, StartError> {
    let mut lines = String::new();
    for (name, value) in set {
        let option = declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| StartError::UnknownOption {
            engine: engine.into(),
            name: name.clone(),
            closest: closest(declared, name),
        })?;
        if let Some(expected) = option.refusal(value) {
            return Err(StartError::OptionValue {
                engine: engine.into(),
                name: option.name.clone(),
                value: value.clone(),
                expected,
            });
        }
        lines += &match option.kind {
            Kind::Button => format!("setoption name {}\n", option.name),
            _ => format!("setoption name {} value {value}\n", option.name),
        };
    }
    Ok(lines)
}

/// The closest names of options as the end of an error.
fn closest(declared: &[UciOption], name: &str) -> String {
    let name = name.to_lowercase();
    let distance =
        |option: &&UciOption| strsim::damerau_levenshtein(&option.name.to_lowercase(), &name);
    let mut names: Vec<&UciOption> = declared.iter().collect();
    names.sort_by_key(distance);
    let names: Vec<String> =
        names.iter().take(CLOSEST).map(|option| format!("'{}'", option.name)).collect();
    match names.as_slice() {
        [] => ": it declares no options".into(),
        names => format!(": the closest names are {}", names.join(", ")),
    }
}
