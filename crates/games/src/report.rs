//! Reports on games: JSON, text, Markdown and CSV. `html` has the page.

use std::fmt::Write;

use drawproof_report::{
    TextStyle, counted,
    escape::cell,
    grouped,
    markdown::folded,
    words::all_counted,
    wrap::{fitting, position, table},
    wrapped,
};
use serde::Serialize;

use crate::{
    findings::{Account, Findings, OfEndgame, ThrownMove},
    matches::MatchFigures,
    positions::PositionFigures,
    sprt::{Sprt, Verdict},
    tally::{Figures, RuleFigures},
};

/// The maximum number of endgames that reports for people show.
const ROWS_MAX: usize = 20;

/// A report on games, which can be rendered in several formats.
#[derive(Clone, Debug)]
pub struct Report {
    /// All figures of the report, as the JSON format has them.
    pub document: Document,
}

/// The figures of a report, serialized as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// The numbers of games that were read, skipped and studied.
    pub games: Account,
    /// Whether all games were read and studied.
    pub complete: bool,
    /// The only player whose games count; `None` for all players.
    pub player: Option<String>,
    /// The condition that counted positions meet; `None` if all positions count.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// The name of the rule that was asked; `None` for the built-in rules.
    pub rule: Option<String>,
    /// The points thrown away in all endgames together.
    pub total: Row,
    /// The points thrown away in each endgame, the most expensive endgame first.
    pub endgames: Vec<Row>,
    /// The moves that threw away the most points, the most expensive move first.
    pub thrown: Vec<ThrownMove>,
    /// The positions in which the most points were thrown away; `None` unless requested.
    pub positions: Option<Vec<PositionFigures>>,
    /// The statistics of the match; `None` if the games are not a match.
    #[serde(rename = "match")]
    pub of_match: Option<MatchFigures>,
}

/// The results and the points thrown away in one endgame, or in all endgames together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The name of the endgame, or `all together`.
    pub endgame: String,
    /// The figures of both sides. Scored and expected points are those of the first side of the
    /// endgame's name.
    #[serde(flatten)]
    pub figures: Figures,
    /// The figures of each player, or of each rating band.
    pub players: Vec<PlayerRow>,
    /// The claims that the rule would have made; `None` if the rule was not asked.
    pub rule: Option<RuleFigures>,
}

/// The figures of a player, or of the players in a rating band.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerRow {
    /// The name of the player, or the rating band, such as `2000-2199`.
    pub name: String,
    /// The figures from the player's point of view.
    #[serde(flatten)]
    pub figures: Figures,
}

/// The column headings of the tables of endgames and players.
pub(crate) const HEADS: [&str; 11] = [
    "endgame",
    "games",
    "lost",
    "per 1,000",
    "W→D",
    "W→L",
    "D→L",
    "at end",
    "made of",
    "over mate",
    "claims, wrong, saved",
];

/// The meanings of the columns, by their headings.
const MEANINGS: [(&str, &str); 6] = [
    ("lost", "Lost: points that moves threw away, of both players, in all and per 1,000 games."),
    ("W→D", "W→D, W→L, D→L: moves that made a win a draw or a loss, and a draw a loss."),
    (
        "at end",
        "At end: points by which results are worse than the last position, by repetition, agreement, resignation or \
         adjudication.",
    ),
    (
        "made of",
        "Made of: points of the first side, of those by perfect play from the entry within the fifty-move rule.",
    ),
    ("over mate", "Over mate: moves beyond the shortest mate, mean and worst."),
    (
        "claims, wrong, saved",
        "Claims: those of a rule, the wrong ones, and the points of throws after which it knew better.",
    ),
];

/// Returns the meanings of the columns with the headings `heads`, as one text.
pub(crate) fn meaning(heads: &[String]) -> String {
    let shown = MEANINGS.iter().filter(|(head, _)| heads.iter().any(|it| it == head));
    shown.map(|(_, meaning)| *meaning).collect::<Vec<_>>().join(" ")
}

