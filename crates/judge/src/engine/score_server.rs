//! Serves the score of a rule library as a UCI engine.

use std::io::{self, BufRead, Write};

use drawproof_board::Board;
use drawproof_recognizers::Position;
use drawproof_verifier::subject::{Plugin, Subject};

/// Answers UCI commands from `reader` on `writer` with the scores of `plugin`, until `quit` or the
/// end of the input. The answer to `go` is one line `info depth 0 score cp N` and `bestmove
/// (none)`, whatever the limit. Positions must be given as `position fen`.
///
/// Call this in a separate process, because the library may crash, hang, or write to standard
/// output. Redirect standard output, and pass a copy of the original as `writer`. The asking
/// process sets [`Launch::scores_only`](super::Launch::scores_only).
///
/// # Errors
///
/// Fails if `writer` or `reader` fails, the library has no scores, or a position is illegal.
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
