//! Rules that claim that one side cannot win: every report, `probe`, `diff`.

use std::{fs, path::Path, process::Command as Process};

use assert_cmd::Command;
use serde_json::Value;

/// A rule for KPK with two branches, the second of them wrong, and an exception. `near` is the
/// distance of the kings up to which the second branch claims.
fn rule(near: u32) -> String {
    format!(
        r#"#include "drawproof.h"
        #include <stdlib.h>
        uint32_t drawproof_abi(void) {{ return 2; }}
        const char *drawproof_reason_name(unsigned bit) {{
            static const char *const names[] = {{ "in-front", "kings-near", "far-pawn" }};
            return bit < 3 ? names[bit] : 0;
        }}
        int drawproof_reason_role(unsigned bit) {{ return bit < 2; }}
        static int square(uint64_t set) {{ return __builtin_ctzll(set); }}
        static int distance(int a, int b) {{
            int files = abs(a % 8 - b % 8), ranks = abs(a / 8 - b / 8);
            return files > ranks ? files : ranks;
        }}
        int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {{
            int strong = (p->colour[1] & p->kind[0]) != 0, turn = strong ? 56 : 0;
            int pawn = square(p->kind[0]) ^ turn;
            int own = square(p->colour[strong] & p->kind[5]) ^ turn;
            int other = square(p->colour[!strong] & p->kind[5]) ^ turn;
            uint64_t set = 0;
            if (pawn / 8 >= 5) set |= 4;
            else {{
                if (other == pawn + 8) set |= 1;
                if (distance(own, other) <= {near}) set |= 2;
            }}
            if (reasons) *reasons = set;
            if (!(set & 3)) return DRAWPROOF_NO_CLAIM;
            return strong ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;
        }}"#
    )
}

/// Builds [`rule`] in `folder`.
fn built(folder: &Path, near: u32) -> String {
    let source = folder.join(format!("near{near}.c"));
    let library = source.with_extension("so");
    fs::write(&source, rule(near)).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/c/include");
    let mut compiler = Process::new("cc");
    compiler.args(["-O2", "-shared", "-fPIC", "-I"]).arg(include).arg("-o");
    assert!(compiler.args([&library, &source]).status().unwrap().success());
    library.to_str().unwrap().into()
}

