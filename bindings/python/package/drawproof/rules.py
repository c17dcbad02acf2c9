"""Rules as Python functions over columns of positions, and their claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from . import _native
from .errors import RuleError, refuse_lazy

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: Results that a claim leaves possible; a claim is their sum. So 2 claims a draw, 3 that White cannot
#: win.
BLACK_WINS, DRAWN, WHITE_WINS = 1, 2, 4
#: All results are possible: no claim.
NO_CLAIM = 7
#: The position is outside the rule's domain and is counted separately.
NOT_ASKED = 0

#: The square in the column ``en_passant`` of a position without a legal en-passant capture.
NO_EN_PASSANT = 64

#: A rule: called with :class:`Positions`, it returns a claim for each of them.
Rule: TypeAlias = "Callable[[Positions], ArrayLike]"

#: The words of claims. ``win`` and ``loss`` are from the side to move.
_WORDS = {
    "-": NO_CLAIM,
    "": NO_CLAIM,
    "draw": DRAWN,
    "white": WHITE_WINS,
    "black": BLACK_WINS,
    "white-or-draw": WHITE_WINS | DRAWN,
    "draw-or-black": DRAWN | BLACK_WINS,
    "skip": NOT_ASKED,
}


class Positions(Mapping[str, "NDArray[np.uint8]"]):
    """Positions of an endgame as columns, White being the first side of its name.

    Columns are read-only arrays of squares, 0 = a1, 63 = h8, by name and as attributes:
    ``positions["white_rook"]``, ``positions.white_rook``. ``side`` is 0 with White to move, 1 with
    Black; ``en_passant`` is the target square of a legal en-passant capture, else 64.
    """

    def __init__(self, columns: Mapping[str, NDArray[np.uint8]], endgame: str, first_fen: str) -> None:
        self._columns = columns
        #: The endgame in canonical notation.
        self.endgame = endgame
        #: The FEN of the first position.
        self.first_fen = first_fen

    @property
    def rows(self) -> int:
        """The number of positions."""
        return len(self._columns["side"])

    def __getitem__(self, name: str) -> NDArray[np.uint8]:
        if name in self._columns:
            return self._columns[name]
        raise KeyError(f"the positions have no column '{name}'; they have {', '.join(self._columns)}")

    def __getattr__(self, name: str) -> NDArray[np.uint8]:
        # The names that copy and pickle look up are not columns, and an unfinished object has none.
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(*error.args) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<Positions {self.endgame}: {self.rows} rows, first '{self.first_fen}'>"


def asking(rule: Rule, endgame: str) -> Callable[[Mapping[str, _native.Column], str], NDArray[np.uint8]]:
    """Returns a function for the compiled part that calls the rule and encodes its claims."""

    def ask(columns: Mapping[str, _native.Column], first_fen: str) -> NDArray[np.uint8]:
        arrays = {name: np.asarray(column) for name, column in columns.items()}
        positions = Positions(arrays, endgame, first_fen)
        try:
            answer = rule(positions)
            try:
                return claims(answer, positions)
            except (TypeError, ValueError) as error:
                raise RuleError(str(error)) from None
        except Exception as error:
            error.add_note(
                f"in the claims of the rule about {positions.rows} positions of {endgame}, of which the"
                f" first is '{first_fen}'"
            )
            raise

    return ask


def claims(answer: ArrayLike, positions: Positions) -> NDArray[np.uint8]:
    """Returns the claims of a rule as sets of results. An array of ``bool`` claims draws, integers are
    sets already, and texts are words such as ``draw`` and ``-``."""
    if answer is None:
        raise TypeError("the rule returned nothing: return an array with a claim for each position")
    refuse_lazy(answer, "the rule returned")
    array = np.asarray(answer)
    if array.shape != (positions.rows,):
        raise ValueError(
            f"the rule returned an array of shape {array.shape} for {positions.rows} positions: return"
            f" one claim for each, shape ({positions.rows},)"
        )
    if array.dtype.kind == "b":
        return np.where(array, np.uint8(DRAWN), np.uint8(NO_CLAIM))
    if array.dtype.kind in "iu":
        wrong = (array < 0) | (array > NO_CLAIM)
        if wrong.any():
            raise ValueError(
                f"the rule claimed {array[wrong][0]}: claims are 0 to 7, sums of BLACK_WINS = 1,"
                " DRAWN = 2 and WHITE_WINS = 4, of the results that are still possible"
            )
        return np.ascontiguousarray(array, dtype=np.uint8)
    if array.dtype.kind in "UTO":
        return _of_words(array.astype(np.str_), positions["side"])
    raise TypeError(f"the rule returned an array of {array.dtype}: claims are bool, integers or texts")


def _of_words(array: NDArray[np.str_], side: NDArray[np.uint8]) -> NDArray[np.uint8]:
    words, places = np.unique(array, return_inverse=True)
    own = {"win": (WHITE_WINS, BLACK_WINS), "loss": (BLACK_WINS, WHITE_WINS)}
    table = np.empty((len(words), 2), dtype=np.uint8)
    for row, word in enumerate(words):
        if str(word) in own:
            table[row] = own[str(word)]
        elif str(word) in _WORDS:
            table[row] = _WORDS[str(word)]
        else:
            known = ", ".join(word for word in [*_WORDS, *own] if word)
            raise ValueError(f"the rule claimed '{word}': claims are {known}")
    return np.ascontiguousarray(table[places.reshape(-1), side])
