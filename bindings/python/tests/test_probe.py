"""Positions: values, errors, and the names of the methods of python-chess."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import chess
import chess.gaviota
import chess.syzygy
import pytest

import drawproof

def random_board(names: random.Random, pieces: str) -> chess.Board:
    """A legal position of some men, both sides to move, without castling rights."""
    while True:
        board = chess.Board(None)
        squares = names.sample(range(64), len(pieces))
        for letter, square in zip(pieces, squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = names.choice([chess.WHITE, chess.BLACK])
        if board.is_valid():
            return board


def test_a_position_is_a_fen_or_a_board(tables: drawproof.Tablebase) -> None:
    fen = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1"
    assert tables.probe_dtm(fen) == 45
    assert tables.probe_dtm(chess.Board(fen)) == 45
    assert (tables.probe_wdl(fen), tables.probe_wdl50(fen), tables.probe_dtz(fen)) == (1, 2, 13)
    mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    assert (tables.probe_wdl(mated), tables.probe_dtm(mated), tables.probe_dtz(mated)) == (-1, 0, 0)


def test_an_answer_has_moves_a_line_and_the_keys_of_the_command(tables: drawproof.Tablebase) -> None:
    answer = tables.probe("8/8/8/8/8/6k1/5q2/7K b - - 0 1", metrics=("dtm", "dtz"))
    assert (answer.category, answer.dtm, answer.dtz, answer.fifty) == ("win", 1, 1, "win")
    assert len(answer.line) == 1 and answer.moves[0].dtm == 0
    board = answer.board()
    assert board.turn == chess.BLACK
    for uci in answer.line:
        board.push_uci(uci)
    assert board.is_checkmate()
    assert answer.moves[0].move() in answer.board().legal_moves
    assert {"fen", "category", "dtm", "moves", "line", "recognizers"} <= set(answer.to_dict())


def test_en_passant_rights_count(tables: drawproof.Tablebase) -> None:
    with_right = chess.Board("8/8/8/8/Pp6/8/8/k1K5 b - a3 0 1")
    without = chess.Board("8/8/8/8/Pp6/8/8/k1K5 b - - 0 1")
    answer = tables.probe(with_right)
    assert "b4a3" in [move.uci for move in answer.moves]
    assert "b4a3" not in [move.uci for move in tables.probe(without).moves]


@pytest.mark.parametrize(
    ("position", "error"),
    [
        ("not a fen", drawproof.IllegalPositionError),
        ("8/8/8/8/8/8/8/KK5k w - - 0 1", drawproof.IllegalPositionError),
        ("8/8/8/8/8/8/8/R3K2k w Q - 0 1", drawproof.MissingTableError),
        ("k7/8/8/8/8/1NNNN3/8/K7 w - - 0 1", drawproof.MissingTableError),
        (5, TypeError),
    ],
)
def test_what_has_no_table_raises(
    tables: drawproof.Tablebase, position: object, error: type[Exception]
) -> None:
    with pytest.raises(error) as raised:
        tables.probe_dtm(position)  # type: ignore[arg-type]
    assert str(raised.value)


def test_get_returns_the_default_for_a_missing_table_alone(tmp_path: Path) -> None:
    fen = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"
    with drawproof.open_tablebase(tmp_path) as empty:
        for probe, name in [(empty.probe_dtm, "KRKB.dpt"), (empty.probe_dtz, "KRKB.dtz.dpt")]:
            with pytest.raises(KeyError, match=f"no file '{re.escape(str(tmp_path / name))}'"):
                probe(fen)
        with pytest.raises(drawproof.MissingTableError, match="KRKB.dtc.dpt"):
            empty.table("KRKB", metrics="dtc")
        assert empty.get_dtm(fen) is None
        assert empty.get_wdl(fen, 7) == 7 and empty.get_dtz(fen, "none") == "none"
        with pytest.raises(ValueError):
            empty.get_dtm("no fen")
        # A tablebase that solves needs no file.
        assert drawproof.Tablebase(tmp_path, solve=True).get_dtm(fen) == 57
    with pytest.raises(OSError):
        drawproof.Tablebase(tmp_path / "nothing")
    (tmp_path / "KRKB.dpt").write_bytes(b"damaged")
    damaged = drawproof.Tablebase(tmp_path)
    assert damaged.endgames() == ["KRKB"]
    with pytest.raises(drawproof.DamagedTableError, match="KRKB.dpt"):
        damaged.get_dtm(fen)


def test_a_call_that_fails_does_not_spoil_the_next(tmp_path: Path) -> None:
    fen = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"
    tables = drawproof.Tablebase(tmp_path, solve=True)
    (tmp_path / "KRKB.dpt").write_bytes(b"damaged")
    with pytest.raises(drawproof.DamagedTableError):
        tables.probe_dtm(fen)
    (tmp_path / "KRKB.dpt").unlink()
    tables._session._fail_next_solve()
    with pytest.raises(drawproof.DrawproofError, match="a fault of the program"):
        tables.probe_dtm(fen)
    assert tables.probe_dtm(fen) == 57


def test_damage_found_by_a_probe_names_the_file(program: str, tmp_path: Path) -> None:
    subprocess.run([program, "generate", "KRKB", "-q", "--tables", tmp_path], check=True)
    file = tmp_path / "KRKB.dpt"
    written = bytearray(file.read_bytes())
    written[len(written) // 2 :] = bytes(len(written) - len(written) // 2)
    file.write_bytes(written)
    names = random.Random(1)
    damaged = drawproof.Tablebase(tmp_path)
    raised = 0
    for _ in range(100):
        try:
            damaged.probe_dtm(random_board(names, "KRkb"))
        except drawproof.DamagedTableError as error:
            assert "KRKB.dpt" in str(error)
            raised += 1
    assert raised > 20


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "nothing"
    with pytest.raises(FileNotFoundError, match="nothing") as raised:
        drawproof.open_tablebase(missing)
    assert raised.value.filename == str(missing)


def test_letters_that_mean_no_castling_right_are_no_missing_table(tables: drawproof.Tablebase) -> None:
    for rights in ["x", "KQx", "0"]:
        with pytest.raises(drawproof.IllegalPositionError, match="castling rights"):
            tables.get_dtm(f"4k3/8/8/8/8/8/8/4K2R w {rights} - 0 1")
    assert tables.get_dtm("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 7) == 7


def test_a_closed_tablebase_says_so(tmp_path: Path) -> None:
    fen = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"
    with drawproof.open_tablebase(tmp_path) as tables:
        with pytest.raises(drawproof.MissingTableError, match="no table of KRKB"):
            tables.probe_dtm(fen)
    for ask in [lambda: tables.probe_dtm(fen), lambda: tables.table("KRKB")]:
        with pytest.raises(drawproof.MissingTableError, match="closed"):
            ask()
    tables.add_directory(tmp_path)
    with pytest.raises(drawproof.MissingTableError, match="no table of KRKB"):
        tables.probe_dtm(fen)
    solving = drawproof.Tablebase()
    solving.close()
    assert solving.probe_dtm(fen) == 57


@pytest.mark.parametrize("pieces", ["KRkn", "KBNk", "KRkp", "KPk"])
def test_values_are_those_of_third_party_tables(
    tables: drawproof.Tablebase, truth: Path, pieces: str
) -> None:
    names = random.Random(pieces)
    gaviota = chess.gaviota.PythonTablebase()
    gaviota.add_directory(str(truth / "gaviota"))
    with gaviota, chess.syzygy.open_tablebase(str(truth / "syzygy")) as syzygy:
        for _ in range(60):
            board = random_board(names, pieces)
            assert tables.probe_dtm(board) == gaviota.probe_dtm(board), board.fen()
            assert tables.probe_wdl(board) == gaviota.probe_wdl(board), board.fen()
            assert tables.probe_wdl50(board) == syzygy.probe_wdl(board), board.fen()
            if not board.is_checkmate():
                ours, theirs = tables.probe_dtz(board), syzygy.probe_dtz(board)
                assert ours * theirs > 0 or ours == theirs == 0, board.fen()
                assert abs(ours - theirs) <= 1, board.fen()


def test_who_can_still_mate() -> None:
    only_black = "8/8/8/8/8/1k6/1p6/BK6 b - - 0 1"
    assert drawproof.can_mate(only_black, "black")
    stalemate = chess.Board("8/8/8/8/8/1k6/1p6/BK6 w - - 0 1")
    assert drawproof.is_dead(stalemate)
    assert not drawproof.can_mate(stalemate, "white")
    assert not drawproof.is_dead(chess.STARTING_FEN.replace("KQkq", "-"))
    with pytest.raises(drawproof.ArgumentError):
        drawproof.can_mate(only_black, "red")  # type: ignore[arg-type]


def write_syzygy_of_queens(folder: Path, queens: int) -> None:
    """A file in the format of Syzygy's tables of results in which White, with so many queens, has won."""
    data = bytes([0x71, 0xE8, 0x23, 0x5D, 1, 0, 0x66, 0xEE] + [0x55] * queens)
    data += bytes(len(data) % 2) + bytes([0x80, 4, 0x80, 0])
    data += bytes(80 - len(data))
    (folder / f"K{'Q' * queens}vK.rtbw").write_bytes(data)


