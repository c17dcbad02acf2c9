//! Exact outcomes as source code are compiled and probed.

use crate::export_bundle::{answers, positions, tables};
use drawproof_tables::NormalMaterial;

fn export(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("drawproof").expect("the program is built");
    command.arg("--tables").arg(folder.path()).args(["export", "--exact"]);
    command.args(arguments).assert()
}

#[test]
fn every_language_answers_right() {
    for language in ["c", "cpp", "rust"] {
        let last = if language == "c" { "KNNK" } else { "KRK" };
        let exported = export(&["KPK", last, "--as", "wdl", "--emit", language]).success();
        let source = String::from_utf8(exported.get_output().stdout.clone()).unwrap();
        let (mut questions, mut expected) = (Vec::new(), Vec::new());
        for (name, step) in [("KPK", 1), ("KQK", 1), (last, 29)] {
            let material = name.parse::<NormalMaterial>().unwrap();
            let tables = tables(&[name]);
            let (asked, values) = positions(tables.get(material).unwrap(), true, step);
            questions.extend(asked);
            expected.extend(values);
        }
        // Kings alone, a lone knight, and an endgame that the file has not, KRBK.
        questions.extend([0, 64, 5, 0, 13, 63, 15, 0, 15, 0]);
        questions.extend([0, 64, 5, 0, 13, 63, 9, 20, 15, 0]);
        questions.extend([0, 64, 5, 0, 13, 63, 3, 20, 2, 30]);
        expected.extend([0, 0, 253]);
        assert!(answers(&source, language, questions) == expected, "{language}");
    }
}

#[test]
fn what_is_not_possible_is_an_error() {
    let error = |arguments: &[&str]| {
        String::from_utf8(export(arguments).code(2).get_output().stderr.clone()).unwrap()
    };
    assert!(error(&["KPPKP"]).contains("at most 4"));
    assert!(error(&["KPK", "--as", "dtm"]).contains("--as wdl"));
    assert!(error(&["KPK", "--emit", "parquet"]).contains("--emit c"));
    assert!(error(&["KPK", "--prefix", "9"]).contains("not a prefix"));
    assert!(error(&["KBK"]).contains("nothing to write"));
    assert!(error(&["KPK", "--men", "4"]).contains("cannot be used with"));
    let report = String::from_utf8(export(&["KPK"]).success().get_output().stderr.clone()).unwrap();
    assert!(report.contains("bytes of constants"), "{report}");
}
