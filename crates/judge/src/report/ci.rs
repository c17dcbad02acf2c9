//! Judgements for CI servers. GitHub gets workflow commands: at most ten annotations, then a
//! summary. JUnit XML has a test case for each endgame.

use std::fmt::Write;

use drawproof_report::{
    ci::{Annotation, Case, Problem, Suite, annotated, in_turn},
    escape::one_line,
    grouped,
};

use super::{
    changes::changed_lines,
    words::{
        PARTIAL, Report, class, conditions, exceeded, failure, failures, limited, parts, ranked,
        sample, squared_error, totals, totals_line, with_interval,
    },
};
use crate::judgement::{EndgameJudgement, Worst};

/// Renders the judgement as workflow commands: errors for exceeded limits and endgames that were
/// not judged, warnings for failures of the engine, notices for the endgames, then a summary.
pub(super) fn github(report: &Report) -> String {
    let mut out = annotated(annotations(report));
    let judgement = report.judgement;
    let _ = writeln!(out, "{}", one_line(&judgement.engine));
    let _ = writeln!(out, "{}", one_line(&conditions(judgement)));
    if !judgement.complete {
        let _ = writeln!(out, "{PARTIAL}");
    }
    for endgame in ranked(judgement) {
        let exceeds = report.exceeded_in(&endgame.endgame);
        let mut parts = vec![format!("{} right", with_interval(&endgame.accuracy))];
        parts.extend(failures(endgame));
        parts.extend(exceeds.map(exceeded));
        let _ = writeln!(out, "{}: {}", endgame.endgame, parts.join("; "));
    }
    for it in report.not_judged {
        let _ = writeln!(out, "{}: not judged: {}", it.endgame, one_line(&it.error));
    }
    for line in report.comparison.into_iter().flat_map(changed_lines) {
        let _ = writeln!(out, "{}", one_line(&line));
    }
    let failed = grouped(totals(judgement).failed);
    let _ = writeln!(out, "{}, {failed} without an answer", totals_line(judgement));
    out
}

/// Returns level, title and text of each annotation, the most serious first.
fn annotations(report: &Report) -> Vec<Annotation> {
    let example = |fen: &String, parts: Vec<String>| format!("{fen}\n{}", parts.join("\n"));
    let ranked = ranked(report.judgement);
    let mut found = Vec::new();
    for it in report.exceeded {
        let of_endgame = ranked.iter().find(|endgame| endgame.endgame == limited(it));
        let worst = of_endgame.and_then(|endgame| endgame.worst.first());
        let worst = worst.map(|worst| example(&worst.fen, parts(worst)));
        let text = [Some(exceeded(it)), worst].into_iter().flatten().collect::<Vec<_>>();
        found.push(("error", format!("{}: limit exceeded", limited(it)), text.join("\n")));
    }
    for it in report.not_judged {
        found.push(("error", format!("{}: not judged", it.endgame), it.error.clone()));
    }
    for endgame in &ranked {
        if let (Some(text), Some((fen, first))) =
            (failures(endgame), endgame.failures.examples.first())
        {
            let title = format!("{}: the engine failed", endgame.endgame);
            found.push(("warning", title, format!("{text}\n{fen}: {}", failure(first))));
        }
    }
    let notices = |endgame: &&EndgameJudgement| {
        let notice = |it: &Worst| {
            let title = format!("{}: wrong ({})", endgame.endgame, class(&it.class));
            ("notice", title, example(&it.fen, parts(it)))
        };
        endgame.worst.iter().map(notice).collect()
    };
    found.extend(in_turn(ranked.iter().map(notices).collect()));
    found
}

/// Renders the judgement as a JUnit document. A case fails if a limit is exceeded; an endgame that
/// could not be judged is an error.
pub(super) fn junit(report: &Report) -> String {
    let judgement = report.judgement;
    let mut cases: Vec<Case> =
        ranked(judgement).into_iter().map(|endgame| of_endgame(report, endgame)).collect();
    // Limits on all endgames together have their own case.
    cases.extend(report.comparison.map(|_| {
        let together = report.exceeded.iter().filter(|it| it.endgame.is_none());
        let text: Vec<String> = together.map(exceeded).collect();
        let problem = (!text.is_empty()).then(|| limit(text.join("; "), None));
        Case { name: "all endgames together".into(), ..case("all", problem, None) }
    }));
    cases.extend(report.not_judged.iter().map(|it| {
        let (element, kind, message) = ("error", "not-judged", it.error.clone());
        case(&it.endgame, Some(Problem { element, kind, message, text: None }), None)
    }));
    let properties =
        vec![("conditions", conditions(judgement)), ("complete", judgement.complete.to_string())];
    let name = judgement.engine.clone();
    Suite { title: "drawproof judge", name, seconds: None, properties, cases }.document()
}

fn of_endgame(report: &Report, endgame: &EndgameJudgement) -> Case {
    let exceeds: Vec<String> = report.exceeded_in(&endgame.endgame).map(exceeded).collect();
    let problem = (!exceeds.is_empty()).then(|| {
        let example = |it: &Worst| format!("{}: {}", it.fen, parts(it).join("; "));
        let examples: Vec<String> = endgame.worst.iter().map(example).collect();
        limit(exceeds.join("; "), Some(examples.join("\n")))
    });
    let mut figures = vec![
        format!("{} right", with_interval(&endgame.accuracy)),
        sample(endgame),
        format!("mean squared error {}", squared_error(endgame.mean_squared_error)),
    ];
    if endgame.moves.asked > 0 {
        let [to_draw, to_loss, draw_to_loss] = endgame.moves.shares().map(with_interval);
        figures.push(format!(
            "wins that become draws {to_draw}, losses {to_loss}; draws that become losses \
             {draw_to_loss}"
        ));
    }
    figures.extend(failures(endgame));
    case(&endgame.endgame, problem, Some(figures.join("\n")))
}

fn case(endgame: &str, problem: Option<Problem>, output: Option<String>) -> Case {
    let (endgame, name) = (endgame.to_owned(), "results by score".to_owned());
    Case { endgame, name, seconds: None, problem, output }
}

/// Returns an exceeded limit as a problem.
fn limit(message: String, text: Option<String>) -> Problem {
    Problem { element: "failure", kind: "limit", message, text }
}
