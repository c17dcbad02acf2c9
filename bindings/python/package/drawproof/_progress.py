"""Shows progress: calls the caller's function, shows a bar of tqdm, or prints lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol, TypeAlias

#: Called with the name of a step, how much of it is done, and how much there is (``None`` if that is
#: not known).
ProgressFunction: TypeAlias = Callable[[str, int, int | None], object]

#: ``True`` shows a bar if tqdm is installed, else a line per step; a function is called; ``None`` and ``False`` show nothing.
Progress: TypeAlias = bool | ProgressFunction | None


@contextmanager
def shown(progress: Progress) -> Iterator[ProgressFunction | None]:
    """Returns the function to call while some work runs."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with _Bars() as bars:
            yield bars
    else:
        yield progress


class _Bar(Protocol):
    n: float

    def update(self, n: float) -> object: ...
    def close(self) -> object: ...


class _NewBar(Protocol):
    def __call__(self, *, desc: str, total: int | None, unit_scale: bool) -> _Bar: ...


class _Bars:
    """One bar of tqdm for each step; a line on standard error without tqdm."""

    def __init__(self) -> None:
        self._new_bar: _NewBar | None = None
        self._bar: _Bar | None = None
        with suppress(ImportError):
            from tqdm.auto import tqdm

            self._new_bar = tqdm
        self._step = ""

    def __enter__(self) -> _Bars:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def __call__(self, step: str, done: int, total: int | None) -> None:
        if self._new_bar is None:
            if step != self._step:
                self._step = step
                print(f"drawproof: {step}", file=sys.stderr)
            return
        if self._bar is None or step != self._step:
            self._close()
            self._step = step
            self._bar = self._new_bar(desc=step, total=total, unit_scale=True)
        self._bar.update(done - self._bar.n)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
