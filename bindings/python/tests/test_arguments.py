"""What is no argument is refused by a sentence with the way out; tables act as containers and pickle."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.variant
import numpy as np
import pandas
import polars
import pytest

import drawproof

KPK = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1"


def test_a_table_has_columns_a_length_and_batches(tables: drawproof.Tablebase) -> None:
    table = tables.table("KRKN")
    for rows in (table, table.rows(), table.find("win")):
        whole = rows.numpy()
        assert list(rows.keys()) == list(whole) and "dtm" in rows and "dtz" not in rows
        assert all((rows[name] == column).all() for name, column in whole.items())
        assert len(rows) == len(rows["side"]) == sum(batch.rows for batch in rows)
        with pytest.raises(KeyError, match="no column 'dtz'; there are white_king, .*dtm"):
            rows["dtz"]
    assert table.matches("win", table).sum() == len(table.find("win"))
    assert "rows (unique counting)" in repr(table)


def test_pandas_reads_a_table_or_says_how(tables: drawproof.Tablebase) -> None:
    table = tables.table("KRK")
    for rows in (table, table.rows(), next(iter(table))):
        with pytest.raises(TypeError, match=r"pandas\.DataFrame\.from_arrow\(table\)"):
            pandas.DataFrame(rows)
    frame = pandas.DataFrame.from_arrow(table)
    assert len(frame) == len(table) and frame["dtm"].isna().sum() == (table["result"] == 0).sum()


@pytest.mark.parametrize(
    "board",
    [
        chess.variant.AtomicBoard(KPK),
        chess.variant.CrazyhouseBoard(KPK.replace(" w", "[] w")),
        chess.variant.ThreeCheckBoard(KPK),
        chess.variant.AntichessBoard(KPK),
    ],
)
def test_boards_of_variants_are_refused(tables: drawproof.Tablebase, board: chess.Board) -> None:
    with pytest.raises(drawproof.MissingTableError, match=f"the board is of {board.uci_variant}"):
        tables.probe_dtm(board)
    assert tables.get_dtm(board) is None
    with pytest.raises(KeyError):
        drawproof.is_dead(board)


def test_chess960_is_chess_without_castling_rights(tables: drawproof.Tablebase) -> None:
    assert tables.probe_dtm(chess.Board(KPK, chess960=True)) == 45
    castling = chess.Board("8/8/8/8/8/6k1/4P3/1R2K3 w B - 0 1", chess960=True)
    with pytest.raises(drawproof.MissingTableError, match="Chess960 with castling rights 'Q'"):
        tables.probe(castling)


def test_games_that_are_over_need_no_table(tmp_path: Path) -> None:
    mated = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
    for tables in (drawproof.Tablebase(), drawproof.Tablebase(tmp_path)):
        answer = tables.probe(chess.Board(mated), metrics=["dtm", "dtz"])
        assert (answer.category, answer.dtm, answer.dtz, answer.checkmate) == ("loss", 0, 0, True)
        assert tables.probe_wdl(mated) == -1 and tables.probe_wdl50(mated) == -2
        assert tables.probe("7k/5K2/6Q1/8/8/8/PPPPPPPP/8 b - - 0 1").stalemate
        assert tables.probe("k1b1b1b1/1b1b1b2/8/8/8/8/8/K7 w - - 0 1").insufficient_material
        assert tables.probe_wdl("8/8/8/8/8/1k6/8/K7 w - - 0 1") == 0
        with pytest.raises(drawproof.MissingTableError, match="32 men"):
            tables.probe(chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"))


def test_negative_numbers_are_refused(tables: drawproof.Tablebase) -> None:
    table = tables.table("KRK")
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: table.find("win", limit=-1), "limit is 0 or more, not -1; None is no limit"),
        (lambda: table.find("win", sample=-2), "sample is 0 or more"),
        (lambda: table.find("win", seed=-1), "seed is 0 or more"),
        (lambda: table.rows(batch_rows=-1), "batch_rows is 0 or more"),
        (lambda: drawproof.Tablebase(memory=-1), "memory is 0 or more, not -1; None is half"),
        (lambda: tables.verify("KRK", examples=-1), "examples is 0 or more"),
        (lambda: tables.repair("KRK", patterns=-1), "patterns is 0 or more"),
        (lambda: tables.mine("KRK", leaves=-1), "leaves is 0 or more"),
        (lambda: tables.judge("KRK", "engine", sample=-1), "sample is 0 or more"),
        (lambda: drawproof.endgames_with_men(-1), "men is from 3 to 5, not -1"),
        (lambda: drawproof.set_threads(-1), "threads is from 1 to 1024, not -1"),
    ]
    for call, text in calls:
        with pytest.raises(drawproof.ArgumentError, match=text):
            call()


def test_lazy_frames_are_refused(tables: drawproof.Tablebase) -> None:
    table = tables.table("KRK")
    lazy = polars.DataFrame(table).lazy()
    with pytest.raises(drawproof.ArgumentError, match=r"a LazyFrame, .* use what its \.collect\(\) returns"):
        table.matches("win", lazy)  # type: ignore[arg-type]
    with pytest.raises(drawproof.RuleError, match=r"the rule returned a LazyFrame, .*\.collect\(\)"):
        tables.verify("KRK", lambda p: lazy)  # type: ignore[arg-type, return-value]


def test_a_tablebase_is_pickled_by_its_options(tmp_path: Path, program: str) -> None:
    import subprocess

    subprocess.run([program, "generate", "KRKN", "--tables", tmp_path, "-q"], check=True)
    added = drawproof.Tablebase(solve=False, memory=1 << 28)
    added.add_directory(tmp_path)
    for tables in (drawproof.Tablebase(tmp_path), added):
        again = pickle.loads(pickle.dumps(tables))
        assert again.endgames() == tables.endgames() != []
        with pytest.raises(drawproof.MissingTableError):
            again.probe_dtm("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1")
        tables.close()
        assert pickle.loads(pickle.dumps(tables)).endgames() == []
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(drawproof.Tablebase().probe_dtm, [KPK]) == [45]


def test_what_a_rule_returns_wrong_is_an_error_of_the_rule(tables: drawproof.Tablebase) -> None:
    wrong: list[Callable[[drawproof.Positions], Any]] = [
        lambda p: True,
        lambda p: "draw",
        lambda p: [[1], [1, 2]],
        lambda p: np.ones((p.rows, 1), dtype=bool),
    ]
    for rule in wrong:
        with pytest.raises(drawproof.RuleError) as raised:
            tables.verify("KRK", rule)
        assert raised.value.__notes__ and raised.value.__cause__ is None
