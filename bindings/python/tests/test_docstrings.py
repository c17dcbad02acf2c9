"""The examples of docstrings, of the compiled part too, and of the package's page."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import drawproof

MODULES = ["drawproof", *(f"drawproof.{it.name}" for it in pkgutil.iter_modules(drawproof.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_are_right(name: str) -> None:
    module = importlib.import_module(name)
    known = {"drawproof": drawproof}
    for test in doctest.DocTestFinder().find(module, name):
        test.globs.update(known)
        outcome = doctest.DocTestRunner().run(test)
        assert outcome.failed == 0, test.name
    # What is compiled has no source in which doctest would find it.
    for shown, it in vars(module).items():
        parts = [it, *vars(it).values()] if inspect.isclass(it) else [it]
        for part in parts:
            if inspect.isbuiltin(part) or inspect.ismethoddescriptor(part):
                text = inspect.getdoc(part) or ""
                test = doctest.DocTestParser().get_doctest(text, dict(known), shown, None, None)
                assert doctest.DocTestRunner().run(test).failed == 0, shown


def test_help_begins_with_examples_and_functions_have_them() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    with_examples = {it.name for it in finder.find(drawproof) if it.examples}
    assert {"drawproof", "drawproof.solve", "drawproof.can_mate", "drawproof.is_dead"} <= with_examples


def test_the_example_of_the_readme_runs() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    blocks = re.findall(r"```python\n(.*?)```", readme.read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, str(readme), "exec"), {})
