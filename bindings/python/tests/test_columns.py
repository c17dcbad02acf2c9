"""Tables as columns: counts, values, memory without copies, and the libraries that read them."""

from __future__ import annotations

import gc

import chess
import duckdb
import numpy as np
import pandas
import polars
import pyarrow
import pytest

import drawproof

COUNTINGS: list[drawproof.Counting] = ["unique", "distinct", "full", "core10"]


@pytest.mark.parametrize("endgame", ["KRKN", "KBBK", "KPKP"])
@pytest.mark.parametrize("counting", COUNTINGS)
def test_columns_hold_the_counts_of_stats(
    tables: drawproof.Tablebase, endgame: str, counting: drawproof.Counting
) -> None:
    table = tables.table(endgame)
    rows = table.rows(counting)
    stats = table.stats(counting)
    found = np.zeros((2, 3), dtype=np.int64)
    longest = [0, 0]
    for batch in rows:
        columns = batch.numpy()
        np.add.at(found, (columns["side"], columns["result"] + 1), 1)
        for side in (0, 1):
            distances = columns["dtm"][columns["side"] == side]
            longest[side] = max(longest[side], int(distances.max(initial=0)))
    for side, counts in enumerate([stats.white_to_move, stats.black_to_move]):
        assert list(found[side]) == [counts.losses, counts.draws, counts.wins]
        assert longest[side] == (counts.longest_win_plies or 0)
    assert len(rows) == found.sum()


def test_a_batch_may_be_allowed_more_rows_than_there_are(tables: drawproof.Tablebase) -> None:
    rows = tables.table("KRK").rows(batch_rows=2**36)
    (batch,) = rows
    assert batch.rows == len(rows) > 0


def test_rows_are_positions_with_their_values(tables: drawproof.Tablebase) -> None:
    columns = tables.table("KRKN", metrics=["dtm", "dtz"]).numpy()
    names = ["white_king", "white_rook", "black_king", "black_knight", "side", "result", "dtm", "dtz"]
    assert list(columns) == names
    kinds = [chess.KING, chess.ROOK, chess.KING, chess.KNIGHT]
    for row in range(0, len(columns["side"]), 50_021):
        board = chess.Board(None)
        for name, kind in zip(names, kinds, strict=False):
            colour = chess.WHITE if name.startswith("white") else chess.BLACK
            board.set_piece_at(int(columns[name][row]), chess.Piece(kind, colour))
        board.turn = bool(columns["side"][row] == 0)
        assert board.is_valid()
        assert columns["result"][row] == tables.probe_wdl(board)
        for metric, probe in [("dtm", tables.probe_dtm), ("dtz", tables.probe_dtz)]:
            is_draw = columns["result"][row] == 0
            expected = drawproof.NO_DISTANCE if is_draw else probe(board)
            assert columns[metric][row] == expected


def test_arrays_are_the_memory_of_the_package(tables: drawproof.Tablebase) -> None:
    table = tables.table("KRKN")
    batch = next(iter(table.rows()))
    first, second = np.asarray(batch["dtm"]), np.asarray(batch["dtm"])
    assert first.ctypes.data == second.ctypes.data and not first.flags.writeable
    assert (first.dtype, np.asarray(batch["result"]).dtype) == (np.int16, np.int8)
    view = memoryview(batch["dtm"])
    assert (view.format, view.readonly, view.shape) == ("h", True, (batch.rows,))
    arrow = pyarrow.record_batch(batch)
    assert arrow.column("dtm").buffers()[1].address == first.ctypes.data
    # The memory lives as long as an array of it.
    expected = first.copy()
    del batch, second, view, arrow
    gc.collect()
    assert (first == expected).all()
    cells = table.cells("white")
    assert cells.ctypes.data == table.cells("white").ctypes.data
    legal = np.unpackbits(table.legal("white").view(np.uint8), bitorder="little").astype(bool)
    assert len(cells) == len(legal) and not cells[~legal].any()
    with pytest.raises((BufferError, ValueError)):
        np.frombuffer(next(iter(table.rows()))["dtm"], dtype=np.int16)[0] = 1


def test_libraries_read_the_stream(tables: drawproof.Tablebase) -> None:
    table = tables.table("KRKN")
    stats = table.stats("unique")
    draws = stats.white_to_move.draws + stats.black_to_move.draws
    frame = polars.DataFrame(table)
    assert len(frame) == len(table) and frame["dtm"].null_count() == draws
    assert frame.filter(polars.col("result") == 0).height == draws
    assert frame["dtm"].max() == max(
        side.longest_win_plies for side in (stats.white_to_move, stats.black_to_move)
    )
    arrow = pyarrow.table(table)
    arrow.validate(full=True)
    assert arrow.schema.metadata[b"drawproof.endgame"] == b"KRKN"
    assert [str(field.type) for field in arrow.schema] == ["uint8"] * 5 + ["int8", "int16"]
    assert [field.nullable for field in arrow.schema] == [False] * 6 + [True]
    assert polars.DataFrame(arrow).equals(frame)
    reader = pyarrow.RecordBatchReader.from_stream(table.rows(batch_rows=10_000))
    sizes = [batch.num_rows for batch in reader]
    assert sum(sizes) == len(table) and max(sizes) <= 10_000 and len(sizes) > 100
    query = "select count(*), count(dtm), max(dtm) from table_of_krkn"
    table_of_krkn = table.rows()
    (found,) = duckdb.sql(query).fetchall()
    del table_of_krkn
    assert found == (len(table), len(table) - draws, frame["dtm"].max())
    data = arrow.to_pandas()
    assert isinstance(data, pandas.DataFrame) and int(data["dtm"].isna().sum()) == draws


def test_a_stream_that_is_not_read_to_its_end_frees_its_memory(tables: drawproof.Tablebase) -> None:
    table = tables.table("KRKN")
    for _ in range(50):
        reader = pyarrow.RecordBatchReader.from_stream(table.rows("full", batch_rows=1000))
        reader.read_next_batch()
        table.__arrow_c_stream__()
        table.__arrow_c_schema__()
        next(iter(table.rows())).__arrow_c_array__()
    del reader
    gc.collect()


def test_names_that_stand_for_nothing_are_errors(tables: drawproof.Tablebase) -> None:
    with pytest.raises(drawproof.EndgameError):
        tables.table("KXK")
    with pytest.raises(drawproof.EndgameError):
        tables.table("KQPPKP")
    with pytest.raises(drawproof.MissingTableError, match="generate KQQQKR"):
        tables.table("KQQQKR")
    with pytest.raises(ValueError, match="counting"):
        tables.table("KRK").rows("all")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="metric"):
        tables.table("KRK", metrics="dtx")  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="no column 'black_rook'; it has white_king, white_rook, .*dtm"):
        next(iter(tables.table("KRK").rows()))["black_rook"]
    with pytest.raises(MemoryError, match="memory"):
        drawproof.solve("KRPKR", memory=1 << 20)
