//! JUnit XML for CI servers: a test case an endgame.

use drawproof_report::junit::{Case, Problem, Suite};

use super::{
    Report, ranked,
    words::{
        answered, conditions, exceeded, failures, line, moves, sample, squared_error, truth,
        with_interval,
    },
};
use crate::judgement::{EndgameJudgement, Worst};

/// The judgement as a JUnit document. A case fails where a limit is exceeded; an endgame that could not
/// be judged is an error.
pub(super) fn junit(report: &Report) -> String {
    let judgement = report.judgement;
    let mut cases: Vec<Case> =
        ranked(judgement).into_iter().map(|endgame| case(report, endgame)).collect();
    // Limits of all endgames together have a case of their own.
    cases.extend(report.comparison.map(|_| {
        let together = report.exceeded.iter().filter(|it| it.endgame.is_none());
        let text: Vec<String> = together.map(exceeded).collect();
        let problem = (!text.is_empty()).then(|| limit(text.join("; "), None));
        let (endgame, name) = ("all".to_owned(), "all endgames together".to_owned());
        Case { endgame, name, seconds: None, problem, output: None }
    }));
    cases.extend(report.not_judged.iter().map(|(endgame, why)| Case {
        endgame: endgame.clone(),
        name: "results by score".into(),
        seconds: None,
        problem: Some(Problem {
            element: "error",
            kind: "not-judged",
            message: why.clone(),
            text: None,
        }),
        output: None,
    }));
    let properties =
        vec![("conditions", conditions(judgement)), ("complete", judgement.complete.to_string())];
    let name = judgement.engine.clone();
    Suite { title: "drawproof judge", name, seconds: None, properties, cases }.document()
}

fn case(report: &Report, endgame: &EndgameJudgement) -> Case {
    let exceeds: Vec<String> = report.exceeded_in(&endgame.endgame).map(exceeded).collect();
    let problem = (!exceeds.is_empty()).then(|| {
        let examples: Vec<String> = endgame.worst.iter().map(example).collect();
        limit(exceeds.join("; "), Some(examples.join("\n")))
    });
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
    Case {
        endgame: endgame.endgame.clone(),
        name: "results by score".into(),
        seconds: None,
        problem,
        output: Some(figures.join("\n")),
    }
}

/// A limit that is exceeded.
fn limit(message: String, text: Option<String>) -> Problem {
    Problem { element: "failure", kind: "limit", message, text }
}

/// A worst answer in one line.
fn example(worst: &Worst) -> String {
    let answered = format!("{}: {}; truth: {}", worst.fen, answered(worst), truth(worst));
    let parts = [answered, moves(worst), line(worst)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}
