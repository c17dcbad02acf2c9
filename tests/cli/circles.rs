//! No two files of a crate import each other, directly or through others.
//!
//! A file imports another one if a `use` or a path in its code names an item that the other file defines,
//! even through re-exports. `mod` and `pub use` alone import nothing. So a `mod.rs` that only lists its folder
//! is in no circle; one that calls its children is in a circle if they call it. Unit tests are ignored.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The circles that are left, in the order in which they are found: a crate, and its files. What is
/// listed without being there fails as well.
const KNOWN: &[(&str, &[&str])] = &[];

/// A path as in the code, or the module of a file.
type Names<'a> = Vec<&'a str>;

/// What a file names.
struct Source<'a> {
    file: &'a str,
    /// What the names mean that modules and uses bring in.
    names: BTreeMap<&'a str, Names<'a>>,
    /// The paths that are imports, as in the code.
    imports: Vec<Names<'a>>,
}

/// The files of a crate by their modules.
type Sources<'a> = BTreeMap<Names<'a>, Source<'a>>;

#[test]
fn no_two_files_of_a_crate_import_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = Vec::new();
    find(root, &mut crates, |path| path.join("Cargo.toml").exists() && path.join("src").exists());
    assert!(crates.len() > 15, "{crates:?}");
    let mut found = Vec::new();
    for folder in crates {
        let mut files = Vec::new();
        find(&folder.join("src"), &mut files, |path| path.extension().is_some_and(|it| it == "rs"));
        let sources = files.iter().filter(|it| !it.ends_with("main.rs"));
        let texts = sources.map(|file| {
            let name = file.strip_prefix(folder.join("src")).expect("it is below").to_str();
            (name.expect("a name is text"), fs::read_to_string(file).expect("it is text"))
        });
        let name = folder.strip_prefix(root).expect("it is below").display().to_string();
        found.extend(circles(&texts.collect()).into_iter().map(|files| (name.clone(), files)));
    }
    let known = KNOWN.iter().map(|(name, files)| {
        (name.to_string(), files.iter().map(|file| file.to_string()).collect::<Vec<_>>())
    });
    assert_eq!(found, known.collect::<Vec<_>>());
}

#[test]
fn circles_are_found_by_way_of_paths_and_re_exports() {
    let of = |a: &str, b: &str, c: &str| {
        let root = "mod a; pub mod b; mod c; pub use b::{B, self as other};";
        let files = [("lib.rs", root), ("a.rs", a), ("b/mod.rs", b), ("c.rs", c)];
        circles(&files.map(|(name, text)| (name, text.to_owned())).into())
    };
    let none: Vec<Vec<String>> = Vec::new();
    assert_eq!(of("use crate::B;", "use super::a::A;", ""), [["a.rs", "b/mod.rs"]]);
    assert_eq!(of("use crate::B;", "", "use crate::{a::A, b::B};"), none);
    let by_path = "fn f<'a>(it: &'a str) -> char { crate::other::f(\"\\\"//\", '\"') }";
    let all = [["a.rs", "b/mod.rs", "c.rs"]];
    assert_eq!(of(by_path, "use crate::c; // c\nfn g() { c::C }", "use crate::a as x;"), all);
    let tests = "#[cfg(test)] mod tests { use crate::a; }";
    assert_eq!(of("use crate::B;", tests, "//! `crate::a::A`\nconst A: &str = \"a::A\";"), none);
}

/// All paths below a folder, and the folder, that are meant; without what is built.
fn find(path: &Path, found: &mut Vec<PathBuf>, is_meant: impl Fn(&Path) -> bool + Copy) {
    let name = path.file_name().expect("it is below the repository").to_string_lossy();
    if name.starts_with('.') || ["target", "node_modules"].contains(&&*name) {
        return;
    }
    if is_meant(path) {
        found.push(path.to_owned());
    }
    let Ok(folder) = path.read_dir() else { return };
    let mut entries: Vec<_> = folder.map(|entry| entry.expect("it can be read").path()).collect();
    entries.sort();
    entries.iter().for_each(|entry| find(entry, found, is_meant));
}

/// The files of a crate, by their texts, in groups that import each other.
fn circles(texts: &BTreeMap<&str, String>) -> Vec<Vec<String>> {
    let sources: Sources = texts.iter().map(|(file, text)| read(file, text)).collect();
    let imports = |module| -> BTreeSet<Names> {
        let paths = sources[module].imports.iter();
        let paths = paths.filter_map(|path| absolute(&sources, module, path));
        paths.map(|path| home(&sources, path)).filter(|home| home != module).collect()
    };
    let imports: BTreeMap<&Names, _> = sources.keys().map(|it| (it, imports(it))).collect();
    let reached = |from| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            open.extend(imports[next].iter().filter(|it| reached.insert(*it)));
        }
        reached
    };
    let reached: BTreeMap<&Names, _> = sources.keys().map(|it| (it, reached(it))).collect();
    let group = |(module, below): (&&Names, &BTreeSet<&Names>)| -> Vec<String> {
        let others = below.iter().filter(|other| reached[*other].contains(module));
        others.map(|other| sources[*other].file.to_owned()).collect()
    };
    let groups: BTreeSet<Vec<String>> = reached.iter().map(group).collect();
    groups.into_iter().filter(|group| !group.is_empty()).collect()
}

