//! The report on a fix as text: the conditions to write, in chess words.

use std::fmt::Write;

use drawproof_report::{
    counted, domain_sentence, grouped, near_miss_sentence, wrap::table, wrapped,
};
use drawproof_verifier::Counting;

use crate::{
    patterns::{FACTOR, RANGES_MAX, SLACK, report::PatternFigures},
    repaired::{Before, FamilyRepaired, FixReport, Repaired, Withdrawn},
    report::percent,
};

/// The price limit of a fix, and whether to show fixes beyond it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum share of the right claims that a fix may cost.
    pub price: f64,
    /// Whether fixes beyond the price are shown.
    pub beyond: bool,
}

/// Renders the report in lines of at most `width` characters. For several endgames, a table states
/// the price in each.
pub fn text(report: &FamilyRepaired, limits: Limits, width: usize) -> String {
    let (members, before) = (&report.members, report.before());
    let general = &members[report.most_general];
    let mut out = head(report, &before, width);
    let changes = members.iter().flat_map(Repaired::fixes).any(FixReport::changes);
    let is_shown = |fix: &FixReport| fix.within_price || limits.beyond;
    let are_all_shown = general.fixes().all(is_shown);
    let of_fix = |fix| FixText { fix, repaired: general, limits, width };
    if changes {
        for fix in general.fixes() {
            let sentence = of_fix(fix).whether_there_is_one();
            out.push_str(&format!("\n{}", wrapped("", &sentence, width)));
        }
        if !general.fixes().all(|it| it.natural) {
            out.push_str(&mistakes(members, width));
        }
        for (number, fix) in general.fixes().enumerate().filter(|(_, it)| is_shown(it)) {
            let text = of_fix(fix);
            match &members[..] {
                [_] => text.whole(&mut out),
                _ => {
                    text.conditions(&mut out, ", in every endgame");
                    out.push_str(&format!("\n{}", costs(members, number, width)));
                }
            }
        }
        if before.has_halves && are_all_shown {
            let right_left: u64 = members.iter().map(|it| it.right_left).sum();
            let [_, halves] = before.right_names();
            let (left, all) = (grouped(right_left), grouped(before.right));
            let line = format!("left with all exceptions: {left} of {all} {halves}");
            out.push_str(&format!("\n{}", wrapped("  ", &line, width)));
        }
    }
    if let Some(failure) = report.failure().filter(|_| !changes) {
        let mut letters = failure.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        let sentence: String = first.into_iter().chain(letters).chain(['.']).collect();
        out.push_str(&format!("\n{}", wrapped("", &sentence, width)));
    }
    if !before.is_hopeless() && are_all_shown {
        out.push('\n');
        let is_sampled = general.proof.sampled.is_some();
        let label = match (changes, is_sampled) {
            (true, false) => "proof with the exceptions",
            (false, false) => "proof",
            (true, true) => "check with the exceptions",
            (false, true) => "check",
        };
        for member in members {
            let label = match members.len() {
                1 => label.to_owned(),
                _ => format!("{}, {label}", member.endgame),
            };
            out.push_str(&wrapped("  ", &member.proof.text(&label), width));
        }
    }
    out
}

/// Returns the wrong branches, and what their author most likely forgot.
fn mistakes(members: &[Repaired], width: usize) -> String {
    let mut out = String::new();
    for member in members {
        for it in &member.goes_wrong {
            let (wrong, claims) = (grouped(it.wrong), grouped(it.claims));
            let near = it.near_miss.as_ref().map(|miss| near_miss_sentence(miss, it.wrong));
            let sentence = match (&it.branch, near) {
                (None, None) => continue,
                (None, Some(near)) => format!("Forgotten? {near}."),
                (Some(branch), near) => {
                    let near = near.map_or(String::new(), |it| format!(" Forgotten? {it}."));
                    format!("{branch}: {wrong} of its {claims} claims are wrong.{near}")
                }
            };
            let of =
                if members.len() > 1 { format!("{}: ", member.endgame) } else { String::new() };
            out.push_str(&format!("\n{}", wrapped("", &format!("{of}{sentence}"), width)));
        }
    }
    out
}

