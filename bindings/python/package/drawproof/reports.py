"""Reports, the results of the package's functions, with attributes and as dicts.

Every report has the keys that the command prints with ``--format json``, as attributes and in
:meth:`Report.to_dict`. Tables are lists of dicts, one per row: ``polars.DataFrame(learned.curve)``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

from . import _show

if TYPE_CHECKING:
    import chess

#: A value of a JSON document.
Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"

#: A row of a table: its columns by name.
Row: TypeAlias = dict[str, Json]


class Report:
    """A JSON object with its keys as attributes: ``report.draws``, and ``report["class"]`` for a key that
    is a word of Python."""

    #: The nested reports by key: each an object of the document, or a list of objects.
    _parts: ClassVar[Mapping[str, type[Report]]] = {}
    #: Keys of lists that the document leaves out unless they were requested.
    _lists: ClassVar[Sequence[str]] = ()

    def __init__(self, values: Row) -> None:
        self._values = values

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Parses a JSON document into a report."""
        return cls(json.loads(text))

    def to_dict(self) -> Row:
        """Returns the report as a dict of plain values."""
        return self._values

    if not TYPE_CHECKING:
        # A type checker knows the attributes that the classes declare, and no others.
        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(name)
            if name not in self._values and name in self._lists:
                return []
            if name not in self._values:
                known = ", ".join(self._values)
                raise AttributeError(f"the report has no '{name}'; it has {known}")
            value = self._values[name]
            part = self._parts.get(name, Report)
            if isinstance(value, list) and name in self._parts:
                return [part(it) for it in value]
            return part(value) if isinstance(value, dict) else value

    def __getitem__(self, name: str) -> Json:
        return self._values[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Report) and self._values == other._values

    def _title(self) -> str:
        return type(self).__name__

    def _rows(self) -> list[tuple[object, ...]]:
        """Returns the rows that a prompt shows: a name and its values."""
        return [(k, v) for k, v in self._values.items() if not isinstance(v, (dict, list))]

    def __repr__(self) -> str:
        return _show.text_table(self._title(), self._rows())

    def _repr_html_(self) -> str:
        return _show.html_table(self._title(), self._rows())


class _WithPosition(Report):
    #: The position.
    fen: str
    #: Plies to mate, negative for a loss, 0 = mated; ``None`` for a draw.
    dtm: int | None
    #: A line in UCI notation: to mate, or moves that hold a draw.
    line: list[str]
    #: The line in standard algebraic notation.
    line_san: list[str]

    _lists = ("line", "line_san", "moves")

    def board(self) -> chess.Board:
        """The position as a board of python-chess, which must be installed."""
        import chess

        return chess.Board(self.fen)

    def _title(self) -> str:
        return self.fen

    def _line_of(self) -> str:
        return _show.numbered(self.line_san, self.fen)

    def __repr__(self) -> str:
        return f"{_show.text_board(self.fen)}\n{super().__repr__()}"

    def _repr_html_(self) -> str:
        return _show.html_board(self.fen) + super()._repr_html_()


class Counterexample(_WithPosition):
    """An incorrect claim: ``fen``, ``claim``, ``truth``, ``dtm``, ``["class"]``, and ``line``, the moves
    that refute it in UCI notation."""

    #: The claim: a word such as ``draw``.
    claim: str
    #: ``win``, ``draw`` or ``loss`` for the side to move.
    truth: str
    #: Plies of the shortest helpmate, with ``--truth can-mate``.
    helpmate: int | None
    #: The result within the fifty-move rule, if it was applied.
    fifty: str | None
    #: What the group of counterexamples has in common.
    group: str | None
    #: The branches of the rule that make the claim.
    because: list[str]

    def _rows(self) -> list[tuple[object, ...]]:
        rows: list[tuple[object, ...]] = [("claim", self.claim), ("truth", self.truth)]
        return [*rows, ("plies to mate", self.dtm), ("line", self._line_of())]


class Claims(Report):
    """The claims of a kind: how many were made, right and wrong, and in how many positions the claim would
    be true."""

    made: int
    right: int
    wrong: int
    possible: int


class ClaimKinds(Report):
    """The claims by kind."""

    draw: Claims
    white_wins: Claims
    black_wins: Claims
    white_cannot_win: Claims
    black_cannot_win: Claims
    _parts = dict.fromkeys(
        ["draw", "white_wins", "black_wins", "white_cannot_win", "black_cannot_win", "not_drawn"], Claims
    )


