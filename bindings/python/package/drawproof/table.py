"""Whole tables and their rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NoReturn, Protocol, TypeAlias

import numpy as np

from . import _native, _show
from ._progress import Progress, shown
from .errors import refuse_lazy, refuse_negative
from .reports import Stats

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

#: Which positions count. ``unique``: one of each class of positions that symmetries of the board turn
#: into each other. ``distinct``: the whole board, like men not told apart. ``full``: the whole board,
#: once for each order of like men. ``core10``: as ``full``, with the strong king on ten squares only.
Counting: TypeAlias = Literal["unique", "distinct", "full", "core10"]

#: ``dtm``: plies to mate. ``dtz``: plies to the next capture or pawn move that keeps the result within
#: the fifty-move rule. ``dtc``: plies to the next capture or promotion that keeps the result.
Metric: TypeAlias = Literal["dtm", "dtz", "dtc"]

#: The order of found positions: that of the table, nearest mates first, farthest first, by squares.
Order: TypeAlias = Literal["table", "dtm", "-dtm", "square"]

#: A column in numpy.
Numbers: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.uint8 | np.int8 | np.int16]]"

#: The default number of rows in a batch.
BATCH_ROWS = 1 << 16


class HasColumns(Protocol):
    """Columns by name: a dict of arrays, a :class:`Batch`, a data frame, a table of pyarrow."""

    def __getitem__(self, name: str, /) -> object: ...


class _Columns:
    """Rows with columns by name: a stream of Arrow record batches."""

    def _all(self) -> Rows:
        raise NotImplementedError

    def __getitem__(self, name: str) -> Numbers:
        """Returns a column of all rows."""
        rows = self._all()
        if name not in rows.names:
            raise KeyError(f"there is no column '{name}'; there are {', '.join(rows.names)}")
        return np.concatenate([np.asarray(batch[name]) for batch in rows])

    def __contains__(self, name: object) -> bool:
        return name in self._all().names

    def __len__(self) -> int:
        return len(self._all()._native)

    def __iter__(self) -> Iterator[Batch]:
        return map(Batch, self._all()._native)

    def keys(self) -> list[str]:
        """Returns the names of the columns."""
        return self._all().names

    def __array__(self, dtype: object = None, copy: bool | None = None) -> NoReturn:
        _no_array(type(self).__name__)

    def __arrow_c_schema__(self) -> object:
        return self._all()._native.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._all()._native.__arrow_c_stream__(requested_schema)


def _no_array(kind: str) -> NoReturn:
    # What pandas.DataFrame(table) asks for.
    raise TypeError(
        f"a {kind} has columns and is no array: pandas.DataFrame.from_arrow(table), or "
        "pyarrow.table(table).to_pandas(), makes a data frame, table.numpy() an array of each column"
    )


class Table(_Columns):
    """All values of an endgame in memory.

    A table is a stream of Arrow record batches: ``polars.DataFrame(table)``, ``pyarrow.table(table)``,
    ``pandas.DataFrame.from_arrow(table)`` and ``duckdb.sql("from table")`` read the rows of :meth:`rows`
    with ``counting="unique"``. So do ``table["dtm"]``, ``len(table)``, and iterating, batch by batch.

    >>> table = drawproof.solve("KQK")
    >>> len(table), table["dtm"].max().item(), "dtz" in table
    (46137, 19, False)
    """

    def __init__(self, native: _native.NativeTable) -> None:
        self._native = native

    def _all(self) -> Rows:
        return self.rows()

    @property
    def endgame(self) -> str:
        """The canonical name, such as ``KRKN``. White is its first side."""
        return self._native.endgame

    @property
    def metrics(self) -> list[str]:
        """The metrics of the columns of distances."""
        return self._native.metrics

    def rows(self, counting: Counting = "unique", *, batch_rows: int = BATCH_ROWS) -> Rows:
        """Returns the positions of a counting convention, in batches of at most ``batch_rows`` rows."""
        refuse_negative(batch_rows=batch_rows)
        return Rows(self._native.rows(counting, batch_rows))

    def numpy(self, counting: Counting = "unique") -> dict[str, Numbers]:
        """Returns all rows, with one array for each column: about 8 bytes a row for four men."""
        return self.rows(counting).numpy()

    def find(
        self,
        where: str,
        *,
        counting: Counting = "unique",
        limit: int | None = None,
        order: Order = "table",
        sample: int | None = None,
        seed: int = 1,
        batch_rows: int = BATCH_ROWS,
        progress: Progress = None,
    ) -> Rows:
        """Returns the positions that meet a condition such as ``"white to move and win and only_move"``,
        which ``docs/find.md`` describes: all of them, the first ``limit`` in an order, or ``sample`` drawn
        at random. The columns of distances are those to mate.

        >>> len(drawproof.solve("KRKN").find("white to move and zugzwang"))
        18
        """
        refuse_negative("; None is no limit", limit=limit, sample=sample)
        refuse_negative(seed=seed, batch_rows=batch_rows)
        wanted = {"order": order, "limit": limit, "sample": sample, "seed": seed}
        with shown(progress) as report:
            return Rows(self._native.find(where, counting, wanted, batch_rows, report))

    def matches(
        self, where: str, positions: HasColumns | None = None, *, progress: Progress = None
    ) -> NDArray[np.bool_]:
        """Returns which of some positions of the endgame meet a condition, as a mask for numpy.
        ``positions`` has the columns of squares of :meth:`rows`, and ``side``."""
        if positions is None:
            raise TypeError(
                "matches(where, positions) wants positions, such as the columns of rows(); "
                "find(where) has all positions that meet a condition"
            )
        names = self._native.position_columns
        columns = [_column(positions, name, names) for name in names]
        if len({len(column) for column in columns}) > 1:
            lengths = ", ".join(f"{name} {len(it)}" for name, it in zip(names, columns, strict=True))
            raise ValueError(f"the columns have different lengths: {lengths}")
        with shown(progress) as report:
            return np.asarray(self._native.matches(where, columns, report)).view(np.bool_)

    def stats(self, counting: Counting = "full", *, zugzwangs: bool = False) -> Stats:
        """Returns counts and longest distances of the first metric; with ``zugzwangs`` a list of all mutual
        zugzwangs."""
        return Stats.from_json(self._native.stats(counting, zugzwangs))

    def save(self, directory: str | PathLike[str], *, progress: Progress = None) -> list[str]:
        """Writes the table into a folder, as ``drawproof generate`` does, one file for each metric, and returns
        the files. :class:`Tablebase` and all other programs of the project read them. A move into another
        endgame needs that endgame's file too."""
        with shown(progress) as report:
            return self._native.save(os.fspath(directory), report)

    def cells(self, side: Literal["white", "black"]) -> NDArray[np.uint8]:
        """The cells of a side to move as they are in memory, without a copy, by index: 0 = draw (or no
        legal position, see :meth:`legal`), else the distance in plies and one, which is even for a win
        and odd for a loss. Docs: ``FORMAT.md``."""
        return np.asarray(self._native.cells(side))

    def legal(self, side: Literal["white", "black"]) -> NDArray[np.uint64]:
        """The legal positions of a side to move as they are in memory, without a copy: bit
        ``index % 64`` of number ``index // 64``."""
        return np.asarray(self._native.legal(side))

    def __repr__(self) -> str:
        return _show.text_table(self._title(), self._rows())

    def _repr_html_(self) -> str:
        return _show.html_table(self._title(), self._rows())

    def _title(self) -> str:
        return f"Table {self.endgame} ({', '.join(self.metrics)}), {len(self):,} rows (unique counting)"

    def _rows(self) -> list[tuple[object, ...]]:
        return list(self.rows().meanings.items())


