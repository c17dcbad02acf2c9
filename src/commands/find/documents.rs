//! What was found as text, JSON, and the forms that programs for suites and books read.

use std::{
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, Result, anyhow, bail};
use drawproof_board::{Board, Color, Piece, Square};
use drawproof_find::Match;
use drawproof_pgn::{Heading, Outcome, PgnGame, line};
use drawproof_report::{numbered, white_to_move};
use drawproof_session::{
    answer::{Category, MoveAnswer, Parts, PositionAnswer},
    batch,
};
use serde_json::{Map, Value, json};

use super::{
    arguments::{FindArgs, FindFormat},
    choice::Searched,
};
use crate::{
    commands::probe::{moves_to_mate, shown},
    environment::Environment,
    output::{counting_note, grouped, row, stdout, write_file},
};

/// Positions that are answered together.
const BATCH: usize = 1024;

/// Checks that the format suits the other arguments.
///
/// # Errors
///
/// Fails if only counts are requested in a format for positions, or if a file of columns cannot be
/// written.
pub fn check(args: &FindArgs) -> Result<()> {
    use FindFormat::{Csv, Json, Jsonl, Parquet, Text};
    if (args.count || args.by.is_some()) && !matches!(args.format, Text | Json | Jsonl | Csv) {
        bail!("numbers are written as text, json, jsonl or csv: choose one with --format");
    }
    if args.format == Parquet {
        #[cfg(not(feature = "columns"))]
        bail!(crate::commands::export::WITHOUT_COLUMNS);
        #[cfg(feature = "columns")]
        if args.output.is_none() && std::io::IsTerminal::is_terminal(&io::stdout()) {
            bail!(
                "standard output is a terminal: name a file with --output, or redirect with > FILE"
            );
        }
    }
    Ok(())
}

/// Writes the findings to standard output or a file, in the requested format.
pub fn write(
    results: &[Searched],
    args: &FindArgs,
    output: Option<&Path>,
    environment: &Environment,
) -> Result<()> {
    match output {
        None => write_to(&mut stdout(), results, args, environment),
        Some(path) => write_file(path, |file| {
            write_to(file, results, args, environment).map_err(io::Error::other)
        }),
    }
}

fn write_to(
    out: &mut dyn Write,
    results: &[Searched],
    args: &FindArgs,
    environment: &Environment,
) -> Result<()> {
    if args.format == FindFormat::Json {
        if let [one] = results {
            document(out, "", one, args, environment)?;
        } else {
            write!(out, "[")?;
            for (number, it) in results.iter().enumerate() {
                write!(out, "{}", if number == 0 { "\n  " } else { ",\n  " })?;
                document(out, "  ", it, args, environment)?;
            }
            write!(out, "\n]")?;
        }
        return Ok(writeln!(out)?);
    }
    #[cfg(feature = "columns")]
    if args.format == FindFormat::Parquet {
        return parquet(out, results, args);
    }
    if args.format == FindFormat::Csv {
        let field = args.by.as_deref().map_or_else(String::new, |field| format!("{field},"));
        match args.count || args.by.is_some() {
            true => writeln!(out, "endgame,{field}found")?,
            false => writeln!(out, "endgame,fen,result,dtm,best,line")?,
        }
    }
    for it in results {
        if args.count || args.by.is_some() {
            counts(out, it, args)?;
            continue;
        }
        if args.format == FindFormat::Text {
            writeln!(out, "{}", summary(it, args))?;
        }
        each(it, args, environment, |number, answer| one(out, it, args, number, answer))?;
    }
    if args.format == FindFormat::Text {
        write!(out, "{}", counting_note(args.counting))?;
    }
    Ok(())
}

