"""What the functions of the package return: reports with attributes, and as a dict.

Every report has the keys that the command prints with ``--format json``, as attributes and in
:meth:`Report.to_dict`. Tables are lists of dicts, a row each: ``polars.DataFrame(learned.curve)``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import chess



class Report:
    """A JSON object with its keys as attributes: ``report.draws``, and ``report["class"]`` for a key that
    is a word of Python."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The report of a JSON document."""
        return cls(json.loads(text))

    def to_dict(self) -> dict[str, Any]:
        """The report as a dict of plain values."""
        return self._values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            value = self._values[name]
        except KeyError:
            raise AttributeError(f"the report has no '{name}'; it has {', '.join(self._values)}") from None
        return Report(value) if isinstance(value, dict) else value

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Report) and self._values == other._values

    def __repr__(self) -> str:
        shown = {k: v for k, v in self._values.items() if not isinstance(v, (dict, list))}
        return f"<{type(self).__name__} {' '.join(f'{k}={v!r}' for k, v in shown.items())}>"


class _WithPosition(Report):
    @property
    def fen(self) -> str:
        """The position."""
        return str(self._values["fen"])

    def board(self) -> chess.Board:
        """The position as a board of python-chess, which must be installed."""
        import chess

        return chess.Board(self.fen)


class Counterexample(_WithPosition):
    """An incorrect claim: ``fen``, ``claim``, ``truth``, ``dtm``, ``class``, and ``line``, the moves
    that refute it in UCI notation."""

    @property
    def claim(self) -> str:
        """The claim: a word such as ``draw``."""
        return str(self._values["claim"])

    @property
    def truth(self) -> str:
        """``win``, ``draw`` or ``loss`` for the side to move."""
        return str(self._values["truth"])

    @property
    def dtm(self) -> int | None:
        """Plies to mate, negative for a loss; ``None`` for a draw."""
        dtm: int | None = self._values["dtm"]
        return dtm

    @property
    def line(self) -> list[str]:
        """The line to mate; for a draw, moves that hold it."""
        return list(self._values["line"])


class Verdict(Report):
    """The verdict on a rule: ``positions``, ``draws``, ``decisive``, ``spotted``, ``missed``,
    ``incorrect``, ``asymmetric``, ``spotted_share``, ``white_to_move``, ``en_passant``, ..."""

    @classmethod
    def from_json(cls, text: str) -> Self:
        document = json.loads(text)
        return cls.from_run(document)

    @classmethod
    def from_run(cls, document: dict[str, Any]) -> Self:
        """The verdict of a document of one rule."""
        verdict: dict[str, Any] = dict(document["recognizers"][0])
        return cls({"sound": document["sound"], "counting": document["counting"], **verdict})

    @property
    def sound(self) -> bool:
        """Whether every claim is right and symmetric positions have the same claim."""
        return bool(self._values["sound"])

    @property
    def positions(self) -> int:
        """Positions that the rule was asked about."""
        return int(self._values["positions"])

    @property
    def draws(self) -> int:
        """Drawn positions."""
        return int(self._values["draws"])

    @property
    def decisive(self) -> int:
        """Positions won for either side."""
        return int(self._values["decisive"])

    @property
    def spotted(self) -> int:
        """Drawn positions that are claimed drawn."""
        return int(self._values["spotted"])

    @property
    def missed(self) -> int:
        """Drawn positions that are not claimed drawn."""
        return int(self._values["missed"])

    @property
    def incorrect(self) -> int:
        """False claims of any kind."""
        return int(self._values["incorrect"])

    @property
    def counterexamples(self) -> list[Counterexample]:
        """Incorrect claims, quiet positions first."""
        return [Counterexample(it) for it in self._values["counterexamples"]]


class Stats(Report):
    """Counts of an endgame: ``white_to_move``, ``black_to_move`` (each with ``positions``, ``wins``,
    ``draws``, ``losses``, ``longest_win_plies``, ``distances``, ...), ``mutual_zugzwangs``."""


class MoveAnswer(Report):
    """A legal move and the value of the position after it: ``uci``, ``san``, ``category``, ``dtm``."""

    @property
    def uci(self) -> str:
        """The move in UCI notation."""
        return str(self._values["uci"])

    def move(self) -> chess.Move:
        """The move as one of python-chess, which must be installed."""
        import chess

        return chess.Move.from_uci(self.uci)


class Answer(_WithPosition):
    """The answer about a position: ``category``, ``dtm``, ``checkmate``, ``stalemate``,
    ``insufficient_material``, ``line``, ``moves``, ``recognizers``; ``dtz``, ``dtc`` and ``fifty`` if
    those metrics were asked for."""

    @property
    def category(self) -> str:
        """``win``, ``draw`` or ``loss`` for the side to move."""
        return str(self._values["category"])

    @property
    def dtm(self) -> int | None:
        """Plies to mate, negative for a loss, 0 = mated; ``None`` for a draw."""
        dtm: int | None = self._values["dtm"]
        return dtm

    @property
    def moves(self) -> list[MoveAnswer]:
        """The legal moves, best first."""
        return [MoveAnswer(it) for it in self._values.get("moves", [])]

    @property
    def line(self) -> list[str]:
        """An optimal line to mate in UCI notation."""
        return list(self._values.get("line", []))


class Learned(Report):
    """A learned and proved rule. ``curve`` is the table of recognizers by size: ``leaves``, ``bytes``,
    ``features``, ``spotted``, ``spotted_share``."""

    @property
    def curve(self) -> list[dict[str, Any]]:
        """Recognizers by size, the smallest first."""
        return list(self._values["curve"])

    @property
    def verdict(self) -> Verdict:
        """The proof of the largest one."""
        return Verdict.from_run(self._values["verdict"])

    def source(self, language: str = "c") -> str:
        """The largest one as source code: ``c``, ``cpp``, ``rust`` or ``json``."""
        sources: dict[str, str] = self._values["source"]
        if language not in sources:
            raise ValueError(f"'{language}' is no language of learned rules: {', '.join(sources)}")
        return sources[language]


class Repaired(Report):
    """The exceptions that make a rule sound, and what they cost: ``before``, ``price``,
    ``price_share``, ``right_left``, ``in_common``."""

    @property
    def sound(self) -> bool:
        """Whether the rule with the exceptions is sound."""
        return bool(self._values["proof"]["sound"])

    @property
    def exceptions(self) -> list[dict[str, Any]]:
        """The exceptions: a row each, with the conditions in words of chess, and counts."""
        return list(self._values["veto"]["patterns"])

    @property
    def verdict(self) -> Verdict:
        """The verdict on the rule with the exceptions."""
        return Verdict.from_run(self._values["verdict"])


class Judgement(Report):
    """What was found about an engine: ``engine``, ``sample``, ``not_judged``."""

    @property
    def endgames(self) -> list[dict[str, Any]]:
        """A row for each endgame: ``asked``, ``results``, ``accuracy``, ``moves``, ..."""
        return list(self._values["endgames"])

    @property
    def worst(self) -> list[dict[str, Any]]:
        """The worst answers of all endgames, a row each."""
        return [
            {"endgame": endgame["endgame"], **worst}
            for endgame in self.endgames
            for worst in endgame["worst"]
        ]