impl Report {
    /// Creates the report on findings, with at most `limit` positions, and with the result of the
    /// test `sprt` on the match if one is given.
    pub fn new(findings: &Findings, sprt: Option<&Sprt>, limit: usize) -> Report {
        let mut endgames: Vec<Row> = findings
            .endgames
            .iter()
            .filter(|(_, it)| it.both.games > 0)
            .map(|(name, it)| row(findings, name, it))
            .collect();
        // Of equal ones, the most frequent first.
        endgames.sort_by(|a, b| {
            let lost = |it: &Row| (it.figures.lost * 2.0) as u64;
            (lost(b), b.figures.games).cmp(&(lost(a), a.figures.games))
        });
        Report {
            document: Document {
                games: findings.account,
                complete: findings.complete,
                player: findings.player.clone(),
                condition: findings.condition.clone(),
                rule: findings.rule.clone(),
                total: row(findings, "all together", &findings.total),
                endgames,
                thrown: findings.thrown.clone(),
                positions: findings.positions.as_ref().map(|it| it.worst(limit)),
                of_match: findings.of_match.figures(sprt),
            },
        }
    }

    /// Renders the report as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(&self.document).expect("figures have text as keys") + "\n"
    }

    /// Returns a text that states the numbers of games that were read, skipped and studied.
    pub(crate) fn account(&self) -> String {
        let it = self.document.games;
        let reached =
            counted(it.with_endgame, "reached a known position", "reached known positions");
        let mut text = format!("{} read, {reached}", counted(it.read, "game", "games"));
        let others = all_counted([
            (it.skipped, "could not be read", "could not be read"),
            (it.variants, "of another variant", "of other variants"),
            (it.without_moves, "without moves", "without moves"),
            (it.other_players, "of other players", "of other players"),
            (it.unstudied, "not studied before the interrupt", "not studied before the interrupt"),
        ]);
        let ends = all_counted([
            (it.finished, "finished", "finished"),
            (it.adjudicated, "adjudicated", "adjudicated"),
            (it.forfeits, "forfeited", "forfeited"),
            (it.unfinished, "without a result", "without a result"),
            (
                it.wrong_results,
                "with another result than on the board",
                "with other results than on the board",
            ),
        ]);
        others.into_iter().for_each(|others| text += &format!("; {others}"));
        ends.into_iter().for_each(|ends| text += &format!(". Of those with an endgame: {ends}"));
        if !self.document.complete {
            text += ". INCOMPLETE: the games were not read to their end";
        }
        text + "."
    }

    /// Returns a text that states the result of the match; `None` if there was no match.
    pub(crate) fn of_match(&self) -> Option<String> {
        let it = self.document.of_match.as_ref()?;
        let games = it.wins + it.draws + it.losses;
        let against = it.opponent.as_deref().unwrap_or("all others");
        let elo = |it: Option<f64>| it.map_or("-".into(), |it| format!("{it:+.1}"));
        let mut text = format!(
            "{} against {against}: {}, +{} ={} -{}, {:.1} %, Elo {} ± {:.1}, normalized Elo {}, LOS {:.1} %",
            it.player,
            counted(games, "game", "games"),
            it.wins,
            it.draws,
            it.losses,
            it.score * 100.0,
            elo(it.elo),
            it.elo_error.unwrap_or(f64::INFINITY),
            elo(it.normalized_elo),
            it.los.unwrap_or(0.5) * 100.0,
        );
        if let Some(pairs) = it.pentanomial {
            text += &format!(", pairs {pairs:?}");
        }
        if let Some(test) = it.sprt {
            let verdict = match test.verdict {
                Verdict::H0 => "H0 accepted",
                Verdict::H1 => "H1 accepted",
                Verdict::Continue => "undecided",
            };
            let model = format!("{:?}", test.model).to_lowercase();
            text += &format!(
                "; LLR {:.2} ({:.2} to {:.2}) for {model} Elo {} to {}: {verdict}",
                test.llr, test.lower, test.upper, test.elo0, test.elo1
            );
        }
        Some(text + ".")
    }

    /// Returns the table of at most `limit` endgames. The first row has the headings.
    pub(crate) fn rows(&self, limit: usize) -> Vec<Vec<String>> {
        let endgames = &self.document.endgames;
        let total = (endgames.len() > 1).then_some(&self.document.total);
        let mut rows = vec![HEADS.map(String::from).to_vec()];
        rows.extend(
            endgames
                .iter()
                .take(limit)
                .chain(total)
                .map(|it| cells(&it.endgame, &it.figures, it.rule.as_ref())),
        );
        rows
    }

    /// Returns the table of the players in all endgames. The first row has the headings.
    pub(crate) fn players(&self) -> Vec<Vec<String>> {
        let mut heads = HEADS.map(String::from).to_vec();
        heads[0] = "player".into();
        let players = self.document.total.players.iter();
        std::iter::once(heads).chain(players.map(|it| cells(&it.name, &it.figures, None))).collect()
    }

    fn left_out(&self) -> Option<String> {
        let rest = self.document.endgames.get(ROWS_MAX..).filter(|it| !it.is_empty())?;
        let lose = match rest[0].figures.lost > 0.0 {
            true => ["endgame loses no more", "endgames lose no more"],
            false => ["endgame loses nothing", "endgames lose nothing"],
        };
        let others = counted(
            rest.len() as u64,
            &format!("other {}", lose[0]),
            &format!("other {}", lose[1]),
        );
        Some(format!("{others}; --format json or csv lists all."))
    }

    /// Renders the report as text.
    pub fn text(&self, style: TextStyle) -> String {
        let mut out = wrapped("", &self.account(), style.width);
        if let Some(text) = self.of_match() {
            out.push_str(&wrapped("", &text, style.width));
        }
        if !self.document.endgames.is_empty() {
            let all = self.rows(ROWS_MAX);
            let of_endgames = fitting(all.clone(), style.width);
            let _ = write!(out, "\n{}", table(&of_endgames, &[0], &[], style.width));
            if let Some(text) = self.left_out() {
                out.push_str(&wrapped("  ", &text, style.width));
            }
            let players = self.players();
            if players.len() > 1 {
                let players = fitting(players, style.width);
                let _ = write!(out, "\n{}", table(&players, &[0], &[], style.width));
            }
            let mut meaning = meaning(&of_endgames[0]);
            if fitting(all, usize::MAX)[0].len() > of_endgames[0].len() {
                meaning +=
                    " More columns: in a wider terminal, or with --format html, json or csv.";
            }
            out.push_str(&wrapped("  ", &meaning, style.width));
        }
        let thrown = &self.document.thrown;
        if !thrown.is_empty() {
            out.push_str("\n  The most expensive moves:\n");
        }
        for (number, it) in thrown.iter().enumerate() {
            position(&mut out, number, &it.endgame, &it.fen, &[in_words(it)], style.width);
        }
        let positions = self.document.positions.iter().flatten();
        for (number, it) in positions.enumerate() {
            if number == 0 {
                out.push_str("\n  The most expensive positions, symmetric ones together:\n");
            }
            position(&mut out, number, &it.endgame, &it.fen, &[position_in_words(it)], style.width);
        }
        out
    }

    /// Renders the report as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("## What games lose in endgames\n\n{}\n", cell(&self.account()));
        if let Some(text) = self.of_match() {
            let _ = writeln!(out, "\n{}", cell(&text));
        }
        for rows in [self.rows(ROWS_MAX), self.players()].into_iter().filter(|it| it.len() > 1) {
            for (number, row) in rows.iter().enumerate() {
                let row: Vec<String> = row.iter().map(|it| cell(it)).collect();
                let _ = write!(out, "\n| {} |", row.join(" | "));
                if number == 0 {
                    let _ = write!(out, "\n|---|{}", "---:|".repeat(row.len() - 1));
                }
            }
            out.push('\n');
        }
        let meaning = meaning(&HEADS.map(String::from));
        for text in self.left_out().into_iter().chain([meaning]) {
            let _ = writeln!(out, "\n{text}");
        }
        if !self.document.thrown.is_empty() {
            folded(&mut out, "The most expensive moves", |out| {
                out.push_str("| endgame | position | move |\n|---|---|---|\n");
                for it in &self.document.thrown {
                    let (endgame, fen, text) = (&it.endgame, &it.fen, cell(&in_words(it)));
                    let _ = writeln!(out, "| {endgame} | `{fen}` | {text} |");
                }
            });
        }
        if let Some(positions) = &self.document.positions {
            folded(&mut out, "The most expensive positions", |out| {
                out.push_str("| endgame | position | moves |\n|---|---|---|\n");
                for it in positions {
                    let text = position_in_words(it);
                    let _ = writeln!(out, "| {} | `{}` | {text} |", it.endgame, it.fen);
                }
            });
        }
        out
    }

    /// Renders the report as comma-separated values: a row for each endgame, and a row for each
    /// player in that endgame.
    pub fn csv(&self) -> String {
        let mut out = String::from(
            "endgame,player,games,results,expected,points,lost,lost_per_thousand,lost_at_end,win_to_draw,win_to_loss,\
             draw_to_loss,mated,over_mate_mean,over_mate_worst,rule_asked,rule_claims,rule_wrong,rule_would_have_saved\n",
        );
        for it in &self.document.endgames {
            csv_row(&mut out, [&it.endgame, ""], &it.figures, it.rule.as_ref());
            for player in &it.players {
                csv_row(&mut out, [&it.endgame, &player.name], &player.figures, None);
            }
        }
        out
    }
}

