"""What the functions of the package return: reports with attributes, and as a dict.

Every report has the keys that the command prints with ``--format json``, as attributes and in
:meth:`Report.to_dict`. Tables are lists of dicts, a row each: ``polars.DataFrame(learned.curve)``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from . import _show

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

    def _plies(self, name: str) -> int | None:
        plies: int | None = self._values[name]
        return plies

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Report) and self._values == other._values

    def _title(self) -> str:
        return type(self).__name__

    def _rows(self) -> list[tuple[_show.Cell, ...]]:
        """What a prompt shows: a name and its values a row."""
        return [(k, v) for k, v in self._values.items() if not isinstance(v, (dict, list))]

    def __repr__(self) -> str:
        return _show.text_table(self._title(), self._rows())

    def _repr_html_(self) -> str:
        return _show.html_table(self._title(), self._rows())


class _WithPosition(Report):
    @property
    def fen(self) -> str:
        """The position."""
        return str(self._values["fen"])

    def board(self) -> chess.Board:
        """The position as a board of python-chess, which must be installed."""
        import chess

        return chess.Board(self.fen)

    @property
    def dtm(self) -> int | None:
        """Plies to mate, negative for a loss, 0 = mated; ``None`` for a draw."""
        return self._plies("dtm")

    @property
    def line_san(self) -> list[str]:
        """The line in standard algebraic notation."""
        return list(self._values.get("line_san", []))

    def _title(self) -> str:
        return self.fen

    def _line_of(self) -> str:
        return _show.numbered(self.line_san, self.fen)

    def __repr__(self) -> str:
        return f"{_show.text_board(self.fen)}\n{super().__repr__()}"

    def _repr_html_(self) -> str:
        return _show.html_board(self.fen) + super()._repr_html_()


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
    def line(self) -> list[str]:
        """The line to mate in UCI notation; for a draw, moves that hold it."""
        return list(self._values["line"])

    def _rows(self) -> list[tuple[_show.Cell, ...]]:
        rows: list[tuple[_show.Cell, ...]] = [("claim", self.claim), ("truth", self.truth)]
        return [*rows, ("plies to mate", self.dtm), ("line", self._line_of())]


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
    def asymmetric(self) -> int:
        """Positions whose mirrored or colour-reversed twin has another claim."""
        return int(self._values["asymmetric"])

    @property
    def spotted_share(self) -> float | None:
        """The share of the draws that is spotted; ``None`` without draws."""
        share: float | None = self._values["spotted_share"]
        return share

    @property
    def counterexamples(self) -> list[Counterexample]:
        """Incorrect claims, quiet positions first."""
        return [Counterexample(it) for it in self._values["counterexamples"]]

    def _title(self) -> str:
        fault = f"NOT SOUND: {self.incorrect:,} incorrect claims"
        verdict = "sound" if self.sound else fault if self.incorrect else "NOT SOUND: asymmetric answers"
        values = self._values
        return f"{values['endgame']}  {values['name']} ({values['counting']} counting): {verdict}"

    def _rows(self) -> list[tuple[_show.Cell, ...]]:
        sides = [self._values["white_to_move"], self._values["black_to_move"], self._values]
        names = ["positions", "draws", "decisive", "spotted", "missed", "incorrect", "asymmetric"]
        head: tuple[_show.Cell, ...] = (" ", "White to move", "Black to move", "both")
        return [head, *((name, *(side[name] for side in sides)) for name in names)]

    def _repr_html_(self) -> str:
        boards = "".join(
            f'<div style="display:inline-block;margin:4px">{it._repr_html_()}</div>'
            for it in self.counterexamples[:4]
        )
        return super()._repr_html_() + boards


class SideStats(Report):
    """Counts of a side to move."""

    @property
    def positions(self) -> int:
        """Legal positions."""
        return int(self._values["positions"])

    @property
    def wins(self) -> int:
        """Positions won for the side to move."""
        return int(self._values["wins"])

    @property
    def draws(self) -> int:
        """Drawn positions."""
        return int(self._values["draws"])

    @property
    def losses(self) -> int:
        """Positions lost for the side to move."""
        return int(self._values["losses"])

    @property
    def longest_win_plies(self) -> int | None:
        """The longest win in plies; ``None`` if the side never wins."""
        return self._plies("longest_win_plies")

    @property
    def longest_loss_plies(self) -> int | None:
        """The longest loss in plies; ``None`` if the side never loses."""
        return self._plies("longest_loss_plies")

    @property
    def longest_win_fen(self) -> str | None:
        """A position with the longest win."""
        fen: str | None = self._values["longest_win_fen"]
        return fen


class Stats(Report):
    """Counts of an endgame, with the keys of ``drawproof stats --format json``."""

    @property
    def white_to_move(self) -> SideStats:
        """Positions with White to move."""
        return SideStats(self._values["white_to_move"])

    @property
    def black_to_move(self) -> SideStats:
        """Positions with Black to move."""
        return SideStats(self._values["black_to_move"])

    @property
    def mutual_zugzwangs(self) -> int:
        """Placements in which having the move is worse for both sides."""
        return int(self._values["mutual_zugzwangs"])

    def _title(self) -> str:
        return f"{self._values['endgame']} ({self._values['counting']} counting)"

    def _rows(self) -> list[tuple[_show.Cell, ...]]:
        sides = [self._values["white_to_move"], self._values["black_to_move"]]
        names = ["positions", "wins", "draws", "losses", "longest_win_plies", "longest_loss_plies"]
        head: tuple[_show.Cell, ...] = (" ", "White to move", "Black to move")
        rows = [(name.replace("_", " "), *(side[name] for side in sides)) for name in names]
        return [head, *rows, ("mutual zugzwangs", self.mutual_zugzwangs, " ")]


class MoveAnswer(Report):
    """A legal move and the value of the position after it: ``uci``, ``san``, ``category``, ``dtm``."""

    @property
    def uci(self) -> str:
        """The move in UCI notation."""
        return str(self._values["uci"])

    @property
    def san(self) -> str:
        """The move in standard algebraic notation."""
        return str(self._values["san"])

    @property
    def category(self) -> str:
        """``win``, ``draw`` or ``loss`` for the side to move after the move."""
        return str(self._values["category"])

    @property
    def dtm(self) -> int | None:
        """Plies to mate after the move, negative for a loss; ``None`` for a draw."""
        return self._plies("dtm")

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
    def moves(self) -> list[MoveAnswer]:
        """The legal moves, best first."""
        return [MoveAnswer(it) for it in self._values.get("moves", [])]

    @property
    def line(self) -> list[str]:
        """An optimal line to mate in UCI notation."""
        return list(self._values.get("line", []))

    def _rows(self) -> list[tuple[_show.Cell, ...]]:
        best = self.moves[0].san if self.moves else None
        rows: list[tuple[_show.Cell, ...]] = [("value", self.category), ("plies to mate", self.dtm)]
        return [*rows, ("best move", best), ("line", self._line_of())]


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
