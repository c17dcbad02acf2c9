"""Tables of endgames: folders of files, and tables solved in memory."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Protocol, Self, TypeAlias, TypeVar

from . import _native
from ._memory import default_memory
from ._progress import Progress, shown
from .errors import ArgumentError, MissingTableError, refuse_negative
from .reports import Answer, GamesReport, Judgement, Learned, Repaired, Stats, Verdict
from .rules import Rule, asking
from .table import Counting, Metric, Table

if TYPE_CHECKING:
    from os import PathLike


class HasFen(Protocol):
    """An object with a method ``fen``, such as ``chess.Board``."""

    def fen(self) -> str: ...


#: A position: a FEN, or an object with a method ``fen``, such as ``chess.Board``.
Position: TypeAlias = "str | HasFen"

#: Folders, whether missing tables are solved, the memory, and folders of Syzygy's tables.
_Options: TypeAlias = "tuple[list[str], bool, int | None, list[str]]"

_T = TypeVar("_T")

_FIFTY = {"win": 2, "cursed-win": 1, "draw": 0, "blessed-loss": -1, "loss": -2}


class Tablebase:
    """Tables of endgames of three to five men, with the methods of ``chess.gaviota.PythonTablebase``
    and ``chess.syzygy.Tablebase``.

    ``Tablebase("folder")`` probes the files that ``drawproof generate`` wrote; a position without a file
    raises :class:`MissingTableError`. ``Tablebase()`` solves the tables it needs in memory, in
    milliseconds for four men, and in seconds to minutes for five. With ``solve=True`` a tablebase of a folder
    solves tables without a file. Tables with three men are part of the package and need no file. Nothing is
    ever written; :meth:`Table.save` writes a table's file.

    ``syzygy`` names folders of Syzygy tables, which are used for positions of up to seven men without another
    table. They have results, and distances to zeroing, which may be one ply more.

    ``memory`` bounds the bytes of the tables and the working memory of each metric; by default it is
    half of the machine's. Threads may share a tablebase. A pickled tablebase consists of its folders and
    options: it opens the folders again, and solves its tables again.

    >>> tables = drawproof.Tablebase()
    >>> tables.probe_dtm("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1")
    45
    """

    def __init__(
        self,
        directory: str | PathLike[str] | None = None,
        *,
        solve: bool | None = None,
        memory: int | None = None,
        syzygy: str | PathLike[str] | Iterable[str | PathLike[str]] = (),
    ) -> None:
        folders = [] if directory is None else [os.fspath(directory)]
        solves = directory is None if solve is None else solve
        theirs = [syzygy] if isinstance(syzygy, (str, os.PathLike)) else list(syzygy)
        refuse_negative("; None is half of the machine's", memory=memory)
        self.__setstate__((folders, solves, memory, [os.fspath(folder) for folder in theirs]))

    def __getstate__(self) -> _Options:
        return self._options

    def __setstate__(self, options: _Options) -> None:
        folders, solves, memory, theirs = options
        self._options = options
        self._session = _native.NativeSession(folders, solves, memory or default_memory(), theirs)

    # Folders.

    def add_directory(self, directory: str | PathLike[str]) -> int:
        """Adds a folder of table files; returns the number of its tables. Folders are searched in the
        order in which they were added."""
        added = self._session.add_folder(os.fspath(directory))
        self._options[0].append(os.fspath(directory))
        return added

    def endgames(self, metric: Metric = "dtm") -> list[str]:
        """Returns the endgames that have a file in a folder."""
        return self._session.endgames(metric)

    def close(self) -> None:
        """Drops all folders and tables."""
        self._session.close()
        _, solves, memory, _ = self._options
        self._options = ([], solves, memory, [])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Positions.

    def probe_dtm(self, board: Position) -> int:
        """Returns the plies to mate: positive if the side to move wins, negative if it loses, 0 for a draw
        and for a mate on the board (``probe_wdl`` tells them apart). Raises :class:`MissingTableError`, a
        ``KeyError``, if there is no table."""
        return self._plies(board, "dtm")

    def get_dtm(self, board: Position, default: _T | None = None) -> int | _T | None:
        """:meth:`probe_dtm`, or ``default`` if there is no table."""
        try:
            return self.probe_dtm(board)
        except MissingTableError:
            return default

    def probe_wdl(self, board: Position) -> int:
        """Returns 1 if the side to move wins, 0 for a draw, -1 if it loses, as ``chess.gaviota``. It ignores
        the fifty-move rule, which :meth:`probe_wdl50` applies."""
        return self._session.value(board, "dtm")[0]

    def get_wdl(self, board: Position, default: _T | None = None) -> int | _T | None:
        """:meth:`probe_wdl`, or ``default`` if there is no table."""
        try:
            return self.probe_wdl(board)
        except MissingTableError:
            return default

    def probe_wdl50(self, board: Position) -> int:
        """Returns a result as ``chess.syzygy``: 2 = win, 1 = cursed win (a draw by the fifty-move rule), 0
        = draw, -1 = blessed loss, -2 = loss. It follows from the position's half-move clock and the table
        of DTZ."""
        fifty = self._session.value(board, "dtz")[2]
        if fifty is None:
            raise MissingTableError("Syzygy's tables do not tell whether the half-move clock leaves the time")
        return _FIFTY[fifty]

    def get_wdl50(self, board: Position, default: _T | None = None) -> int | _T | None:
        """:meth:`probe_wdl50`, or ``default`` if there is no table."""
        try:
            return self.probe_wdl50(board)
        except MissingTableError:
            return default

    def probe_dtz(self, board: Position) -> int:
        """Returns the plies to the next capture or pawn move that keeps the result within the fifty-move
        rule: positive for a win, negative for a loss, beyond 100 for a cursed win or a blessed loss, 0 for
        a draw and for a mate on the board. The number is exact, except from Syzygy tables, where it may be
        one ply off as in ``chess.syzygy``."""
        return self._plies(board, "dtz")

    def get_dtz(self, board: Position, default: _T | None = None) -> int | _T | None:
        """:meth:`probe_dtz`, or ``default`` if there is no table."""
        try:
            return self.probe_dtz(board)
        except MissingTableError:
            return default

    def probe_dtc(self, board: Position) -> int:
        """Returns the plies to the next capture or promotion that keeps the result: positive for a win,
        negative for a loss, 0 for a draw and for a mate on the board."""
        return self._plies(board, "dtc")

    def get_dtc(self, board: Position, default: _T | None = None) -> int | _T | None:
        """:meth:`probe_dtc`, or ``default`` if there is no table."""
        try:
            return self.probe_dtc(board)
        except MissingTableError:
            return default

    def _plies(self, board: Position, metric: Metric) -> int:
        result, plies, _ = self._session.value(board, metric)
        if plies is None and result != 0:
            raise MissingTableError(f"there is no table of {metric.upper()} of this position")
        return plies or 0

    def probe(
        self,
        board: Position,
        *,
        metrics: Metric | Sequence[Metric] = "dtm",
        moves: bool = True,
        line: bool = True,
        draw_line: bool = False,
        progress: Progress = None,
    ) -> Answer:
        """Returns the value of a position and of each legal move, a line to mate, and the claims of the
        rules. ``draw_line`` adds a line that keeps a draw and its material, which takes a tenth of a
        second."""
        with shown(progress) as report:
            parts = (moves, line, draw_line)
            return Answer.from_json(self._session.probe(board, _names(metrics), parts, report))

    # Whole tables.

    def table(
        self, endgame: str, *, metrics: Metric | Sequence[Metric] = "dtm", progress: Progress = None
    ) -> Table:
        """Returns a whole table, read from its file or solved. With several metrics, the rows have a column
        for each."""
        with shown(progress) as report:
            return Table(self._session.table(endgame, _names(metrics), report))

    def stats(
        self,
        endgame: str,
        counting: Counting = "full",
        *,
        metric: Metric = "dtm",
        zugzwangs: bool = False,
        progress: Progress = None,
    ) -> Stats:
        """Returns counts and longest distances of an endgame."""
        table = self.table(endgame, metrics=metric, progress=progress)
        return table.stats(counting, zugzwangs=zugzwangs)

    # Rules.

    def verify(
        self,
        endgame: str,
        rule: Rule | None = None,
        *,
        counting: Counting = "full",
        domain: str | None = None,
        examples: int = 10,
        name: str | None = None,
        learned: bool = False,
        progress: Progress = None,
    ) -> Verdict:
        """Asks a rule about every legal position of an endgame and checks its claims.

        ``rule`` is a function that is called with :class:`Positions`, columns of many positions, and
        returns an array with a claim for each: ``bool`` (``True`` claims a draw), integers (sums of
        ``BLACK_WINS``, ``DRAWN``, ``WHITE_WINS``: the results that are still possible), or texts
        (``draw``, ``white``, ``draw-or-black``, ``win``, ``-``, ...). White is the first side of the
        endgame's name; positions with a legal en-passant right are asked about too. The function is
        called in the caller's thread, and its exceptions are raised here.

        Without ``rule``, the hand-written rule of the package is verified, or the learned rule with
        ``learned=True``. ``domain`` limits the positions, such as ``"not-in-check,quiet"``.

        >>> verdict = drawproof.verify("KRK", lambda p: p.side == 1)
        >>> verdict.sound, verdict.spotted, verdict.incorrect
        (False, 22244, 201700)
        """
        about = _about(endgame, rule, counting, domain, examples, name, learned)
        with shown(progress) as report:
            return Verdict.from_json(self._session.verify(endgame, about, report))

    def repair(
        self,
        endgame: str,
        rule: Rule | None = None,
        *,
        price: float = 0.05,
        patterns: int = 12,
        domain: str | None = None,
        examples: int = 5,
        name: str | None = None,
        learned: bool = False,
        progress: Progress = None,
    ) -> Repaired:
        """Finds the fewest exceptions, at most ``patterns``, that make a rule sound and cost at most the
        share ``price`` of its right claims."""
        refuse_negative(patterns=patterns)
        about = _about(endgame, rule, "full", domain, examples, name, learned)
        with shown(progress) as report:
            found = self._session.repair(endgame, about, price, patterns, report)
            return Repaired.from_json(found)

    def mine(
        self,
        endgame: str,
        *,
        leaves: int | Iterable[int] = (),
        bytes: int | Iterable[int] = (),
        spotted: float | Iterable[float] = (),
        progress: Progress = None,
    ) -> Learned:
        """Learns a sound rule and proves it: the best one within a number of leaves or of bytes, or the
        smallest one that spots a share of the draws. Without a size: 2048 bytes."""
        sizes = (_list(leaves), _list(bytes), _list(spotted))
        refuse_negative(leaves=min(sizes[0], default=None), bytes=min(sizes[1], default=None))
        if not any(sizes):
            sizes = ([], [2048], [])
        with shown(progress) as report:
            return Learned.from_json(self._session.mine(endgame, *sizes, report))

    def judge(
        self,
        endgames: str | Iterable[str],
        engine: str,
        *,
        go: str = "nodes 1",
        sample: int | Literal["all"] = 10_000,
        seed: int = 1,
        options: Mapping[str, object] | None = None,
        processes: int | None = None,
        keep_hash: bool = False,
        timeout: float = 10.0,
        draw_band: int = 50,
        moves: bool = True,
        examples: int = 10,
        progress: Progress = None,
    ) -> Judgement:
        """Asks a UCI engine, ``engine`` being its command line, about a sample of each endgame, and
        compares its scores and moves with the tables."""
        drawn = None if sample == "all" else sample
        refuse_negative(sample=drawn, seed=seed, processes=processes, examples=examples)
        asked = {
            "engine": engine,
            "go": go,
            "options": [(key, _option(value)) for key, value in (options or {}).items()],
            "processes": processes,
            "keep_hash": keep_hash,
            "timeout": timeout,
            "sample": drawn,
            "seed": seed,
            "draw_band": draw_band,
            "moves": moves,
            "examples": examples,
        }
        names = [endgames] if isinstance(endgames, str) else list(endgames)
        with shown(progress) as report:
            return Judgement.from_json(self._session.judge(names, asked, report))

    def games(
        self,
        paths: str | PathLike[str] | Iterable[str | PathLike[str]],
        *,
        men: int = 4,
        player: str | None = None,
        where: str | None = None,
        by_position: bool = False,
        examples: int = 1000,
        progress: Progress = None,
    ) -> GamesReport:
        """Counts what the games of PGN files, plain or compressed, lose in positions of at most ``men`` men.
        Tables that have no file are solved; Syzygy tables answer about six and seven men. See
        ``docs/games.md``."""
        refuse_negative(examples=examples)
        if not 3 <= men <= 7:
            raise ArgumentError(f"men is 3 to 7, not {men}")
        files = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
        about = {
            "paths": [os.fspath(path) for path in files],
            "men": men,
            "player": player,
            "condition": where,
            "by_position": by_position,
            "examples": examples,
        }
        with shown(progress) as report:
            return GamesReport.from_json(self._session.games(about, report))


def open_tablebase(
    directory: str | PathLike[str],
    *,
    solve: bool = False,
    memory: int | None = None,
    syzygy: str | PathLike[str] | Iterable[str | PathLike[str]] = (),
) -> Tablebase:
    """Opens a folder of table files as a tablebase."""
    return Tablebase(directory, solve=solve, memory=memory, syzygy=syzygy)


@functools.cache
def in_memory() -> Tablebase:
    """Returns the tablebase behind the functions of the package, which solves in memory."""
    return Tablebase()


def _about(
    endgame: str,
    rule: Rule | None,
    counting: Counting,
    domain: str | None,
    examples: int,
    name: str | None,
    learned: bool,
) -> dict[str, object]:
    if rule is not None and not callable(rule):
        raise TypeError(f"a rule is a function over columns of positions, not {type(rule).__name__}")
    if rule is not None and learned:
        raise ValueError("learned=True takes a rule of the package: leave out the function")
    refuse_negative(examples=examples)
    function = None if rule is None else asking(rule, _native.canonical(endgame))
    return {
        "function": function,
        "name": name or getattr(rule, "__name__", type(rule).__name__),
        "learned": learned,
        "counting": counting,
        "domain": domain,
        "examples": examples,
    }


def _list(sizes: _T | Iterable[_T]) -> list[_T]:
    return list(sizes) if isinstance(sizes, Iterable) else [sizes]


def _names(metrics: Metric | Sequence[Metric]) -> list[str]:
    return [metrics] if isinstance(metrics, str) else list(metrics)


def _option(value: object) -> str:
    # UCI writes the values of check options in lower case.
    return str(value).lower() if isinstance(value, bool) else str(value)