/// Standard output of a call that ends with `status`.
fn output(args: &[&str], status: i32) -> String {
    let mut command = Command::cargo_bin("drawproof").expect("the program is built");
    let done = command.args(args).args(["--quiet"]).assert().code(status);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn every_report_leads_with_the_claims_that_the_rule_makes() {
    let folder = tempfile::tempdir().unwrap();
    let plugin = built(folder.path(), 2);
    let page = folder.path().join("page.html");
    let verify = |format: &str| {
        let args = ["verify", "KPK", "--plugin", &plugin, "--format", format];
        output(&[&args[..], &["--html", page.to_str().unwrap()]].concat(), 1)
    };
    let document: Value = serde_json::from_str(&verify("json")).unwrap();
    let rule = &document["recognizers"][0];
    let number = |value: &Value| value.as_u64().unwrap();
    let counts = &rule["claims"]["white_cannot_win"];
    let [made, right, wrong, possible] =
        ["made", "right", "wrong", "possible"].map(|key| number(&counts[key]));
    assert_eq!((made, wrong), (right + wrong, number(&rule["incorrect"])));
    // Black has no pawn: White cannot win where the position is drawn.
    assert_eq!(possible, number(&rule["draws"]));
    assert!(wrong > 0 && right > 0 && rule["claims"]["draw"]["made"] == 0);
    assert_eq!(number(&rule["truth_by_claim"]["white_wins"]["white_cannot_win"]), wrong);
    let sides = ["white_to_move", "black_to_move"];
    let by_side = sides.map(|side| number(&rule[side]["claims"]["white_cannot_win"]["made"]));
    assert_eq!(by_side.iter().sum::<u64>(), made);
    let patterns = rule["patterns"].as_array().unwrap();
    let roles: Vec<&str> = patterns.iter().map(|it| it["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["because", "because", "unless"]);
    assert_eq!(patterns[0]["alone_wrong"], 0);
    assert_eq!(number(&patterns[1]["wrong"]), wrong);

    let grouped = drawproof_report::grouped;
    let percent = drawproof_report::percent(right, possible);
    let headline = format!(
        "White cannot win: {} made, {} wrong; {percent} of the positions where it is true",
        grouped(made),
        grouped(wrong)
    );
    for format in ["text", "junit", "github"] {
        // The report breaks lines.
        let text = verify(format).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&headline), "{format}: {text}");
    }
    let (text, markdown, page) = (verify("text"), verify("markdown"), verify("html"));
    for (format, text) in [("text", &text), ("markdown", &markdown), ("html", &page)] {
        assert!(text.contains("because") && text.contains("unless"), "{format}: {text}");
        assert!(text.contains(&percent) && text.contains(&grouped(made)), "{format}: {text}");
        // The branch with wrong claims comes first.
        let place = |name: &str| text.find(name).unwrap();
        assert!(place("kings-near") < place("in-front"), "{format}: {text}");
    }
    for (format, text) in
        [("text", &text), ("markdown", &markdown), ("html", &page), ("github", &verify("github"))]
    {
        assert!(!text.contains("of the draws spotted"), "{format}: {text}");
        // The table of Markdown has the columns for rules about draws beside this one.
        assert!(format == "markdown" || !text.contains("missed"), "{format}: {text}");
        let colours = "White is the first side of the endgame's name";
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let places = text.matches(colours).count();
        assert!(places >= 1, "{format}: {text}");
    }
    assert!(text.contains("claims White cannot win; White mates in "), "{text}");
    let github = verify("github");
    assert!(github.contains("::error title=KPK%3A incorrect claim that White cannot win ("));
}

#[test]
fn diff_and_probe_name_claims_and_branches() {
    let folder = tempfile::tempdir().unwrap();
    let runs = [2, 3].map(|near| {
        let (plugin, run) = (built(folder.path(), near), folder.path().join(format!("{near}.run")));
        let run = run.to_str().unwrap().to_owned();
        output(&["verify", "KPK", "--plugin", &plugin, "--save", &run], 1);
        (plugin, run)
    });
    let [(_, old), (plugin, new)] = &runs;
    // Corrected claims are a difference, too.
    output(&["diff", new, old], 0);
    output(&["diff", new, old, "--equal"], 1);
    output(&["diff", old, old, "--equal"], 0);
    let brief = output(&["verify", "KPK", "--plugin", plugin, "--brief"], 1);
    let words: Vec<&str> = brief.trim_end_matches('\n').split('\t').collect();
    assert!(words[0] == "KPK" && words[2].ends_with(" incorrect"), "{brief}");
    let sound = "KBK\tKBK\tsound\nKNK\tKNK\tsound\n";
    assert_eq!(output(&["verify", "KBK", "KNK", "--brief"], 0), sound);
    let text = output(&["diff", old, new], 1);
    for part in [
        "newly incorrect: ",
        " 'White cannot win')",
        "branch kings-near of the new rule makes the claim",
    ] {
        assert!(text.contains(part), "no '{part}':\n{text}");
    }
    assert!(text.contains("gained") && !text.contains("draws spotted"), "{text}");
    let markdown = output(&["diff", old, new, "--format", "markdown"], 1);
    assert!(markdown.contains("| KPK | White cannot win |"), "{markdown}");
    let json: Value =
        serde_json::from_str(&output(&["diff", old, new, "--format", "json"], 1)).unwrap();
    let kinds = &json[0]["gained"]["kinds"]["white_cannot_win"];
    assert_eq!(kinds["right"], json[0]["gained"]["claims"]);
    assert_eq!((&json[0]["gained"]["draws"], &json[0]["lost"]["claims"]), (&0.into(), &0.into()));

    let (near, far) = ("8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", "8/4P3/8/4k3/8/4K3/8/8 w - - 0 1");
    let text = output(&["probe", near, far, "--plugin", plugin, "--no-moves"], 0);
    assert!(text.contains("White cannot win (because in-front, kings-near)"), "{text}");
    assert!(text.contains("no claim (far-pawn)"), "{text}");
    let black = "8/8/4k3/4p3/4K3/8/8/8 b - - 0 1";
    let args = ["probe", black, "--plugin", plugin, "--format", "json"];
    let json: Value = serde_json::from_str(&output(&args, 0)).unwrap();
    let own = &json[0]["recognizers"].as_array().unwrap().iter().next_back().unwrap();
    assert_eq!((&own["claim"], &own["roles"][0]), (&"white-or-draw".into(), &"because".into()));
}
