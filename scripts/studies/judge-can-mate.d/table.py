#!/usr/bin/env python3
"""Sums up the reports of scripts/studies/judge-can-mate: prints a table, and writes it into a page or compares it.

usage: table.py REPORTS "SUBJECT..." [--update | --check] [PAGE]"""

import json
import pathlib
import sys

KINDS = ("draw", "white_cannot_win", "black_cannot_win")
BEGIN, END = "<!-- judge-can-mate -->\n", "<!-- judge-can-mate: end -->"


def sums(verdicts):
    """The findings of some verdicts: positions; wrong claims that one colour cannot win, and that neither can; dead
    positions that are missed, and all; colours that cannot win and are not claimed to be unable, and all."""
    parts = [part for verdict in verdicts for part in (verdict, verdict["en_passant"])]
    assert not any(part["asymmetric"] for part in parts)

    def of(kind, key):
        return sum(part["claims"][kind][key] for part in parts)

    unable = sum(of(kind, "possible") for kind in KINDS[1:])
    claimed = 2 * of("draw", "right") + sum(of(kind, "right") for kind in KINDS[1:])
    return (sum(part["positions"] for part in parts), sum(of(kind, "wrong") for kind in KINDS[1:]),
            of("draw", "wrong"), of("draw", "possible") - of("draw", "right"), of("draw", "possible"),
            unable - claimed, unable)


def example(verdicts):
    """The shortest helpmate against a wrong claim, of a quiet position where there is one."""
    found = [it for verdict in verdicts for it in verdict["counterexamples"]]
    return min(found, key=lambda it: (it["class"] != "quiet", it["helpmate"]), default=None)


def san(moves, white_moves):
    """Moves with their numbers."""
    numbered = []
    for ply, move in enumerate(moves, 0 if white_moves else 1):
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else "1..." if not numbered else ""
        numbered.append(f"{number} {move}".strip())
    return " ".join(numbered)


def share(part, whole):
    """A percentage."""
    return f"{100 * part / whole:.2f} %" if whole else "-"


def rows(folder, subjects):
    """A row for each number of men and each result, subjects with the same one together."""
    found, examples = {}, {}
    for subject in subjects:
        for is_large, men in enumerate(("3 and 4", "5")):
            paths = sorted((folder / subject).glob("*.json"))
            documents = [json.loads(path.read_text()) for path in paths if (len(path.stem) > 4) == bool(is_large)]
            verdicts = [document["recognizers"][0] for document in documents]
            if not verdicts:
                continue
            is_sample = verdicts[0]["sampled"] is not None
            key = (men, is_sample, len(verdicts), *sums(verdicts))
            found.setdefault(key, []).append(subject)
            if wrong := example(verdicts):
                examples.setdefault(subject, []).append((men, wrong))
    for (men, is_sample, endgames, positions, *wrong, missed, dead, unclaimed, unable), names in sorted(found.items()):
        yield [men, ", ".join(names), f"{positions:,}{' (samples)' if is_sample else ''}",
               *(f"{count:,}" for count in wrong), f"{missed:,} ({share(missed, dead)})", share(unclaimed, unable)]
    for subject, wrong in examples.items():
        men, first = min(wrong, key=lambda it: it[1]["helpmate"])
        print(subject, men, first["fen"], first["claim"], san(first["line_san"], " w " in first["fen"]), file=sys.stderr)


def main():
    folder, subjects, *page = sys.argv[1:]
    head = ["men", "subject", "positions", 'wrong "cannot win"', 'wrong "dead"', "dead missed", '"cannot win" missed']
    lines = [head, ["--", "---", "--:", "--:", "--:", "--:", "--:"], *rows(pathlib.Path(folder), subjects.split())]
    text = "".join("| " + " | ".join(line) + " |\n" for line in lines)
    print(text, end="")
    if page:
        path = pathlib.Path(page[1])
        before, rest = path.read_text().split(BEGIN)
        old, after = rest.split(END)
        if page[0] == "--update":
            path.write_text(before + BEGIN + text + END + after)
        elif old != text:
            sys.exit(f"{path.name}: the table differs")


main()