class Counts(Report):
    """Counts of a verification, of both sides to move or of one."""

    #: Positions that the rule was asked about.
    positions: int
    #: Positions outside of the rule's domain.
    not_asked: int
    #: Drawn positions.
    draws: int
    #: Positions won for either side.
    decisive: int
    #: Drawn positions that are claimed drawn.
    spotted: int
    #: Drawn positions that are not claimed drawn.
    missed: int
    #: Wrong claims of any kind.
    incorrect: int
    #: Incorrect claims that are right within the fifty-move rule, if they were counted.
    incorrect_but_cursed: int | None
    #: Positions whose mirrored or colour-reversed position has another claim.
    asymmetric: int
    #: The share of the draws that is spotted; ``None`` without draws.
    spotted_share: float | None
    #: Wrong claims by class of position: ``quiet``, ``tactical``, ``in-check``, ``over``.
    incorrect_by_class: Report
    #: All claims by kind.
    claims: ClaimKinds
    _parts = {"claims": ClaimKinds}


class Verdict(Counts):
    """The verdict on a rule: ``sound``, the counts of :class:`Counts`, those of each side to move, and
    counterexamples."""

    #: The endgame.
    endgame: str
    #: The name of the rule.
    name: str
    #: The counting convention.
    counting: str
    #: The positions that the rule was asked about, such as ``not-in-check``; empty for all.
    domain: str
    #: Whether every claim is right and symmetric positions have the same claim.
    sound: bool
    #: Counts of the positions with White to move, with Black to move, and with an en-passant right.
    white_to_move: Counts
    black_to_move: Counts
    en_passant: Counts
    #: Incorrect claims, quiet positions first.
    counterexamples: list[Counterexample]
    #: Draws without a claim, as FENs.
    missed_examples: list[str]
    #: Tables: what each pattern does, wrong claims by distance to mate, answers that depend on colour or
    #: reflection.
    patterns: list[Row]
    incorrect_by_plies: list[Row]
    asymmetries: list[Row]
    #: Positions by result and claim, and what no pattern explains.
    truth_by_claim: Report
    unexplained: Report | None
    #: Calls of the rule, nanoseconds per call, and the total seconds.
    calls: int
    nanoseconds_per_call: float
    seconds: float
    _parts = {
        **Counts._parts,
        "white_to_move": Counts,
        "black_to_move": Counts,
        "en_passant": Counts,
        "counterexamples": Counterexample,
    }

    def __init__(self, values: Row) -> None:
        # The document of a run has its rules in a list.
        rules = values.get("recognizers")
        if isinstance(rules, list) and isinstance(rules[0], dict):
            kept = {name: values.get(name) for name in ("sound", "counting", "domain")}
            values = {**kept, **rules[0]}
        super().__init__(values)

    def _title(self) -> str:
        faults = [
            (self.incorrect, "incorrect claims"),
            (self.en_passant.incorrect, "incorrect claims where en passant is possible"),
        ]
        wrong = [f"{count:,} {what}" for count, what in faults if count]
        fault = "NOT SOUND: " + (", ".join(wrong) or "asymmetric answers")
        asked = f"{self.counting} counting" + (f", {self.domain}" if self.domain else "")
        return f"{self.endgame}  {self.name} ({asked}): {'sound' if self.sound else fault}"

    def _rows(self) -> list[tuple[object, ...]]:
        sides = [self.white_to_move, self.black_to_move, self]
        names = ["positions", "draws", "decisive", "spotted", "missed", "incorrect", "asymmetric"]
        if self.not_asked:
            names.insert(1, "not_asked")
        head: tuple[object, ...] = (" ", "White to move", "Black to move", "both")
        return [head, *((name.replace("_", " "), *(side[name] for side in sides)) for name in names)]

    def _repr_html_(self) -> str:
        boards = "".join(
            f'<div style="display:inline-block;margin:4px">{it._repr_html_()}</div>'
            for it in self.counterexamples[:4]
        )
        return super()._repr_html_() + boards


