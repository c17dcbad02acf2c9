//! `--shard` and `merge`: shards add up to the undivided run, and shards of different runs are
//! refused.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

use drawproof_board::Color;
use drawproof_tables::{
    Cell, NormalMaterial, PlainTable,
    file::{LEVEL_DEFAULT, pack},
};

use crate::plugin::compiled;

/// The folder of the library and of the tables of all tests here.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// A rule with reasons that is wrong, and whose answers depend on the side: every kind of finding.
const WRONG: &str = r#"#include "drawproof.h"
uint32_t drawproof_abi(void) { return 2; }
const char *drawproof_reason_name(unsigned bit) {
    return bit == 0 ? "light" : bit == 1 ? "edge" : 0;
}
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    uint64_t king = p->colour[1] & p->kind[5];
    int light = (king & 0x55aa55aa55aa55aaull) != 0, edge = (king & 0xff818181818181ffull) != 0;
    if (reasons) *reasons = (uint64_t)(light | edge << 1);
    return light ? 2 : p->side_to_move ? 6 : 7;
}
"#;

static LIBRARY: LazyLock<String> = LazyLock::new(|| compiled(FOLDER.path(), "wrong_rule", WRONG));

const FORMATS: [&str; 6] = ["text", "json", "markdown", "junit", "github", "html"];

fn drawproof(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drawproof"));
    command.args(args).arg("--quiet").env("DRAWPROOF_TABLES", FOLDER.path().join("tables"));
    command.env("COLUMNS", "10000").output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A report without measured times, which differ from run to run.
fn timeless(report: &[u8]) -> String {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut text = String::from_utf8(report.to_vec()).unwrap();
    for before in ["\"seconds\": ", "\"nanoseconds_per_call\": ", " time=\""] {
        let mut parts = text.split(before).map(str::to_owned);
        let first = parts.next().unwrap_or_default();
        text = parts
            .fold(first, |text, part| text + before + "T" + part.trim_start_matches(is_number));
    }
    for unit in [" ns", " us", " ms"] {
        let mut parts = text.split(unit).map(str::to_owned);
        let first = parts.next().unwrap_or_default();
        text = parts.fold(first, |text, part| {
            // No word that begins like a unit.
            let is_unit = text.ends_with(is_number) && !part.starts_with(char::is_alphanumeric);
            // Times on both sides of a limit have different units.
            let (text, unit) =
                if is_unit { (text.trim_end_matches(is_number), " T") } else { (&text[..], unit) };
            text.to_owned() + unit + &part
        });
    }
    text
}

/// Does the work of `args` in `count` shards; returns their files in a new folder.
fn shards(args: &[&str], count: u32) -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let files = (1..=count).map(|number| {
        let file = folder.path().join(format!("{number}.shard")).to_str().unwrap().to_owned();
        let shard = format!("{number}/{count}");
        let done = drawproof(&[args, &["--shard", &shard, "--output", &file]].concat());
        assert_eq!(done.status.code(), Some(0), "{args:?} {shard}: {}", errors(&done));
        assert!(done.stdout.is_empty(), "the report is left to merge");
        file
    });
    let files = files.collect();
    (folder, files)
}

/// Shards in each of `counts` add up to the report and the status of the undivided run, in all formats.
fn assert_adds_up(args: &[&str], counts: &[u32], formats: &[&str]) {
    let whole: Vec<Output> =
        formats.iter().map(|format| drawproof(&[args, &["--format", format]].concat())).collect();
    for &count in counts {
        let (_folder, mut files) = shards(args, count);
        // In any order.
        files.reverse();
        for (format, whole) in formats.iter().zip(&whole) {
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let merged = drawproof(&[&["merge", "--format", format], &files[..]].concat());
            let context = format!("{args:?} in {count}, {format}: {}", errors(&merged));
            assert_eq!(merged.status.code(), whole.status.code(), "{context}");
            assert!(timeless(&merged.stdout) == timeless(&whole.stdout), "{context}");
        }
    }
}

#[test]
fn shards_of_built_in_rules_add_up() {
    assert_adds_up(&["verify", "KPK", "KRK"], &[1, 2, 5], &FORMATS);
    assert_adds_up(&["verify", "KRKN", "KPKP", "--counting", "unique"], &[2], &["json"]);
    assert_adds_up(
        &["verify", "K?K", "KRKN", "--men", "3", "--counting", "unique"],
        &[20],
        &["json"],
    );
    assert_adds_up(&["verify", "KRKR", "--learned", "--counting", "unique"], &[3], &["json"]);
}

