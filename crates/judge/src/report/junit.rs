//! JUnit XML for CI servers: a test case an endgame.

use std::fmt::Write;

use drawproof_report::xml::escaped;

use super::{
    Report,
    ranking::ranked,
    words::{
        answered, conditions, exceeded, failures, line, moves, sample, squared_error, truth,
        with_interval,
    },
};
use crate::{
    judgement::{EndgameJudgement, Worst},
    record::Exceeded,
};

/// The judgement as a JUnit document. A case fails where a limit is exceeded; an endgame that could not
/// be judged is an error.
pub(super) fn junit(report: &Report) -> String {
    let endgames = ranked(report.judgement);
    let fails = |name: &str| report.exceeded_in(name).next().is_some();
    let failing = endgames.iter().filter(|endgame| fails(&endgame.endgame)).count();
    // Limits of all endgames together have a case of their own.
    let together: Vec<&Exceeded> =
        report.exceeded.iter().filter(|it| it.endgame.is_none()).collect();
    let has_together = report.comparison.is_some();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\"",
        endgames.len() + report.not_judged.len() + usize::from(has_together),
        failing + usize::from(!together.is_empty()),
        report.not_judged.len()
    );
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"drawproof judge\" {counts}>");
    let engine = escaped(&report.judgement.engine);
    let _ = writeln!(out, "  <testsuite name=\"{engine}\" {counts} skipped=\"0\">");
    let properties = [
        ("conditions", conditions(report.judgement)),
        ("complete", report.judgement.complete.to_string()),
    ];
    out.push_str("    <properties>");
    for (name, value) in properties {
        let _ = write!(out, "<property name=\"{name}\" value=\"{}\"/>", escaped(&value));
    }
    out.push_str("</properties>\n");
    for endgame in endgames {
        case(&mut out, report, endgame);
    }
    if has_together {
        out.push_str("    <testcase classname=\"drawproof.all\" name=\"all endgames together\">");
        let text: Vec<String> = together.into_iter().map(exceeded).collect();
        if !text.is_empty() {
            let text = escaped(&text.join("; "));
            let _ = write!(out, "<failure type=\"limit\" message=\"{text}\"/>");
        }
        out.push_str("</testcase>\n");
    }
    for (endgame, why) in report.not_judged {
        let _ = writeln!(
            out,
            "    <testcase classname=\"drawproof.{0}\" name=\"results by score\"><error \
             type=\"not-judged\" message=\"{1}\"/></testcase>",
            escaped(endgame),
            escaped(why)
        );
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

fn case(out: &mut String, report: &Report, endgame: &EndgameJudgement) {
    let _ = writeln!(
        out,
        "    <testcase classname=\"drawproof.{}\" name=\"results by score\">",
        escaped(&endgame.endgame)
    );
    let exceeds: Vec<String> = report.exceeded_in(&endgame.endgame).map(exceeded).collect();
    if !exceeds.is_empty() {
        let examples: Vec<String> = endgame.worst.iter().map(example).collect();
        let _ = writeln!(
            out,
            "      <failure type=\"limit\" message=\"{}\">{}</failure>",
            escaped(&exceeds.join("; ")),
            escaped(&examples.join("\n"))
        );
    }
    let mut figures = vec![
        format!("{} right", with_interval(&endgame.accuracy)),
        sample(endgame),
        format!("mean squared error {}", squared_error(endgame.mean_squared_error)),
    ];
    if endgame.moves.asked > 0 {
        figures.push(format!(
            "wins that become draws {}, losses {}; draws that become losses {}",
            with_interval(&endgame.moves.win_to_draw),
            with_interval(&endgame.moves.win_to_loss),
            with_interval(&endgame.moves.draw_to_loss)
        ));
    }
    figures.extend(failures(endgame));
    let _ = writeln!(out, "      <system-out>{}</system-out>", escaped(&figures.join("\n")));
    out.push_str("    </testcase>\n");
}

/// A worst answer in one line.
fn example(worst: &Worst) -> String {
    let answered = format!("{}: {}; truth: {}", worst.fen, answered(worst), truth(worst));
    let parts = [answered, moves(worst), line(worst)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}