fn row(findings: &Findings, name: &str, of: &OfEndgame) -> Row {
    let players = findings.shown(of).into_iter();
    let player =
        |(name, tally): (&str, _)| PlayerRow { name: name.into(), figures: Figures::from(tally) };
    Row {
        endgame: name.to_owned(),
        figures: Figures::from(&of.both),
        players: players.map(player).collect(),
        rule: (of.rule.asked > 0).then(|| RuleFigures::from(&of.rule)),
    }
}

/// Returns the cells under [`HEADS`].
fn cells(name: &str, it: &Figures, rule: Option<&RuleFigures>) -> Vec<String> {
    vec![
        name.to_owned(),
        grouped(it.games),
        it.lost.to_string(),
        it.lost_per_thousand.map_or("-".into(), |lost| format!("{lost:.1}")),
        grouped(it.thrown.win_to_draw),
        grouped(it.thrown.win_to_loss),
        grouped(it.thrown.draw_to_loss),
        it.lost_at_end.to_string(),
        format!("{} of {}", it.points, it.expected),
        it.moves_over_mate.map_or("-".into(), |it| format!("{:.1}, {}", it.mean, it.worst)),
        rule.map_or("-".into(), |it| {
            format!("{}, {}, {}", grouped(it.claims), grouped(it.wrong), it.would_have_saved)
        }),
    ]
}

