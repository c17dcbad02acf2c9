"""Executes notebooks, cell by cell, without Jupyter.

usage: python bindings/python/notebooks/run.py [--write] [NOTEBOOK...]

With --write the outputs are stored in the notebooks. Exit status: 0 all cells ran, 1 one failed.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
import traceback
from pathlib import Path
from typing import Any


def execute(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Runs the code of a cell and returns its outputs: what it prints, and its last expression."""
    module = ast.parse(source)
    last = module.body.pop() if module.body and isinstance(module.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(module, "<cell>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        text = repr(value).splitlines(keepends=True)
        data = {"text/plain": text}
        result = {"data": data, "execution_count": None, "metadata": {}}
        outputs.append({"output_type": "execute_result", **result})
    return outputs


def run(path: Path, write: bool) -> bool:
    """Runs a notebook; returns whether all of its cells ran."""
    notebook = json.loads(path.read_text())
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        source = "".join(cell["source"])
        try:
            cell["outputs"] = execute(source, names)
        except Exception:
            print(f"{path.name}: cell {number + 1} failed:\n{source}\n", file=sys.stderr)
            traceback.print_exc()
            return False
    if write:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    print(f"{path.name}: all cells ran")
    return True


def main() -> int:
    arguments = sys.argv[1:]
    write = "--write" in arguments
    paths = [Path(it) for it in arguments if it != "--write"]
    paths = paths or sorted(Path(__file__).parent.glob("*.ipynb"))
    return 0 if all([run(path, write) for path in paths]) else 1


if __name__ == "__main__":
    sys.exit(main())
