"""Attention: every head of a model, for one sentence or a pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from cache.shipped.head_scores import shipped_head_scores
from components.attention.model.opening import strongest_head
from components.attention.tables.atlas import sentence_atlas_bytes
from components.attention.tables.head_scores import panel_labels
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.open_model import Purpose
from components.model.inference.forward import trace, traced_tokens
from components.model.results import Conditions, Trace
from components.tables.attention_weights import token_label
from components.widgets.canvas import with_settings
from riverbank.arguments import sentence_text
from riverbank.figures import ATLAS, FigureKind, drawer
from riverbank.models import open_model
from riverbank.results import DrawnResult


@dataclass(frozen=True, repr=False)
class AttentionResult(DrawnResult):
    """The attention weights of a sentence or a pair.

    Attributes:
        model: The name of the model.
        trace: The tokens, ``attention`` of shape (layer, head, query, key) with rows that sum to 1, and ``hidden`` of
            shape (layer + 1, token, width), where the first are the embeddings.
        conditions: What the numbers were computed under.
    """

    model: str
    trace: Trace
    conditions: Conditions

    @property
    def table(self) -> pd.DataFrame:
        """One row for each weight.

        Columns: ``layer`` and ``head`` from 1; ``query`` and ``key``, positions from 0; ``query_token`` and
        ``key_token``; ``weight``.
        """
        weights = self.trace.attention
        labels = np.array([token_label(token) for token in self.trace.tokens.items], dtype=object)
        layer, head, query, key = (axis.reshape(-1) for axis in np.indices(weights.shape, dtype=np.int32))
        return pd.DataFrame(
            {
                "layer": layer + 1,
                "head": head + 1,
                "query": query,
                "key": key,
                "query_token": labels[query],
                "key_token": labels[key],
                "weight": weights.reshape(-1).astype(float),
            }
        )

    @property
    def finding(self) -> str:
        """How many heads are shown, for how many tokens."""
        layers, heads, count, _ = self.trace.attention.shape
        return f"{self.model}: {layers} layers of {heads} heads, {count} tokens. Each square is one head."

    @property
    def height(self) -> int:
        """The height of the figure in CSS pixels."""
        layers, heads = self.trace.attention.shape[:2]
        return max(665, 365 + round(395 * int(layers) / int(heads)))

    def drawn(self) -> tuple[FigureKind, bytes | Mapping[str, Any]]:
        """Every head on one canvas, and one head enlarged."""
        scores = shipped_head_scores(self.conditions.model_id)
        chosen = self._first_panel()
        layers, heads = ([str(number) for number in range(1, count + 1)] for count in self.trace.attention.shape[:2])
        payload = sentence_atlas_bytes(
            self.trace.tokens,
            self.trace.attention,
            row_names=layers,
            column_names=heads,
            labels=panel_labels(scores) if scores else None,
            chosen=chosen,
        )
        settings = {
            "initial": {"panel": list(chosen), "query": None, "key": None},
            "address": None,
            "view": "arcs",
            "hide": False,
        }
        return ATLAS, with_settings(settings, payload)

    @property
    def why(self) -> Sequence[str]:
        """What the numbers were computed with."""
        return drawer(self.model, self.conditions)

    def _first_panel(self) -> tuple[int, int]:
        """The head in which the last word attends most to another one that is not beside it."""
        words = [place for place, token in enumerate(self.trace.tokens.items) if token.text.isalnum()]
        return (strongest_head(self.trace, words[-1]) if words else None) or (0, 0)


def attention(text: str, second: str = "", *, model: object = DEFAULT_MODEL) -> AttentionResult:
    """Compute the attention weights of every head.

    Args:
        text: The sentence.
        second: The second sentence of a pair; none if empty.
        model: See :func:`riverbank.models.open_model`.

    Raises:
        UserError: A text is empty or too long, or the model cannot be used.
        TypeError: A text is not a string.

    Examples:
        >>> riverbank.attention("The cat sat on the mat.").trace.attention.shape  # doctest: +SKIP
        (6, 12, 9, 9)
    """
    opened = open_model(model, Purpose.INSPECT)
    tokens = traced_tokens(opened, sentence_text(text), sentence_text(second, "second"))
    return AttentionResult(opened.record.name, trace(opened, tokens), opened.conditions)
