"""Masked words: what a model predicts at every blank of a sentence."""

from dataclasses import dataclass

import pandas as pd

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.prediction import predictions
from components.model.results import Predictions
from components.model.user_errors import NothingMasked, UserError
from components.tables.predictions import candidate_table, top_finding
from components.takeaway.fill_page.predicted import SHOWN_WORDS, predicted_page
from riverbank.arguments import sentence_text
from riverbank.figures import drawer
from riverbank.models import open_model
from riverbank.results import NotebookResult


@dataclass(frozen=True, repr=False)
class FillResult(NotebookResult):
    """The likeliest words at every blank of a sentence.

    Attributes:
        model: The name of the model.
        predictions: Candidates and entropy of every blank, with the sentence's tokens.
    """

    model: str
    predictions: Predictions

    @property
    def table(self) -> pd.DataFrame:
        """One row for each candidate, 50 a blank.

        Columns: ``blank`` and ``rank`` from 1; ``word``; ``probability`` over the whole vocabulary; ``percent``, the
        same as text.
        """
        blanks = [
            candidate_table(mask, count=len(mask.candidates)).drop(columns="was_there").assign(blank=number)
            for number, mask in enumerate(self.predictions.masks, 1)
        ]
        table = pd.concat(blanks, ignore_index=True)
        return table[["blank", "rank", "word", "probability", "percent"]]

    @property
    def finding(self) -> str:
        """The top guess of a single blank, or the number of blanks."""
        masks = self.predictions.masks
        if len(masks) > 1:
            return f"The likeliest words for {len(masks)} blanks, each filled without the others."
        return top_finding(candidate_table(masks[0], count=SHOWN_WORDS), None)

    @property
    def height(self) -> int:
        """The height of the figure in CSS pixels."""
        bars = sum(min(SHOWN_WORDS, len(mask.candidates)) for mask in self.predictions.masks)
        return 210 + 33 * bars + (48 * len(self.predictions.masks) if len(self.predictions.masks) > 1 else 0)

    def to_html(self) -> str:
        """Bars of the likeliest words, as a page."""
        conditions = self.predictions.conditions
        return predicted_page(self.predictions, headline=self.finding, why=drawer(self.model, conditions)).decode()


def fill(text: str, *, model: object = DEFAULT_MODEL) -> FillResult:
    """Predict the words at the blanks of a sentence.

    All blanks are masked at once and each is predicted independently: the probabilities are not joint.

    Args:
        text: The sentence, with "[MASK]" at every blank.
        model: A masked language model: see :func:`riverbank.models.open_model`.

    Raises:
        UserError: The text has no blank, is empty or too long, or the model cannot be used.
        TypeError: The text is not a string.

    Examples:
        >>> riverbank.fill("The capital of France is [MASK].").table.head()  # doctest: +SKIP
    """
    opened = open_model(model)
    tokens = opened.tokenizer.tokens(sentence_text(text))
    try:
        return FillResult(opened.record.name, predictions(opened, tokens))
    except NothingMasked as error:
        raise UserError("Nothing is masked yet. Type [MASK] where a word is to be guessed.") from error
