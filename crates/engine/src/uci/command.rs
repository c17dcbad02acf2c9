//! Parses UCI commands. Unknown words are skipped, as the protocol requires.

use std::time::Duration;

use crate::time::Limits;

/// A command from the chess program.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `uci`: print the engine's name and its options.
    Uci,
    /// `isready`: answer `readyok`.
    IsReady,
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `position`: an unvalidated FEN, or `None` for the initial position, and the moves played
    /// from there.
    Position(Option<String>, Vec<String>),
    /// `go`: search.
    Go(Box<Go>),
    /// `go perft N`: count move sequences.
    Perft(u32),
    /// `stop`: answer with the best move now.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `setoption name N value V`: set the option N to the value V.
    SetOption(String, String),
    /// `quit`: end the program.
    Quit,
    /// `debug`, `register` or an empty line: nothing to do.
    Nothing,
    /// Any other line.
    Unknown(String),
}

/// The parameters of a `go` command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// The limits of the search, except for the moves to search. A negative remaining time is read
    /// as 0.
    pub limits: Limits,
    /// The moves after `searchmoves`, as written.
    pub search_moves: Vec<String>,
}

impl Command {
    /// Parses a line. Unknown words before a command are skipped, as the UCI specification
    /// requires.
    pub fn parse(line: &str) -> Command {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (i, word) in words.iter().enumerate() {
            let rest = &words[i + 1..];
            return match *word {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "position" => position(rest),
                "go" => go(rest),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "setoption" => set_option(rest),
                "quit" => Command::Quit,
                "debug" | "register" => Command::Nothing,
                _ => continue,
            };
        }
        if words.is_empty() { Command::Nothing } else { Command::Unknown(line.trim().into()) }
    }
}

fn position(words: &[&str]) -> Command {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(moves_at);
    let start = match start {
        ["startpos", ..] => None,
        ["fen", fen @ ..] => Some(fen.join(" ")),
        // Some programs leave the word out.
        fen => Some(fen.join(" ")),
    };
    Command::Position(start, moves.iter().skip(1).map(|word| word.to_string()).collect())
}

fn go(words: &[&str]) -> Command {
    /// The words with a number come first.
    #[rustfmt::skip]
    const KEYWORDS: [&str; 13] = [
        "depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate", "perft",
        "infinite", "ponder", "searchmoves",
    ];
    let (mut limits, mut search_moves) = (Limits::default(), Vec::new());
    let mut words = words.iter().copied().peekable();
    while let Some(keyword) = words.next() {
        match keyword {
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    search_moves.push(word.into());
                }
                continue;
            }
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            _ => {}
        }
        if !KEYWORDS[..10].contains(&keyword) {
            continue;
        }
        let Some(value) = words.next_if(|word| !KEYWORDS.contains(word)).and_then(number) else {
            continue;
        };
        let time = Duration::from_millis(value.clamp(0, MOST_MILLISECONDS) as u64);
        let count = value.clamp(0, u32::MAX.into()) as u32;
        match keyword {
            "depth" => limits.depth = Some(count.max(1)),
            "nodes" => limits.nodes = Some(value.max(1) as u64),
            "movetime" => limits.move_time = Some(time),
            "wtime" => limits.clock[0] = Some(time),
            "btime" => limits.clock[1] = Some(time),
            "winc" => limits.increment[0] = time,
            "binc" => limits.increment[1] = time,
            "movestogo" => limits.moves_to_go = Some(count),
            "mate" => limits.mate = Some(count.max(1)),
            _ => return Command::Perft(count),
        }
    }
    Command::Go(Box::new(Go { limits, search_moves }))
}

/// The maximum time, a year; longer times are cut to it.
const MOST_MILLISECONDS: i64 = 365 * 24 * 3_600 * 1_000;

/// Parses a whole number. Decimal digits, which some programs write, are dropped. A number with too
/// many digits saturates.
fn number(word: &str) -> Option<i64> {
    let whole = word.split('.').next()?;
    let digits = whole.strip_prefix(['+', '-']).unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if whole.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(whole.parse().unwrap_or(beyond))
}

fn set_option(words: &[&str]) -> Command {
    let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let (name, value) = words.split_at(value_at);
    let name = if name.first() == Some(&"name") { &name[1..] } else { name };
    let value = value.get(1..).unwrap_or_default();
    Command::SetOption(name.join(" "), value.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed_go(line: &str) -> Go {
        match Command::parse(line) {
            Command::Go(go) => *go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn go_takes_its_words_in_any_order() {
        let go = parsed_go(
            "go searchmoves e2e4 d2d4 winc 50 wtime 2000 btime -5 binc 60 movestogo 3 ponder",
        );
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.limits.clock, [Some(Duration::from_secs(2)), Some(Duration::ZERO)]);
        assert_eq!(go.limits.increment, [Duration::from_millis(50), Duration::from_millis(60)]);
        assert_eq!(
            (go.limits.moves_to_go, go.limits.ponder, go.limits.infinite),
            (Some(3), true, false)
        );
        assert_eq!(parsed_go("go nodes 12").limits.nodes, Some(12));
        assert_eq!(parsed_go("go depth 5 mate 3").limits.mate, Some(3));
        assert_eq!(Command::parse("go perft 4"), Command::Perft(4));
    }

    #[test]
    fn broken_words_are_skipped() {
        assert_eq!(parsed_go("go depth x nodes 7 foo bar"), parsed_go("go nodes 7"));
        assert_eq!(parsed_go("go depth"), Go::default());
        assert_eq!(parsed_go("go depth infinite"), parsed_go("go infinite"));
        assert_eq!(parsed_go("go depth -3").limits.depth, Some(1));
    }

    #[test]
    fn numbers_beyond_all_bounds_are_bounded() {
        let huge = "99999999999999999999";
        assert_eq!(parsed_go(&format!("go depth {huge}")).limits.depth, Some(u32::MAX));
        assert_eq!(parsed_go(&format!("go nodes {huge}")).limits.nodes, Some(i64::MAX as u64));
        assert_eq!(
            parsed_go(&format!("go movetime -{huge}")).limits.move_time,
            Some(Duration::ZERO)
        );
        let year = Duration::from_millis(MOST_MILLISECONDS as u64);
        assert_eq!(parsed_go(&format!("go wtime {huge}")).limits.clock, [Some(year), None]);
        assert_eq!(parsed_go("go nodes 0").limits.nodes, Some(1));
        assert_eq!(parsed_go(&format!("go perft {huge}x")), Go::default());
    }

    #[test]
    fn positions_and_options_keep_their_blanks() {
        assert_eq!(
            Command::parse("position fen 8/8 w -  moves a1a2"),
            Command::Position(Some("8/8 w -".into()), vec!["a1a2".into()])
        );
        assert_eq!(
            Command::parse("setoption name Clear Hash"),
            Command::SetOption("Clear Hash".into(), String::new())
        );
        assert_eq!(
            Command::parse("setoption name TablesPath value /a folder/with blanks"),
            Command::SetOption("TablesPath".into(), "/a folder/with blanks".into())
        );
    }

    #[test]
    fn words_before_a_command_are_skipped() {
        assert_eq!(Command::parse("joho isready"), Command::IsReady);
        assert_eq!(Command::parse(" \t"), Command::Nothing);
        assert_eq!(Command::parse("hello there"), Command::Unknown("hello there".into()));
    }
}
