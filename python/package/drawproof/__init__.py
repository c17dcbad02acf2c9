"""Perfect chess endgame tables as objects and columns, and proofs of draw rules.

>>> import drawproof
>>> table = drawproof.solve("KRKN")
>>> drawproof.probe("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1").category
'draw'

Functions of this module solve what they need in memory; the methods of a :class:`Tablebase` of the
same names use its folders. See ``docs/python.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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


def solve(
    endgame: str,
    *,
    metrics: Metric | Sequence[Metric] = "dtm",
    memory: int | None = None,
    progress: Progress = None,
) -> Table:
    """Solves an endgame in memory. With ``memory``, in at most so many bytes, apart from the tables
    that the package holds."""
    tablebase = in_memory() if memory is None else Tablebase(memory=memory)
    return tablebase.table(endgame, metrics=metrics, progress=progress)


def probe(board: Position, **options: Any) -> Answer:
    """:meth:`Tablebase.probe` of tables solved in memory."""
    return in_memory().probe(board, **options)


def stats(endgame: str, counting: Counting = "full", **options: Any) -> Stats:
    """:meth:`Tablebase.stats` of a table solved in memory."""
    return in_memory().stats(endgame, counting, **options)


def verify(endgame: str, rule: Rule | None = None, **options: Any) -> Verdict:
    """:meth:`Tablebase.verify` by tables solved in memory."""
    return in_memory().verify(endgame, rule, **options)


def repair(endgame: str, rule: Rule | None = None, **options: Any) -> Repaired:
    """:meth:`Tablebase.repair` by tables solved in memory."""
    return in_memory().repair(endgame, rule, **options)


def mine(endgame: str, **options: Any) -> Learned:
    """:meth:`Tablebase.mine` from tables solved in memory."""
    return in_memory().mine(endgame, **options)


def judge(endgames: str | Sequence[str], engine: str, **options: Any) -> Judgement:
    """:meth:`Tablebase.judge` by tables solved in memory."""
    return in_memory().judge(endgames, engine, **options)


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
    "endgames_with_men",
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