def test_syzygy_answers_where_there_is_no_other_table(tmp_path: Path) -> None:
    for queens in range(1, 6):
        write_syzygy_of_queens(tmp_path, queens)
    seven, late = "8/8/8/8/7k/Q7/QQQQ4/K7 w - - 0 1", "8/8/8/8/7k/8/QQQQ4/K7 b - - 7 1"
    tables = drawproof.Tablebase(syzygy=tmp_path)
    assert (tables.probe_wdl(seven), tables.probe_wdl50(seven), tables.probe_wdl(late)) == (1, 2, -1)
    assert (tables.get_wdl50(late), tables.get_dtm(seven), tables.get_dtz(seven)) == (None, None, None)
    answer = tables.probe(seven)
    assert (answer.source, answer.category, answer.dtm, answer.dtz) == ("syzygy", "win", None, None)
    assert answer.moves and answer.moves[0].category == "loss"
    own = tables.probe("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1")
    assert (own.source, own.dtm) == ("drawproof", 57)
    with pytest.raises(drawproof.MissingTableError, match="KQQQQRvK.rtbw"):
        tables.probe("8/8/8/8/7k/QQ6/QQR5/K7 w - - 0 1")
    with pytest.raises(drawproof.DrawproofError, match="no-such-folder"):
        drawproof.Tablebase(syzygy=[tmp_path, tmp_path / "no-such-folder"])
    tables.close()
    with pytest.raises(drawproof.MissingTableError):
        tables.probe_wdl(seven)


