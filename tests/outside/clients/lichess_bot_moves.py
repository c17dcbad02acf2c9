"""Lets lichess-bot's own functions pick moves from the answers of a tablebase server.

usage: lichess_bot_moves.py ADDRESS      (in a checkout of lichess-bot, which is on PYTHONPATH)

lichess-bot has the address of Lichess's server in its code. Only its request is redirected; the answer is
read by its own `get_lichess_egtb_move`, for a best move and for a list of suggestions.

Exit status: 0 every move is legal and keeps the result, 1 otherwise.
"""

import sys
import types
import urllib.parse

import chess
import requests
from lib import engine_wrapper

# Positions and the result for the side to move, from lichess-bot's point of view: -2 to 2.
POSITIONS = [
    ("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", 2),
    ("8/8/8/8/8/4k3/8/R3K3 b - - 0 1", -2),
    ("8/8/8/8/8/2k5/8/K3N3 w - - 0 1", 0),
    ("8/8/8/8/7k/8/1P6/1K6 w - - 0 1", 2),
    ("4K1k1/1N1P4/8/8/8/1q6/8/8 w - - 0 1", -1),
    ("8/6B1/6B1/8/2K5/3nk3/8/8 b - - 0 1", -2),
    ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", None),
]


class Lichess:
    """What the functions ask of lichess-bot's connection."""

    def __init__(self, address):
        self.address = address

    def online_book_get(self, url, params=None, **_):
        path = urllib.parse.urlsplit(url).path
        answer = requests.get(self.address + path, params=params, timeout=10)
        answer.raise_for_status()
        return answer.json()


def main():
    lichess = Lichess(sys.argv[1])
    game = types.SimpleNamespace(id="game")
    wrong = 0
    for fen, expected in POSITIONS:
        board = chess.Board(fen)
        for quality in ("best", "suggest"):
            moves, wdl, _ = engine_wrapper.get_lichess_egtb_move(lichess, game, board, quality, "standard")
            listed = moves if isinstance(moves, list) else [moves]
            legal = all(chess.Move.from_uci(move) in board.legal_moves for move in listed)
            right = legal and (expected is None or wdl == expected)
            wrong += not right
            print(f"  {fen}: {quality}: {moves}, result {wdl}{'' if right else f' WRONG, expected {expected}'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