#[test]
fn shards_of_a_library_add_up() {
    let plugin = ["--plugin", LIBRARY.as_str()];
    let cases: [(&[&str], &[u32], &[&str]); 7] = [
        (&["K?K", "KBK", "--men", "3"], &[3], &FORMATS),
        (&["KPKP", "KPK", "--counting", "unique"], &[3], &["json"]),
        (&["KRKN", "--counting", "unique", "--examples", "0"], &[2], &["json"]),
        (
            // The first parts leave few positions whose moves are counted.
            &[
                "KPK",
                "KPKP",
                "--where",
                "rank(wk) = 1 and wk != e1 and rank(bk) = 2 and only_move",
                "--counting",
                "unique",
            ],
            &[2],
            &["json", "text"],
        ),
        (&["KPK", "--counting", "core10", "--examples", "40"], &[3], &["json"]),
        (&["KRKB", "--domain", "quiet", "--counting", "unique"], &[3], &["json"]),
        (&["KBKP", "--fifty-move", "--counting", "unique"], &[2], &["json"]),
    ];
    for (args, counts, formats) in cases {
        assert_adds_up(&[&["verify"], args, &plugin[..]].concat(), counts, formats);
    }
}

#[test]
fn shards_of_a_program_add_up() {
    let program = "awk '{ print (NR % 1 == 0 && $2 == \"w\") ? \"draw\" : \"-\"; fflush() }'";
    let args = ["verify", "KNK", "--command", program, "--workers", "1", "--counting", "unique"];
    assert_adds_up(&args, &[2, 3], &["json", "text"]);
}

#[test]
fn shards_of_an_audit_add_up() {
    assert_adds_up(&["check", "KPK", "KNK", "KQK"], &[1, 4], &["text", "json"]);
    assert_adds_up(&["check", "KPK", "--metric", "dtz"], &[3], &["json"]);
    assert_adds_up(&["check", "KPK", "--truth", "can-mate"], &[2], &["text", "json"]);
    assert_adds_up(&["check", "KBKN", "--truth", "can-mate"], &[2], &["json"]);
}

#[test]
fn shards_of_an_audit_add_up_to_its_errors() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let bishop = "KBK".parse::<NormalMaterial>().unwrap();
    let solved = drawproof_generator::solve_closure(&[bishop], &()).unwrap();
    let table = solved.get(bishop).unwrap();
    // Mates in two where there is a draw: more of them than a report lists.
    let mut cells = Color::ALL.map(|side| table.cells(side).to_vec());
    let legal = Color::ALL.map(|side| table.legal(side).to_vec());
    let mate = Cell::from_number(3).unwrap().byte();
    for index in (0..cells[0].len())
        .step_by(37)
        .filter(|index| legal[0][index / 64] >> (index % 64) & 1 != 0)
    {
        cells[0][index] = mate;
    }
    let wrong = PlainTable::new(table.layout().clone(), cells, legal);
    fs::write(folder.path().join("KBK.dpt"), pack(&wrong, LEVEL_DEFAULT)).unwrap();
    let args = ["check", "KBK", "--tables", tables];
    let whole = drawproof(&args);
    assert_eq!(whole.status.code(), Some(1), "{}", errors(&whole));
    assert!(String::from_utf8_lossy(&whole.stdout).contains("more"), "all are listed");
    assert_adds_up(&args, &[2, 5], &["text", "json"]);
}

#[test]
fn shards_of_a_judgement_add_up() {
    let engine = format!("'{}' uci", env!("CARGO_BIN_EXE_drawproof"));
    let common = ["judge", "KRKP", "KNK", "--engine", &engine, "--engines", "1"];
    let sampled = [&common[..], &["--sample", "60", "--option", "TablesPath="]].concat();
    assert_adds_up(&sampled, &[1, 3], &["json", "text", "junit"]);
    let limited = [&sampled[..], &["--max-error", "0.01", "--no-moves"]].concat();
    assert_adds_up(&limited, &[2], &["json"]);
}