/// Returns the positions of one endgame as columns.
#[cfg(feature = "columns")]
fn parquet(out: &mut dyn Write, results: &[Searched], args: &FindArgs) -> Result<()> {
    use drawproof_arrow::{record_batch, schema};
    use drawproof_columns::{Columns, metadata};
    use drawproof_tables::Metric;

    let [it] = results else { bail!("a file of columns holds one endgame") };
    let metrics = [Metric::Dtm];
    let mut about = metadata(it.endgame(), args.counting, &metrics);
    about.push(("drawproof.where".to_owned(), args.condition.clone()));
    let schema = schema(it.endgame(), args.counting, &metrics);
    let kept: Vec<&Match> = it.found.groups.iter().flat_map(|group| &group.kept).collect();
    let batches = kept.chunks(1 << 18).map(|some| {
        let rows = some.iter().map(|it| (it.squares(), it.side, it.value));
        record_batch(&schema, Columns::of_positions(&it.layout, rows))
    });
    crate::commands::export::columnar::write_parquet(&schema, about, batches, out)
}

/// Returns the line above the positions of an endgame.
fn summary(it: &Searched, args: &FindArgs) -> String {
    let (found, asked) = (grouped(it.found.found), grouped(it.found.asked));
    let kept: usize = it.found.groups.iter().map(|group| group.kept.len()).sum();
    let shown = match (args.limit(), args.sample) {
        (1.., None) if (kept as u64) < it.found.found => {
            format!("; these are {} of {found}, --limit all shows all", grouped(kept as u64))
        }
        _ => String::new(),
    };
    format!("{}: {found} of {asked} positions ({} counting){shown}", it.endgame(), args.counting)
}

/// Returns only the numbers.
fn counts(out: &mut dyn Write, it: &Searched, args: &FindArgs) -> Result<()> {
    let groups = it.found.groups.iter();
    match (&args.by, args.format) {
        (None, FindFormat::Text) => writeln!(out, "{}", summary(it, args))?,
        (Some(field), FindFormat::Text) => {
            writeln!(out, "{}", summary(it, args))?;
            let rows = groups.map(|group| (group.values.join(" "), grouped(group.found)));
            let rows = [(field.replace(',', " "), "positions".to_owned())].into_iter().chain(rows);
            for (values, found) in rows {
                writeln!(out, "{}", row([16, 14], [format!("  {values}"), found]))?;
            }
        }
        (None, FindFormat::Csv) => writeln!(out, "{},{}", it.endgame(), it.found.found)?,
        (Some(_), FindFormat::Csv) => {
            for group in groups {
                writeln!(out, "{},{},{}", it.endgame(), group.values.join(","), group.found)?;
            }
        }
        (_, FindFormat::Jsonl) => writeln!(out, "{}", Value::Object(head(it, args)))?,
        _ => unreachable!("`check` has refused forms of positions"),
    }
    Ok(())
}

/// Returns the keys of an endgame's document but for its positions.
fn head(it: &Searched, args: &FindArgs) -> Map<String, Value> {
    let mut document = Map::new();
    let mut put = |key: &str, value: Value| document.insert(key.to_owned(), value);
    put("endgame", json!(it.endgame().to_string()));
    put("where", json!(args.condition));
    put("counting", json!(args.counting.name()));
    put("asked", json!(it.found.asked));
    put("found", json!(it.found.found));
    if args.by.is_some() {
        let groups =
            it.found.groups.iter().map(|group| (group.values.join(" "), json!(group.found)));
        put("by", Value::Object(groups.collect()));
    }
    document
}

/// Writes the document of an endgame, of which all lines but the first begin with `indent`. Positions are written
/// one by one: all of them would take more memory than they do as positions.
fn document(
    out: &mut dyn Write,
    indent: &str,
    it: &Searched,
    args: &FindArgs,
    environment: &Environment,
) -> Result<()> {
    let indented = |document: &Value, indent: &str| -> Result<String> {
        let text = serde_json::to_string_pretty(document)?;
        Ok(text.replace('\n', &format!("\n{indent}")))
    };
    let mut head = head(it, args);
    if args.count || args.by.is_some() {
        return Ok(write!(out, "{}", indented(&Value::Object(head), indent)?)?);
    }
    head.insert("positions".to_owned(), json!([]));
    let text = indented(&Value::Object(head), indent)?;
    let end = format!("]\n{indent}}}");
    write!(out, "{}", text.strip_suffix(&end).context("the positions are the last key")?)?;
    let mut is_empty = true;
    each(it, args, environment, |number, answer| {
        is_empty = false;
        let comma = if number == 1 { "" } else { "," };
        let record = indented(&record(answer), &format!("{indent}    "))?;
        Ok(write!(out, "{comma}\n{indent}    {record}")?)
    })?;
    let end = if is_empty { end } else { format!("\n{indent}  {end}") };
    Ok(write!(out, "{end}")?)
}

