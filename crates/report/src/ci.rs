//! Reports for CI servers. GitHub gets workflow commands: at most ten annotations, then a summary.
//! JUnit XML has one test case for each endgame and kind of fault.

use std::fmt::Write;

use drawproof_verifier::{Asymmetry, Counterexample, FiftyMoveRule, Role, Run, Verdict};

use crate::{
    escape::{escaped, message, one_line, property},
    notes::notes,
    place::Place,
    verdicts::{
        COLOURS_MEAN, FIFTY_MOVES_APPLIED, REVERSED_CLAIMS, are_known, asymmetries_name_colours,
        baseline_lines, condition_sentence, domain_sentence, draws, family_line, incorrect_title,
        is_known, kind_headlines, moved_line, not_asked, scope_of, sound, spotted, spotted_share,
        truth_sentence,
    },
    words::{claimed, class_name, classes, counted, faults, grouped, refutation},
};

/// The maximum number of annotations that GitHub shows for a step.
const ANNOTATIONS_MAX: usize = 10;

/// Renders the run as workflow commands, followed by a summary: one line for each rule, and one for
/// each kind of claim other than draws.
pub fn github(run: &Run) -> String {
    let mut out = at_lines(annotations(run));
    for verdict in &run.verdicts {
        let claims = verdict.total().claims;
        let verdict_in_words = match (faults(verdict), classes(verdict)) {
            (None, _) => sound(verdict).into(),
            (Some(faults), classes) if classes.is_empty() => faults,
            (Some(faults), classes) => format!("{faults} ({classes})"),
        };
        let mut parts = vec![verdict_in_words];
        parts.extend(not_asked(verdict));
        parts.extend(spotted(&claims, verdict.truth));
        let name = one_line(&verdict.name);
        let _ = writeln!(out, "{} {name}: {}", verdict.endgame, parts.join(", "));
        for note in notes(verdict) {
            let _ = writeln!(out, "{} {}", verdict.endgame, one_line(&note));
        }
        for headline in kind_headlines(&claims) {
            let _ = writeln!(out, "{} {headline}", verdict.endgame);
        }
    }
    if run.verdicts.iter().any(Verdict::claims_wins) {
        let _ = writeln!(out, "{COLOURS_MEAN}");
    }
    for family in &run.families {
        let _ = writeln!(out, "{}", one_line(&family_line(family, run.truth())));
    }
    for line in baseline_lines(run) {
        let _ = writeln!(out, "{}", one_line(&line));
    }
    let _ = writeln!(out, "{} counting: {}", run.counting, run.counting.sentence());
    for sentence in scope_of(run, false) {
        let _ = writeln!(out, "{sentence}");
    }
    out
}

/// An annotation: its level (`error`, `warning`, `notice`), title and text.
pub type Annotation = (&'static str, String, String);

/// An annotation of a branch, and the branch's name, which may be a source line to annotate.
type OfBranch<'a> = (Option<&'a str>, Annotation);

/// Renders the first annotations as workflow commands.
pub fn annotated(annotations: Vec<Annotation>) -> String {
    at_lines(annotations.into_iter().map(|annotation| (None, annotation)).collect())
}

/// Renders annotations as [`annotated`] does, at the source lines of their branches.
fn at_lines(annotations: Vec<OfBranch>) -> String {
    let shown = annotations.into_iter().take(ANNOTATIONS_MAX);
    let command = |(branch, (level, title, text)): OfBranch| {
        let place = branch.and_then(Place::of_branch).map_or_else(String::new, |place| {
            format!("file={},line={},", property(place.file), place.line)
        });
        format!("::{level} {place}title={}::{}\n", property(&title), message(&text))
    };
    shown.map(command).collect()
}

/// Interleaves the lists: the first element of each list, then the second ones, so that no list
/// hides another.
pub fn in_turn<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        all.extend(lists.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}

/// Returns the claims about both positions of a pair.
fn answers(pair: &Asymmetry) -> [String; 2] {
    [(&pair.fen, &pair.claim), (&pair.other_fen, &pair.other_claim)]
        .map(|(fen, claim)| format!("{fen}: {}", claimed(fen, claim)))
}

/// Returns the annotations of all rules, interleaved; each rule begins with one annotation for each
/// wrong branch.
fn annotations(run: &Run) -> Vec<OfBranch<'_>> {
    let of_rule = |verdict| annotations_of(verdict, run);
    in_turn(run.verdicts.iter().map(of_rule).collect())
}