def _column(positions: HasColumns, name: str, names: list[str]) -> NDArray[np.uint8]:
    """Returns a column of squares or of sides to move."""
    refuse_lazy(positions, "the positions are")
    # The names of pyarrow, of polars and pandas, and of mappings.
    kind = next((it for it in ("column_names", "columns") if hasattr(positions, it)), "keys")
    found: Iterable[str] | Callable[[], Iterable[str]] = getattr(positions, kind)
    there = list(found() if callable(found) else found)
    if name not in there:
        text = f"there is no column '{name}': expected {', '.join(names)}; found {', '.join(there)}"
        raise KeyError(text)
    array = np.asarray(positions[name])
    most = 1 if name == "side" else 63
    if array.dtype.kind not in "iu" or array.ndim != 1:
        has = f"{array.dtype} in {array.ndim} dimensions"
        raise TypeError(f"column '{name}' has {has}: expected uint8, or other integers, in one")
    if array.size and not 0 <= int(array.min()) <= int(array.max()) <= most:
        row = int(np.argmax((array < 0) | (array > most)))
        raise ValueError(f"column '{name}' has {array[row]} in row {row}: expected 0 to {most}")
    return np.ascontiguousarray(array, dtype=np.uint8)


class Rows(_Columns):
    """The positions of a table that a convention counts, or the found positions. Iterating reads one batch
    at a time into memory, and every iteration starts over.

    Columns: a square for each man (``white_king``, ``black_knight``; a second like man is
    ``white_bishop_2``), 0 = a1, 63 = h8; ``side``, 0 = White to move, 1 = Black; ``result`` for the side
    to move, 1 = win, 0 = draw, -1 = loss; a distance for each metric, positive for a win, negative for a
    loss, 0 = mated; null for a draw (:data:`drawproof.NO_DISTANCE` in buffers).
    """

    def __init__(self, native: _native.NativeRows) -> None:
        self._native = native

    def _all(self) -> Rows:
        return self

    @property
    def names(self) -> list[str]:
        """Returns the names of the columns."""
        return self._native.names

    @property
    def meanings(self) -> dict[str, str]:
        """Returns the meaning of the numbers in each column."""
        return dict(zip(self._native.names, self._native.meanings, strict=True))

    def numpy(self) -> dict[str, Numbers]:
        """Returns all rows, with one array for each column."""
        parts: dict[str, list[Numbers]] = {name: [] for name in self.names}
        for batch in self:
            for name, column in batch.numpy().items():
                parts[name].append(column)
        return {name: np.concatenate(arrays) for name, arrays in parts.items()}


class Batch(Mapping[str, "_native.Column"]):
    """Some rows of a table: columns by name. A column is a buffer: ``numpy.asarray(batch["dtm"])`` and
    ``memoryview(batch["dtm"])`` read its memory, which lives as long as they do."""

    def __init__(self, native: _native.NativeBatch) -> None:
        self._native = native

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self._native)

    def numpy(self) -> dict[str, Numbers]:
        """Returns the columns as read-only arrays, without a copy."""
        return {name: np.asarray(self[name]) for name in self}

    def __array__(self, dtype: object = None, copy: bool | None = None) -> NoReturn:
        _no_array(type(self).__name__)

    def __getitem__(self, name: str) -> _native.Column:
        try:
            return self._native[name]
        except KeyError:
            raise KeyError(f"the batch has no column '{name}'; it has {', '.join(self)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._native.names)

    def __len__(self) -> int:
        return len(self._native.names)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._native.__arrow_c_array__(requested_schema)

    def __repr__(self) -> str:
        return f"<Batch of {self.rows} rows: {', '.join(self)}>"