class SideStats(Report):
    """Counts of a side to move."""

    #: Legal positions, and how many of them are won, drawn and lost for the side to move.
    positions: int
    wins: int
    draws: int
    losses: int
    #: The longest win in plies, ``None`` if the side never wins, and a position that has it.
    longest_win_plies: int | None
    longest_win_fen: str | None
    #: The longest loss in plies; ``None`` if the side never loses.
    longest_loss_plies: int | None
    #: Wins and losses by distance: ``plies``, ``wins``, ``losses``.
    distances: list[Row]


class Stats(Report):
    """Counts of an endgame, with the keys of ``drawproof stats --format json``."""

    #: The endgame, the counting convention and the metric.
    endgame: str
    counting: str
    metric: str
    #: Positions with White to move, and with Black to move.
    white_to_move: SideStats
    black_to_move: SideStats
    #: Placements in which having the move is worse for both sides, by their two results, and one row for
    #: each if requested.
    mutual_zugzwangs: int
    zugzwang_kinds: Report
    zugzwangs: list[Row]
    _parts = {"white_to_move": SideStats, "black_to_move": SideStats}

    def _title(self) -> str:
        return f"{self.endgame} by {self.metric} ({self.counting} counting)"

    def _rows(self) -> list[tuple[object, ...]]:
        sides = [self.white_to_move, self.black_to_move]
        names = ["positions", "wins", "draws", "losses", "longest_win_plies", "longest_loss_plies"]
        head: tuple[object, ...] = (" ", "White to move", "Black to move")
        rows = [(name.replace("_", " "), *(side[name] for side in sides)) for name in names]
        return [head, *rows, ("mutual zugzwangs", self.mutual_zugzwangs, " ")]


class _Valued(Report):
    #: ``win``, ``draw`` or ``loss`` for the side to move; of a move, for the side to move after it.
    category: str
    #: Plies to mate, negative for a loss, 0 = mated; ``None`` for a draw.
    dtm: int | None
    #: The distances of other metrics and the result within the fifty-move rule, if they were requested.
    dtz: int | None
    dtc: int | None
    fifty: str
    #: For Syzygy tables, whether ``dtz`` may be one ply more.
    dtz_rounded: bool | None


class MoveAnswer(_Valued):
    """A legal move and the value of the position after it: ``uci``, ``san``, ``category``, ``dtm``."""

    #: The move in UCI notation, and in standard algebraic notation.
    uci: str
    san: str
    #: Whether it is a capture or a pawn move, and whether it is a capture or a promotion.
    zeroing: bool
    conversion: bool

    def move(self) -> chess.Move:
        """The move as one of python-chess, which must be installed."""
        import chess

        return chess.Move.from_uci(self.uci)


class Answer(_WithPosition, _Valued):
    """The answer about a position: ``category``, ``dtm``, ``checkmate``, ``stalemate``,
    ``insufficient_material``, ``line``, ``moves``, ``recognizers``; ``dtz``, ``dtc`` and ``fifty`` if
    those metrics were asked for, ``draw_line`` and ``draw_line_san`` if these were."""

    checkmate: bool
    stalemate: bool
    insufficient_material: bool
    #: The tables that have the position: ``drawproof`` or ``syzygy``.
    source: str
    #: The legal moves, best first.
    moves: list[MoveAnswer]
    #: The claims of the rules, one row each.
    recognizers: list[Row]
    #: A line that keeps a draw, in UCI notation and in standard algebraic notation, if it was asked for.
    draw_line: list[str]
    draw_line_san: list[str]
    _parts = {"moves": MoveAnswer}

    def _rows(self) -> list[tuple[object, ...]]:
        best = self.moves[0].san if self.moves else None
        rows: list[tuple[object, ...]] = [("value", self.category), ("plies to mate", self.dtm)]
        names = {"dtz": "plies to zeroing", "dtc": "plies to conversion", "fifty": "fifty-move rule"}
        rows += [(text, self[name]) for name, text in names.items() if name in self._values]
        rows += [("best move", best), ("line", self._line_of())]
        if "draw_line_san" in self._values:
            rows.append(("drawing line", _show.numbered(self.draw_line_san, self.fen)))
        return rows


class Proof(Report):
    """The counts of the proof of a rule that the package made."""

    sound: bool
    positions: int
    spotted: int
    incorrect: int
    asymmetric: int


