//! Games of a text, with their moves up to a limit.

use std::io::{self, Read};

use drawproof_board::{Board, Color, FenParseError, File, Move, Piece, Rank, fen::excerpt};

use super::san::{SanError, parse_move};
use super::tokens::{Outcome, Token, Tokens, result};

/// Why a game cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct Problem {
    /// The line of the text, from 1.
    pub line: u64,
    /// What is wrong there.
    pub text: String,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The line in which it begins, from 1.
    pub line: u64,
    /// Where it starts.
    pub start: Board,
    /// Its moves, up to the limit of [`Games::new`], or up to a null move.
    pub moves: Vec<Move>,
    /// Its result: that after the moves, else that of the tag.
    pub outcome: Outcome,
    /// Whether it is a game of standard chess. Others have no moves here.
    pub standard: bool,
    /// The first problem; the moves are those before it.
    pub problem: Option<Problem>,
}

/// The games of a text.
pub struct Games<'a> {
    tokens: Tokens<'a>,
    plies_max: usize,
}

/// A game that is being read.
struct Reading {
    game: Game,
    board: Board,
    /// The values of the tags `FEN` and `Result`.
    fen: Option<(String, u64)>,
    tagged: Outcome,
    /// Whether it has a tag `Event`.
    has_event: bool,
    /// Whether anything but tags has been read.
    in_moves: bool,
    /// Whether no more moves are wanted.
    ended: bool,
}

impl<'a> Games<'a> {
    /// The games of `input`, of each at most `plies_max` moves.
    pub fn new(input: impl Read + 'a, plies_max: usize) -> Games<'a> {
        Games { tokens: Tokens::new(input), plies_max }
    }

    /// The next game, or `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<Game>> {
        let Some((token, line)) = self.tokens.next_token()? else { return Ok(None) };
        self.tokens.return_token(token, line);
        let mut reading = Reading::new(line);
        while let Some((token, line)) = self.tokens.next_token()? {
            match token {
                Token::Tag(name, value) => {
                    let again = name == "Event" && reading.has_event;
                    if reading.in_moves || again {
                        self.tokens.return_token(Token::Tag(name, value), line);
                        break;
                    }
                    reading.tag(&name, value, line);
                }
                Token::Result(outcome) => {
                    reading.begin_moves();
                    if outcome != Outcome::Unknown {
                        reading.game.outcome = outcome;
                    }
                    break;
                }
                Token::Word(text) => reading.word(&text, line, self.plies_max),
                // What is broken before the moves may be a tag that says where they begin: the tags go on, and
                // the moves are not read.
                Token::Broken(problem) => reading.fail(line, problem.into()),
            }
        }
        reading.begin_moves();
        Ok(Some(reading.game))
    }
}

impl Reading {
    fn new(line: u64) -> Reading {
        let start = Board::default();
        Reading {
            board: start.clone(),
            game: Game {
                line,
                start,
                moves: Vec::new(),
                outcome: Outcome::Unknown,
                standard: true,
                problem: None,
            },
            fen: None,
            tagged: Outcome::Unknown,
            has_event: false,
            in_moves: false,
            ended: false,
        }
    }

    fn tag(&mut self, name: &str, value: String, line: u64) {
        match name {
            "Event" => self.has_event = true,
            "FEN" => self.fen = Some((value, line)),
            "Result" => self.tagged = result(value.trim()).unwrap_or(Outcome::Unknown),
            "Variant" => {
                let value = value.to_ascii_lowercase();
                self.game.standard =
                    ["", "?", "standard", "chess", "normal", "from position", "fromposition"]
                        .contains(&value.as_str());
            }
            _ => {}
        }
    }

    /// All tags have been read.
    fn begin_moves(&mut self) {
        if std::mem::replace(&mut self.in_moves, true) {
            return;
        }
        self.game.outcome = self.tagged;
        if let Some((fen, line)) = self.fen.take().filter(|_| self.game.standard) {
            match start(&fen) {
                Some(Start::Standard(board)) => {
                    (self.game.start, self.board) = (board.clone(), board);
                }
                Some(Start::OtherCastling) => self.game.standard = false,
                None => self.fail(line, format!("not a legal position: {}", quoted(&fen))),
            }
        }
        self.ended |= !self.game.standard;
    }

