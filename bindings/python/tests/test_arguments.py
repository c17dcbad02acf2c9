"""What is no argument is refused by a sentence with the way out; tables act as containers and pickle."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
