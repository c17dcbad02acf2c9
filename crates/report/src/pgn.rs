//! Games as PGN.

use std::fmt::Write;

use crate::words::white_to_move;

/// A game that begins in a given position.
#[derive(Clone, Copy, Debug)]
pub struct PgnGame<'a> {
    /// The name of the event.
    pub event: &'a str,
    /// The number of the game in it.
    pub number: usize,
    /// White and Black; `?` if unknown.
    pub players: [&'a str; 2],
    /// The position in which it begins.
    pub fen: &'a str,
    /// The moves in standard algebraic notation.
    pub san: &'a [String],
    /// Comments by the number of the move that they follow, ascending.
    pub comments: &'a [(usize, String)],
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'a str,
    /// How it ended, if that is known.
    pub termination: Option<&'a str>,
}

impl PgnGame<'_> {
    /// The game with its tags, in lines of at most 79 characters, and an empty line.
    pub fn document(&self) -> String {
        let text = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let tags = [
            ("Event", text(self.event)),
            ("Site", "?".into()),
            ("Date", "????.??.??".into()),
            ("Round", self.number.to_string()),
            ("White", text(self.players[0])),
            ("Black", text(self.players[1])),
            ("Result", self.result.into()),
            ("SetUp", "1".into()),
            ("FEN", self.fen.into()),
        ];
        let mut out = String::new();
        let termination = self.termination.map(|it| ("Termination", text(it)));
        for (name, value) in tags.into_iter().chain(termination) {
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
        out.push('\n');
        let mut width = 0;
        for word in self.words() {
            if width > 0 && width + 1 + word.len() > 79 {
                out.push('\n');
                width = 0;
            }
            let space = if width > 0 { " " } else { "" };
            let _ = write!(out, "{space}{word}");
            width += space.len() + word.len();
        }
        out.push_str("\n\n");
        out
    }

    /// The move text in words.
    fn words(&self) -> Vec<String> {
        let begin = usize::from(!white_to_move(self.fen));
        let mut comments = self.comments.iter().peekable();
        let (mut words, mut is_interrupted) = (Vec::new(), true);
        for (ply, san) in self.san.iter().enumerate() {
            let half = ply + begin;
            match half % 2 {
                0 => words.push(format!("{}.", half / 2 + 1)),
                _ if is_interrupted => words.push(format!("{}...", half / 2 + 1)),
                _ => {}
            }
            words.push(san.clone());
            is_interrupted = false;
            while let Some((_, comment)) = comments.next_if(|(at, _)| *at == ply) {
                let comment = format!("{{{}}}", comment.replace('}', ")"));
                words.extend(comment.split_whitespace().map(str::to_owned));
                is_interrupted = true;
            }
        }
        words.push(self.result.into());
        words
    }
}
