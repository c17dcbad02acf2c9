"""Positions that meet conditions: those of the command, masks, and what is wrong with them."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

import chess
import numpy as np
import pandas
import polars
import pyarrow
import pytest

import drawproof


#: Conditions over values, squares and moves, over what other tables say, and over like men.
CONDITIONS = [
    ("KRKN", "win and dtm >= 71 and only_move"),
    ("KRKN", "white to move and loss or stalemate and wk = c1"),
    ("KRKN", "zugzwang = draw/loss"),
    ("KPK", "win and dtz > 8 and after(only_move, rank(wp) >= 6 or check or stalemate)"),
    ("KBBK", "win and dtm >= 36 and file(wb) < d"),
]


@pytest.mark.parametrize(("endgame", "where"), CONDITIONS)
def test_found_positions_are_those_of_the_command_and_of_the_mask(
    tables: drawproof.Tablebase, program: str, endgame: str, where: str
) -> None:
    table = tables.table(endgame)
    found = table.find(where)
    whole, all_found = table.numpy("distinct"), table.find(where, counting="distinct").numpy()
    names = list(whole)[: list(whole).index("side") + 1]
    numbers = [sum(rows[name].astype(np.int64) << 6 * n for n, name in enumerate(names)) for rows in (whole, all_found)]
    some = {name: column[::101] for name, column in whole.items()}
    mask = table.matches(where, some)
    assert mask.dtype == np.bool_ and (mask == np.isin(numbers[0], numbers[1])[::101]).all()
    assert table.matches(where, polars.DataFrame(found)).all() and len(found) > 0
    output = subprocess.check_output(
        [program, "find", endgame, "--where", where, "--format", "csv", "--limit", "1000000", "-q"]
    )
    command = list(csv.DictReader(output.decode().splitlines()))
    frame = polars.DataFrame(found)
    assert frame.columns == list(table.rows().names)
    words = {1: "win", 0: "draw", -1: "loss"}
    men = frame.select(frame.columns[: frame.columns.index("side")])
    for row, squares, expected in zip(frame.iter_rows(named=True), men.iter_rows(), command, strict=True):
        board = chess.Board(expected["fen"])
        assert {chess.SQUARES[it] for it in squares} == set(board.piece_map())
        assert (row["side"] == 0) == board.turn and words[row["result"]] == expected["result"]
        assert ("" if row["dtm"] is None else str(abs(row["dtm"]))) == expected["dtm"]


def test_found_positions_are_limited_ordered_and_drawn(tables: drawproof.Tablebase) -> None:
    table = tables.table("KRKN")
    nearest = table.find("win", order="dtm", limit=5).numpy()
    assert list(nearest["dtm"]) == [1] * 5
    assert table.find("win", order="-dtm", limit=1).numpy()["dtm"][0] == 79
    drawn = polars.DataFrame(table.find("win", sample=100, seed=7))
    assert drawn.height == 100 == drawn.unique().height
    assert drawn.equals(polars.DataFrame(table.find("win", sample=100, seed=7)))
    assert not drawn.equals(polars.DataFrame(table.find("win", sample=100, seed=8)))
    with pytest.raises(ValueError, match="a sample has no order= and no limit="):
        table.find("win", sample=100, limit=5)
    with pytest.raises(ValueError, match="a sample has no order= and no limit="):
        table.find("win", sample=100, order="dtm")
    assert sum(batch.rows for batch in table.find("loss", batch_rows=7)) == len(table.find("loss"))
    nothing = table.find("mate and stalemate")
    assert pyarrow.table(nothing).num_rows == 0 == len(nothing.numpy()["dtm"])
    with pytest.raises(MemoryError, match="name a limit= or a sample="):
        drawproof.Tablebase(memory=12_000_000).table("KRKN").find("win or draw or loss")
    with pytest.raises(MemoryError, match="a lower one if there is one"):
        drawproof.Tablebase(memory=12_000_000).table("KRKN").find("win or draw or loss", limit=10**9)


def test_conditions_and_columns_that_are_wrong_say_where(
    tables: drawproof.Tablebase, program: str, tmp_path: Path
) -> None:
    table = tables.table("KRK")
    with pytest.raises(drawproof.ArgumentError, match=r"wrong at column 9\n  win and wq = a1\n +\^"):
        table.find("win and wq = a1")
    with pytest.raises(ValueError, match="'near' is not an order: write table, dtm"):
        table.find("win", order="near")  # type: ignore[arg-type]
    good = {"white_king": [0], "white_rook": [9], "black_king": [40], "side": [0]}
    assert list(table.matches("win", good)) == [True]  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"wants positions, such as the columns of rows"):
        table.matches("win")
    names = "expected white_king, white_rook, black_king, side; found white_king, rook"
    for make in (dict, polars.DataFrame, pandas.DataFrame, pyarrow.table):
        with pytest.raises(KeyError, match=f"no column 'white_rook': {names}"):
            table.matches("win", make({"white_king": [0], "rook": [9]}))
    for column, error, text in [
        (np.array([9.0]), TypeError, "column 'white_rook' has float64 in 1 dimensions: expected uint8"),
        (np.array(["b2"]), TypeError, "column 'white_rook' has <U2"),
        (np.array([64]), ValueError, "column 'white_rook' has 64 in row 0: expected 0 to 63"),
        (np.array([1, 2]), ValueError, "different lengths: white_king 1, white_rook 2"),
        (np.array([40]), drawproof.IllegalPositionError, "row 0 is not a legal position: 8/8/k7/8/8/8/8/K7 w"),
    ]:
        with pytest.raises(error, match=text):
            table.matches("win", {**good, "white_rook": column})
    # A folder without the other tables that a condition takes.
    subprocess.run([program, "generate", "KRK", "-q", "--tables", tmp_path], check=True)
    with drawproof.open_tablebase(tmp_path) as alone:
        assert len(alone.table("KRK").find("only_move")) > 0
        with pytest.raises(drawproof.MissingTableError, match="KRK.dtz.dpt"):
            alone.table("KRK").find("dtz > 3")