/// Returns the annotations of a rule.
fn annotations_of<'a>(verdict: &'a Verdict, run: &'a Run) -> Vec<OfBranch<'a>> {
    let endgame = verdict.endgame.as_str();
    let is_new = |wrong: &&Counterexample| !is_known(run, endgame, wrong);
    let wrong = verdict.counterexamples.iter().filter(is_new).map(|wrong| {
        let class = class_name(wrong.class);
        let title = format!("{}: {} ({class})", verdict.endgame, incorrect_title(wrong));
        let text = format!("{}\n{}", wrong.fen, refutation(wrong));
        (wrong.because.first().map(String::as_str), ("error", title, text))
    });
    let (mut firsts, mut others): (Vec<OfBranch>, Vec<OfBranch>) = (Vec::new(), Vec::new());
    for annotation in wrong {
        let is_first = !firsts.iter().any(|(known, _)| *known == annotation.0);
        if is_first { firsts.push(annotation) } else { others.push(annotation) }
    }
    let are_unequal_known = are_known(run, endgame, |class| class == "asymmetric");
    let asymmetries = verdict.asymmetries.iter().filter(|_| !are_unequal_known);
    let unequal = asymmetries.map(|pair| {
        let title = format!("{}: answers differ in symmetric positions", verdict.endgame);
        (None, ("error", title, answers(pair).join("\n")))
    });
    let grown = run.baseline.iter().flat_map(|it| &it.grown);
    let grown = grown.filter(|it| it.kind.endgame == endgame).map(|it| {
        let title = format!("{endgame}: more wrong claims than the baseline knows");
        (Some(it.kind.branch.as_str()), ("error", title, moved_line(it)))
    });
    let not_shown = branches_not_shown(verdict).filter(|_| run.baseline.is_none());
    grown.chain(firsts).chain(not_shown).chain(others).chain(unequal).collect()
}

/// Returns annotations for the wrong branches that are named by a source line and have no
/// counterexample in the report.
fn branches_not_shown(verdict: &Verdict) -> impl Iterator<Item = OfBranch<'_>> {
    let is_shown =
        |id: &String| verdict.counterexamples.iter().any(|it| it.because.first() == Some(id));
    let wrong = verdict
        .patterns
        .iter()
        .filter(move |it| it.name.role == Role::Because && it.wrong > 0 && !is_shown(&it.name.id));
    wrong.filter(|it| Place::of_branch(&it.name.id).is_some()).map(|it| {
        let title = format!("{}: incorrect claims of a branch", verdict.endgame);
        let claims = counted(it.claims, "claim is", "claims are");
        let text = format!("{} of its {claims} incorrect", grouped(it.wrong));
        (Some(it.name.id.as_str()), ("error", title, text))
    })
}

/// A suite of test cases.
pub struct Suite {
    /// The title of the suite: the name of the tool, `drawproof`.
    pub title: &'static str,
    /// The name of the suite: the subject of its tests.
    pub name: String,
    /// The duration of all cases, if known.
    pub seconds: Option<f64>,
    /// Names and values of the suite's properties.
    pub properties: Vec<(&'static str, String)>,
    /// The cases in their order.
    pub cases: Vec<Case>,
}

/// A test case of a suite.
pub struct Case {
    /// The endgame, in JUnit the class name.
    pub endgame: String,
    /// The name of the test.
    pub name: String,
    /// The duration of the case, if known.
    pub seconds: Option<f64>,
    /// The reason why the case does not pass; `None` if it passes.
    pub problem: Option<Problem>,
    /// Counts and figures, in JUnit the standard output.
    pub output: Option<String>,
}

/// The reason why a case does not pass.
pub struct Problem {
    /// `failure`, or `error` if the case could not be tested.
    pub element: &'static str,
    /// The kind of problem, in JUnit the `type` of the element.
    pub kind: &'static str,
    /// A summary of the problem in one line.
    pub message: String,
    /// Details of the problem, such as positions; `None` without details.
    pub text: Option<String>,
}

impl Suite {
    /// Renders the suite as a JUnit document.
    pub fn document(&self) -> String {
        let count = |element| {
            let problems = self.cases.iter().filter_map(|case| case.problem.as_ref());
            problems.filter(|it| it.element == element).count()
        };
        let counts = format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{}\"",
            self.cases.len(),
            count("failure"),
            count("error")
        );
        let (title, name, seconds) = (self.title, escaped(&self.name), time(self.seconds));
        let property = |(name, value): &(&str, String)| {
            format!("<property name=\"{name}\" value=\"{}\"/>", escaped(value))
        };
        let properties: String = self.properties.iter().map(property).collect();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites name=\"{title}\" {counts}{seconds}>\n  \
             <testsuite name=\"{name}\" {counts} skipped=\"0\"{seconds}>\n    \
             <properties>{properties}</properties>\n{}  </testsuite>\n</testsuites>\n",
            self.cases.iter().map(Case::element).collect::<String>()
        )
    }
}

impl Case {
    /// Renders the case, on one line if it has no output.
    fn element(&self) -> String {
        let (endgame, name) = (escaped(&self.endgame), escaped(&self.name));
        let begin = format!(
            "    <testcase classname=\"drawproof.{endgame}\" name=\"{name}\"{}>",
            time(self.seconds)
        );
        let problem = self.problem.as_ref().map(|Problem { element, kind, message, text }| {
            let begin = format!("<{element} type=\"{kind}\" message=\"{}\"", escaped(message));
            match text {
                Some(text) => format!("{begin}>{}</{element}>", escaped(text)),
                None => format!("{begin}/>"),
            }
        });
        match &self.output {
            None => format!("{begin}{}</testcase>\n", problem.unwrap_or_default()),
            Some(output) => format!(
                "{begin}\n{}      <system-out>{}</system-out>\n    </testcase>\n",
                problem.map_or_else(String::new, |it| format!("      {it}\n")),
                escaped(output)
            ),
        }
    }
}

