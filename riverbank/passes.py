"""The machine: one pass from text to answer, box by box."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from cache.shipped.encoded_pass import predicted_words, token_parts, ways_of_tokens
from components.inside.tables.way import way_table
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.passes.residual import word_way
from components.model.passes.results import StreamStop, TracedPass
from components.model.passes.traced_pass import trace_pass
from components.model.results import Candidate, Tokens
from components.model.user_errors import UserError
from components.tables.passes.payload import pass_bytes, pass_finding
from components.tables.phrases import word_label
from components.widgets.canvas import with_settings
from riverbank.arguments import sentence_text
from riverbank.figures import BUILDING, FigureKind, drawer
from riverbank.models import open_model
from riverbank.results import DrawnResult

FOLLOWED_LIMIT = 64  # tokens of a text in whose figure each of them can be followed


@dataclass(frozen=True, repr=False)
class PartOfPass:
    """What the figure shows when it is opened: a floor, or the calculation of a number.

    Attributes:
        name: ``floor/FLOOR/TOKEN`` or ``number/FLOOR/TOKEN/BOX/HEAD/INDEX``.
        content: Its bytes.
    """

    name: str
    content: bytes


@dataclass(frozen=True, repr=False)
class MachineResult(DrawnResult):
    """One pass, followed at one token.

    Attributes:
        model: The name of the model.
        traced: The pass: ``stream`` has the vectors that leave each floor, of shape (layer + 1, token, width).
        token: The position of the token that is followed.
        answers: What the model predicts there, most likely first; empty without a vocabulary head.
        way: The token's vector after every part of the model.
        parts: Every floor of this token and the ways of the others, for the figure.
    """

    model: str
    traced: TracedPass
    token: int
    answers: tuple[Candidate, ...]
    way: tuple[StreamStop, ...]
    parts: tuple[PartOfPass, ...]

    @property
    def table(self) -> pd.DataFrame:
        """The token's way, one row for each part of the model.

        Columns: ``layer``, 0 for the embeddings; ``part``; ``length`` of the vector and ``written``, that of what was
        added; ``cosine`` between what was added and the vector before; ``guess``, the token that the vocabulary head
        reads there, missing without a head; ``last``, the probability there of the last guess.
        """
        table = way_table(self.way)[["layer", "part", "length", "written", "cosine"]].copy()
        table["guess"] = [None if stop.nearest is None else word_label(stop.nearest) for stop in self.way]
        table["last"] = [stop.last for stop in self.way]
        return table

    @property
    def finding(self) -> str:
        """What becomes of the token on its way through the model."""
        return pass_finding(self.traced, self.token, self.answers)

    @property
    def height(self) -> int:
        """The height of the figure in CSS pixels."""
        return 820

    def drawn(self) -> tuple[FigureKind, bytes | Mapping[str, Any]]:
        """The whole pass with every floor of the token."""
        contents = {part.name: part.content for part in self.parts}
        first = contents.pop(f"floor/0/{self.token}")
        box = self.traced.box_keys[0][0]
        number = next(text for name, text in contents.items() if name.startswith(f"number/0/{self.token}/{box}/"))
        payload = pass_bytes(self.traced, (), first, floor=0, token=self.token, number=number.decode("ascii"))
        settings = {
            "initial": {"floor": 0, "token": self.token, "box": box, "cell": None},
            "address": None,
            "parts": {name: base64.b64encode(content).decode() for name, content in contents.items()},
            "whole": True,
            "opens": False,
            "compact": False,
        }
        return BUILDING, with_settings(settings, payload)

    @property
    def why(self) -> Sequence[str]:
        """What the numbers were computed with."""
        return drawer(self.model, self.traced.conditions)


def machine(text: str, *, token: int | None = None, model: object = DEFAULT_MODEL) -> MachineResult:
    """Compute one pass from the weight matrices, and follow one token through it.

    Args:
        text: The sentence, with or without "[MASK]".
        token: The position of the token to follow, from 0, special tokens included; by default the first blank, or the
            last word if there is none.
        model: See :func:`riverbank.models.open_model`.

    Raises:
        UserError: The text is empty or too long, there is no such token, or the model cannot be used.
        TypeError: The text is not a string, or ``token`` not a whole number.

    Examples:
        >>> riverbank.machine("The [MASK] barked.").answers[0].text  # doctest: +SKIP
        'dog'
    """
    opened = open_model(model)
    tokens = opened.tokenizer.tokens(sentence_text(text))
    place = _default_token(tokens) if token is None else token
    if not isinstance(place, int):
        raise TypeError(f"token is {type(place).__name__}; expected a position (int)")
    if not 0 <= place < len(tokens):
        raise UserError(f"This sentence has {len(tokens)} tokens. Give token= a position from 0 to {len(tokens) - 1}.")
    traced = trace_pass(opened, tokens)
    way = word_way(opened, traced, place)
    answers = predicted_words(opened, traced, place)
    others = [other for other in range(len(tokens)) if other != place] if len(tokens) <= FOLLOWED_LIMIT else []
    parts = {**token_parts(opened, traced, place, answers, way), **ways_of_tokens(opened, traced, others)}
    held = tuple(PartOfPass(name, content) for name, content in parts.items())
    return MachineResult(opened.record.name, traced, place, answers, way, held)


def _default_token(tokens: Tokens) -> int:
    """The first blank; without one, the last word, or the last token if there is no word."""
    if tokens.typed_masks:
        return tokens.typed_masks[0]
    written: Sequence[int] = [place for place, token in enumerate(tokens.items) if not token.special]
    words = [place for place in written if tokens.items[place].text.isalnum()]
    return (*written, *words)[-1] if written else 0
