//! Documents on games for people and programs: a table of all endgames, then the results thrown
//! away.

use std::fmt::Write;

use drawproof_report::{
    Format, TextStyle,
    ci::{Annotation, Case, Problem, Suite, annotated, in_turn},
    counted,
    escape::{cell, escaped, one_line},
    grouped,
    html::frame::{self, Cell, badge, page},
    markdown::folded,
    words::all_counted,
    wrap::{fitting, position, table},
    wrapped,
};
use serde::Serialize;

use super::figures::{EndgamePlay, Play, PlayJudgement, Thrown};
use crate::report::words::{class, failure, interval, line, line_from, of_those, percent, san};

/// The contents of a report on games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlayReport<'a> {
    /// The figures of the games.
    #[serde(flatten)]
    pub judgement: &'a PlayJudgement,
    /// The maximum share of games with a worse result than their start; `None` without a limit.
    pub max_loss: Option<f64>,
}

const PARTIAL: &str = "PARTIAL: not every game was played.";

/// The meaning of the columns.
const MEANING: &str = "Won: share of the games from won positions. Held: share of the games from \
     drawn positions that can still be lost. Over mate: moves beyond the shortest mate, mean and \
     worst of the won games. Mates right: announced mates of the right length. Thrown: moves that \
     gave a result away. Forfeits are losses.";

/// The heads of the table.
const HEADS: [&str; 10] = [
    "endgame",
    "games",
    "won",
    "95 %",
    "held",
    "95 % ",
    "over mate",
    "mates right",
    "thrown",
    "forfeits",
];

