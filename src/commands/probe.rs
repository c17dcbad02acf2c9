//! `probe`: what the tables and the rules say of positions.

use std::{
    io::{BufRead, Write},
    process::ExitCode,
};

use anyhow::{Context, Result};
use cozy_chess::Board;
use drawproof_recognizers::Position;
use drawproof_tables::{
    Placement, Value, fen,
    probe::{self, MoveValue},
};
use serde::Serialize;

use super::print_json;
use crate::{
    cli::{Format, ProbeArgs},
    store::Store,
};

/// What is known of a position.
#[derive(Debug, Serialize)]
struct Answer {
    fen: String,
    #[serde(flatten)]
    value: Category,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
    line: Vec<String>,
    moves: Vec<MoveAnswer>,
    recognizers: Vec<RuleAnswer>,
    #[serde(skip)]
    line_san: Vec<String>,
}

/// A value as the JSON has it: signed plies, positive for the side to move.
#[derive(Clone, Copy, Debug, Serialize)]
struct Category {
    category: &'static str,
    dtm: Option<i32>,
}

#[derive(Debug, Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    #[serde(flatten)]
    value: Category,
}

#[derive(Debug, Serialize)]
struct RuleAnswer {
    name: String,
    claim: Option<String>,
    patterns: Vec<String>,
}

impl From<Value> for Category {
    fn from(value: Value) -> Category {
        let dtm = value.dtm().map(|dtm| i32::from(dtm.plies()));
        match value {
            Value::Win(_) => Category { category: "win", dtm },
            Value::Draw => Category { category: "draw", dtm },
            Value::Loss(_) => Category { category: "loss", dtm: dtm.map(|plies| -plies) },
        }
    }
}

/// Runs the command. All positions are read before the first is answered.
pub fn run(args: &ProbeArgs, store: &Store) -> Result<ExitCode> {
    let mut fens = Vec::new();
    for text in &args.fens {
        if text == "-" {
            for line in std::io::stdin().lock().lines() {
                let line = line.context("standard input could not be read")?;
                if !line.trim().is_empty() {
                    fens.push(line.trim().to_owned());
                }
            }
        } else {
            fens.push(text.trim().to_owned());
        }
    }
    let boards: Vec<Board> = fens
        .iter()
        .map(|text| fen::parse(text).with_context(|| format!("position '{}'", one_line(text))))
        .collect::<Result<_>>()?;
    let positions: Vec<Position> = boards.iter().map(Position::from).collect();
    let own = super::rules::ask_own(&args.rule, &positions, store)?;
    let mut answers = Vec::new();
    for (number, (text, board)) in fens.into_iter().zip(boards).enumerate() {
        let mut answer = answer(text, &board, store)?;
        if let Some(own) = &own {
            let (claim, patterns) = own.answers[number].clone();
            answer.recognizers.push(RuleAnswer { name: own.name.clone(), claim, patterns });
        }
        if args.format == Format::Text {
            print_text(&answer)?;
        }
        answers.push(answer);
    }
    if args.format == Format::Json {
        print_json(&answers)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A text of an error message: on one line and not endless.
fn one_line(text: &str) -> String {
    text.chars().take(90).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn answer(fen: String, board: &Board, store: &Store) -> Result<Answer> {
    let value = probe::probe(board, store).with_context(|| format!("position '{fen}'"))?;
    let moves = probe::moves(board, store)?;
    let line = probe::line(board, store)?;
    let in_check = !board.checkers().is_empty();
    let (mut uci, mut san) = (Vec::new(), Vec::new());
    let mut at = board.clone();
    for mv in line {
        uci.push(mv.to_string());
        san.push(cozy_chess::util::display_san_move(&at, mv).to_string());
        at.play_unchecked(mv);
    }
    Ok(Answer {
        fen,
        value: value.into(),
        checkmate: moves.is_empty() && in_check,
        stalemate: moves.is_empty() && !in_check,
        insufficient_material: probe::insufficient_material(board),
        line: uci,
        line_san: san,
        moves: moves.into_iter().map(move_answer).collect(),
        recognizers: rules(board),
    })
}

fn move_answer(mv: MoveValue) -> MoveAnswer {
    MoveAnswer { uci: mv.mv.to_string(), san: mv.san, value: mv.value.into() }
}

/// What the built-in rule for the position's endgame says, if there is one.
fn rules(board: &Board) -> Vec<RuleAnswer> {
    let (material, _) = Placement::from(board).normalise();
    let Some(rule) = drawproof_recognizers::for_endgame(&material.to_string()) else {
        return Vec::new();
    };
    let (claim, matched) = rule.claim_and_patterns(&Position::from(board));
    let claim = super::rules::claim_word(claim);
    let ids = rule.patterns().iter().enumerate().filter(|(bit, _)| matched >> bit & 1 != 0);
    let patterns = ids.map(|(_, pattern)| pattern.id.to_string()).collect();
    vec![RuleAnswer { name: rule.name().to_string(), claim, patterns }]
}

fn print_text(answer: &Answer) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", answer.fen)?;
    let state = match answer {
        Answer { checkmate: true, .. } => " (checkmate)",
        Answer { stalemate: true, .. } => " (stalemate)",
        Answer { insufficient_material: true, .. } => " (insufficient material)",
        _ => "",
    };
    writeln!(out, "  value: {}{state}", shown(answer.value))?;
    if !answer.line_san.is_empty() {
        writeln!(out, "  line:  {}", answer.line_san.join(" "))?;
    }
    for rule in &answer.recognizers {
        let claim = rule.claim.as_deref().unwrap_or("no claim");
        let why =
            if rule.patterns.is_empty() { "no pattern".into() } else { rule.patterns.join(", ") };
        writeln!(out, "  rule {}: {claim} ({why})", rule.name)?;
    }
    for mv in &answer.moves {
        // As a player reads it: what the move brings the mover.
        let value = match mv.value.category {
            "win" => format!("loses in {}", moves_of(mv.value)),
            "loss" if mv.value.dtm == Some(0) => "mates".to_string(),
            "loss" => format!("wins, then mate in {}", moves_of(mv.value)),
            _ => "draws".to_string(),
        };
        writeln!(out, "  {:7} {value}", mv.san)?;
    }
    Ok(())
}

/// The distance of a decisive value in moves of the winner.
fn moves_of(value: Category) -> i32 {
    let plies = value.dtm.unwrap_or(0).abs();
    (plies + 1) / 2
}

fn shown(value: Category) -> String {
    match (value.category, value.dtm) {
        (_, Some(0)) => "lost, mated".into(),
        ("win", Some(plies)) => format!("won, mate in {} ({plies} plies)", moves_of(value)),
        ("loss", Some(plies)) => format!("lost, mated in {} ({} plies)", moves_of(value), -plies),
        _ => "drawn".into(),
    }
}
