//! `drawproof check`, driven end to end.

use std::path::Path;

use assert_cmd::Command;
use drawproof_board::Color;
use drawproof_tables::{
    Cell, NormalMaterial, PlainTable,
    file::{LEVEL_DEFAULT, pack},
};
use serde_json::Value as Json;

fn named(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().unwrap()
}

fn solved(name: &str) -> PlainTable {
    let tables = drawproof_generator::solve_closure(&[named(name)], &()).unwrap();
    PlainTable::clone(tables.get(named(name)).unwrap())
}

fn write_file(folder: &Path, table: &PlainTable) {
    let path = folder.join(format!("{}.dpt", table.material()));
    std::fs::write(path, pack(table, LEVEL_DEFAULT)).unwrap();
}

/// Exit status, standard output and standard error of `drawproof check ...` on a tables folder.
fn check(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("drawproof").unwrap();
    let output = command.arg("check").args(args).arg("--tables").arg(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn right_tables_pass_whether_solved_or_read() {
    let folder = tempfile::tempdir().unwrap();
    write_file(folder.path(), &solved("KRKN"));
    let (status, out, _) = check(folder.path(), &["KRKN", "KPK", "--format", "json"]);
    let reports: Vec<Json> = serde_json::from_str(&out).unwrap();
    assert_eq!((status, reports.len()), (0, 2));
    for report in reports {
        assert_eq!(report["positions"], report["audited"]);
        assert_eq!(report["whole"], true);
        assert_eq!(report["seed"], Json::Null);
        assert_eq!(report["errors"], Json::Array(Vec::new()));
    }
}

#[test]
fn one_wrong_value_in_a_sound_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let table = solved("KRKN");
    // The first values of 3 with White to move become 5.
    let write_wrong = |count: usize| {
        let mut cells = Color::ALL.map(|side| table.cells(side).to_vec());
        let [three, five] = [3, 5].map(|number| Cell::from_number(number).unwrap().byte());
        cells[0]
            .iter_mut()
            .filter(|cell| **cell == three)
            .take(count)
            .for_each(|cell| *cell = five);
        let legal = Color::ALL.map(|side| table.legal(side).to_vec());
        write_file(folder.path(), &PlainTable::new(table.layout().clone(), cells, legal));
    };

    write_wrong(1);
    let file = folder.path().join("KRKN.dpt");
    let (status, ..) = check(folder.path(), &["--file", file.to_str().unwrap()]);
    assert_eq!(status, 0, "the checksums are right");
    let (status, out, _) = check(folder.path(), &["KRKN", "--format", "json"]);
    assert_eq!(status, 1);
    let report: Json = serde_json::from_str::<Vec<Json>>(&out).unwrap().remove(0);
    assert_eq!(report["positions"], report["audited"]);
    let changed = report["errors"].as_array().unwrap().iter().find(|error| {
        error["stored"]["dtm"] == 5 && error["expected"]["dtm"] == 3 && {
            let fen = error["fen"].as_str().unwrap();
            drawproof_board::fen::parse(fen).unwrap().side_to_move() == Color::White
        }
    });
    assert!(changed.is_some(), "{out}");
    // A sample finds some of many.
    write_wrong(usize::MAX);
    let (status, text, _) = check(folder.path(), &["KRKN", "--blocks", "400"]);
    assert!(status == 1 && text.contains("WRONG") && text.contains(" w - - "), "{text}");
}

#[test]
fn one_changed_byte_is_an_error_that_names_the_block() {
    let folder = tempfile::tempdir().unwrap();
    write_file(folder.path(), &solved("KRKN"));
    let file = folder.path().join("KRKN.dpt");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    for args in [&["KRKN"][..], &["--file", file.to_str().unwrap()]] {
        let (status, out, err) = check(folder.path(), args);
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.contains("block ") && err.contains("KRKN.dpt"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

#[test]
fn a_large_table_is_sampled_and_the_report_states_it() {
    let folder = tempfile::tempdir().unwrap();
    let (status, out, _) = check(folder.path(), &["KNNKN", "--seed", "5", "--format", "json"]);
    let report: Json = serde_json::from_str::<Vec<Json>>(&out).unwrap().remove(0);
    assert_eq!(status, 0);
    assert_eq!(report["whole"], false);
    assert_eq!(report["seed"], 5);
    let [audited, positions] = ["audited", "positions"].map(|key| report[key].as_u64().unwrap());
    assert!(0 < audited && audited < positions);
}

#[test]
fn a_file_called_like_another_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write_file(folder.path(), &solved("KRK"));
    let [own, other, free] = ["KRK.dpt", "KQK.dpt", "rook.dpt"]
        .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    for name in [&other, &free] {
        std::fs::copy(&own, name).unwrap();
    }
    let (status, out, err) = check(folder.path(), &["--file", &own, &other, &free]);
    assert_eq!((status, out.lines().count()), (2, 2), "{out}{err}");
    assert!(err.contains("KQK.dpt") && err.contains("KRK"), "{err}");
    let metric = folder.path().join("KRK.dtz.dpt").to_str().unwrap().to_owned();
    std::fs::copy(&own, &metric).unwrap();
    let (status, _, err) = check(folder.path(), &["--file", &metric]);
    assert!(status == 2 && err.contains("KRK.dtz.dpt") && err.contains("DTM"), "{err}");
}

#[test]
fn several_files_are_all_reported_and_damaged_ones_set_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    write_file(folder.path(), &solved("KRK"));
    write_file(folder.path(), &solved("KBK"));
    let (damaged, absent) = (path("damaged.dpt"), path("absent.dpt"));
    let mut bytes = std::fs::read(path("KRK.dpt")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    let (krk, kbk) = (path("KRK.dpt"), path("KBK.dpt"));

    let (status, out, err) = check(folder.path(), &["--file", &krk, &damaged, &absent, &kbk]);
    assert_eq!((status, out.lines().count(), err.lines().count()), (2, 2, 2), "{out}{err}");
    assert!(out.contains("KRK.dpt: KRK") && out.contains("KBK.dpt: KBK"), "{out}");
    assert!(err.contains("damaged.dpt") && err.contains("absent.dpt"), "{err}");

    let args = ["--format", "json", "--file", &damaged, "--file", &krk, "--file", &kbk];
    let (status, out, err) = check(folder.path(), &args);
    let reports: Vec<Json> = serde_json::from_str(&out).unwrap();
    assert_eq!((status, reports.len(), err.lines().count()), (2, 3, 1));
    assert_eq!(reports[0]["path"], damaged.as_str());
    assert_eq!(reports[0]["sound"], false);
    assert!(reports[0]["error"].as_str().unwrap().contains("block "), "{out}");
    assert_eq!((&reports[1]["sound"], &reports[1]["endgame"]), (&true.into(), &"KRK".into()));
    assert!(reports[1]["blocks"].as_u64() > Some(0) && reports[1].get("error").is_none());

    let (status, out, err) = check(folder.path(), &["--file", &krk, &kbk]);
    assert_eq!((status, out.lines().count(), err.as_str()), (0, 2, ""));
    let (status, ..) = check(folder.path(), &["--file", &krk, "--seed", "3"]);
    assert_eq!(status, 2, "a seed does nothing for a file");
}
