"""The exceptions of the package, and checks of arguments that raise them."""


class DrawproofError(Exception):
    """The base of all exceptions that the package raises by itself."""


class ArgumentError(DrawproofError, ValueError):
    """An argument has an invalid value."""


class EndgameError(DrawproofError, ValueError):
    """A text is not the name of an endgame, or the endgame cannot have a table."""


class IllegalPositionError(DrawproofError, ValueError):
    """A text is not a FEN, or the position is illegal."""


class MissingTableError(DrawproofError, KeyError):
    """There is no table for a position: its file is missing, it has castling rights or too many men, or it is
    one of a variant of chess."""

    def __str__(self) -> str:
        # A KeyError shows its argument in quotes.
        return str(self.args[0]) if self.args else ""


class DamagedTableError(DrawproofError):
    """A table file is damaged, or is not a table file."""


class MemoryLimitError(DrawproofError, MemoryError):
    """Tables, or what is learned from them, do not fit into the memory allowed."""


class RuleError(DrawproofError, ValueError):
    """A rule could not be verified, or did not return a claim for each position."""


class EngineError(DrawproofError):
    """An engine could not be started or asked."""


def refuse_negative(way_out: str = "", **numbers: int | None) -> None:
    """Raises an error for a negative number.

    >>> drawproof.errors.refuse_negative("; None is no limit", limit=-1)
    Traceback (most recent call last):
    drawproof.errors.ArgumentError: limit is 0 or more, not -1; None is no limit
    """
    for name, number in numbers.items():
        if number is not None and number < 0:
            raise ArgumentError(f"{name} is 0 or more, not {number}{way_out}")


def refuse_lazy(values: object, what: str) -> None:
    """Raises an error for a lazy frame, whose values are not yet computed."""
    for method in ("collect", "compute"):
        if callable(getattr(values, method, None)):
            kind = type(values).__name__
            raise ArgumentError(f"{what} a {kind}, which has no values yet: use what its .{method}() returns")
