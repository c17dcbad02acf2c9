//! `probe`: values of positions and of their moves, and the claims of the rules.

use std::{
    io::{BufRead, Write},
    process::ExitCode,
};

use anyhow::{Context, Result};
use clap::Args;
use drawproof_board::{Board, fen};
use drawproof_recognizers::Position;
use drawproof_session::answer::{Category, PositionAnswer, RecognizerAnswer};

use crate::{
    arguments::Format,
    environment::Environment,
    output::{print_json, stdout},
    rule::{
        arguments::RuleChoice,
        selection::{ask_learned_rule, ask_users_rule},
    },
};

/// Arguments of `probe`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof probe '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'
  drawproof probe --format json - < positions.txt")]
pub struct ProbeArgs {
    /// Positions as FENs; '-' reads one per line from standard input
    #[arg(value_name = "FEN", required = true)]
    pub fens: Vec<String>,
    /// The rule to ask; a user's rule is asked besides the hand-written one.
    #[command(flatten)]
    pub rule: RuleChoice,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Runs the command. All positions are read before the first is answered.
pub fn run(args: &ProbeArgs, environment: &Environment) -> Result<ExitCode> {
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
    let users_rule = ask_users_rule(&args.rule, &positions, environment)?;
    let mut answers = Vec::new();
    for (number, (text, board)) in fens.into_iter().zip(boards).enumerate() {
        let answer = PositionAnswer::new(text.clone(), &board, &environment.store);
        let mut answer = answer.with_context(|| format!("position '{text}'"))?;
        if let Some(claim) = ask_learned_rule(&args.rule, &board)? {
            answer.recognizers = vec![claim];
        }
        if let Some(rule) = &users_rule {
            let (claim, patterns) = rule.answers[number].clone();
            answer.recognizers.push(RecognizerAnswer { name: rule.name.clone(), claim, patterns });
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

/// The start of a text, on one line, for an error message.
fn one_line(text: &str) -> String {
    text.chars().take(90).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn print_text(answer: &PositionAnswer) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "{}", answer.fen)?;
    let state = match answer {
        PositionAnswer { checkmate: true, .. } => " (checkmate)",
        PositionAnswer { stalemate: true, .. } => " (stalemate)",
        PositionAnswer { insufficient_material: true, .. } => " (insufficient material)",
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
        // A player reads the outcome of the move for the mover.
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