    fn word(&mut self, text: &str, line: u64, plies_max: usize) {
        self.begin_moves();
        if self.ended || self.game.moves.len() >= plies_max {
            return;
        }
        match parse_move(&self.board, text) {
            Ok(mv) => {
                self.game.moves.push(mv);
                self.board.play_unchecked(mv);
            }
            // What follows a null move is analysis.
            Err(SanError::Null) => self.ended = true,
            Err(error) => {
                let number = self.game.moves.len() / 2 + 1;
                self.fail(line, format!("move {number}: {error}: {}", quoted(text)));
            }
        }
    }

    fn fail(&mut self, line: u64, text: String) {
        self.ended = true;
        self.game.problem.get_or_insert(Problem { line, text });
    }
}

/// What a tag `FEN` states.
enum Start {
    /// A position of standard chess.
    Standard(Board),
    /// One in which castling is not that of standard chess.
    OtherCastling,
}

/// The position of a tag `FEN`, whose counters may be missing.
fn start(text: &str) -> Option<Start> {
    const DEFAULTS: [&str; 6] = ["", "w", "-", "-", "0", "1"];
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if fields.is_empty() {
        return None;
    }
    fields.extend(DEFAULTS.iter().skip(fields.len()));
    parse_start(&fields).or_else(|| {
        // Programs disagree about en-passant squares and counters.
        fields[3..6].copy_from_slice(&["-", "0", "1"]);
        parse_start(&fields)
    })
}

fn parse_start(fields: &[&str]) -> Option<Start> {
    let parse = |fields: &[&str]| fields.join(" ").parse::<Board>();
    let board = match parse(fields) {
        Err(FenParseError::InvalidCastlingRights) => {
            let mut without = fields.to_vec();
            without[2] = "-";
            let placed = parse(&without).ok()?;
            let rights: String = fields[2].chars().filter(|&c| has_rook(&placed, c)).collect();
            if rights.is_empty() {
                return Some(Start::Standard(placed));
            }
            let mut fields = fields.to_vec();
            fields[2] = &rights;
            let board = parse(&fields);
            match board {
                Err(FenParseError::InvalidCastlingRights) => return Some(Start::OtherCastling),
                board => board.ok()?,
            }
        }
        board => board.ok()?,
    };
    Some(if is_standard(&board) { Start::Standard(board) } else { Start::OtherCastling })
}

/// Whether there is a rook with which the king may castle by a letter of castling rights, in any variant of
/// chess.
fn has_rook(board: &Board, letter: char) -> bool {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let (king, rank) = (board.king(color), Rank::First.relative_to(color));
    let rooks = board.colored_pieces(color, Piece::Rook) & rank.bitboard();
    let is_there = |is_wanted: &dyn Fn(File) -> bool| rooks.iter().any(|r| is_wanted(r.file()));
    king.rank() == rank
        && match letter.to_ascii_lowercase() {
            'k' => is_there(&|file| file > king.file()),
            'q' => is_there(&|file| file < king.file()),
            letter => is_there(&|file| char::from(file) == letter),
        }
}

/// Whether castling rights are those of standard chess.
fn is_standard(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let rooks = rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A);
        let none = rights.short.is_none() && rights.long.is_none();
        let king = board.king(color);
        none || (rooks && king.file() == File::E && king.rank() == Rank::First.relative_to(color))
    })
}

/// `text` in quotes, cut and without control characters.
fn quoted(text: &str) -> String {
    format!("'{}'", excerpt(text))
}

#[cfg(test)]
mod tests {
    use drawproof_board::notation::display_uci_move;

    use super::*;

    fn games(text: &[u8]) -> Vec<Game> {
        let mut games = Games::new(text, usize::MAX);
        std::iter::from_fn(|| games.next_game().unwrap()).collect()
    }

    fn moves(game: &Game) -> String {
        let mut board = game.start.clone();
        let mut text = Vec::new();
        for &mv in &game.moves {
            text.push(display_uci_move(&board, mv).to_string());
            board.play_unchecked(mv);
        }
        text.join(" ")
    }

    /// The moves and the result of the only game of a text.
    fn only(text: &str) -> (String, Outcome) {
        let games = games(text.as_bytes());
        let [game] = &games[..] else { panic!("{text}: {} games", games.len()) };
        assert_eq!(game.problem, None, "{text}");
        (moves(game), game.outcome)
    }

