"""Activation patching: which vectors bring back the answer of one sentence in another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.user_errors import NothingMasked, UserError
from components.patching.model.alignment import align_pair
from components.patching.model.grid import answer_pair, patch_grid
from components.patching.model.results import PatchGrid, PatchSite
from components.patching.tables.grid import default_cell, grid_finding, grid_table, grid_values
from riverbank.arguments import sentence_text
from riverbank.figures import PATCH_GRID, FigureKind, drawer, text_page
from riverbank.models import open_model
from riverbank.results import DrawnResult


@dataclass(frozen=True, repr=False)
class PatchResult(DrawnResult):
    """How much of the first sentence's answer each of its vectors brings back in the second sentence.

    Attributes:
        model: The name of the model.
        grid: The shares by layer and token, the two answers, and the log-odds of both sentences.
    """

    model: str
    grid: PatchGrid

    @property
    def table(self) -> pd.DataFrame:
        """One row for each layer and token.

        Columns: ``layer``, 0 for the embeddings; ``position`` from 0; ``token``; ``share``, 0 for the second sentence
        as it is and 1 for the first. It is empty if the sentences give the two answers about the same odds.
        """
        return grid_table(self.grid)

    @property
    def finding(self) -> str:
        """In which layer the answer reaches the blank."""
        return grid_finding(self.grid)

    @property
    def height(self) -> int:
        """The height of the figure in CSS pixels."""
        return 340 + 40 * len(self.grid.layers)

    def drawn(self) -> tuple[FigureKind, bytes | Mapping[str, Any]]:
        """A cell for every layer and token.

        Raises:
            UserError: The two sentences have the same answer, so that no share of it can be drawn.
        """
        if self.grid.shares is None:
            raise UserError(self.finding)
        return PATCH_GRID, grid_values(self.grid, chosen=default_cell(self.grid)) | {"opens": False}

    def widget_data(self) -> tuple[FigureKind, bytes | Mapping[str, Any]]:
        """As :meth:`drawn`, with cells that can be clicked."""
        kind, values = self.drawn()
        assert not isinstance(values, bytes)
        return kind, {**values, "opens": True}

    @property
    def why(self) -> Sequence[str]:
        """What the numbers were computed with."""
        return drawer(self.model, self.grid.conditions)

    def to_html(self) -> str:
        """The figure as a whole HTML page; where there is none, a page that says why."""
        if self.grid.shares is None:
            return text_page(PATCH_GRID.title, headline=self.finding, why=self.why)
        return super().to_html()


def patch(first: str, second: str, *, words: tuple[str, str] = ("", ""), model: object = DEFAULT_MODEL) -> PatchResult:
    """Put vectors of the first sentence into the second, one layer and token at a time.

    Args:
        first: A sentence with "[MASK]".
        second: A sentence of as many tokens; without a mask, the word at the place of the first one's is hidden.
        words: The answers that are compared; an empty one stands for the top answer of its sentence.
        model: A masked language model: see :func:`riverbank.models.open_model`.

    Raises:
        UserError: The sentences differ in their number of tokens, have no blank at the same place, or are too long, an
            answer is not a single token, or the model cannot be used.
        TypeError: A text is not a string.

    Examples:
        >>> riverbank.patch("The keys [MASK] here.", "The key [MASK] here.").table.shape  # doctest: +SKIP
        (49, 4)
    """
    opened = open_model(model)
    tokens = [
        opened.tokenizer.tokens(sentence_text(text, name)) for text, name in ((first, "first"), (second, "second"))
    ]
    compared = tuple(sentence_text(word, "a word") for word in words)
    if len(compared) != 2:
        raise UserError(f"Two answers are compared. words= has {len(compared)}.")
    try:
        pair = align_pair(opened, *tokens)
    except NothingMasked as error:
        raise UserError("Nothing is masked yet. Type [MASK] in the first sentence.") from error
    answers = answer_pair(opened, pair, (compared[0], compared[1]))
    return PatchResult(opened.record.name, patch_grid(opened, pair, answers, PatchSite.WHOLE))
