"""Interrupts, engines, and processes of their own."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import drawproof

HERE = Path(__file__).parent


def interrupted(code: str, after: float) -> float:
    """Runs a program, interrupts it after it prints a line and some seconds, and returns the seconds
    until it ends. The program must print that it was interrupted."""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begin\n"
    time.sleep(after)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out == "interrupted\n", (out, err)
    assert process.returncode == 0, err
    return time.monotonic() - start


def test_ctrl_c_ends_solving_and_the_tables_stay_usable() -> None:
    code = """
import drawproof
print("begin", flush=True)
tables = drawproof.Tablebase(memory=3 << 30)
try:
    tables.table("KBBKN")
except KeyboardInterrupt:
    assert tables.probe_dtm("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1") == 57
    print("interrupted", flush=True)
"""
    assert interrupted(code, 0.5) < 5


def test_ctrl_c_ends_a_verification() -> None:
    code = """
import drawproof, numpy, time
def slow(p):
    time.sleep(0.05)
    return numpy.zeros(p.rows, dtype=bool)
drawproof.solve("KRPK")
print("begin", flush=True)
try:
    drawproof.verify("KRPK", slow)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    assert interrupted(code, 0.3) < 5


@pytest.mark.parametrize("ask", ["table.find(where, limit=1)", "table.matches(where, rows)"])
def test_ctrl_c_ends_a_search_and_the_next_call_does_not_wait(ask: str) -> None:
    # The search would take hours: the call after it returns only because it has ended.
    code = f"""
import drawproof
tables = drawproof.Tablebase()
table, rows = tables.table("KQQK"), tables.table("KQQK").numpy("distinct")
where = " or ".join(["after(any, after(any, after(any, mate and draw)))"] * 60)
table.find("mate", limit=1)
print("begin", flush=True)
try:
    {ask}
except KeyboardInterrupt:
    assert len(table.find("mate", limit=1)) == 1
    print("interrupted", flush=True)
"""
    assert interrupted(code, 0.5) < 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_a_forked_process_says_that_it_cannot_solve() -> None:
    code = """
import os, drawproof
tables = drawproof.Tablebase()
table = tables.table("KRK")
child = os.fork()
if child == 0:
    for ask in [lambda: tables.table("KQK"), table.stats, lambda: tables.stats("KRK")]:
        try:
            ask()
        except RuntimeError as error:
            assert "forked" in str(error) and "spawn" in str(error), error
        else:
            os._exit(1)
    assert tables.probe_dtm("8/8/8/8/8/1k6/7r/K7 b - - 0 1") == 1
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
assert table.stats().white_to_move.positions > 0
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_games_are_studied(tables: drawproof.Tablebase) -> None:
    planted = HERE.parents[2] / "tests/cli/planted.pgn"
    found = tables.games(planted, men=4, by_position=True)
    assert found.games["with_endgame"] == 7 and len(found.thrown) == 5
    assert {row["endgame"]: row["lost"] for row in found.endgames}["KRK"] == 1.0
    assert {row["name"] for row in found.players} == {"A", "B"}
    assert found.positions and found["match"]["wins"] == 2
    assert tables.games([planted], player="B").total["games"] == 7
    with pytest.raises(ValueError):
        tables.games(planted, where="no such thing")
    with pytest.raises(drawproof.DrawproofError):
        tables.games("no-such-file.pgn")


def test_an_engine_is_judged(tables: drawproof.Tablebase) -> None:
    engine = shlex.join([sys.executable, str(HERE / "trivial_engine.py")])
    judgement = tables.judge(["KRK", "KBK"], engine, sample=100, processes=1)
    assert judgement.engine == "trivial" and not judgement.not_judged
    assert "KRK" in repr(judgement) and "right by score" in repr(judgement)
    krk, kbk = judgement.endgames
    assert (krk["endgame"], krk["asked"] + krk["not_asked"]) == ("KRK", 100)
    assert kbk["accuracy"] == 1.0
    assert krk["accuracy"] < 1 and judgement.worst[0]["endgame"] == "KRK"
    with pytest.raises(drawproof.EngineError):
        tables.judge("KRK", "no-such-engine")
    with pytest.raises(ValueError):
        tables.judge("KRK", engine, go="nodes")
