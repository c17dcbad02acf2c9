"""What a prompt and a notebook show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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


def test_what_was_asked_is_shown() -> None:
    answer = drawproof.probe("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1", metrics="dtz")
    assert "plies to zeroing" in repr(answer)
    drawn = drawproof.probe("8/2R5/8/8/3K3k/8/8/4n3 b - - 1 1", draw_line=True)
    assert "drawing line" in repr(drawn) and drawn.draw_line_san[0] in repr(drawn)
    assert "KRK by dtc" in repr(drawproof.stats("KRK", metric="dtc"))
    verdict = drawproof.verify("KRK", domain="not-in-check")
    assert "not-in-check" in repr(verdict) and "48,776" in repr(verdict)


def test_values_of_every_kind_are_shown() -> None:
    report = drawproof.reports.Report({"sound": True, "line": "", "price": None, "draws": 1234})
    assert repr(report).splitlines()[1:] == ["  sound  yes", "  line   -", "  price  -", "  draws  1,234"]
    assert repr(drawproof.reports.Report({"inner": {}})) == "Report"


def test_no_type_of_the_package_is_any() -> None:
    package = Path(drawproof.__file__).parent
    for file in [*package.glob("*.py"), *package.glob("*.pyi")]:
        assert not re.search(r"\bAny\b", file.read_text()), file


def test_reports_declare_the_keys_of_their_documents() -> None:
    verdict = drawproof.verify("KRK", lambda p: p.side == 1)
    answer = drawproof.probe("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1", metrics=["dtm", "dtz", "dtc"])
    stats = drawproof.stats("KRK", zugzwangs=True)
    assert not verdict.domain
    reports: list[drawproof.Report] = [verdict, verdict.white_to_move, verdict.counterexamples[0], answer]
    for report in [*reports, answer.moves[0], stats, stats.white_to_move]:
        declared = {name for kind in type(report).__mro__ for name in getattr(kind, "__annotations__", {})}
        assert set(report.to_dict()) <= declared | {"class", "sampled"}, type(report)
    with pytest.raises(AttributeError, match="no 'drawn'; it has .*draws"):
        verdict.drawn  # type: ignore[attr-defined]  # noqa: B018
    without = drawproof.probe("8/8/8/8/8/6k1/4P3/2K5 w - - 0 1", moves=False, line=False)
    assert without.moves == [] == without.line and "moves" not in without.to_dict()
