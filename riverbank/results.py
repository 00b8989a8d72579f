"""What every result of the package can do: a table, JSON, and a figure that a notebook shows."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import pandas as pd

from components.model.serialisation import from_json, to_json
from riverbank.figures import FigureKind, element_page, iframe
from riverbank.widgets import figure_widget


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


class DrawnResult(NotebookResult):
    """A result whose figure is a custom element of the app."""

    @abstractmethod
    def drawn(self) -> tuple[FigureKind, bytes | Mapping[str, Any]]:
        """What draws the figure, and what it is given."""

    @property
    @abstractmethod
    def why(self) -> Sequence[str]:
        """The paragraphs of the figure's drawer."""

    def to_html(self) -> str:
        """The figure as a whole HTML page, which makes no request."""
        kind, data = self.drawn()
        return element_page(kind, data, headline=self.finding, why=self.why)

    def widget(self) -> Any:
        """The figure as a widget whose ``selection`` is what is clicked in it.

        Raises:
            UserError: anywidget is not installed.

        Examples:
            >>> heads = riverbank.attention("The cat sat on the mat.").widget()  # doctest: +SKIP
            >>> heads.selection["panel"]  # after a click on a head  # doctest: +SKIP
            [2, 5]
        """
        return figure_widget(*self.widget_data())

    def widget_data(self) -> tuple[FigureKind, bytes | Mapping[str, Any]]:
        """What draws the widget, and what it is given: by default the figure's."""
        return self.drawn()
