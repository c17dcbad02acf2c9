//! Turns the learned rules, `src/learned/*.rule`, into code.

use std::{
    env,
    error::Error,
    ffi::OsStr,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use drawproof_features::{Library, Men, emit::rust, learned::LearnedRule, rule_file};

const FOLDER: &str = "src/learned";

/// The primitives that the walk through the tables calls instead of inlining: they are long and
/// have hundreds of callers there. The code of the busiest branches inlines them.
const CALLED: [&str; 6] = ["rook", "bishop", "walk", "leaps", "parts", "colour_corner"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut rules = Vec::new();
    for entry in fs::read_dir(FOLDER)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("rule")) {
            rules.push(read(&path).map_err(|error| format!("{}: {error}", path.display()))?);
        }
    }
    rules.sort_by_key(|rule| order(&rule.endgame));
    let output = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(output.join("learned.rs"), source(&rules)?)?;
    Ok(())
}

fn read(path: &Path) -> Result<LearnedRule, Box<dyn Error>> {
    let rule = rule_file::read(&fs::read(path)?)?;
    let expected = format!("{}.rule", rule.endgame.to_lowercase());
    if path.file_name() != Some(OsStr::new(&expected)) {
        return Err(format!("a rule for {} is called {expected}", rule.endgame).into());
    }
    Ok(rule)
}

/// Returns the sort key of an endgame: by the number of men, then by their kinds, queens first.
fn order(endgame: &str) -> (usize, Vec<Option<usize>>) {
    (endgame.len(), endgame.chars().map(|letter| "QRBNPK".find(letter)).collect())
}

/// Writes the source code of the [`CALLED`] primitives as functions that are not inlined.
fn calls() -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    for name in CALLED {
        let signature = rust::PRIMITIVES
            .lines()
            .find(|line| line.starts_with(&format!("pub fn {name}(")))
            .ok_or_else(|| format!("{name} is not a primitive"))?;
        let parameters = signature.split(['(', ')']).nth(1).ok_or("a function has parameters")?;
        let names: Vec<&str> =
            parameters.split(", ").filter_map(|typed| typed.split(':').next()).collect();
        writeln!(out, "#[inline(never)]\n{signature}")?;
        writeln!(out, "    super::primitives::{name}({})\n}}", names.join(", "))?;
    }
    Ok(out)
}

/// Writes one module per rule, and the static lists of all rules.
fn source(rules: &[LearnedRule]) -> Result<String, Box<dyn Error>> {
    let mut out = format!(
        "#[allow(dead_code, missing_docs, clippy::all)]\nmod primitives {{\n{}}}\n\
         #[allow(missing_docs)]\nmod calls {{\n{}}}\n",
        rust::PRIMITIVES,
        calls()?
    );
    let (mut catalogue, mut material) = (String::new(), String::new());
    for rule in rules {
        let (endgame, module) = (&rule.endgame, rule.endgame.to_lowercase());
        let men = Men::of_endgame(endgame).ok_or("a rule names an endgame")?;
        // The function `value` serves the walk through the tables. A rule without tables has none.
        let body = rust::body(rule, &Library::new(men)).replacen(
            "-> u64 {\n    match feature {",
            "-> u64 {\n    #[allow(unused_imports)]\n    use super::calls::*;\n    match feature {",
            1,
        );
        writeln!(
            out,
            "#[allow(clippy::all)]\nmod {module} {{\nuse super::primitives::*;\n{body}}}"
        )?;
        writeln!(
            catalogue,
            "    &Plain {{ endgame: \"{endgame}\", name: \"{endgame} learned\", patterns: [], \
             draws: |position: &Position| draws(position, {module}::is_draw) }},"
        )?;
        writeln!(material, "    Position::material_of(\"{endgame}\"),")?;
    }
    writeln!(out, "static CATALOGUE: &[&dyn Rule] = &[\n{catalogue}];")?;
    writeln!(out, "static MATERIAL: &[(u32, u32)] = &[\n{material}];")?;
    Ok(out)
}