/// Renders a duration as an attribute; empty if unknown.
fn time(seconds: Option<f64>) -> String {
    seconds.map_or_else(String::new, |seconds| format!(" time=\"{seconds:.3}\""))
}

/// Renders the run as a JUnit document.
pub fn junit(run: &Run) -> String {
    let suite = Suite {
        title: "drawproof",
        name: format!("draw rules ({} counting)", run.counting),
        seconds: Some(run.verdicts.iter().map(|verdict| verdict.seconds).sum()),
        properties: properties(run),
        cases: run.verdicts.iter().flat_map(|verdict| cases(run, verdict)).collect(),
    };
    suite.document()
}

/// Returns the counting convention, the domain, the fifty-move rule and the families of the run.
fn properties(run: &Run) -> Vec<(&'static str, String)> {
    let counting = ("counting", run.counting.sentence().to_owned());
    let domain = domain_sentence(run.domain()).map(|sentence| ("domain", sentence));
    let condition = condition_sentence(run).map(|sentence| ("where", sentence));
    let is_applied = run.fifty_moves() == FiftyMoveRule::Applied;
    let applied = is_applied.then(|| ("fifty-move rule", FIFTY_MOVES_APPLIED.to_owned()));
    let truth = truth_sentence(run.truth()).map(|sentence| ("truth", sentence.to_owned()));
    let families = run.families.iter().map(|it| ("family", family_line(it, run.truth())));
    let baseline = baseline_lines(run).into_iter().map(|line| ("baseline", line));
    let first = std::iter::once(counting).chain(truth).chain(domain).chain(condition);
    let first = first.chain(applied);
    first.chain(families).chain(baseline).collect()
}

/// Returns the test cases of a rule. Wrong claims that the baseline lists are not failures.
fn cases(run: &Run, verdict: &Verdict) -> Vec<Case> {
    let total = verdict.total();
    let counts = counts(verdict);
    let incorrect = total.incorrect + verdict.en_passant.incorrect;
    // The claim about a colour-reversed position may be incorrect although the claim about the
    // counted one is correct.
    let wrong = (incorrect > 0 || !verdict.counterexamples.is_empty()).then(|| {
        let examples: Vec<String> = verdict.counterexamples.iter().map(example).collect();
        let mut message = counted(incorrect, "incorrect claim", "incorrect claims");
        let classes = classes(verdict);
        if !classes.is_empty() {
            message += &format!(": {classes}");
        }
        (message, examples.join("\n"))
    });
    let wrong = wrong.filter(|_| !are_known(run, &verdict.endgame, |class| class != "asymmetric"));
    let asymmetric = total.asymmetric + verdict.en_passant.asymmetric;
    let unequal = (asymmetric > 0).then(|| {
        let pairs = verdict.asymmetries.iter().map(|pair| answers(pair).join("; "));
        let note = asymmetries_name_colours(verdict).then(|| REVERSED_CLAIMS.to_owned());
        let lines: Vec<String> = note.into_iter().chain(pairs).collect();
        (counted(asymmetric, "asymmetric answer", "asymmetric answers"), lines.join("\n"))
    });
    let unequal =
        unequal.filter(|_| !are_known(run, &verdict.endgame, |class| class == "asymmetric"));
    let case = |what: &str, seconds, failure: Option<(String, String)>| Case {
        endgame: verdict.endgame.clone(),
        name: format!("{}: {what}", verdict.name),
        seconds: Some(seconds),
        problem: failure.map(|(message, text)| Problem {
            element: "failure",
            kind: "unsound",
            message,
            text: Some(text),
        }),
        output: Some(counts.clone()),
    };
    vec![
        case("no incorrect claim", verdict.seconds, wrong),
        case("the same answer in symmetric positions", 0.0, unequal),
    ]
}

/// Returns the counts of a rule, with a line for each kind of claim other than draws.
fn counts(verdict: &Verdict) -> String {
    let total = verdict.total();
    let [one, more] = draws(verdict.truth);
    let mut parts = vec![counted(total.positions, "position", "positions")];
    parts.extend(not_asked(verdict));
    parts.push(counted(total.draws, one, more));
    if verdict.is_about_draws() {
        let share = spotted_share(&total.claims);
        parts.push(format!("{} spotted ({share})", grouped(total.spotted)));
        parts.push(format!("{} missed", grouped(total.missed)));
    }
    let mut lines = vec![parts.join(", ")];
    lines.extend(notes(verdict));
    lines.extend(kind_headlines(&total.claims));
    if verdict.claims_wins() {
        lines.push(COLOURS_MEAN.into());
    }
    lines.join("\n")
}

fn example(wrong: &Counterexample) -> String {
    let (class, claim) = (class_name(wrong.class), claimed(&wrong.fen, &wrong.claim));
    format!("{class}: {}: the rule claims {claim}, but {}", wrong.fen, refutation(wrong))
}