/// Returns the claims before the fix, and the positions they are about.
fn head(report: &FamilyRepaired, before: &Before, width: usize) -> String {
    let (members, first) = (&report.members, &report.members[0]);
    let names: Vec<&str> = members.iter().map(|it| it.endgame.as_str()).collect();
    let claims = match before.only_draws {
        true => counted(before.spotted, "draw spotted", "draws spotted"),
        false => counted(before.right, before.right_names()[0], before.right_names()[1]),
    };
    let incorrect = counted(before.incorrect, "wrong claim", "wrong claims");
    let title = format!("{}, rule '{}': {claims}, {incorrect}", names.join(", "), report.rule);
    let mut out = wrapped("", &title, width);
    if first.counting != Counting::Full {
        let counting = format!("{} counting: {}", first.counting, first.counting.sentence());
        out.push_str(&wrapped("", &counting, width));
    }
    if let Some(domain) = domain_sentence(first.domain) {
        out.push_str(&wrapped("", &domain, width));
    }
    for member in members {
        if let Some(sampled) = &member.sampled {
            let (size, of) = (grouped(member.proof.positions), grouped(sampled.of));
            let sentence = format!(
                "{}: a random sample of {size} of about {of} positions (seed {})",
                member.endgame, sampled.seed
            );
            out.push_str(&wrapped("", &sentence, width));
        }
    }
    if let Some(half) = before.right_half {
        let sentence = format!("Each wrong claim of a draw would be right as the claim {half}.");
        out.push_str(&wrapped("", &sentence, width));
    }
    if before.incorrect_en_passant > 0 {
        let more = counted(before.incorrect_en_passant, "more wrong claim", "more wrong claims");
        let _ = writeln!(out, "{more} where an en-passant capture is legal");
    }
    if before.is_sound() {
        out.push_str(match first.sampled {
            None => "\nThe rule is sound as it is: it needs no fix.\n",
            Some(_) => {
                "\nThe rule makes no incorrect claim in the sample: there is nothing to fix.\n"
            }
        });
    }
    out
}

/// Returns a table with the price of a fix in each endgame.
fn costs(members: &[Repaired], number: usize, width: usize) -> String {
    let head = ["endgame", "right claims", "costs", "share", "wrong claims", "left"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for member in members {
        let Some(fix) = member.fixes().nth(number) else { continue };
        let [all, withdrawn] = fix.exceptions.withdrawn.unwrap_or_default();
        let share = format!("{} %", percent(fix.price, fix.right));
        let [wrong, left] = [all.wrong, all.wrong - withdrawn.wrong].map(grouped);
        let cells = [grouped(fix.right), grouped(fix.price), share, wrong, left];
        rows.push(std::iter::once(member.endgame.clone()).chain(cells).collect());
    }
    table(&rows, &[0], &[], width)
}

/// Formats a sampled share as a percentage.
fn about_percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// A fix as text.
struct FixText<'a> {
    fix: &'a FixReport,
    repaired: &'a Repaired,
    limits: Limits,
    width: usize,
}