/// The message with which `merge` refuses some files.
fn refusal(files: &[&str]) -> String {
    let merged = drawproof(&[&["merge"], files].concat());
    assert_eq!(merged.status.code(), Some(2), "{}", String::from_utf8_lossy(&merged.stdout));
    assert!(merged.stdout.is_empty());
    errors(&merged)
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let (_keep, of_three) = shards(&["verify", "KPK", "KRK"], 3);
    let [one, two, three] = [0, 1, 2].map(|number| of_three[number].as_str());
    assert!(refusal(&[one, three]).contains("shard 2/3 is missing"), "{}", refusal(&[one, three]));
    assert!(refusal(&[two]).contains("shards 1/3, 3/3 are missing"));
    assert!(refusal(&[one, two, three, two]).contains("shard 2/3 is there twice"));
    let others: [(&[&str], &str); 7] = [
        (&["verify", "KPK", "KQK"], "endgames"),
        (&["verify", "KPK", "KRK", "--counting", "unique"], "counting"),
        (&["verify", "KPK", "KRK", "--examples", "3"], "examples"),
        (&["verify", "KPK", "KRK", "--domain", "quiet"], "domain"),
        (&["verify", "KPK", "KRK", "--where", "check"], "where"),
        (&["verify", "KPK", "KRK", "--plugin", LIBRARY.as_str()], "rule"),
        (&["check", "KPK", "KRK"], "command"),
    ];
    for (args, what) in others {
        let (_keep, other) = shards(args, 3);
        let refused = refusal(&[one, &other[1], three]);
        let expected = format!("the {what} of");
        assert!(refused.contains("belong together") && refused.contains(&expected), "{refused}");
    }
    let (_keep, of_two) = shards(&["verify", "KPK", "KRK"], 2);
    assert!(refusal(&[one, &of_two[1]]).contains("the number of shards of"));
}

#[test]
fn what_different_tables_judged_is_refused() {
    let knights = "KRKN".parse::<NormalMaterial>().unwrap();
    let solved = drawproof_generator::solve_closure(&[knights], &()).unwrap();
    let table = solved.get(knights).unwrap();
    let forged = |change: fn(Cell) -> Option<Cell>| {
        let mut cells = Color::ALL.map(|side| table.cells(side).to_vec());
        let legal = Color::ALL.map(|side| table.legal(side).to_vec());
        for cell in cells.iter_mut().flatten() {
            *cell = change(Cell::from_byte(*cell)).map_or(*cell, Cell::byte);
        }
        PlainTable::new(table.layout().clone(), cells, legal)
    };
    // The same results at other distances, as if plies to something else than mate were counted.
    let farther = forged(|cell| {
        let number = cell.value().number().filter(|number| *number > 2);
        number.and_then(|number| Cell::from_number(number + 2))
    });
    // Other results.
    let drawn = forged(|cell| (cell.value().number() > Some(30)).then_some(Cell::DRAW));
    let folders = [&**table, &farther, &drawn].map(|table| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("KRKN.dpt"), pack(table, LEVEL_DEFAULT)).unwrap();
        folder
    });
    let [right, wrong, drawn] = [0, 1, 2].map(|number| folders[number].path().to_str().unwrap());

    let engine = format!("'{}' uci", env!("CARGO_BIN_EXE_drawproof"));
    // Without examples, whose lines show that a forged table contradicts the others.
    let judge = ["judge", "KRKN", "--engine", &engine, "--sample", "40", "--examples", "0"];
    let verify = ["verify", "KRKN", "--plugin", LIBRARY.as_str(), "--examples", "0"];
    let verify = [&verify[..], &["--counting", "unique"]].concat();
    for (args, status, refused_with) in [
        (&verify[..], 1, "judged by different tables of KRKN (dtm)"),
        (&[&judge[..], &["--option", "TablesPath="]].concat(), 0, "by another table of KRKN"),
    ] {
        let (_keep, of_memory) = shards(args, 2);
        let (_keep, of_file) = shards(&[args, &["--tables", right]].concat(), 2);
        let (_keep, of_forged) = shards(&[args, &["--tables", wrong]].concat(), 2);
        // A solved table and its file are one table.
        let mixed = drawproof(&["merge", &of_memory[0], &of_file[1]]);
        assert_eq!(mixed.status.code(), Some(status), "{}", errors(&mixed));
        let refused = refusal(&[&of_memory[0], &of_forged[1]]);
        assert!(refused.contains(refused_with), "{refused}");
        let (_keep, of_drawn) = shards(&[args, &["--tables", drawn]].concat(), 2);
        let refused = refusal(&[&of_memory[0], &of_drawn[1]]);
        assert!(refused.contains("judged by"), "{refused}");
        assert!(refused.contains("drawproof check KRKN"), "{refused}");

        let saved = |tables: &str, name: &str| {
            let path = folders[0].path().join(name).to_str().unwrap().to_owned();
            let options = ["--tables", tables, "--save", &path];
            let output = drawproof(&[args, &options].concat());
            assert_eq!(output.status.code(), Some(status), "{}", errors(&output));
            path
        };
        let (old, new) = (saved(right, "old.run"), saved(wrong, "new.run"));
        assert_eq!(drawproof(&["diff", &old, &old]).status.code(), Some(0));
        let compared = drawproof(&["diff", &old, &new]);
        assert_eq!(compared.status.code(), Some(2), "{}", errors(&compared));
        assert!(errors(&compared).contains(refused_with), "{}", errors(&compared));
    }
}