/// Returns a position as the JSON has it.
fn record(it: &Answered) -> Value {
    json!({
        "fen": it.answer.fen,
        "result": it.answer.value.category,
        "dtm": it.answer.value.dtm.map(i32::abs),
        "best": it.best().map(|mv| mv.uci.clone()).collect::<Vec<_>>(),
        "line": it.answer.line,
    })
}

/// A position that was found, and the answer about it.
struct Answered {
    board: Board,
    answer: PositionAnswer,
}

impl Answered {
    /// Returns the moves that keep the result by the best distance.
    fn best(&self) -> impl Iterator<Item = &MoveAnswer> {
        let moves = self.answer.moves.as_deref().unwrap_or_default();
        let best = moves.first().map(|mv| (mv.value.category, mv.value.dtm));
        moves.iter().take_while(move |mv| Some((mv.value.category, mv.value.dtm)) == best)
    }
}

/// Visits the kept positions with their number from 1, in batches.
fn each(
    it: &Searched,
    args: &FindArgs,
    environment: &Environment,
    mut visit: impl FnMut(usize, &Answered) -> Result<()>,
) -> Result<()> {
    let kept: Vec<&Match> = it.found.groups.iter().flat_map(|group| &group.kept).collect();
    let is_plain = args.format == FindFormat::Fen;
    let draw_line = args.format == FindFormat::Pgn;
    let parts = Parts { line: !is_plain, moves: !is_plain, draw_line };
    let mut number = 0;
    for some in kept.chunks(BATCH) {
        let questions = some.iter().map(|position| {
            let fen = position.placement(&it.layout).to_fen();
            let fen = fen.replacen(" 0 1", &format!(" {} 1", args.clock), 1);
            let board = fen.parse::<Board>().map_err(|error| anyhow!("{fen}: {error}"))?;
            Ok((fen, board))
        });
        let questions = questions.collect::<Result<Vec<(String, Board)>>>()?;
        let answers = batch::answers(&questions, &environment.store, parts);
        for ((fen, board), answer) in questions.into_iter().zip(answers) {
            number += 1;
            let answer = answer.with_context(|| format!("position '{fen}'"))?;
            visit(number, &Answered { board, answer })?;
        }
    }
    Ok(())
}

