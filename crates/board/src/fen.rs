//! Boards from and to FEN.
//!
//! [`parse`] reads positions of endgame tables: any legal placement without castling rights,
//! reachable or not, with up to three checking men. Its errors explain the fault in one line.
//! [`Fields`] are the parts of [`parse`], for programs that accept more. The `FromStr` of `Board`
//! reads FEN as chess programs exchange it: all six fields, with castling rights in standard or
//! Shredder notation.

use alloc::{string::String, vec::Vec};
use core::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

use cozy_chess_types::{BitBoard, CastleRights, Color, File, Piece, Rank, Square};

use crate::{
    attacks::get_king_moves,
    board::Board,
    builder::{BoardBuilder, FenParseError},
};

/// Why a text is not the FEN of a legal position without castling rights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text has fewer than four fields or more than six.
    #[error(
        "'{0}' is not a FEN: write the men, the side to move, castling rights and en-passant \
         square, such as '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'"
    )]
    Fields(String),
    /// The first field does not describe eight ranks of eight squares.
    #[error(
        "'{0}' is not a board: a FEN has eight ranks, from the eighth to the first, of eight squares each"
    )]
    Board(String),
    /// The second field is neither `w` nor `b`.
    #[error("'{0}' is not a side to move: write 'w' or 'b'")]
    SideToMove(String),
    /// The third field is not `-`.
    #[error("castling rights '{0}': tables know positions without them only, write '-'")]
    CastlingRights(String),
    /// The fourth field is neither `-` nor a square on the rank that a double push passes.
    #[error("'{0}' is not an en-passant square: write '-' or the square that a pawn just passed")]
    EnPassant(String),
    /// The fourth field names a square that no pawn can just have passed.
    #[error("no pawn can just have passed {0}: write '-' if there is no en-passant right")]
    NoDoublePush(Square),
    /// The fifth or sixth field is not a number from 0 to 65535.
    #[error("'{0}' is not a move counter: the last two fields are numbers, '0 1' if unknown")]
    Counter(String),
    /// A side has no king, or more than one.
    #[error("{color} has {count} kings: each side has one")]
    Kings {
        /// The side with a wrong number of kings.
        color: &'static str,
        /// The number of kings of that side.
        count: usize,
    },
    /// A pawn stands on this square of the first or last rank.
    #[error("a pawn stands on {0}: pawns stand on ranks 2 to 7")]
    PawnRank(Square),
    /// The kings stand on neighbouring squares.
    #[error("the kings touch: the position is illegal")]
    KingsTouch,
    /// The side not to move is in check. The field is the name of that side.
    #[error("{0} is in check but it is not its turn: the position is illegal")]
    OpponentInCheck(&'static str),
}

/// Parses a FEN. A missing half-move clock and move number default to `0 1`. Castling rights are an
/// error unless the game is over by mate or stalemate, where they have no effect.
pub fn parse(text: &str) -> Result<Board, FenError> {
    let fields = Fields::split(text, |letter| letter.is_ascii_whitespace(), 4)?;
    let board = fields.board().or_else(|error| match error {
        FenError::CastlingRights(_) if is_castling_field(fields.castling) => {
            let without = Fields { castling: "-", ..fields }.board()?;
            if without.generate_moves(|_| true) { Err(error) } else { Ok(without) }
        }
        other => Err(other),
    })?;
    with_en_passant(&board, fields.en_passant)
}

/// The maximum number of characters of a text that an error quotes.
pub const EXCERPT_MAX: usize = 90;

/// Returns a text in the form that errors quote: on one line, at most [`EXCERPT_MAX`] characters,
/// with blanks for control characters.
pub fn excerpt(text: &str) -> String {
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().take(EXCERPT_MAX).map(visible).collect()
}

/// The fields of a FEN as text.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'t> {
    /// The men as text, rank by rank from rank 8 to rank 1.
    pub men: &'t str,
    /// The side to move, `w` or `b`.
    pub side: &'t str,
    /// The castling rights, letters or `-`.
    pub castling: &'t str,
    /// The square that a pawn just passed, or `-`.
    pub en_passant: &'t str,
    /// The half-move clock in plies, and the move number, as text.
    pub counters: [&'t str; 2],
}

