"""Displays reports and tables at a prompt and in a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from html import escape

_MEN = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))


def cell(value: object) -> str:
    """Formats a value for people."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)


def text_table(title: str, rows: Iterable[Sequence[object]]) -> str:
    """Returns a table as lines of at most 80 characters under a title. Columns of numbers are
    right-aligned."""
    rows = list(rows)
    if not rows:
        return title
    texts = [[cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    if any(len(row) != 2 for row in rows):
        lines = [
            "  ".join(
                text.ljust(width) if place == 0 else text.rjust(width)
                for place, (text, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in texts
        ]
        return "\n".join([title, *("  " + line.rstrip() for line in lines)])
    indent = " " * (widths[0] + 4)
    named = [
        textwrap.fill(value, 80, initial_indent=f"  {name.ljust(widths[0])}  ", subsequent_indent=indent)
        for name, value in texts
    ]
    return "\n".join([title, *named])


def html_table(title: str, rows: Iterable[Sequence[object]]) -> str:
    """Returns a table as HTML for a notebook."""
    body = "".join(
        "<tr>"
        + "".join(
            f'<td style="text-align:{"left" if place == 0 else "right"}">{escape(cell(value))}</td>'
            for place, value in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return f"<p><b>{escape(title)}</b></p><table>{body}</table>"


def ranks(fen: str) -> list[str]:
    """Returns the ranks of a position, the eighth first: letters for men, dots for empty squares."""
    placement = fen.split()[0]
    for number in range(1, 9):
        placement = placement.replace(str(number), "." * number)
    return placement.split("/")


def text_board(fen: str) -> str:
    """Returns a position as a diagram of letters."""
    lines = [f"{8 - place} {' '.join(rank)}" for place, rank in enumerate(ranks(fen))]
    return "\n".join([*lines, "  a b c d e f g h"])


def html_board(fen: str) -> str:
    """Returns a position as an HTML board."""
    size = 28
    parts = []
    for row, rank in enumerate(ranks(fen)):
        for column, man in enumerate(rank):
            colour = "#f0d9b5" if (row + column) % 2 == 0 else "#b58863"
            x, y = column * size, row * size
            parts.append(f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="{colour}"/>')
            if man != ".":
                parts.append(
                    f'<text x="{x + size / 2}" y="{y + size * 0.8}" font-size="{size * 0.85}" '
                    f'text-anchor="middle" fill="#000">{_MEN[man]}</text>'
                )
    edge = 8 * size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(fen)}" '
        f'width="{edge}" height="{edge}" viewBox="0 0 {edge} {edge}">{"".join(parts)}</svg>'
    )


def numbered(san: Sequence[str], fen: str) -> str:
    """Numbers moves in SAN: ``1... Kb1 2. Rxa8``."""
    black_begins = fen.split()[1] == "b"
    out = []
    for place, move in enumerate(san, start=int(black_begins)):
        if place % 2 == 0:
            out.append(f"{place // 2 + 1}. {move}")
        else:
            out.append(f"1... {move}" if not out else move)
    return " ".join(out)
