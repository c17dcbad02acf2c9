//! Games of the explorer, converted from and to PGN.

use drawproof_board::{
    Board, Move,
    fen::excerpt,
    notation::{display_san_move, display_uci_move, parse_uci_move},
};
use drawproof_pgn::{Games, Outcome, PgnGame, Played, Problem};
use serde::{Deserialize, Serialize};

use crate::fen::{BadFen, read_fen};

/// A game with its variations, as a JSON document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameDocument {
    /// The FEN of the start position.
    pub start: String,
    /// The moves of the main line and of variations. If several moves are played in one position,
    /// the first one continues the main line.
    pub moves: Vec<MoveOfGame>,
    /// All games of the PGN, if it has several; otherwise empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<ListedGame>,
}

/// A game of a PGN with several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedGame {
    /// The players and the result.
    pub title: String,
    /// The PGN of the game alone.
    pub pgn: String,
}

/// A move, as three fields: the index of the position in which it is played, its UCI notation, and
/// its SAN. Index 0 is the start; index n is the position after the n-th move of the list.
pub type MoveOfGame = (usize, String, String);

/// The reason why a game cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The text has a syntax error or an illegal move.
    #[error("the PGN cannot be read: {0}")]
    Unreadable(Problem),
    /// The game is of a variant of chess.
    #[error("the PGN is not a game of standard chess")]
    OtherVariant,
    /// The text has neither a move nor a position.
    #[error("this PGN has no moves")]
    Empty,
    /// The start position of the game is invalid.
    #[error(transparent)]
    Start(#[from] BadFen),
    /// A move of the list is illegal, or is played in a position that comes only later in the list.
    #[error("the game has a move that is not legal: '{0}'")]
    Illegal(String),
}

/// Reads the first game of a PGN text, converts its moves to canonical notation, and lists all games
/// that can be read.
///
/// # Errors
///
/// Fails if the game cannot be read, is not standard chess, or has neither moves nor a position.
pub fn read_game(pgn: &str) -> Result<GameDocument, GameError> {
    let mut games = Games::new(pgn.as_bytes(), usize::MAX).with_variations();
    let problem = |error: std::io::Error| Problem { line: 1, text: error.to_string() };
    let game = games.next_game().map_err(|error| GameError::Unreadable(problem(error)))?;
    let game = game.ok_or(GameError::Empty)?;
    if let Some(problem) = game.problem {
        return Err(GameError::Unreadable(problem));
    }
    if !game.standard {
        return Err(GameError::OtherVariant);
    }
    if game.moves.is_empty() && game.start == Board::default() {
        return Err(GameError::Empty);
    }
    let mut boards = vec![game.start];
    let mut moves = Vec::new();
    for Played { after, mv } in game.moves {
        let board = &boards[after];
        moves.push((after, display_uci_move(board, mv).to_string(), display_san_move(board, mv)));
        let next = played(board, mv);
        boards.push(next);
    }
    Ok(GameDocument { start: boards[0].to_string(), moves, games: listed(pgn) })
}

/// Lists the games of a PGN with their text; none if there is only one game.
fn listed(pgn: &str) -> Vec<ListedGame> {
    let mut games = Games::new(pgn.as_bytes(), usize::MAX).keeping_text();
    let mut found = Vec::new();
    while let Ok(Some(game)) = games.next_game() {
        if game.problem.is_some() || !game.standard {
            continue;
        }
        let tag = |name: &str| game.tags.iter().find(|(tag, _)| tag == name);
        let player = |name: &str| tag(name).map_or("?", |(_, player)| player);
        let title = format!("{} – {}: {}", player("White"), player("Black"), game.outcome.text());
        let pgn = String::from_utf8_lossy(&game.text).trim().to_owned();
        found.push(ListedGame { title, pgn });
    }
    if found.len() > 1 { found } else { Vec::new() }
}

/// Writes a game as PGN. The SAN in the document is ignored.
///
/// # Errors
///
/// Fails if the start position or a move is illegal.
pub fn write_game(game: &GameDocument) -> Result<String, GameError> {
    let mut boards = vec![read_fen(&game.start)?];
    let mut moves = Vec::new();
    for (after, uci, _) in &game.moves {
        let board = boards.get(*after);
        let legal = board.and_then(|board| {
            let mv = parse_uci_move(board, uci).ok().filter(|&mv| board.is_legal(mv))?;
            Some((mv, played(board, mv)))
        });
        let (mv, next) = legal.ok_or_else(|| GameError::Illegal(excerpt(uci)))?;
        moves.push(Played { after: *after, mv });
        boards.push(next);
    }
    let start = &boards[0];
    let game = PgnGame { heading: None, start, moves: &moves, result: Outcome::Unknown };
    Ok(game.to_string().trim_end().to_owned() + "\n")
}

/// Returns the position after a legal move.
fn played(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.play_unchecked(mv);
    board
}