impl<'t> Fields<'t> {
    /// Splits a text at blanks into fields, of which at least `least` must be present. Missing
    /// fields at the end get the values of `w - - 0 1`.
    ///
    /// # Errors
    /// Fails with [`FenError::Fields`] if there are fewer than `least` or more than six fields.
    pub fn split(
        text: &'t str,
        is_blank: fn(char) -> bool,
        least: usize,
    ) -> Result<Fields<'t>, FenError> {
        let mut fields = ["", "w", "-", "-", "0", "1"];
        let mut count = 0;
        for field in text.split(is_blank).filter(|field| !field.is_empty()) {
            *fields.get_mut(count).ok_or_else(|| FenError::Fields(excerpt(text)))? = field;
            count += 1;
        }
        if count < least {
            return Err(FenError::Fields(excerpt(text)));
        }
        let [men, side, castling, en_passant, clock, number] = fields;
        Ok(Fields { men, side, castling, en_passant, counters: [clock, number] })
    }

    /// Makes the board of all fields except the en-passant square. A clock beyond 100 plies becomes
    /// 100, because the fifty-move rule does not distinguish them; move number 0 becomes 1.
    ///
    /// # Errors
    /// Fails if there are castling rights, or the position is not legal.
    pub fn board(&self) -> Result<Board, FenError> {
        let mut builder = BoardBuilder::empty();
        // Unlike in games, all eight ranks must be present, and no number of squares is 0.
        read_men(self.men, &mut builder)
            .filter(|&ranks| ranks == Rank::NUM && !self.men.contains('0'))
            .ok_or_else(|| FenError::Board(excerpt(self.men)))?;
        builder.side_to_move =
            self.side.parse().map_err(|_| FenError::SideToMove(excerpt(self.side)))?;
        if self.castling != "-" {
            return Err(FenError::CastlingRights(excerpt(self.castling)));
        }
        let number = |field: &str| field.parse().map_err(|_| FenError::Counter(excerpt(field)));
        let [clock, move_number]: [u16; 2] = [number(self.counters[0])?, number(self.counters[1])?];
        builder.halfmove_clock = clock.min(100) as u8;
        builder.fullmove_number = move_number.max(1);
        check_men(&builder)?;
        builder.build().map_err(|_| FenError::OpponentInCheck(name(!builder.side_to_move)))
    }
}

/// Returns `board` with the en-passant square of the fourth field.
///
/// # Errors
/// Fails with [`FenError::EnPassant`] if the field is neither `-` nor a square on the rank that a
/// double push passes, and with [`FenError::NoDoublePush`] if no pawn can just have passed the
/// square.
pub fn with_en_passant(board: &Board, field: &str) -> Result<Board, FenError> {
    if field == "-" {
        return Ok(board.clone());
    }
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    let square = field.parse::<Square>().ok().filter(|square| square.rank() == rank);
    let square = square.ok_or_else(|| FenError::EnPassant(excerpt(field)))?;
    let builder = BoardBuilder { en_passant: Some(square), ..BoardBuilder::from_board(board) };
    builder.build().map_err(|_| FenError::NoDoublePush(square))
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Checks that each side has one king, that the kings are apart and that no pawn stands on the
/// first or last rank.
fn check_men(builder: &BoardBuilder) -> Result<(), FenError> {
    let mut kings = [BitBoard::EMPTY; Color::NUM];
    for square in Square::ALL {
        match builder.square(square) {
            Some((Piece::King, color)) => kings[color as usize] |= square.bitboard(),
            Some((Piece::Pawn, _)) if matches!(square.rank(), Rank::First | Rank::Eighth) => {
                return Err(FenError::PawnRank(square));
            }
            _ => {}
        }
    }
    for color in Color::ALL {
        let count = kings[color as usize].len() as usize;
        if count != 1 {
            return Err(FenError::Kings { color: name(color), count });
        }
    }
    let touches = |king| !get_king_moves(king).is_disjoint(kings[1]);
    if kings[0].into_iter().any(touches) { Err(FenError::KingsTouch) } else { Ok(()) }
}

impl Default for Board {
    /// Returns the start position.
    fn default() -> Board {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        start.parse().expect("the start position is legal")
    }
}

impl FromStr for Board {
    type Err = FenParseError;

    /// Reads a FEN. Castling rights are letters `KQkq`, or the files of the rooks (Shredder FEN).
    /// Missing upper ranks are empty.
    fn from_str(text: &str) -> Result<Board, FenParseError> {
        let mut fields = text.split(' ');
        let mut field = || fields.next().ok_or(FenParseError::MissingField);
        let mut builder = BoardBuilder::empty();
        read_men(field()?, &mut builder).ok_or(FenParseError::InvalidBoard)?;
        builder.side_to_move = field()?.parse().map_err(|_| FenParseError::InvalidSideToMove)?;
        let men = builder.men()?;
        if men.checkers().len() > 2 {
            return Err(FenParseError::InvalidBoard);
        }
        let standard = |letter: char| match letter.to_ascii_lowercase() {
            'k' => Some((true, File::H)),
            'q' => Some((false, File::A)),
            _ => None,
        };
        // A rook to the right of the king castles short.
        let shredder = |letter: char| {
            let file = File::try_from(letter.to_ascii_lowercase()).ok()?;
            Some((men.king(color_of(letter)).file() < file, file))
        };
        let mut read_rest = || {
            let rights = field()?;
            builder.castle_rights = read_rights(rights, standard)
                .or_else(|| read_rights(rights, shredder))
                .ok_or(FenParseError::InvalidCastlingRights)?;
            let en_passant = field()?;
            if en_passant != "-" {
                let square = en_passant.parse().map_err(|_| FenParseError::InvalidEnPassant)?;
                builder.en_passant = Some(square);
            }
            let clock = field()?.parse().map_err(|_| FenParseError::InvalidHalfMoveClock)?;
            builder.halfmove_clock = clock;
            let number = field()?.parse().map_err(|_| FenParseError::InvalidFullmoveNumber)?;
            builder.fullmove_number = number;
            field().map_or(Ok(()), |_| Err(FenParseError::TooManyFields))
        };
        let read = read_rest();
        // An invalid value in a field that was read is reported before the reason why reading
        // ended.
        let board = builder.build()?;
        read.map(|()| board)
    }
}

/// Reads the first field and returns the number of its ranks. Upper ranks may be missing.
fn read_men(field: &str, builder: &mut BoardBuilder) -> Option<usize> {
    let mut ranks = 0;
    for row in field.rsplit('/') {
        let rank = Rank::try_index(ranks)?;
        ranks += 1;
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::try_from(letter.to_ascii_lowercase()).ok()?;
            let square = Square::new(File::try_index(file)?, rank);
            *builder.square_mut(square) = Some((piece, color_of(letter)));
            file += 1;
        }
        if file != File::NUM {
            return None;
        }
    }
    Some(ranks)
}

