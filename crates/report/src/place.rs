//! The source line that a branch is named by, such as `rules/kpk.c:17` from the macro
//! `DRAWPROOF_HERE`.

/// A line of a source file, parsed from the name of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The path of the source file, as the compiler was given it.
    pub file: &'a str,
    /// The number of the line, counted from 1.
    pub line: u32,
}

impl Place<'_> {
    /// Parses a branch's name as a source line; `None` for other names.
    pub fn of_branch(name: &str) -> Option<Place<'_>> {
        let (file, line) = name.rsplit_once(':')?;
        let file = file.strip_prefix("./").unwrap_or(file);
        let base = file.rsplit(['/', '\\']).next()?;
        let has_extension =
            base.split_once('.').is_some_and(|(stem, end)| !stem.is_empty() && !end.is_empty());
        let line = line.parse().ok().filter(|&line| line > 0)?;
        has_extension.then_some(Place { file, line })
    }

    /// Returns the address for a link, relative to the folder of the page.
    pub fn address(self) -> String {
        let path = self.file.replace('\\', "/");
        // A colon in a file name would be read as the end of a URL scheme.
        let start = match path.as_bytes() {
            [b'/', ..] => "file://",
            [letter, b':', b'/', ..] if letter.is_ascii_alphabetic() => "file:///",
            _ => "./",
        };
        let kept = |letter: char| letter.is_ascii_alphanumeric() || "/._-~".contains(letter);
        let encoded = path.chars().map(|letter| match letter {
            letter if kept(letter) || (letter == ':' && start == "file:///") => letter.to_string(),
            letter => letter.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect(),
        });
        format!("{start}{}#L{}", encoded.collect::<String>(), self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_source_files_are_places() {
        for (name, file, line) in [
            ("kpk.c:17", "kpk.c", 17),
            ("./src/eval.cpp:1", "src/eval.cpp", 1),
            ("/home/me/a b.c:9", "/home/me/a b.c", 9),
            ("C:\\engine\\eval.c:3", "C:\\engine\\eval.c", 3),
        ] {
            assert_eq!(Place::of_branch(name), Some(Place { file, line }), "{name}");
        }
        for name in ["rank:7", "kpk.c", "kpk.c:", "kpk.c:0", "kpk.c:x", ".c:4", "a/.:4", ":5", ""] {
            assert_eq!(Place::of_branch(name), None, "{name}");
        }
    }

    #[test]
    fn addresses_lead_to_files_only() {
        let address = |name| Place::of_branch(name).expect("a place").address();
        assert_eq!(address("src/eval.c:12"), "./src/eval.c#L12");
        assert_eq!(address("/home/me/a b.c:9"), "file:///home/me/a%20b.c#L9");
        assert_eq!(address("C:\\engine\\eval.c:3"), "file:///C:/engine/eval.c#L3");
        assert_eq!(
            address("javascript:alert(\"1\").c:1"),
            "./javascript%3Aalert%28%221%22%29.c#L1"
        );
    }
}
