"""Perfect chess endgame tables as objects and columns, and proofs of draw rules.

>>> import drawproof
>>> answer = drawproof.probe("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1")
>>> answer.category, answer.dtm, answer.moves[0].san
('win', 57, 'Ke1')
>>> table = drawproof.solve("KRKN")
>>> len(table), table["dtm"].max().item()
(2915128, 79)
>>> drawproof.verify("KRKN", lambda p: p.side == 1).sound
False

Functions of this module solve what they need in memory; the methods of a :class:`Tablebase` of the
same names use its folders. See ``docs/python.md``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Concatenate, Literal, ParamSpec, TypeVar

from . import _native
from ._native import NO_DISTANCE, __version__, endgames_with_men, rule_names, set_threads
from ._progress import Progress
from .errors import (
    ArgumentError,
    DamagedTableError,
    DrawproofError,
    EndgameError,
    EngineError,
    IllegalPositionError,
    MemoryLimitError,
    MissingTableError,
    RuleError,
)
from .reports import (
    Answer,
    Counterexample,
    GamesReport,
    Judgement,
    Learned,
    MoveAnswer,
    Repaired,
    Report,
    Stats,
    Verdict,
)
from .rules import (
    BLACK_WINS,
    DRAWN,
    NO_CLAIM,
    NO_EN_PASSANT,
    NOT_ASKED,
    WHITE_WINS,
    Positions,
    Rule,
)
from .table import Batch, Counting, Metric, Rows, Table
from .tablebase import Position, Tablebase, in_memory, open_tablebase

_P = ParamSpec("_P")
_R = TypeVar("_R")


def solve(
    endgame: str,
    *,
    metrics: Metric | Sequence[Metric] = "dtm",
    memory: int | None = None,
    progress: Progress = None,
) -> Table:
    """Solves an endgame in memory. ``memory`` limits the bytes in use, besides the tables
    that the package holds.

    >>> drawproof.solve("KQK").metrics
    ['dtm']
    """
    tablebase = in_memory() if memory is None else Tablebase(memory=memory)
    return tablebase.table(endgame, metrics=metrics, progress=progress)


def can_mate(position: Position, color: Literal["white", "black"]) -> bool:
    """Returns whether a colour can still mate by some legal moves of both sides, castling aside. Exact with
    up to four men; with more, ``False`` is proved and ``True`` is not.

    >>> drawproof.can_mate("8/8/8/8/8/1k6/5n2/1K6 b - - 0 1", "black")
    False
    """
    return _native.can_mate(position, color)


def is_dead(position: Position) -> bool:
    """Returns whether neither colour can still mate (FIDE 5.2.2). Exact with up to four men; with more,
    ``True`` is proved and ``False`` is not.

    >>> drawproof.is_dead("8/8/8/8/8/1k6/5n2/1K6 b - - 0 1")
    True
    """
    return _native.is_dead(position)


def _in_memory(method: Callable[Concatenate[Tablebase, _P], _R]) -> Callable[_P, _R]:
    """Returns a method as a function that uses the in-memory tablebase."""

    def call(*args: _P.args, **options: _P.kwargs) -> _R:
        return method(in_memory(), *args, **options)

    signature = inspect.signature(method)
    own = [it for name, it in signature.parameters.items() if name != "self"]
    call.__signature__ = signature.replace(parameters=own)  # type: ignore[attr-defined]
    call.__name__, call.__qualname__ = method.__name__, method.__name__
    call.__doc__ = method.__doc__
    return call


probe = _in_memory(Tablebase.probe)
stats = _in_memory(Tablebase.stats)
verify = _in_memory(Tablebase.verify)
repair = _in_memory(Tablebase.repair)
mine = _in_memory(Tablebase.mine)
judge = _in_memory(Tablebase.judge)
games = _in_memory(Tablebase.games)

__all__ = [
    "BLACK_WINS",
    "DRAWN",
    "NOT_ASKED",
    "NO_CLAIM",
    "NO_DISTANCE",
    "NO_EN_PASSANT",
    "WHITE_WINS",
    "Answer",
    "ArgumentError",
    "Batch",
    "Counterexample",
    "Counting",
    "DamagedTableError",
    "DrawproofError",
    "EndgameError",
    "EngineError",
    "GamesReport",
    "IllegalPositionError",
    "Judgement",
    "Learned",
    "MemoryLimitError",
    "Metric",
    "MissingTableError",
    "MoveAnswer",
    "Position",
    "Positions",
    "Progress",
    "Repaired",
    "Report",
    "Rows",
    "Rule",
    "RuleError",
    "Stats",
    "Table",
    "Tablebase",
    "Verdict",
    "__version__",
    "can_mate",
    "endgames_with_men",
    "games",
    "is_dead",
    "judge",
    "mine",
    "open_tablebase",
    "probe",
    "repair",
    "rule_names",
    "set_threads",
    "solve",
    "stats",
    "verify",
]
