//! `drawproof compare`, driven end to end: with files of the format, and with tables of other makers where they
//! are beside the checkout.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::{
    other_programs::truth_folder,
    probe::{write_syzygy, write_syzygy_of_queens},
};

/// Exit status, standard output and standard error of `drawproof compare FOLDER ...`.
fn compare(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let nowhere = tempfile::tempdir().unwrap();
    let mut command = Command::cargo_bin("drawproof").unwrap();
    let command = command.arg("compare").arg(folder).args(args).arg("--tables").arg(nowhere.path());
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn documents(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

/// A folder of tables of other makers, if it is there.
fn truth() -> Option<PathBuf> {
    let truth = truth_folder();
    let is_there = truth.join("syzygy").is_dir() && truth.join("gaviota").is_dir();
    if !is_there {
        eprintln!("NOT COMPARED: there are no tables of other makers in {}", truth.display());
    }
    is_there.then_some(truth)
}

#[test]
fn equal_and_differing_tables_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    write_syzygy_of_queens(folder.path(), 2);
    let (status, text, errors) = compare(folder.path(), &["-q", "--sample", "5000"]);
    assert_eq!(status, 0, "{text}{errors}");
    assert!(text.contains("KQQK: Syzygy: "), "{text}");
    let (status, text, errors) = compare(folder.path(), &["KQK", "-q"]);
    assert_eq!(status, 0, "{text}{errors}");
    assert!(
        text.starts_with(
            "KQK: Syzygy: 47,136 positions: results equal; no file *.rtbz has the distance of "
        ),
        "{text}"
    );
    // Both sides to move win, but White a win that takes too long for the fifty-move rule.
    let file = folder.path().join("KQvK.rtbw");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[11] = 3;
    // Without its checksum it is damaged.
    std::fs::write(&file, &bytes).unwrap();
    let (status, _, errors) = compare(folder.path(), &["KQK"]);
    assert!(status == 2 && errors.contains("KQvK.rtbw' is damaged: its checksum"), "{errors}");
    write_syzygy(&file, bytes);
    let (status, text, _) = compare(folder.path(), &["KQK", "--format", "json"]);
    assert_eq!(status, 1, "{text}");
    let report = &documents(&text)[0];
    assert_eq!(
        report["first"]["ours"],
        json!({ "category": "win", "dtz": report["first"]["ours"]["dtz"] })
    );
    assert_eq!(report["first"]["theirs"], json!({ "category": "cursed-win", "dtz": null }));
    let differing = report["differing"].as_u64().unwrap();
    assert!(differing > 18_000 && differing < 47_136, "{report}");
    assert_eq!(report["differing_distances"], 0);
    let (_, again, _) = compare(folder.path(), &["KQK", "--format", "json", "-j", "1"]);
    assert_eq!(text, again);
    // Without the rule it is a win.
    assert_eq!(compare(folder.path(), &["KQK", "--metric", "dtm"]).0, 0);
    let args = ["KQK", "--sample", "500", "--seed", "3", "--format", "json"];
    let (status, text, _) = compare(folder.path(), &args);
    let report = &documents(&text)[0];
    assert_eq!((status, &report["compared"], &report["seed"]), (1, &json!(500), &json!(3)));
}

#[test]
fn damaged_missing_and_larger_tables_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (status, _, errors) = compare(&folder.path().join("nowhere"), &[]);
    assert!(status == 2 && errors.contains("nowhere"), "{errors}");
    let (status, _, errors) = compare(folder.path(), &[]);
    assert!(status == 2 && errors.contains("no Syzygy tables (*.rtbw, *.rtbz) and no"), "{errors}");
    write_syzygy_of_queens(folder.path(), 5);
    std::fs::write(folder.path().join("kqk.gtb.cp4"), [0; 50]).unwrap();
    let (status, text, errors) = compare(folder.path(), &["KQK"]);
    assert_eq!(status, 2);
    assert!(text.contains("KQK: Syzygy: 47,136 positions: results equal; no file"), "{text}");
    assert!(errors.contains("KQK by Gaviota was not compared: the Gaviota file '"), "{errors}");
    let (status, _, errors) = compare(folder.path(), &["KRK"]);
    assert!(status == 2 && errors.contains("there is no table of KRK in "), "{errors}");
    // Six men have no file here.
    std::fs::remove_file(folder.path().join("kqk.gtb.cp4")).unwrap();
    for queens in 1..=3 {
        let name = format!("K{}vK.rtbw", "Q".repeat(queens));
        std::fs::remove_file(folder.path().join(name)).unwrap();
    }
    let (status, _, errors) = compare(folder.path(), &["--sample", "10"]);
    assert!(
        status == 2 && errors.contains("2 tables of more than 5 men are not compared"),
        "{errors}"
    );
}