impl FixText<'_> {
    /// Returns the noun for right claims, singular and plural.
    fn names(&self) -> [String; 2] {
        let names = self.repaired.before.right_names();
        match self.fix.claim {
            Some("a draw") => ["draw", "draws"].map(String::from),
            // Halves are named by their claim.
            Some(claim) => ["right claim", "right claims"].map(|it| format!("{it} {claim}")),
            None => names.map(String::from),
        }
    }

    /// Describes the claim that the rule must not make.
    fn must_not(&self) -> String {
        self.fix.claim.map_or("claim nothing".into(), |claim| format!("not claim {claim}"))
    }

    /// Writes the fix for one endgame.
    fn whole(&self, out: &mut String) {
        self.conditions(out, "");
        self.price(out);
        self.examples(out);
        self.attempts(out);
    }

    /// Writes the exceptions. `everywhere` names the endgames; if it is not empty, costs are left
    /// out.
    fn conditions(&self, out: &mut String, everywhere: &str) {
        let FixText { fix, width, .. } = *self;
        let with_costs = everywhere.is_empty();
        let patterns = &fix.exceptions.patterns;
        let of_kind = fix.claim.map_or(String::new(), |claim| format!(" {claim}"));
        if !fix.in_common.is_empty() {
            let common =
                format!("All wrong claims{of_kind} have in common: {}.", fix.in_common.join("; "));
            out.push_str(&format!("\n{}", wrapped("", &common, width)));
        }
        let must_not = self.must_not();
        if !patterns.is_empty() {
            let head = format!(
                "The rule must {must_not} where one of these exceptions matches{everywhere}:"
            );
            let _ = writeln!(out, "\n{}", wrapped("", &head, width));
        }
        for (number, pattern) in patterns.iter().enumerate() {
            self.exception(out, number + 1, pattern, with_costs);
        }
        if fix.except_en_passant {
            let what = fix.claim.map_or("nothing".into(), |_| must_not);
            let _ = writeln!(out, "\nand {what} where an en-passant capture is legal.");
        }
    }

    /// Returns a sentence on whether there is a fix within the price, and whether it is short.
    fn whether_there_is_one(&self) -> String {
        let FixText { fix, limits, .. } = *self;
        let of = fix.claim.map_or(String::new(), |claim| format!(" for the claims {claim}"));
        // 100 * 0.07 is not exactly 7.
        let allowed = format!("{} % (--price)", (1e4 * limits.price).round() / 1e2);
        let count = fix.exceptions.patterns.len();
        let (listed, endgame) =
            (counted(count as u64, "exception", "exceptions"), &self.repaired.endgame);
        let costs = format!("costs {}", self.share());
        let mine = format!(
            "'drawproof mine {endgame} --patterns {}' learns a rule instead.",
            count.max(2)
        );
        match (fix.within_price, fix.natural || count == 0) {
            (true, true) => format!("There is a fix{of} within the price of {allowed}."),
            (true, false) => format!(
                "There is no short fix{of} within the price of {allowed}; a fix with {listed} {costs}. {mine}"
            ),
            (false, _) => {
                let show = if limits.beyond { "" } else { " --beyond shows it." };
                format!(
                    "There is no fix{of} within the price of {allowed}: the best one found, with {listed}, \
                     {costs}.{show} {mine}"
                )
            }
        }
    }

    /// Returns the share of the right claims that the fix costs, as text.
    fn share(&self) -> String {
        let [_, names] = self.names();
        let FixReport { price, right, .. } = self.fix;
        format!("{} % of the {names}", percent(*price, *right))
    }

    /// Writes one exception and the claims that it withdraws.
    fn exception(
        &self,
        out: &mut String,
        number: usize,
        pattern: &PatternFigures,
        with_costs: bool,
    ) {
        let width = self.width;
        let [one, more] = self.names();
        let counts = pattern.withdrawn.unwrap_or_default();
        let [only_right, only_wrong] = [counts.only_right, counts.only_wrong].map(grouped);
        let right = counted(counts.right, &one, &more);
        let wrong = counted(counts.wrong, "wrong claim", "wrong claims");
        let costs = format!(
            "costs {right} ({only_right} by it alone), removes {wrong} ({only_wrong} by it alone)"
        );
        let label = format!("  {number:2}. ");
        let last = pattern.in_words.len().saturating_sub(1);
        let always = ["always".to_owned()];
        let sentences = if pattern.in_words.is_empty() { &always[..] } else { &pattern.in_words };
        for (at, sentence) in sentences.iter().enumerate() {
            let start = if at == 0 { label.clone() } else { " ".repeat(label.len()) };
            let end = if at < last { ", and" } else { "" };
            out.push_str(&wrapped(&start, &format!("{sentence}{end}"), width));
        }
        let indent = " ".repeat(label.len());
        out.push_str(&wrapped(&indent, &format!("({})", pattern.says), width));
        if with_costs {
            out.push_str(&wrapped(&indent, &costs, width));
        }
    }

    fn price(&self, out: &mut String) {
        let FixText { fix, repaired, width, .. } = *self;
        let [one, more] = self.names();
        let spotted = fix.exceptions.spotted;
        let left = match repaired.before.only_draws {
            true => {
                let share = percent(spotted, fix.exceptions.draws);
                format!("{} spotted ({share} % of all)", grouped(spotted))
            }
            false => counted(fix.right - fix.price, &one, &more),
        };
        let (price, share) = (grouped(fix.price), percent(fix.price, fix.right));
        let all = counted(fix.right, &one, &more);
        let line = format!("price: {price} of {all} ({share} %); left: {left}");
        out.push_str(&format!("\n{}", wrapped("  ", &line, width)));
    }

    fn examples(&self, out: &mut String) {
        if self.fix.examples.is_empty() {
            return;
        }
        let are_draws = self.repaired.before.only_draws;
        let what = if are_draws { "drawn " } else { "" };
        let _ = writeln!(
            out,
            "\n  claimed {what}until now, and the exceptions that withdraw the claim:"
        );
        for example in &self.fix.examples {
            let first = format!("  {}  ", example.fen);
            let claim =
                if are_draws { String::new() } else { format!("'{}', but ", example.claim) };
            let numbers: Vec<&str> =
                example.patterns.iter().map(|id| id.trim_start_matches('p')).collect();
            let noun = if numbers.len() == 1 { "exception" } else { "exceptions" };
            let text = format!("{claim}{}: {noun} {}", truth(example), numbers.join(", "));
            out.push_str(&wrapped(&first, &text, self.width));
        }
    }

    /// Writes the lists that the search found, with their sampled prices.
    fn attempts(&self, out: &mut String) {
        let FixText { fix, repaired, width, .. } = *self;
        if fix.tried.is_empty() || !self.limits.beyond {
            return;
        }
        let [_, names] = self.names();
        let of = match repaired.before.only_draws {
            true => "of the draws it spots".into(),
            false => format!("of its {names}"),
        };
        let _ = writeln!(out, "\n  fixes that were tried, by length:");
        let _ = writeln!(out, "  exceptions  conditions  price, about");
        for tried in &fix.tried {
            let (patterns, bounds, price) =
                (tried.patterns, tried.bounds, about_percent(tried.price_share));
            let _ = writeln!(out, "  {patterns:10}  {bounds:10}  {price:>11} {of}");
        }
        if fix.natural {
            let note = format!(
                "A simple condition wins over a cheaper but obscure one if it costs at most {FACTOR} \
                 times as much, or at most {} % of the {names}. Instead of one with more than \
                 {RANGES_MAX} conditions it may cost up to --price.",
                100.0 / SLACK as f64,
            );
            out.push_str(&format!("\n{}", wrapped("  ", &note, width)));
        }
    }
}

/// Returns the true result in a position where a claim is withdrawn.
fn truth(example: &Withdrawn) -> String {
    let moves = example.dtm.map_or(0, |plies| (plies.abs() + 1) / 2);
    match example.truth.as_str() {
        "draw" => "a draw".into(),
        "win" => format!("the side to move mates in {moves}"),
        _ if moves == 0 => "mate".into(),
        _ => format!("the side to move is mated in {moves}"),
    }
}