/// Reads a file. Returns its module, too.
fn read<'a>(file: &'a str, text: &'a str) -> (Names<'a>, Source<'a>) {
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod").split('/');
    let mut source = Source { file, names: BTreeMap::new(), imports: Vec::new() };
    let tokens = tokens(text);
    let mut at = 0;
    while at < tokens.len() {
        let before = at.checked_sub(1).map_or("", |before| tokens[before]);
        match tokens[at..] {
            ["cfg", "(", "test", ")", "]", "mod", _, "{", ..] => break,
            ["mod", name, ";", ..] => {
                source.names.insert(name, vec!["self", name]);
                at += 3;
            }
            ["use", ..] => {
                let end = at + tokens[at..].iter().position(|it| *it == ";").expect("it ends");
                let is_public = ["pub", ")"].contains(&before);
                read_use(&mut source, &tokens[at + 1..=end], is_public);
                at = end;
            }
            [name, "::", ..] if is_word(name) && !["::", "."].contains(&before) => {
                let mut path = vec![name];
                while let ["::", name, ..] = tokens[at + 1..]
                    && is_word(name)
                {
                    path.push(name);
                    at += 2;
                }
                source.imports.push(path);
                at += 1;
            }
            _ => at += 1,
        }
    }
    (module.filter(|name| *name != "lib").collect(), source)
}

/// Reads a `use`, from behind its keyword to its semicolon.
fn read_use<'a>(source: &mut Source<'a>, tokens: &[&'a str], is_public: bool) {
    let mut prefixes = vec![Names::new()];
    let mut path = Names::new();
    for token in tokens {
        match *token {
            "::" => {}
            "{" => prefixes.push(path.clone()),
            "," | "}" | ";" => {
                if path.len() > prefixes.last().map_or(0, Vec::len) {
                    let (meant, name) = match path[..] {
                        [ref meant @ .., "as", name] => (meant, name),
                        [ref meant @ .., "self"] => (meant, meant[meant.len() - 1]),
                        ref meant => (meant, meant[meant.len() - 1]),
                    };
                    source.names.insert(name, meant.to_vec());
                    if !is_public {
                        source.imports.push(meant.to_vec());
                    }
                }
                if *token == "}" {
                    prefixes.pop();
                }
                path = prefixes.last().cloned().unwrap_or_default();
            }
            name => path.push(name),
        }
    }
}

/// A path from the root of the crate; `None` of one that leads to another crate.
fn absolute<'a>(sources: &Sources<'a>, module: &[&'a str], path: &[&'a str]) -> Option<Names<'a>> {
    let supers = path.iter().take_while(|name| **name == "super").count();
    match path[0] {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => Some([&module[..module.len() - supers], &path[supers..]].concat()),
        name => {
            let meant = sources[module].names.get(name).filter(|meant| meant[0] != name)?;
            absolute(sources, module, &[meant, &path[1..]].concat())
        }
    }
}

/// The module whose file defines what a path from the root names.
fn home<'a>(sources: &Sources<'a>, path: Names<'a>) -> Names<'a> {
    let inside = |length: &usize| !sources.contains_key(&path[..*length]);
    let Some(length) = (1..=path.len()).find(inside) else { return path };
    let module = &path[..length - 1];
    match absolute(sources, module, &path[length - 1..]) {
        Some(meant) if meant != path => home(sources, meant),
        _ => module.to_vec(),
    }
}

/// The words of a text, `::`, and other characters, without comments, strings and lifetimes.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let until = |end: &str, from: usize| {
            rest[from..].find(end).map_or(rest.len(), |length| from + length + end.len())
        };
        let hashes = rest.bytes().skip(1).take_while(|it| *it == b'#').count();
        let length = match first {
            '/' if rest.starts_with("//") => until("\n", 2),
            '/' if rest.starts_with("/*") => until("*/", 2),
            'r' if rest[1 + hashes..].starts_with('"') => {
                until(&format!("\"{}", "#".repeat(hashes)), 2 + hashes)
            }
            '"' => {
                let mut is_escaped = false;
                let end = rest[1..].find(|it| {
                    let ends = it == '"' && !is_escaped;
                    is_escaped = it == '\\' && !is_escaped;
                    ends
                });
                2 + end.expect("a string ends")
            }
            '\'' if rest.starts_with("'\\") => until("'", 3),
            '\'' if rest.chars().nth(2) == Some('\'') => until("'", 1),
            '\'' => 1,
            _ => {
                let word = rest.find(|it: char| !it.is_alphanumeric() && it != '_');
                let length = word.unwrap_or(rest.len()).max(first.len_utf8());
                let length = if rest.starts_with("::") { 2 } else { length };
                found.extend((!first.is_whitespace()).then_some(&rest[..length]));
                length
            }
        };
        rest = &rest[length..];
    }
    found
}

fn is_word(token: &str) -> bool {
    token.starts_with(|it: char| it.is_alphabetic() || it == '_')
}