#[test]
fn tables_of_other_makers_equal_ours_and_planted_differences_are_found() {
    let Some(truth) = truth() else { return };
    let args = ["KPKP", "KBPK", "KNNK", "--sample", "20000", "--format", "json"];
    let (status, text, errors) = compare(&truth, &args);
    assert_eq!(status, 0, "{text}{errors}");
    let reports = documents(&text);
    let of = |key: &str| reports.iter().map(|it| it[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("maker"), ["syzygy", "gaviota"].repeat(3));
    assert_eq!(of("metric"), ["dtz", "dtm"].repeat(3));
    assert!(of("en_passant").iter().any(|it| it.as_u64() > Some(50)), "{text}");
    assert!(of("rounded").iter().any(|it| it.as_u64() > Some(1000)), "{text}");
    let (status, text, _) = compare(&truth, &["KPK", "-q"]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("KPK: Gaviota: 165,676 positions: distances to mate equal"), "{text}");

    let folder = tempfile::tempdir().unwrap();
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        std::fs::copy(truth.join("syzygy").join(name), folder.path().join(name)).unwrap();
    }
    // The queen's distances in the rook's name: where only distances differ, the line says so.
    let distances = folder.path().join("KRvK.rtbz");
    let [whole, mut of_queen] = ["KRvK.rtbz", "KQvK.rtbz"]
        .map(|name| std::fs::read(truth.join("syzygy").join(name)).unwrap());
    of_queen[5..9].copy_from_slice(&whole[5..9]);
    write_syzygy(&distances, of_queen);
    let (status, text, errors) = compare(folder.path(), &["-q"]);
    assert!(status == 1 && text.contains(" DIFFER in DTZ\n"), "{text}{errors}");
    std::fs::write(&distances, whole).unwrap();

    // A byte of the code is another one: a difference, or an error that names the file.
    let name = "krk.gtb.cp4";
    let whole = std::fs::read(truth.join("gaviota").join(name)).unwrap();
    let (mut differing, mut damaged) = (0, 0);
    for (round, place) in [8, whole.len() - 40, 400, 1500, 3000].into_iter().enumerate() {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let (status, text, errors) = compare(folder.path(), &["-q"]);
        // What else is there is compared all the same: once beside a damaged file, once beside another one.
        let equal = "KRK: Syzygy: 51,044 positions: results and DTZ equal";
        assert_eq!(text.contains(equal), round < 2, "{text}");
        if round == 1 {
            assert!(differing == 0 && damaged == 1 && status == 1, "{place}: {status} {errors}");
            for name in ["KRvK.rtbw", "KRvK.rtbz"] {
                std::fs::remove_file(folder.path().join(name)).unwrap();
            }
        }
        match status {
            1 => {
                assert!(text.contains(" DIFFER in "), "{place}: {text}");
                assert!(text.contains("ours ") && text.contains(", Gaviota "), "{place}: {text}");
                differing += 1;
            }
            status => {
                assert!(status == 2 && errors.contains(name), "{place}: {status} {errors}");
                damaged += 1;
            }
        }
    }
    assert!(differing > 0 && damaged > 0, "{differing} {damaged}");
}
