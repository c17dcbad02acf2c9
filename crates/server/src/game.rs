//! `/game`: converts the explorer's games from and to PGN.

use drawproof_api::{GameDocument, read_game, write_game};
use hyper::{StatusCode, body::Bytes};

use crate::http::answer::{Answer, Content, Refusal, answer, json};

/// Converts a game from JSON to PGN, or from PGN to JSON.
///
/// # Errors
///
/// Fails if the body is not UTF-8, or not a game.
pub fn converted(body: Vec<u8>) -> Result<Answer, Refusal> {
    let text =
        String::from_utf8(body).map_err(|_| Refusal::bad_request("the body is not UTF-8"))?;
    if !text.trim_start().starts_with('{') {
        let game = read_game(&text).map_err(Refusal::bad_request)?;
        let document = serde_json::to_vec(&game).expect("documents are written to memory");
        return Ok(json(document.into()));
    }
    let game: GameDocument = serde_json::from_str(&text).map_err(|error| {
        Refusal::bad_request(format!("the game is not JSON as /game writes it: {error}"))
    })?;
    let pgn = write_game(&game).map_err(Refusal::bad_request)?;
    Ok(answer(
        StatusCode::OK,
        "application/x-chess-pgn; charset=utf-8",
        Content::Whole(Bytes::from(pgn)),
    ))
}