#[test]
fn damaged_shards_are_refused() {
    let (folder, files) = shards(&["verify", "KNK"], 1);
    let bytes = fs::read(&files[0]).unwrap();
    let damaged: PathBuf = folder.path().join("damaged.shard");
    let refused = |bytes: &[u8]| {
        fs::write(&damaged, bytes).unwrap();
        let refused = refusal(&[damaged.to_str().unwrap()]);
        assert!(refused.contains("damaged.shard"), "{refused}");
        refused
    };
    assert!(refused(&bytes[..bytes.len() / 2]).contains("it ends too soon"));
    assert!(refused(b"").contains("this is not a shard"));
    assert!(refused(b"drawproof run 2\nand more").contains("this is not a shard"));
    assert!(refused(b"drawproof shard 9\nand more").contains("another format"));
    let mut changed = bytes.clone();
    let last = changed.len() - 1;
    changed[last] ^= 1;
    assert!(refused(&changed).contains("a checksum is wrong"));
    // A body that is whole, and not what its header says.
    let (_keep, other) = shards(&["check", "KNK"], 1);
    let other = fs::read(&other[0]).unwrap();
    let header = |bytes: &[u8]| {
        let start = b"drawproof shard 2\n".len();
        let length = u32::from_le_bytes(bytes[start..start + 4].try_into().unwrap()) as usize;
        start + 12 + length
    };
    let forged = [&bytes[..header(&bytes)], &other[header(&other)..]].concat();
    refused(&forged);
}

#[test]
fn the_shard_and_its_file_go_together() {
    let usage: [&[&str]; 5] = [
        &["verify", "KPK", "--shard", "1/2"],
        &["verify", "KPK", "--output", "one.shard"],
        &["verify", "KPK", "--shard", "3/2", "--output", "one.shard"],
        &["verify", "KPK", "--shard", "1/2", "--output", "one.shard", "--format", "json"],
        &["check", "--file", "KPK.dpt", "--shard", "1/2", "--output", "one.shard"],
    ];
    for args in usage {
        let refused = drawproof(args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(!Path::new("one.shard").exists());
    }
    let nowhere = ["verify", "KNK", "--shard", "1/1", "--output", "/nonexistent/one.shard"];
    let refused = drawproof(&nowhere);
    assert_eq!(refused.status.code(), Some(2));
    assert!(errors(&refused).contains("/nonexistent/one.shard cannot be written"));
}

#[test]
fn a_rule_that_crashes_leaves_no_shard() {
    let source = "#include \"drawproof.h\"\n#include <stdlib.h>\n
        uint32_t drawproof_abi(void) { return 2; }
        int drawproof_claim(const drawproof_position *p, uint64_t *r) {
            (void)r; if (p->side_to_move) abort(); return 7; }";
    let library = compiled(FOLDER.path(), "crashing_rule", source);
    let file = FOLDER.path().join("crashed.shard");
    let output = ["--shard", "2/2", "--output", file.to_str().unwrap()];
    let run = drawproof(&[&["verify", "KRK", "--plugin", &library], &output[..]].concat());
    assert_eq!(run.status.code(), Some(2));
    assert!(errors(&run).contains("crashed (SIGABRT) in drawproof_claim"), "{}", errors(&run));
    assert!(!file.exists());
}
