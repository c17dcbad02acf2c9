//! GitHub workflow commands: annotations, at most ten, then a summary.

use std::fmt::Write;

use drawproof_report::{
    counted,
    escape::one_line,
    github::{Annotation, annotated, in_turn},
    grouped,
};

use super::{
    Report,
    changes_words::changed_lines,
    ranked, totals,
    words::{
        PARTIAL, answered, conditions, exceeded, failure, failures, limited, line, moves, percent,
        truth, with_interval,
    },
};
use crate::judgement::{EndgameJudgement, Worst};

/// The judgement as workflow commands: errors for exceeded limits and endgames that were not judged,
/// warnings for failures of the engine, notices for the worst answers; then a line an endgame.
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
    for (endgame, why) in report.not_judged {
        let _ = writeln!(out, "{endgame}: not judged: {}", one_line(why));
    }
    for line in report.comparison.into_iter().flat_map(changed_lines) {
        let _ = writeln!(out, "{}", one_line(&line));
    }
    let totals = totals(judgement);
    let _ = writeln!(
        out,
        "{}, {} asked: {} right (mean of the endgames), {} without an answer",
        counted(judgement.endgames.len() as u64, "endgame", "endgames"),
        counted(totals.asked, "position", "positions"),
        percent(totals.mean_right),
        grouped(totals.failed)
    );
    out
}

/// Level, title and text of each annotation, the most serious first.
fn annotations(report: &Report) -> Vec<Annotation> {
    let ranked = ranked(report.judgement);
    let mut found = Vec::new();
    for it in report.exceeded {
        let of_endgame = ranked.iter().find(|endgame| endgame.endgame == limited(it));
        let worst = of_endgame.and_then(|endgame| endgame.worst.first()).map(example);
        let text = [Some(exceeded(it)), worst].into_iter().flatten().collect::<Vec<_>>();
        found.push(("error", format!("{}: limit exceeded", limited(it)), text.join("\n")));
    }
    for (endgame, why) in report.not_judged {
        found.push(("error", format!("{endgame}: not judged"), why.clone()));
    }
    for endgame in &ranked {
        if let (Some(text), Some((fen, first))) =
            (failures(endgame), endgame.failures.examples.first())
        {
            let title = format!("{}: the engine failed", endgame.endgame);
            found.push(("warning", title, format!("{text}\n{fen}: {}", failure(first))));
        }
    }
    let notice = |endgame: &EndgameJudgement, worst: &Worst| {
        let title = format!("{}: wrong ({})", endgame.endgame, worst.class.replace('-', " "));
        ("notice", title, example(worst))
    };
    let notices = ranked.iter().map(|it| it.worst.iter().map(|worst| notice(it, worst)).collect());
    found.extend(in_turn(notices.collect()));
    found
}

/// A worst answer in lines.
fn example(worst: &Worst) -> String {
    let parts = [
        worst.fen.clone(),
        format!("{}; truth: {}", answered(worst), truth(worst)),
        moves(worst),
        line(worst),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}