    #[test]
    fn tags_without_quotes_do_not_hide_those_before_them() {
        for (tag, standard) in [("Chess960", false), ("Standard", true)] {
            let text = format!("[Event \"a\"]\n[Variant \"{tag}\"]\n[Round 3]\n\n1. e4 e5 1-0\n");
            let games = games(text.as_bytes());
            assert_eq!((games.len(), games[0].standard), (1, standard), "{text}");
        }
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Round -]\n[Result 1-0]\n\n1. e4 *";
        assert_eq!(only(fen), ("e2e4".into(), Outcome::White));
        // A tag without an end may be one that says where the game begins.
        let broken = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w\n[Site \"b\"]\n\n1. e4 1-0\n";
        let games = games(broken.as_bytes());
        assert_eq!(games.len(), 1);
        assert!(games[0].moves.is_empty() && games[0].problem.as_ref().unwrap().line == 2);
    }

    #[test]
    fn comments_may_contain_tags() {
        let text = "1. e4 {see\n[Event \"x\"] and\n[Event } e5 2. Nf3 {\n[Event \"x\"]\n} 1-0";
        assert_eq!(only(text), ("e2e4 e7e5 g1f3".into(), Outcome::White));
        let two = games(b"1. e4 {no end\n\n[Event \"x\"]\n[Site \"y\"]\n\n1. d4 0-1");
        assert_eq!(two.len(), 2);
        assert!(two[0].problem.is_some() && moves(&two[1]) == "d2d4");
    }

    #[test]
    fn glyphs_touch_moves_and_marks_stand_between_them() {
        let expected = "e2e4 d7d5 e4d5 c7c5 d5c6 b8c6 g1f3";
        for text in [
            "1. e4$1 d5$14 2. exd5! c5 3. dxc6ep Nxc6 4. Nf3± *",
            "1.e4 N d5 2.exd5+- c5 D 3.dxc6 ep Nxc6∞ 4.Nf3□ *",
            "1. e4N d5D 2. exd5= c5 3. dxc6e.p.!? Nxc6-+ 4. Nf3⩲ *",
            "1. e4 d5 2. exd5 2… c5 3. dxc6 3...Nxc6 4. Nf3 *",
            "1.\u{a0}e4 d5\u{a0}2. exd5 2…c5 3.\u{202f}dxc6 Nxc6 4\u{a0}Nf3 *",
            "1. e4!?$5 d5?! 2. exd5+/- c5$$ 3. dxc6+= Nxc6=+ 4. Nf3~ *",
        ] {
            assert_eq!(only(text), (expected.into(), Outcome::Unknown), "{text}");
        }
        let latin_1 = b"1.\xa0e4 d5 2. exd5\xb1 2\x85 c5 3. dxc6 Nxc6 4. Nf3 *";
        let games = games(latin_1);
        assert_eq!((games[0].problem.as_ref(), moves(&games[0])), (None, expected.into()));
    }

    #[test]
    fn results_are_written_in_many_ways() {
        for (text, outcome) in [
            ("1–0", Outcome::White),
            ("1:0", Outcome::White),
            ("0—1", Outcome::Black),
            ("0:1", Outcome::Black),
            ("½–½", Outcome::Draw),
            ("1/2–1/2", Outcome::Draw),
            ("½:½", Outcome::Draw),
        ] {
            let game = format!("[Event \"a\"]\n\n1. e4 {text}\n\n[Event \"b\"]\n\n1. d4 *\n");
            let games = games(game.as_bytes());
            assert_eq!((games.len(), games[0].outcome), (2, outcome), "{text}");
            assert_eq!((games[0].problem.as_ref(), moves(&games[0])), (None, "e2e4".into()));
        }
    }

    #[test]
    fn castling_rights_that_no_rook_has_are_dropped() {
        let start = |fen: &str| {
            start(fen).map(|start| match start {
                Start::Standard(board) => board.to_string(),
                Start::OtherCastling => "other".into(),
            })
        };
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ("4k3/8/8/8/8/4K3/8/7R w K - 0 1", "4k3/8/8/8/8/4K3/8/7R w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "other"),
            ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "other"),
        ] {
            assert_eq!(start(fen).as_deref(), Some(expected), "{fen}");
        }
        assert_eq!(start("4k3/8/8/8/8/8/8/8 w - - 0 1"), None);
    }

    #[test]
    fn another_encoding_is_named() {
        for text in [&b"\xff\xfe[\0E\0"[..], b"\xfe\xff\0[\0E"] {
            let error = Games::new(text, 9).next_game().unwrap_err();
            assert!(error.to_string().contains("UTF-16"), "{error}");
        }
    }
}
