//! The query of a URL.

use std::time::Duration;

use drawproof_tables::{Material, NormalMaterial, SOLVABLE_MEN_MAX};
use strsim::levenshtein;

use super::answer::Refusal;

/// The parameters of all paths.
const KNOWN: [&str; 13] = [
    "fen", "dtc", "can_mate", "moves", "counting", "kind", "plies", "side", "seed", "where",
    "limit", "order", "wait",
];

/// The parameters after `?` of a request's target, still percent-encoded.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a>(pub &'a str);

impl<'a> Query<'a> {
    /// Returns the decoded value of a parameter, the first one if it is repeated; `None` if it is
    /// missing.
    pub fn get(self, name: &str) -> Result<Option<String>, Refusal> {
        let parameters = self.0.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let mut named = parameters.filter(|(given, _)| *given == name);
        named.next().map(|(_, text)| decoded(text)).transpose()
    }

    /// Checks that all parameters apply to the path. With `ignores_others`, names that the API does
    /// not have are ignored, unless they look like a misspelling of an applying parameter.
    ///
    /// # Errors
    ///
    /// Fails if a parameter does not apply. The error names this parameter and those that apply.
    pub fn check(self, applying: &[&str], ignores_others: bool) -> Result<(), Refusal> {
        let applying: Vec<&str> = applying.iter().copied().chain(["wait"]).collect();
        let is_near = |name: &str| applying.iter().any(|it| levenshtein(it, name) <= it.len() / 3);
        let given = self.0.split('&').filter(|pair| !pair.is_empty());
        let names = given.map(|pair| pair.split_once('=').map_or(pair, |(name, _)| name));
        for name in names.filter(|name| !applying.contains(name)) {
            if !ignores_others || KNOWN.contains(&name) || is_near(name) {
                let shown: String = name.chars().take(40).collect();
                return Err(Refusal::bad_request(format!(
                    "the parameter '{shown}' does not apply here: the parameters are {}",
                    applying.join(", ")
                )));
            }
        }
        Ok(())
    }

    /// Returns the decoded value of a required parameter; a missing one is an error.
    pub fn needed(self, name: &str) -> Result<String, Refusal> {
        let text = self.get(name)?;
        text.ok_or_else(|| Refusal::bad_request(format!("the parameter '{name}' is missing")))
    }

    /// Returns whether a parameter is 1. The parameter must be 1 or 0, and defaults to 0.
    pub fn flag(self, name: &str) -> Result<bool, Refusal> {
        match self.get(name)?.as_deref() {
            None | Some("0") => Ok(false),
            Some("1") => Ok(true),
            Some(_) => Err(Refusal::bad_request(format!("parameter '{name}': 0 or 1"))),
        }
    }

    /// Parses a parameter; returns `default` if it is missing.
    pub fn parsed<T: std::str::FromStr>(self, name: &str, default: T) -> Result<T, Refusal>
    where
        T::Err: std::fmt::Display,
    {
        let Some(text) = self.get(name)? else { return Ok(default) };
        let wrong = |error: T::Err| Refusal::bad_request(format!("parameter '{name}': {error}"));
        text.parse().map_err(wrong)
    }
}

/// Parses a time in seconds, such as 2 or .5. Times beyond the range of the clock are cut to its
/// maximum.
pub fn parse_seconds(text: &str) -> Result<Duration, Refusal> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
    let seconds = seconds
        .ok_or_else(|| Refusal::bad_request("parameter 'wait': seconds, such as 2 or .5"))?;
    Ok(Duration::from_secs_f64(seconds.min(u32::MAX.into())))
}

/// Decodes the percent escapes of a part of a URL, and `+` as a blank.
pub fn decoded(text: &str) -> Result<String, Refusal> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter();
    while let Some(&byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = rest.as_slice().get(..2).and_then(|two| std::str::from_utf8(two).ok());
                let code = digits.filter(|two| two.bytes().all(|b| b.is_ascii_hexdigit()));
                let code = code.and_then(|two| u8::from_str_radix(two, 16).ok());
                let Some(code) = code else {
                    return Err(Refusal::bad_request("'%' is not followed by two hex digits"));
                };
                rest.nth(1);
                code
            }
            other => other,
        });
    }
    String::from_utf8(bytes).map_err(|_| Refusal::bad_request("the URL is no UTF-8"))
}

/// Parses the name of an endgame in a request's path.
///
/// # Errors
///
/// Fails if the name is invalid, or has more men than tables support.
pub fn endgame_of(name: &str) -> Result<NormalMaterial, Refusal> {
    let name = decoded(name)?;
    let material: Material = name.parse().map_err(Refusal::bad_request)?;
    let men = material.men();
    if !(3..=SOLVABLE_MEN_MAX).contains(&men) {
        let message = format!("{material} has {men} men: tables have 3 to {SOLVABLE_MEN_MAX}");
        return Err(Refusal::not_found(message));
    }
    Ok(material.normalise().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_replaced_and_bad_ones_refused() {
        let query = Query("a=1&fen=8%2F8+w&b&c=%C3%A9&d=%&e=%f&f=%zz&g=%ff&fen=x");
        assert_eq!(query.get("fen").unwrap().unwrap(), "8/8 w");
        assert_eq!(query.get("b").unwrap().unwrap(), "");
        assert_eq!(query.get("c").unwrap().unwrap(), "é");
        assert_eq!(query.get("z"), Ok(None));
        for bad in ["d", "e", "f", "g"] {
            assert!(query.get(bad).is_err(), "{bad}");
        }
        assert_eq!(query.parsed("a", 7), Ok(1));
        assert_eq!(query.parsed("z", 7), Ok(7));
        assert!(query.parsed("c", 7).is_err() && query.needed("z").is_err());
    }
    #[test]
    fn seconds_may_have_a_fraction() {
        for (text, expected) in
            [("0", 0), (".2", 200), ("1.5", 1500), ("1e99", u64::from(u32::MAX) * 1000)]
        {
            assert_eq!(parse_seconds(text), Ok(Duration::from_millis(expected)), "{text}");
        }
        for text in ["", "-1", "NaN", "soon"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parameters_that_do_not_apply_are_named() {
        let check = |query, others| Query(query).check(&["fen", "dtc", "can_mate"], others);
        for query in ["", "fen=x&dtc=always&wait=1", "&can_mate=1&", "fen"] {
            assert_eq!((check(query, false), check(query, true)), (Ok(()), Ok(())), "{query}");
        }
        assert_eq!(check("x=1&fen=x&source=a", true), Ok(()));
        for query in ["fen=x&plies=3", "can_mat=1", "canmate=1", "fenn=x", "moves"] {
            let name = query.split('&').next_back().unwrap().split('=').next().unwrap();
            for others in [false, true] {
                let message = check(query, others).unwrap_err().message;
                assert!(message.starts_with(&format!("the parameter '{name}' does")), "{message}");
                assert!(message.ends_with("fen, dtc, can_mate, wait"), "{message}");
            }
        }
        assert!(check("x=1", false).is_err());
    }

    #[test]
    fn an_endgame_is_named_in_any_way() {
        for name in ["KRKN", "krkn", "KRvKN", "KNKR"] {
            assert_eq!(endgame_of(name).unwrap().to_string(), "KRKN");
        }
        for name in ["", "KK", "KRRRKRR", "KXK", "%ff", "K%"] {
            assert!(endgame_of(name).is_err(), "{name}");
        }
    }
}
