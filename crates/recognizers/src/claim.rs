//! Claims: the results that a rule holds possible.

use std::fmt;

use drawproof_board::Color;

/// The claim of a rule about a position: the set of results that the rule holds possible, for the
/// side to move. A claim is incorrect exactly if the true result is not in the set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim(u8);

impl Claim {
    /// The empty set: the rule was not asked, because the position is outside the rule's domain.
    pub const NOT_ASKED: Claim = Claim(0);
    /// A loss for the side to move, which is mated or cannot avoid mate.
    pub const LOSS: Claim = Claim(1);
    /// A draw: neither side can force mate.
    pub const DRAW: Claim = Claim(2);
    /// A draw or a loss for the side to move, which cannot force mate.
    pub const NO_WIN: Claim = Claim(3);
    /// A win for the side to move, which can force mate.
    pub const WIN: Claim = Claim(4);
    /// A win or a loss: one of the sides can force mate.
    pub const NO_DRAW: Claim = Claim(5);
    /// A draw or a win for the side to move, which can avoid mate.
    pub const NO_LOSS: Claim = Claim(6);
    /// The rule makes no claim: every result is possible.
    pub const NONE: Claim = Claim(7);

    /// The number of claims, [`Claim::NOT_ASKED`] and [`Claim::NONE`] included.
    pub const COUNT: usize = 8;

    /// Returns the claim with these bits: 1 = a loss is possible, 2 = a draw, 4 = a win; `None` for
    /// numbers above 7.
    pub const fn from_bits(bits: u8) -> Option<Claim> {
        if bits < Claim::COUNT as u8 { Some(Claim(bits)) } else { None }
    }

    /// Returns the results that the claim holds possible, as bits: 1 = a loss is possible, 2 = a
    /// draw, 4 = a win.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether the rule excludes a result. [`Claim::NONE`] and [`Claim::NOT_ASKED`] return
    /// `false`.
    pub const fn is_made(self) -> bool {
        self.0 != Claim::NONE.0 && self.0 != Claim::NOT_ASKED.0
    }

    /// Returns this claim, or `other` if this one is [`Claim::NONE`].
    #[must_use]
    pub fn or_else(self, other: impl FnOnce() -> Claim) -> Claim {
        if self == Claim::NONE { other() } else { self }
    }

    /// Returns [`Claim::DRAW`] if `holds`, otherwise no claim.
    #[inline(always)]
    pub const fn draw_if(holds: bool) -> Claim {
        if holds { Claim::DRAW } else { Claim::NONE }
    }

    /// Returns the claim for the other side: wins and losses are exchanged.
    #[must_use]
    #[inline(always)]
    pub const fn reversed(self) -> Claim {
        Claim(self.0 & 2 | (self.0 & 1) << 2 | self.0 >> 2)
    }

    /// Converts a claim from results by colour (1 = Black wins, 2 = a draw, 4 = White wins) to
    /// results for the side to move, or back.
    #[must_use]
    #[inline(always)]
    pub const fn by_colour(self, side_to_move: Color) -> Claim {
        if matches!(side_to_move, Color::White) { self } else { self.reversed() }
    }

    /// Returns the claim as a word, as the line protocol and JSON documents use it: `-` for no
    /// claim, `skip` for [`Claim::NOT_ASKED`], `draw`, and `win` or `loss` for the side to move.
    /// Claims of two results are named by colour: `white-or-draw`, `draw-or-black`,
    /// `white-or-black`.
    pub const fn word(self, side_to_move: Color) -> &'static str {
        match self.0 {
            0 => "skip",
            1 => "loss",
            2 => "draw",
            4 => "win",
            7 => "-",
            _ => match self.by_colour(side_to_move).0 {
                3 => "draw-or-black",
                5 => "white-or-black",
                _ => "white-or-draw",
            },
        }
    }

    /// Returns the claim that a word of [`Claim::word`] stands for; `white` and `black` stand for a
    /// win of that colour. Returns `None` for any other word.
    pub fn from_word(word: &[u8], side_to_move: Color) -> Option<Claim> {
        Some(match word {
            b"-" => Claim::NONE,
            b"draw" => Claim::DRAW,
            b"win" => Claim::WIN,
            b"loss" => Claim::LOSS,
            b"skip" => Claim::NOT_ASKED,
            b"white" => Claim::WIN.by_colour(side_to_move),
            b"black" => Claim::LOSS.by_colour(side_to_move),
            b"white-or-draw" => Claim::NO_LOSS.by_colour(side_to_move),
            b"draw-or-black" => Claim::NO_WIN.by_colour(side_to_move),
            b"white-or-black" => Claim::NO_DRAW,
            _ => return None,
        })
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names = ["NOT_ASKED", "LOSS", "DRAW", "NO_WIN", "WIN", "NO_DRAW", "NO_LOSS", "NONE"];
        f.write_str(names[usize::from(self.0)])
    }
}
