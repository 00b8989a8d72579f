"""What every result of the package can do: a table, JSON, and a figure that a notebook shows."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Self

import pandas as pd

from components.model.serialisation import from_json, to_json
from riverbank.figures import iframe


class NotebookResult(ABC):
    """A result of the app with the name of its model.

    Subclasses are frozen dataclasses. Their fields are the results that the app's pages draw, so ``to_json`` loses
    nothing.
    """

    @property
    @abstractmethod
    def table(self) -> pd.DataFrame:
        """The numbers as a tidy table."""

    @property
    @abstractmethod
    def finding(self) -> str:
        """What the figure shows, in a sentence or two."""

    @abstractmethod
    def to_html(self) -> str:
        """The figure as a whole HTML page, which makes no request."""

    @property
    @abstractmethod
    def height(self) -> int:
        """The height of the figure in a notebook, in CSS pixels."""

    def to_json(self, *, indent: int | None = None) -> str:
        """The result as JSON; arrays are nested lists.

        Args:
            indent: Spaces per level; everything is on one line if None.
        """
        return to_json(self, indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The result that :meth:`to_json` wrote.

        Raises:
            ValueError: The text is not JSON, or not that of such a result.
        """
        return from_json(cls, text)

    def save(self, path: str | Path) -> None:
        """Write the figure as an HTML file that needs neither a server nor a network."""
        Path(path).write_text(self.to_html(), encoding="utf-8")

    def _repr_html_(self) -> str:
        return iframe(self.to_html(), title=self.finding, height=self.height)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.finding}>"