impl PlayReport<'_> {
    /// Renders the report in the requested format.
    pub fn document(&self, format: Format, style: TextStyle) -> String {
        match format {
            Format::Text => self.text(style),
            Format::Json => json(self),
            Format::Markdown => self.markdown(),
            Format::Junit => self.junit(),
            Format::Github => self.github(),
            Format::Html => self.html(),
        }
    }

    /// Returns whether any endgame exceeds `max_loss`.
    pub fn fails(&self) -> bool {
        self.judgement.endgames.iter().any(|it| self.exceeds(&it.play))
    }

    fn exceeds(&self, play: &Play) -> bool {
        self.max_loss.is_some_and(|max| play.loss() > max)
    }

    /// Describes the limit if an endgame exceeds it.
    fn problem(&self, play: &Play) -> Option<String> {
        self.max_loss.filter(|_| self.exceeds(play)).map(|max| {
            let (found, allowed) = (percent(Some(play.loss())), percent(Some(max)));
            format!("{found} of the games ended worse than they began; allowed: {allowed}")
        })
    }

    /// Returns the endgames with a problem: the limit that they exceed, or the reason why they were
    /// not played.
    fn problems(&self) -> impl Iterator<Item = (&str, String)> {
        let endgames = self.judgement.endgames.iter();
        let exceeded = endgames.filter_map(|it| Some((&*it.endgame, self.problem(&it.play)?)));
        let not_judged = self.judgement.not_judged.iter();
        exceeded.chain(not_judged.map(|it| (&*it.endgame, format!("not played: {}", it.error))))
    }

    fn conditions(&self) -> String {
        let it = self.judgement;
        let games = counted(it.games, "game", "games");
        let PlayJudgement { command, limit, defence, .. } = it;
        let (seed, of_those) = (it.sample.seed, of_those(it.condition.as_deref()));
        format!(
            "Command: {command}. Search: {limit}. Up to {games} of each endgame, seed {seed}, half of them \
             from won positions, half from drawn ones{of_those}. Defence: {defence}."
        )
    }

    fn summary(&self) -> String {
        let all = || self.judgement.endgames.iter().map(|it| &it.play);
        let sum = |of: fn(&Play) -> u64| all().map(of).sum::<u64>();
        let from_won = sum(|it| it.won + it.drawn + it.lost);
        let from_drawn = sum(|it| it.held + it.held_lost);
        format!(
            "{}, {}: {} of {} won positions won, {} of {} drawn positions held",
            counted(self.judgement.endgames.len() as u64, "endgame", "endgames"),
            counted(sum(|it| it.games), "game", "games"),
            grouped(sum(|it| it.won)),
            grouped(from_won),
            grouped(sum(|it| it.held)),
            grouped(from_drawn),
        )
    }

    fn text(&self, style: TextStyle) -> String {
        let mut out = wrapped("", &style.painted(&self.judgement.engine, 39), style.width);
        out.push_str(&wrapped("", &self.conditions(), style.width));
        if !self.judgement.complete {
            out.push_str(&wrapped("", &style.painted(PARTIAL, 31), style.width));
        }
        out.push('\n');
        for it in &self.judgement.endgames {
            let title = format!("{}  ", style.painted(&it.endgame, 39));
            out.push_str(&wrapped(&title, &in_words(&it.play).join("; "), style.width));
            for (number, thrown) in it.play.thrown.iter().enumerate() {
                let (class, text) = (class(&thrown.class), thrown_in_words(thrown));
                position(&mut out, number, &class, &thrown.fen, &[text], style.width);
            }
            out.push('\n');
        }
        let mut rows = vec![HEADS.map(String::from).to_vec()];
        rows.extend(self.judgement.endgames.iter().map(row));
        out.push_str(&table(&fitting(rows, style.width), &[0], &[], style.width));
        out.push_str(&wrapped("  ", MEANING, style.width));
        out.push_str(&wrapped("", &self.summary(), style.width));
        for (endgame, text) in self.problems() {
            out.push_str(&wrapped(
                &format!("{}  ", style.painted(endgame, 31)),
                &text,
                style.width,
            ));
        }
        out
    }

    fn markdown(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "## {} plays endgames\n", cell(&self.judgement.engine));
        let _ = writeln!(out, "{} {MEANING}\n", cell(&self.conditions()));
        if !self.judgement.complete {
            let _ = writeln!(out, "**{PARTIAL}**\n");
        }
        for (endgame, text) in self.problems() {
            let _ = writeln!(out, "- ❌ {endgame}: {}\n", cell(&text));
        }
        let _ =
            writeln!(out, "| {} |\n|---|{}", HEADS.join(" | "), "---:|".repeat(HEADS.len() - 1));
        for it in &self.judgement.endgames {
            let mark = if self.exceeds(&it.play) { "❌ " } else { "" };
            let _ = writeln!(out, "| {mark}{} |", row(it).join(" | "));
        }
        let _ = writeln!(out, "\n{}", self.summary());
        for it in self.judgement.endgames.iter().filter(|it| !it.play.thrown.is_empty()) {
            let title = format!("{}: {}", it.endgame, in_words(&it.play).join("; "));
            folded(&mut out, &title, |out| {
                out.push_str("| class | position | move | game |\n|---|---|---|---|\n");
                for it in &it.play.thrown {
                    let (class, fen, game) = (class(&it.class), &it.fen, line(&it.fen, &it.line));
                    let text = cell(&thrown_in_words(it));
                    let _ = writeln!(out, "| {class} | `{fen}` | {text} | {game} |");
                }
            });
        }
        out
    }

    fn github(&self) -> String {
        let example = |it: &Thrown| format!("{}\n{}", it.fen, thrown_in_words(it));
        let endgames = &self.judgement.endgames;
        let error = |(endgame, text): (&str, String)| -> Annotation {
            let of_endgame = endgames.iter().find(|it| it.endgame == endgame);
            let first = of_endgame.and_then(|it| it.play.thrown.first()).map(example);
            let text = [Some(text), first].into_iter().flatten().collect::<Vec<_>>().join("\n");
            ("error", format!("{endgame}: games"), text)
        };
        let mut found: Vec<Annotation> = self.problems().map(error).collect();
        let notices = |of: &EndgamePlay| {
            let title = format!("{}: a result is thrown away", of.endgame);
            of.play.thrown.iter().map(|it| ("notice", title.clone(), example(it))).collect()
        };
        found.extend(in_turn(endgames.iter().map(notices).collect()));
        let mut out = annotated(found);
        let _ = writeln!(out, "{}", one_line(&self.judgement.engine));
        let _ = writeln!(out, "{}", one_line(&self.conditions()));
        for it in endgames {
            let _ = writeln!(out, "{}: {}", it.endgame, in_words(&it.play).join("; "));
        }
        let _ = writeln!(out, "{}", self.summary());
        out
    }

    fn junit(&self) -> String {
        let name = || "games".to_owned();
        let case = |it: &EndgamePlay| Case {
            endgame: it.endgame.clone(),
            name: name(),
            seconds: None,
            problem: self.problem(&it.play).map(|message| {
                let thrown = it.play.thrown.iter();
                let thrown = thrown.map(|it| format!("{}: {}", it.fen, thrown_in_words(it)));
                let text = Some(thrown.collect::<Vec<_>>().join("\n"));
                Problem { element: "failure", kind: "limit", message, text }
            }),
            output: Some(in_words(&it.play).join("\n")),
        };
        let mut cases: Vec<Case> = self.judgement.endgames.iter().map(case).collect();
        cases.extend(self.judgement.not_judged.iter().map(|it| {
            let (element, kind, message) = ("error", "not-judged", it.error.clone());
            let problem = Some(Problem { element, kind, message, text: None });
            Case { endgame: it.endgame.clone(), name: name(), seconds: None, problem, output: None }
        }));
        let complete = self.judgement.complete.to_string();
        let properties = vec![("conditions", self.conditions()), ("complete", complete)];
        let name = self.judgement.engine.clone();
        Suite { title: "drawproof judge --play", name, seconds: None, properties, cases }.document()
    }

    fn html(&self) -> String {
        let engine = escaped(&self.judgement.engine);
        page(
            &format!("{engine} plays endgames"),
            "",
            |out| self.html_head(out, &engine),
            |out| {
                out.push_str("<section>\n<h2>Games by endgame</h2>\n<div class=\"wide\">\n");
                frame::table(out, &HEADS, &self.html_rows());
                let _ = writeln!(out, "</div>\n<p class=\"note\">{MEANING}</p>\n</section>");
                for it in &self.judgement.endgames {
                    self.html_endgame(out, it);
                }
            },
            "The engine played against perfect endgame tables, which resist as long as they can and take \
             whatever they are given.",
        )
    }

    fn html_head(&self, out: &mut String, engine: &str) {
        let _ = writeln!(out, "<header><div class=\"head\"><h1>{engine} plays endgames</h1>");
        let problems: Vec<_> = self.problems().collect();
        if !problems.is_empty() {
            let text = counted(problems.len() as u64, "limit exceeded", "limits exceeded");
            let _ = writeln!(out, "{}", badge(false, &format!("✗ {text}")));
        }
        out.push_str("</div>\n");
        if !self.judgement.complete {
            let _ = writeln!(out, "<p>{}</p>", badge(false, PARTIAL));
        }
        let (conditions, summary) = (escaped(&self.conditions()), self.summary());
        let _ = writeln!(out, "<p class=\"soft\">{conditions}</p>\n<p>{summary}</p>");
        for (endgame, text) in problems {
            let _ = writeln!(out, "<p>{}: {}</p>", escaped(endgame), escaped(&text));
        }
        out.push_str("</header>\n");
    }

    fn html_rows(&self) -> Vec<Vec<Cell>> {
        let cells = |it: &EndgamePlay| {
            let mut texts = row(it).into_iter();
            let title = texts.next().map(Cell::Title);
            let exceeds = self.exceeds(&it.play);
            let number = |text| if exceeds { Cell::Wrong(text) } else { Cell::Number(text) };
            title.into_iter().chain(texts.map(number)).collect()
        };
        self.judgement.endgames.iter().map(cells).collect()
    }

    fn html_endgame(&self, out: &mut String, it: &EndgamePlay) {
        let (name, play) = (escaped(&it.endgame), &it.play);
        let badge = self.problem(play).map_or(String::new(), |text| badge(false, &escaped(&text)));
        let words = escaped(&in_words(play).join("; "));
        let _ = writeln!(
            out,
            "<section id=\"{name}\">\n<div class=\"head\"><h2>{name}</h2>{badge}</div>\n<p>{words}.</p>"
        );
        out.push_str("<div class=\"boards games\">\n");
        for it in &play.thrown {
            let lead = format!("<p>{}</p>", escaped(&thrown_in_words(it)));
            let line = line_from(&it.fen, &it.line);
            frame::game(out, &it.fen, &it.played, &lead, &class(&it.class), &line);
        }
        if let Some(over) = play.moves_over_mate.as_ref().filter(|it| it.worst > 0) {
            let (slowest, moves) =
                (&over.slowest, counted(over.worst.unsigned_abs(), "move", "moves"));
            let lead = format!("<p>The slowest won game: {moves} more than the shortest mate.</p>");
            let line = line_from(&slowest.fen, &slowest.line);
            let first = slowest.line.first().map_or("", String::as_str);
            frame::game(out, &slowest.fen, first, &lead, "won", &line);
        }
        out.push_str("</div>\n</section>\n");
    }
}

