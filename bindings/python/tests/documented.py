"""The examples of docs/python.md as a program for `mypy --strict --disallow-any-expr`: what the package returns
has a type, down to the last attribute."""

from __future__ import annotations

import drawproof

table = drawproof.solve("KRKN")
longest: int | None = table.stats().white_to_move.longest_win_plies
answer = drawproof.probe("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1", metrics=["dtm", "dtz"])
value: tuple[str, int | None, str, list[str]] = (answer.category, answer.dtm, answer.moves[0].san, answer.line)
verdict = drawproof.verify("KRK")
counts: tuple[bool, int, int, int] = (verdict.sound, verdict.spotted, verdict.missed, verdict.incorrect)
for example in verdict.counterexamples:
    print(example.fen, example.claim, example.truth, example.line, " ".join(example.line_san))