def test_distances_of_syzygy_are_those_of_python_chess(truth: Path, tmp_path: Path) -> None:
    theirs = drawproof.Tablebase(tmp_path, syzygy=str(truth / "syzygy"))
    names = random.Random("syzygy")
    with chess.syzygy.open_tablebase(str(truth / "syzygy")) as syzygy:
        for pieces in ["KRkn", "KBNk", "KPkp"] * 20:
            board = random_board(names, pieces)
            if not board.is_checkmate():
                assert theirs.probe_dtz(board) == syzygy.probe_dtz(board), board.fen()
                assert theirs.probe_wdl50(board) == syzygy.probe_wdl(board), board.fen()


def test_a_saved_table_is_read_from_its_folder(tmp_path: Path) -> None:
    table = drawproof.solve("KPK", metrics=["dtm", "dtz"])
    files = table.save(tmp_path / "new")
    assert [Path(file).name for file in files] == ["KPK.dpt", "KPK.dtz.dpt"]
    with drawproof.open_tablebase(tmp_path / "new") as tables:
        assert tables.endgames() == ["KPK"] == tables.endgames("dtz")
        again = tables.table("KPK", metrics=["dtm", "dtz"])
    assert all((again[name] == table[name]).all() for name in table.keys())
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        table.save(tmp_path / "file")