pub(super) fn json(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).expect("figures have text as keys") + "\n"
}

/// Returns the row of an endgame under [`HEADS`].
fn row(it: &EndgamePlay) -> Vec<String> {
    let play = &it.play;
    let over = play.moves_over_mate.as_ref();
    let announced = play.announced_mates;
    vec![
        it.endgame.clone(),
        grouped(play.games),
        percent(play.converted.share),
        interval(&play.converted),
        percent(play.held_share.share),
        interval(&play.held_share),
        over.map_or("-".into(), |over| format!("{:.1}, {}", over.mean, over.worst)),
        match announced.made {
            0 => "-".into(),
            made => drawproof_report::percent(announced.right, made),
        },
        grouped(play.thrown_moves),
        grouped(play.failures.total() + play.ends.time),
    ]
}

/// Returns the figures of an endgame as clauses.
fn in_words(play: &Play) -> Vec<String> {
    let mut parts = Vec::new();
    let of_won = play.won + play.drawn + play.lost;
    if of_won > 0 {
        let share = percent(play.converted.share);
        let mut text =
            format!("{} of {} won positions won ({share})", grouped(play.won), grouped(of_won));
        let ends = &play.ends;
        let ends = all_counted([
            (ends.mated, "was mated", "were mated"),
            (ends.stalemate, "ended by stalemate", "ended by stalemate"),
            (ends.insufficient_material, "ran out of material", "ran out of material"),
            (ends.fifty_moves, "ended by the fifty-move rule", "ended by the fifty-move rule"),
            (ends.repetition, "ended by repetition", "ended by repetition"),
            (ends.time, "lost on time", "lost on time"),
            (ends.failed, "ended by a failure", "ended by a failure"),
        ]);
        if let Some(ends) = ends {
            text += &format!(", {ends}");
        }
        parts.push(text);
    }
    let of_drawn = play.held + play.held_lost;
    if of_drawn > 0 {
        let (held, of, share) =
            (grouped(play.held), grouped(of_drawn), percent(play.held_share.share));
        parts.push(format!("{held} of {of} drawn positions held ({share})"));
    }
    if let Some(over) = &play.moves_over_mate {
        parts.push(format!(
            "moves over the shortest mate: mean {:.1}, median {}, nine of ten games at most {}, worst {}",
            over.mean, over.median, over.p90, over.worst
        ));
    }
    let announced = play.announced_mates;
    if announced.made > 0 {
        parts.push(format!(
            "{} announced: {} of the right length, {} longer, {} wrong",
            counted(announced.made, "mate", "mates"),
            grouped(announced.right),
            grouped(announced.longer),
            grouped(announced.wrong)
        ));
    }
    let mates = &play.mates;
    if mates.asked > 0 {
        let [best_move, found, best, asked] =
            [mates.best_move, mates.found, mates.best, mates.asked].map(grouped);
        parts.push(format!(
            "first move of {asked} won positions: {best_move} mate soonest, a mate found in {found}, the \
             shortest in {best}"
        ));
    }
    if play.games == 0 {
        parts.push("none of its positions is won, or drawn but not yet safe".into());
    }
    let failures = play.failures.examples.iter();
    parts.extend(failures.map(|(fen, it)| format!("{fen}: {}", failure(it))));
    parts
}

/// Describes a result thrown away: `Kb2 played, from a win to a draw; best Kb3`.
fn thrown_in_words(it: &Thrown) -> String {
    let played = san(&it.fen, &it.played);
    let text = match it.class.as_str() {
        "fifty-moves" => "the fifty-move rule ended a won game here".into(),
        "repetition" => "repetition ended a won game here".into(),
        _ => format!("played {played}, from a {} to a {}", it.from, it.to),
    };
    match &it.best {
        Some(best) => format!("{text}; best {}", san(&it.fen, best)),
        None => text,
    }
}
