//! Lists of patterns match all decisive positions, cost the reported draws, and are the same in
//! every language.

use std::{path::Path, process::Command};

use drawproof_features::{Library, Men};
use drawproof_generator::solve_closure;
use drawproof_miner::{
    checksum,
    emit::{Language, List, Purpose},
    patterns::{
        Effort, ListRule, Problem,
        boxes::{Planes, Ranges, count},
        cover,
        report::Figures,
        search::{Random, merge},
        shorten::{drop_cheapest, shorten},
    },
    sample::Rows,
    world::World,
};
use drawproof_tables::{NormalMaterial, TableSet, progress::Steps};
use drawproof_verifier::{
    Asker, Counting, Options, Subject, Verdict, Verification,
    subject::{Plugin, Slots},
};

fn tables(name: &str) -> (NormalMaterial, TableSet) {
    let material = name.parse::<NormalMaterial>().expect("an endgame");
    (material, solve_closure(&[material], &()).expect("it fits a byte"))
}

fn verified(
    rule: &dyn Subject,
    (material, tables): &(NormalMaterial, TableSet),
    counting: Counting,
) -> Verdict {
    Verification::new(*material, tables, &Options { counting, ..Options::default() })
        .run(Asker::Function(rule))
        .expect("verified")
        .verdict
}

fn run(command: &mut Command) {
    let output = command.output().expect("the compiler runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Lists of several sizes are sound, and longer ones spot more. The source code of the longest
/// makes the same claims in every language.
#[test]
fn lists_are_sound_and_the_same_in_every_language() {
    for (name, sizes, least) in [("KNNK", &[1, 3][..], 0.99), ("KRK", &[3], 0.3)] {
        let known = tables(name);
        let table = known.1.get(known.0).expect("it was solved");
        let world = World::new(table);
        let library = Library::new(Men::of_endgame(name).expect("an endgame"));
        let steps = Steps { progress: &(), endgame: known.0 };
        let problem = Problem::new(&world, &library, &|word| world.lanes(word), steps, false);
        let problem = problem.expect("nobody stops it");
        let mut spotted = 0;
        let mut last = None;
        for &size in sizes {
            let patterns = cover(&problem, size, Effort::Thorough).patterns;
            assert!(patterns.list.len() <= size);
            let rule = ListRule::new(name, &library, &patterns);
            let verdict = verified(&rule, &known, Counting::Full);
            assert!(verdict.is_sound(), "{name} {size}");
            assert!(verdict.total().spotted >= spotted, "{name} {size}");
            spotted = verdict.total().spotted;
            last = Some((patterns, verdict));
        }
        let (patterns, verdict) = last.expect("there are sizes");
        let figures = Figures::new(&library, &patterns, &verdict);
        assert!(figures.spotted_share >= Some(least), "{name} {:?}", figures.spotted_share);
        let only: u64 = figures.patterns.iter().map(|pattern| pattern.only_draws).sum();
        let all: u64 = figures.patterns.iter().map(|pattern| pattern.draws).sum();
        let missed = figures.draws - figures.spotted;
        assert!(only <= missed && missed <= all, "{name}");
        for pattern in &figures.patterns {
            assert!(pattern.only_decisive > 0, "{name} {} is needed", pattern.id);
            assert!(figures.text(usize::MAX).contains(&pattern.says));
        }
        let list = List {
            endgame: name,
            purpose: Purpose::Recognizer,
            branch: None,
            library: &library,
            patterns: &patterns,
            figures: &figures,
            checksum: checksum(table),
            command: "drawproof mine --output 'a*/b.c'",
        };
        let rule = ListRule::new(name, &library, &patterns);
        let of_core = verified(&rule, &known, Counting::Core10).total().spotted;
        let folder = built(&list);
        for (suffix, counting, spotted) in [
            ("c", Counting::Full, spotted),
            ("cpp", Counting::Core10, of_core),
            ("rs", Counting::Core10, of_core),
        ] {
            let path = folder.path().join(format!("{suffix}.so"));
            let plugin = Plugin::load(&path, Slots::private().expect("memory"));
            let verdict = verified(&plugin.expect("it is a plugin"), &known, counting);
            assert!(verdict.is_sound(), "{name} {suffix}");
            assert_eq!(verdict.total().spotted, spotted, "{name} {suffix}");
        }
    }
}

/// Builds a list as a shared library for each language: `c.so`, `cpp.so`, `rs.so`. Returns their
/// folder.
fn built(list: &List) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |suffix: &str| folder.path().join(format!("rule.{suffix}"));
    let write = |language, path: &Path| {
        std::fs::write(path, list.source(language)).expect("it is written");
    };
    write(Language::C, &file("c"));
    write(Language::Cpp, &file("cpp"));
    write(Language::Rust, &file("rs"));
    let out = |suffix: &str| folder.path().join(format!("{suffix}.so"));
    for (compiler, standard, suffix) in [("gcc", "-std=c99", "c"), ("g++", "-std=c++11", "cpp")] {
        let mut command = Command::new(compiler);
        command.args(["-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC"]);
        command.args([standard, "-DDRAWPROOF_PLUGIN", "-o"]);
        run(command.arg(out(suffix)).arg(file(suffix)));
    }
    let mut rustc = Command::new("rustc");
    rustc.args(["-O", "-Dwarnings", "--crate-type", "cdylib", "--cfg", "drawproof_plugin", "-o"]);
    run(rustc.arg(out("rs")).arg(file("rs")));
    folder
}

/// Merging and shortening only widen boxes, within the given limits.
#[test]
fn boxes_only_grow() {
    let mut random = Random(7);
    let mut rows = |count: u64, most: u64| {
        let values = (0..count * 5).map(|_| random.below(most) as u8);
        Rows::new(5, values.collect())
    };
    let (draws, decisive) = (rows(3000, 10), rows(40, 9));
    let planes = Planes::new(&draws, &[9; 5]);
    let boxes: Vec<Ranges> = (0..decisive.len())
        .map(|position| {
            let mut ranges = Ranges::nothing(5);
            ranges.take_in(decisive.row(position));
            ranges
        })
        .collect();
    let holds_all = |found: &[Ranges]| {
        (0..decisive.len()).all(|p| found.iter().any(|ranges| ranges.holds_row(decisive.row(p))))
    };
    let price = |found: &[Ranges]| count(&planes.union(found));
    let mut dearer = 0;
    for wanted in [20, 6, 3, 1] {
        let merged = merge(&planes, boxes.clone(), wanted, u64::MAX).expect("no limit");
        assert!(merged.len() <= wanted && holds_all(&merged));
        assert!(price(&merged) >= dearer, "fewer boxes cost more");
        dearer = price(&merged);
        let limit = price(&merged) - price(&boxes);
        assert!(merge(&planes, boxes.clone(), wanted, limit).is_some());
        assert!(limit == 0 || merge(&planes, boxes.clone(), wanted, limit - 1).is_none());
        let mut short = merged.clone();
        shorten(&planes, &mut short, 5);
        assert!(short.iter().zip(&merged).all(|(after, before)| after.holds(before)));
        assert!(price(&short) <= price(&merged) + 5 * merged.len() as u64);
        let before = price(&short);
        drop_cheapest(&planes, &mut short, 100);
        assert!(short.iter().zip(&merged).all(|(after, before)| after.holds(before)));
        assert!(price(&short) <= before + 100);
    }
}