/// Reads castling rights, `[color]`. `right` translates a letter into whether the right allows
/// castling short, and the file of the rook. Returns `None` if a letter is invalid or a right
/// occurs twice.
pub fn read_rights(
    field: &str,
    right: impl Fn(char) -> Option<(bool, File)>,
) -> Option<[CastleRights; Color::NUM]> {
    let mut rights = [CastleRights::EMPTY; Color::NUM];
    for letter in field.chars().filter(|_| field != "-") {
        let (short, file) = right(letter)?;
        let of_color = &mut rights[color_of(letter) as usize];
        let right = if short { &mut of_color.short } else { &mut of_color.long };
        if right.replace(file).is_some() {
            return None;
        }
    }
    Some(rights)
}

/// Returns whether a text may be the third field of a FEN of any variant: `-`, or at most four
/// letters.
pub fn is_castling_field(field: &str) -> bool {
    let is_known = |letter: char| matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
    field == "-" || field.len() <= 4 && field.chars().all(is_known)
}

/// Returns the castling right that a letter stands for in standard chess: whether it allows
/// castling short, and the file of the rook.
pub fn standard_right(letter: char) -> Option<(bool, File)> {
    match letter.to_ascii_lowercase() {
        'k' | 'h' => Some((true, File::H)),
        'q' | 'a' => Some((false, File::A)),
        _ => None,
    }
}

/// Returns the colour that a letter stands for: a capital is White.
pub fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

fn letter_of(color: Color, letter: char) -> char {
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// Appends the first field of a FEN to `out`. If several men stand on one square, only the last of
/// them in the order of `men` is written.
pub fn write_men(men: &[[BitBoard; Piece::NUM]; Color::NUM], out: &mut Vec<u8>) {
    let mut letters = [0; Square::NUM];
    for (color, men) in Color::ALL.into_iter().zip(men) {
        for (piece, &set) in Piece::ALL.into_iter().zip(men) {
            for square in set {
                letters[square as usize] = letter_of(color, piece.into()) as u8;
            }
        }
    }
    for (rank, letters) in letters.chunks_exact(File::NUM).enumerate().rev() {
        let mut empty = 0;
        for &letter in letters {
            if letter == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                out.push(b'0' + empty);
            }
            empty = 0;
            out.push(letter);
        }
        if empty > 0 {
            out.push(b'0' + empty);
        }
        if rank > 0 {
            out.push(b'/');
        }
    }
}

impl Display for Board {
    /// Writes the FEN; `{:#}` writes Shredder FEN, in which castling rights are files of rooks.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut men = Vec::new();
        let sets = |color| Piece::ALL.map(|piece| self.colored_pieces(color, piece));
        write_men(&Color::ALL.map(sets), &mut men);
        f.write_str(core::str::from_utf8(&men).expect("a FEN is ASCII"))?;
        let mut rights_text = String::new();
        for color in Color::ALL {
            let rights = self.castle_rights(color);
            for (right, standard) in [(rights.short, 'k'), (rights.long, 'q')] {
                let letter = right.map(|file| if f.alternate() { file.into() } else { standard });
                rights_text.extend(letter.map(|letter| letter_of(color, letter)));
            }
        }
        if rights_text.is_empty() {
            rights_text.push('-');
        }
        write!(f, " {} {rights_text} ", self.side_to_move())?;
        match self.en_passant() {
            Some(file) => {
                let rank = Rank::Sixth.relative_to(self.side_to_move());
                write!(f, "{}", Square::new(file, rank))?;
            }
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}