class Learned(Report):
    """A learned and proved rule. ``curve`` is the table of recognizers by size: ``leaves``, ``bytes``,
    ``features``, ``spotted``, ``spotted_share``."""

    endgame: str
    draws: int
    decisive: int
    #: Recognizers by size, the smallest first.
    curve: list[Row]
    #: The proof of the largest recognizer, in short and in full.
    proof: Proof
    verdict: Verdict
    _parts = {"proof": Proof, "verdict": Verdict}

    def source(self, language: str = "c") -> str:
        """Returns the largest recognizer as source code: ``c``, ``cpp``, ``rust`` or ``json``."""
        sources = self._values["source"]
        if not isinstance(sources, dict) or language not in sources:
            known = ", ".join(sources) if isinstance(sources, dict) else "none"
            raise ValueError(f"'{language}' is no language of learned rules: {known}")
        return str(sources[language])


class Before(Report):
    """The claims of a rule before it was fixed."""

    spotted: int
    right: int
    incorrect: int
    incorrect_en_passant: int
    asymmetric: int


class _Veto(Report):
    patterns: list[Row]


class Repaired(Report):
    """The exceptions that make a rule sound, and what they cost: ``before``, ``price``,
    ``price_share``, ``right_left``, ``in_common``."""

    endgame: str
    before: Before
    #: Right claims that the exceptions cost, their share of all, and the right claims left.
    price: int
    price_share: float
    right_left: int
    #: What all wrong claims have in common.
    in_common: list[str]
    #: The proof of the rule with the exceptions, in short and in full.
    proof: Proof
    verdict: Verdict
    veto: _Veto
    _parts = {"before": Before, "proof": Proof, "veto": _Veto, "verdict": Verdict}

    @property
    def sound(self) -> bool:
        """Whether the rule with the exceptions is sound."""
        return self.proof.sound

    @property
    def exceptions(self) -> list[Row]:
        """The exceptions, one row each, with the conditions in chess words and counts."""
        return self.veto.patterns


class GamesReport(Report):
    """What games lose in positions that tables know: ``games``, ``total``, ``match``."""

    #: How many games were read, reached the tables, were adjudicated, ...
    games: Row
    #: All endgames together.
    total: Row
    #: A row for each endgame, the most expensive first: ``games``, ``lost``, ``thrown``, ``players``, ...
    endgames: list[Row]
    #: A row for each of the most expensive moves.
    thrown: list[Row]
    #: A row for each of the most expensive positions, if they were asked for.
    positions: list[Row] | None

    @property
    def players(self) -> list[Row]:
        """What each player loses in each endgame, one row each."""
        rows: list[Row] = []
        for endgame in self.endgames:
            players = endgame["players"]
            found = players if isinstance(players, list) else []
            rows += [{"endgame": endgame["endgame"], **row} for row in found if isinstance(row, dict)]
        return rows


class Judgement(Report):
    """The judgement of an engine: ``engine``, ``sample``, ``not_judged``."""

    engine: str
    #: One row for each endgame: ``asked``, ``results``, ``accuracy``, ``moves``, ...
    endgames: list[Row]
    #: How many positions were drawn: ``positions``, ``of``, ``seed``; ``None`` if all were asked.
    sample: Report | None
    #: Endgames that were left out.
    not_judged: list[Json]
    #: Whether the engine was asked about all positions.
    complete: bool

    @property
    def worst(self) -> list[Row]:
        """The worst answers of all endgames, one row each."""
        rows: list[Row] = []
        for endgame in self.endgames:
            worst = endgame["worst"]
            found = worst if isinstance(worst, list) else []
            rows += [{"endgame": endgame["endgame"], **row} for row in found if isinstance(row, dict)]
        return rows

    def _title(self) -> str:
        asked = sum(row["asked"] for row in self.endgames if isinstance(row["asked"], int))
        return f"{self.engine}: {asked:,} positions"

    def _rows(self) -> list[tuple[object, ...]]:
        rows: list[tuple[object, ...]] = [("endgame", "asked", "of", "right by score", "points lost a move")]
        for row in self.endgames:
            right, moves = row["accuracy"], row.get("moves")
            lost = moves.get("points_lost") if isinstance(moves, dict) else None
            right_text = f"{100 * right:.2f} %" if isinstance(right, float) else None
            lost_text = f"{lost:.4f}" if isinstance(lost, float) else None
            rows.append((row["endgame"], row["asked"], row["of"], right_text, lost_text))
        return rows