fn csv_row(out: &mut String, names: [&str; 2], it: &Figures, rule: Option<&RuleFigures>) {
    let quoted = |text: &str| match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    let [endgame, player] = names.map(quoted);
    let lost_per_thousand = it.lost_per_thousand.map_or(String::new(), |it| it.to_string());
    let thrown = it.thrown;
    let over = it
        .moves_over_mate
        .map_or(",,".into(), |it| format!("{},{},{}", it.games, it.mean, it.worst));
    let rule = rule.map_or(",,,".into(), |it| {
        format!("{},{},{},{}", it.asked, it.claims, it.wrong, it.would_have_saved)
    });
    let _ = writeln!(
        out,
        "{endgame},{player},{},{},{},{},{},{lost_per_thousand},{},{},{},{},{over},{rule}",
        it.games,
        it.results,
        it.expected,
        it.points,
        it.lost,
        it.lost_at_end,
        thrown.win_to_draw,
        thrown.win_to_loss,
        thrown.draw_to_loss,
    );
}

/// Describes in words a move that throws a result away.
pub(crate) fn in_words(it: &ThrownMove) -> String {
    let right = match it.right_san.is_empty() {
        true => String::new(),
        false => format!("; right: {}", it.right_san.join(", ")),
    };
    let [white, black] = &it.players;
    let (san, from, to) = (&it.san, it.from, it.to);
    format!("{san}: a {from} becomes a {to}{right} (game {}, {white} - {black})", it.game)
}

/// Describes in words the moves played in a position and the points that they threw away.
pub(crate) fn position_in_words(it: &PositionFigures) -> String {
    let times = |count: u64| counted(count, "time", "times");
    let played = it.moves.iter().map(|it| match it.lost > 0.0 {
        true => format!("{} {}, {} lost", it.uci, times(it.played), it.lost),
        false => format!("{} {}", it.uci, times(it.played)),
    });
    let played: Vec<String> = played.collect();
    format!("reached {}, {} lost: {}", times(it.reached), it.lost, played.join("; "))
}
