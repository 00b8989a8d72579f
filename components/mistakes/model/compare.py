"""Both ways of every mistake, by its key."""

from collections.abc import Mapping
from types import MappingProxyType

from components.mistakes.model import passes, reading, steps
from components.mistakes.model.at_hand import AtHand, Make
from components.mistakes.model.results import Compared

_WAYS: Mapping[str, Make] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            passes.attention_mask,
            passes.padding_side,
            passes.segments,
            passes.softmax,
            passes.half,
            passes.dropout,
            passes.sentence_vector,
            reading.vocabulary,
            reading.case,
            reading.mask_string,
            reading.truncation,
            reading.pieces_and_labels,
            reading.surprise,
            steps.learning_rate,
            steps.tested_on_itself,
        )
    }
)


def compared(at: AtHand) -> Compared:
    """Both ways of a mistake on a model.

    Raises:
        UserError: The model cannot make it, or is too large to be trained here.
    """
    return _WAYS[at.mistake.key](at)
