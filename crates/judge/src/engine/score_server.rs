//! The score of a rule library as an engine that speaks UCI.

use std::io::{self, BufRead, Write};

use drawproof_board::Board;
use drawproof_recognizers::Position;
use drawproof_verifier::subject::{Plugin, Subject};

/// Answers UCI commands from `reader` with the scores of `plugin` on `writer`, until `quit` or the
/// end of the input. Each `go` is answered with one line `info depth 0 score cp N` and
/// `bestmove (none)`, whatever its limit; positions are given as `position fen`.
///
/// For a process of its own: the library may crash, hang, or write to standard output, so `writer`
/// is best a copy of standard output from before it was redirected. The process that asks uses
/// [`Launch::scores_only`](super::Launch::scores_only).
///
/// # Errors
///
/// `writer` or `reader` fails, the library has no scores, or a position is not legal.
pub fn serve_scores(
    plugin: &Plugin,
    mut reader: impl BufRead,
    mut writer: impl Write,
) -> io::Result<()> {
    let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidInput, text);
    let name = plugin.name();
    if !plugin.has_scores() {
        return Err(invalid(format!("{name} has no function drawproof_score")));
    }
    let mut line = String::new();
    let mut position: Option<Position> = None;
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let text = line.trim();
        match text.split_ascii_whitespace().next() {
            Some("uci") => write!(writer, "id name {name}\nuciok\n")?,
            Some("isready") => writer.write_all(b"readyok\n")?,
            Some("position") => {
                let fen = text["position".len()..].trim_start();
                let fen = fen.strip_prefix("fen ");
                let fen = fen.ok_or_else(|| invalid(format!("'{text}' has no 'fen'")))?;
                let board: Board =
                    fen.parse().map_err(|error| invalid(format!("{fen}: {error}")))?;
                position = Some(Position::from(&board));
                continue;
            }
            Some("go") => {
                let position = position.as_ref();
                let position = position.ok_or_else(|| invalid("go before position".into()))?;
                let score = plugin.score(position).expect("it has scores");
                write!(writer, "info depth 0 score cp {score}\nbestmove (none)\n")?;
            }
            Some("quit") => return Ok(()),
            _ => continue,
        }
        writer.flush()?;
    }
}