/// Writes one position.
fn one(
    out: &mut dyn Write,
    of: &Searched,
    args: &FindArgs,
    number: usize,
    it: &Answered,
) -> Result<()> {
    let answer = &it.answer;
    let best = |join: &str, san: bool| {
        let texts = it.best().map(|mv| if san { mv.san.clone() } else { mv.uci.clone() });
        texts.collect::<Vec<_>>().join(join)
    };
    let position = answer.fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ");
    let moves = moves_to_mate(answer.value);
    let line = answer.line.as_deref().unwrap_or_default().join(" ");
    let line_san = answer.line_san.as_deref().unwrap_or_default().join(" ");
    match args.format {
        FindFormat::Text => {
            writeln!(out, "\n{}", diagram(&it.board))?;
            writeln!(out, "  {}", answer.fen)?;
            let best = best(" ", true);
            let best = if best.is_empty() { String::new() } else { format!("; best: {best}") };
            writeln!(out, "  {}{best}", shown(answer.value))?;
            if !line_san.is_empty() {
                let line = answer.line_san.as_deref().unwrap_or_default();
                writeln!(out, "  line: {}", numbered(line, white_to_move(&answer.fen)))?;
            }
        }
        FindFormat::Fen => writeln!(out, "{}", answer.fen)?,
        FindFormat::Epd => {
            write!(out, "{position}")?;
            if it.best().next().is_some() {
                write!(out, " bm {};", best(" ", true))?;
            }
            if let Some(moves) = moves {
                write!(out, " dm {moves};")?;
            }
            write!(out, " ce {};", centipawns(answer.value))?;
            if !line_san.is_empty() {
                write!(out, " pv {line_san};")?;
            }
            if args.clock > 0 {
                write!(out, " hmvc {};", args.clock)?;
            }
            writeln!(out, " id \"{} {number}\";", of.endgame())?;
        }
        FindFormat::Matetrack => {
            let moves = moves.with_context(|| {
                format!(
                    "matetrack takes won and lost positions, and {} is drawn: add 'win'",
                    answer.fen
                )
            })?;
            writeln!(out, "{position} bm #{moves}; PV: {line};")?;
        }
        FindFormat::Jsonl => {
            let mut record = record(it);
            record["endgame"] = json!(of.endgame().to_string());
            writeln!(out, "{record}")?;
        }
        FindFormat::Csv => {
            let dtm = answer.value.dtm.map_or_else(String::new, |plies| plies.abs().to_string());
            let (result, best) = (answer.value.category, best(" ", false));
            writeln!(out, "{},{},{result},{dtm},{best},{line}", of.endgame(), answer.fen)?;
        }
        FindFormat::Pgn => game(out, of, number, it)?,
        FindFormat::Json | FindFormat::Parquet => {
            unreachable!("one document is not written by positions")
        }
    }
    Ok(())
}

/// Returns the operand of EPD's `ce` for the side to move, as the PGN standard has it: 0 for a
/// draw, 32,767 minus the plies to mate, or -32,767 plus them for the side that is mated.
fn centipawns(value: Category) -> i32 {
    match value.dtm {
        Some(plies) if value.category == "win" => 32_767 - plies.abs(),
        Some(plies) => plies.abs() - 32_767,
        None => 0,
    }
}

/// Returns the position as the start of a game that follows the line to mate, or one that keeps the draw.
fn game(out: &mut dyn Write, of: &Searched, number: usize, it: &Answered) -> Result<()> {
    let white_to_move = it.board.side_to_move() == Color::White;
    let result = match (it.answer.value.category, white_to_move) {
        ("draw", _) => Outcome::Draw,
        ("win", true) | ("loss", false) => Outcome::White,
        _ => Outcome::Black,
    };
    let heading = Heading {
        event: &format!("{} {number}", of.endgame()),
        number,
        players: ["?"; 2],
        termination: None,
    };
    let moves = it.answer.draw_line.as_ref().or(it.answer.line.as_ref());
    let moves = line(moves.into_iter().flatten().map(|mv| mv.parse().expect("a line has moves")));
    let game = PgnGame { heading: Some(heading), start: &it.board, moves: &moves, result };
    Ok(write!(out, "{game}")?)
}

/// Returns the board, White at the bottom.
fn diagram(board: &Board) -> String {
    let square = |rank: usize, file: usize| {
        let square = Square::index(rank * 8 + file);
        let letter = match board.piece_on(square) {
            None => '.',
            Some(Piece::Pawn) => 'p',
            Some(Piece::Knight) => 'n',
            Some(Piece::Bishop) => 'b',
            Some(Piece::Rook) => 'r',
            Some(Piece::Queen) => 'q',
            Some(Piece::King) => 'k',
        };
        let is_white = board.color_on(square) == Some(Color::White);
        if is_white { letter.to_ascii_uppercase() } else { letter }
    };
    let rank = |rank: usize| {
        let squares: Vec<String> = (0..8).map(|file| square(rank, file).to_string()).collect();
        format!("  {} {}", rank + 1, squares.join(" "))
    };
    let mut ranks: Vec<String> = (0..8).rev().map(rank).collect();
    ranks.push("    a b c d e f g h".to_owned());
    ranks.join("\n")
}
