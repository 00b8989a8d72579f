"""Precomputed results in files beside this module, each with the function that computes it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar, get_type_hints

from components.model.serialisation import from_json, rounded, to_json, to_plain

T = TypeVar("T")


@dataclass(frozen=True)
class Shipped(Generic[T]):
    """A result as JSON in a file, which is read once a process and never copied.

    Attributes:
        file: The file.
        compute: Computes the result; its return annotation is the type that is read.
        indent: Of the JSON; None for one line.
        digits: To how many significant digits numbers are rounded; None for all.
    """

    file: Path
    compute: Callable[[], T]
    indent: int | None = None
    digits: int | None = None

    @cached_property
    def _stored(self) -> T:
        kind: type[T] = get_type_hints(self.compute)["return"]
        return from_json(kind, self.file.read_text(encoding="utf-8"))

    def read(self) -> T:
        """The stored result."""
        return self._stored

    def write(self) -> T:
        """Compute the result and store it.

        Returns:
            The result, with all digits.
        """
        result = self.compute()
        plain = result if self.digits is None else rounded(to_plain(result), self.digits)
        self.file.write_text(to_json(plain, indent=self.indent) + "\n", encoding="utf-8")
        return result


def shipped(
    name: str, *, indent: int | None = None, digits: int | None = None
) -> Callable[[Callable[[], T]], Shipped[T]]:
    """Decorate a function whose result ships in the file ``name``; further arguments as of :class:`Shipped`."""
    return lambda compute: Shipped(Path(__file__).with_name(name), compute, indent, digits)
