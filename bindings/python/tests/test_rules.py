"""Rules as functions: proved, refuted, learned and fixed."""

from __future__ import annotations

import threading
from typing import Any

import chess
import numpy as np
import polars
import pytest

import drawproof
from drawproof import Positions


def always(positions: Positions) -> Any:
    return np.ones(positions.rows, dtype=bool)


def distance(a: Any, b: Any) -> Any:
    """The distance of squares in moves of a king."""
    a, b = a.astype(np.int16), b.astype(np.int16)
    return np.maximum(abs(a // 8 - b // 8), abs(a % 8 - b % 8))


def rook_falls(p: Positions) -> Any:
    """The bare king takes a rook that its king does not protect."""
    black_to_move = p.side == 1
    return black_to_move & (distance(p.black_king, p.white_rook) == 1) & (
        distance(p.white_king, p.white_rook) > 1
    )


def test_a_right_rule_is_proved(tables: drawproof.Tablebase) -> None:
    verdict = tables.verify("KRK", rook_falls)
    assert verdict.sound and verdict.incorrect == 0 and verdict.asymmetric == 0
    assert verdict.spotted > 0 and verdict.spotted + verdict.missed == verdict.draws
    assert verdict.name == "rook_falls" and verdict.counting == "full"
    stats = tables.stats("KRK")
    assert verdict.positions == stats.white_to_move.positions + stats.black_to_move.positions
    assert verdict.draws == stats.white_to_move.draws + stats.black_to_move.draws
    assert verdict.white_to_move.spotted == 0
    assert {"en_passant", "patterns", "counterexamples", "claims"} <= set(verdict.to_dict())
    unique = tables.verify("KRK", rook_falls, counting="unique")
    assert unique.sound and unique.positions < verdict.positions / 7


def test_a_wrong_rule_is_refuted_with_lines(tables: drawproof.Tablebase) -> None:
    verdict = tables.verify("KRKN", always, examples=5)
    assert not verdict.sound and verdict.incorrect == verdict.decisive
    assert verdict.spotted == verdict.draws and len(verdict.counterexamples) == 5
    for example in verdict.counterexamples:
        assert (example.claim, example.truth == "draw") == ("draw", False)
        board = example.board()
        for uci in example.line:
            board.push_uci(uci)
        assert board.is_checkmate()


def test_a_rule_that_depends_on_the_board_s_orientation_is_asymmetric(
    tables: drawproof.Tablebase,
) -> None:
    def left_half(p: Positions) -> Any:
        return rook_falls(p) & (p.white_king % 8 < 4)

    verdict = tables.verify("KRK", left_half)
    assert verdict.incorrect == 0 and verdict.asymmetric > 0 and not verdict.sound


def test_claims_are_bools_sets_or_words(tables: drawproof.Tablebase) -> None:
    def sets(p: Positions) -> Any:
        return np.where(rook_falls(p), drawproof.DRAWN, drawproof.NO_CLAIM)

    def words(p: Positions) -> Any:
        return np.where(rook_falls(p), "draw", "-")

    def objects(p: Positions) -> Any:
        return polars.Series(["draw" if it else "-" for it in rook_falls(p)])

    expected = tables.verify("KRK", rook_falls).to_dict()
    for rule in (sets, words, objects):
        found = tables.verify("KRK", rule, name="rook_falls").to_dict()
        for key in ("positions", "spotted", "incorrect", "white_to_move", "black_to_move", "claims"):
            assert found[key] == expected[key], rule.__name__


def test_one_sided_claims_are_judged_as_what_they_are(tables: drawproof.Tablebase) -> None:
    def black_cannot_win(p: Positions) -> Any:
        return np.full(p.rows, drawproof.WHITE_WINS | drawproof.DRAWN)

    verdict = tables.verify("KQK", black_cannot_win)
    assert verdict.sound and verdict.claims.black_cannot_win.wrong == 0
    assert verdict.claims.black_cannot_win.right == verdict.positions
    lost = tables.verify("KQK", lambda p: np.where(p.side == 0, "win", "skip"))
    assert lost.incorrect == 0 and lost.not_asked > 0
    # Not every position is a win with Black to move.
    assert tables.verify("KQK", lambda p: np.full(p.rows, 4)).incorrect > 0


def test_en_passant_rights_are_asked_about(tables: drawproof.Tablebase) -> None:
    seen = []

    def never(p: Positions) -> Any:
        seen.append(np.asarray(p.en_passant)[p.en_passant != drawproof.NO_EN_PASSANT])
        return np.zeros(p.rows, dtype=bool)

    verdict = tables.verify("KPKP", never)
    targets = np.concatenate(seen)
    assert len(targets) == verdict.en_passant.positions > 0
    assert set(targets // 8) == {2, 5}
    wrong = tables.verify("KPKP", always)
    assert wrong.en_passant.incorrect == wrong.en_passant.decisive > 0
    known = tables.verify("KPK")
    assert known.sound and known.name != "never" and len(known.patterns) >= 0


def test_the_counts_are_those_of_the_rule_of_the_package(tables: drawproof.Tablebase) -> None:
    by_columns = tables.verify("KBK", always).to_dict()
    package = tables.verify("KBK").to_dict()
    for key in ("positions", "draws", "decisive"):
        assert by_columns[key] == package[key]
    assert package["incorrect"] == by_columns["incorrect"] == 0
    assert package["spotted"] == by_columns["spotted"] == package["draws"]


def test_exceptions_of_a_rule_propagate_with_a_position(tables: drawproof.Tablebase) -> None:
    def fails(p: Positions) -> Any:
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea") as raised:
        tables.verify("KRKN", fails)
    (note,) = raised.value.__notes__
    fen = note.split("'")[1]
    assert chess.Board(fen).is_valid() and "KRKN" in note
    for wrong, error, text in [
        (lambda p: np.ones(3, dtype=bool), drawproof.RuleError, "shape"),
        (lambda p: np.full(p.rows, 9), drawproof.RuleError, "0 to 7"),
        (lambda p: np.full(p.rows, "drawn"), drawproof.RuleError, "'drawn': claims are -, draw, .*, win, loss\n"),
        (lambda p: np.ones(p.rows), drawproof.RuleError, "float64"),
        (lambda p: None, drawproof.RuleError, "nothing"),
        (lambda p: p.white_queen, AttributeError, "no column 'white_queen'; they have white_king, .*side"),
        (lambda p: p["white_queen"], KeyError, "no column 'white_queen'; they have"),
    ]:
        with pytest.raises(error, match=text):
            tables.verify("KRKN", wrong)
    with pytest.raises(TypeError, match="function"):
        tables.verify("KRKN", "draw")  # type: ignore[arg-type]
    with pytest.raises(drawproof.RuleError, match="KQQQK"):
        tables.verify("KQQQK")
    # The tables are still there.
    assert tables.verify("KRK", rook_falls).sound


def test_columns_of_a_rule_may_be_kept(tables: drawproof.Tablebase) -> None:
    kept: list[Positions] = []

    def keeps(p: Positions) -> Any:
        kept.append(p)
        return np.zeros(p.rows, dtype=bool)

    tables.verify("KRK", keeps, counting="unique")
    assert sum(p.rows for p in kept) == len(tables.table("KRK"))
    assert all((p.white_king < 64).all() and not p.side.flags.writeable for p in kept)
    assert list(kept[0]) == ["white_king", "white_rook", "black_king", "side", "en_passant"]


def test_a_rule_that_is_wrong_en_passant_only_is_called_so() -> None:
    verdict = drawproof.verify("KPKP", lambda positions: positions.en_passant != 64)
    assert verdict.incorrect == 0 < verdict.en_passant.incorrect
    assert f"{verdict.en_passant.incorrect:,} incorrect claims where en passant is possible" in str(verdict)


def test_several_threads_may_verify_at_once(tables: drawproof.Tablebase) -> None:
    found: dict[str, bool] = {}

    def work(endgame: str) -> None:
        found[endgame] = tables.verify(endgame, lambda p: np.zeros(p.rows, dtype=bool)).sound

    threads = [threading.Thread(target=work, args=(name,)) for name in ("KBK", "KRK", "KNK", "KQK")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(("KBK", "KRK", "KNK", "KQK"), True)


def test_progress_is_reported_to_a_function(tables: drawproof.Tablebase) -> None:
    steps: list[tuple[str, int, int | None]] = []
    fresh = drawproof.Tablebase(memory=1 << 29)
    fresh.verify("KQKB", always, progress=lambda *step: steps.append(step))
    names = [name for name, _, _ in steps]
    assert "solving KQKB" in names and names[-1] == "verifying KQKB"
    assert steps[-1][1] == steps[-1][2] > 0

    def fails(*_: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        drawproof.Tablebase(memory=1 << 29).table("KQKB", progress=fails)
    drawproof.Tablebase(memory=1 << 29).table("KBKB", progress=True)


def test_a_wrong_rule_is_fixed(tables: drawproof.Tablebase) -> None:
    repaired = tables.repair("KRK", lambda p: p.side == 1, patterns=4, price=1.0, name="black")
    assert repaired.endgame == "KRK" and repaired.before.incorrect > 0
    assert repaired.sound == repaired.verdict.sound
    if repaired.sound:
        assert polars.DataFrame(repaired.exceptions).height >= 1
    assert tables.repair("KRK", rook_falls).exceptions == []


def test_a_rule_is_learned_and_proved(tables: drawproof.Tablebase) -> None:
    learned = tables.mine("KRK", leaves=[3, 20])
    assert learned.verdict.sound and learned.proof.incorrect == 0
    curve = polars.DataFrame(learned.curve)
    assert curve["spotted_share"].is_sorted() and "int" in learned.source("c")
    with pytest.raises(ValueError, match="language"):
        learned.source("cobol")
    for wrong in [{"leaves": 1}, {"bytes": 2}, {"spotted": 1.5}]:
        with pytest.raises(drawproof.ArgumentError, match=f"{next(iter(wrong))} is from .* to "):
            tables.mine("KRK", **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="price is from 0 to 1, not 7"):
        tables.repair("KRK", rook_falls, price=7)
