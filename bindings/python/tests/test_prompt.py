"""What a prompt and a notebook show."""

from __future__ import annotations

import drawproof


def test_a_verdict_is_a_small_table_with_boards_in_notebooks() -> None:
    verdict = drawproof.verify("KRK", lambda p: p.side == 1)
    lines = repr(verdict).splitlines()
    assert "NOT SOUND: 201,700 incorrect claims" in lines[0]
    assert lines[1].split() == ["White", "to", "move", "Black", "to", "move", "both"]
    assert max(map(len, lines)) <= 80
    assert verdict._repr_html_().count("<svg") == 4


def test_a_counterexample_has_a_board_and_a_line_in_san() -> None:
    example = drawproof.verify("KRK", lambda p: p.side == 1).counterexamples[0]
    assert len(example.line) == len(example.line_san) and example.line_san[-1].endswith("#")
    text = repr(example)
    assert text.splitlines()[8] == "  a b c d e f g h" and example.line_san[-1] in text
    assert "aria-label" in example._repr_html_()


def test_tables_statistics_and_answers_fit_a_terminal() -> None:
    table = drawproof.solve("KRK")
    answer = drawproof.probe("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1")
    for shown in (table, table.stats(), answer):
        assert 3 < len(repr(shown).splitlines()) < 25
        assert max(map(len, repr(shown).splitlines())) <= 80
        assert "<table>" in shown._repr_html_()
    assert answer.moves[0].san == answer.line_san[0]


def test_values_of_every_kind_are_shown() -> None:
    report = drawproof.reports.Report({"sound": True, "line": "", "price": None, "draws": 1234})
    assert repr(report).splitlines()[1:] == ["  sound  yes", "  line   -", "  price  -", "  draws  1,234"]
    assert repr(drawproof.reports.Report({"inner": {}})) == "Report"
