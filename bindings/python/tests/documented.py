"""The examples of docs/python.md as a program for `mypy --strict --disallow-any-expr`: what the package returns
has a type, down to the last attribute."""

from __future__ import annotations

import numpy as np

import drawproof

table = drawproof.solve("KRKN")
longest: int | None = table.stats().white_to_move.longest_win_plies
rows: dict[str, drawproof.table.Numbers] = table.rows("full").numpy()

found: dict[str, drawproof.table.Numbers] = table.find("white to move and win", limit=9).numpy()
mask: int = int(np.count_nonzero(table.matches("win and only_move", found)))

with drawproof.open_tablebase("tables") as tables:
    plies: int = tables.probe_dtm("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1")
    default: int | str | None = tables.get_dtz("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1", "no table")

answer = drawproof.probe("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1", metrics=["dtm", "dtz"])
value: tuple[str, int | None, str, list[str]] = (answer.category, answer.dtm, answer.moves[0].san, answer.line)
fifty: tuple[str, int | None] = (answer.fifty, answer.dtz)


def rook_falls(p: drawproof.Positions) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    claims: np.ndarray[tuple[int], np.dtype[np.uint8]] = np.full(p.rows, drawproof.NO_CLAIM, np.uint8)
    return claims


verdict = drawproof.verify("KRK", rook_falls)
counts: tuple[bool, int, int, int] = (verdict.sound, verdict.spotted, verdict.missed, verdict.incorrect)
white: tuple[int, int] = (verdict.white_to_move.draws, verdict.claims.black_cannot_win.wrong)
for example in verdict.counterexamples:
    print(example.fen, example.claim, example.truth, example.line, " ".join(example.line_san))

repaired = drawproof.repair("KRKN", rook_falls)
for exception in repaired.exceptions:
    print(exception["in_words"], exception["wrong"], repaired.before.incorrect, repaired.price_share)
learned = drawproof.mine("KRKR", bytes=[512, 2048])
source: str = learned.source("c")
sizes = [row["leaves"] for row in learned.curve]
proved: bool = learned.verdict.sound and learned.proof.sound
judgement = drawproof.judge(["KRKP", "KQKP"], "stockfish", go="nodes 1000", sample=2000)
for row in judgement.worst:
    print(judgement.engine, row["fen"], row["played"])
lost = drawproof.games("match.pgn.gz", men=4)
for row in lost.players:
    print(row["endgame"], row["name"], row["lost"])
