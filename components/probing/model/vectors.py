"""The vectors of spans after every layer: the mean over the tokens of a word or of a text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.batching import batches_by_length
from components.model.inference.forward import hidden_states
from components.model.results import Floats, Tokens
from components.model.user_errors import UserError
from components.probing.model.items import TextSpan


@dataclass(frozen=True, eq=False)
class SpanVectors:
    """Vectors of spans, and which of them the model could read.

    *Shape:* ``vectors`` (span, layer + 1, width), zeros for a span that cannot be read; ``readable`` (span,)
    """

    vectors: Floats
    readable: npt.NDArray[np.bool_]


def span_vectors(
    opened: OpenModel, spans: Sequence[TextSpan], *, on_progress: Callable[[int, int], None] | None = None
) -> SpanVectors:
    """The vectors of every span.

    Args:
        opened: The model.
        spans: Words or whole texts. A text that cannot be read is reported in the result and raises no error.
        on_progress: Called after each batch with the number of texts done and the total.
    """
    config = opened.model.config
    vectors = np.zeros((len(spans), config.num_hidden_layers + 1, config.hidden_size), dtype=np.float32)
    readable = np.zeros(len(spans), dtype=np.bool_)
    by_text: dict[str, list[int]] = {}
    for index, span in enumerate(spans):
        by_text.setdefault(span.text, []).append(index)
    tokens = {text: read for text in by_text if (read := _tokens(opened, text)) is not None}
    done = 0
    for batch in batches_by_length({text: len(read) for text, read in tokens.items()}):
        layers = torch.stack(hidden_states(opened, [tokens[text].ids for text in batch])).float().cpu().numpy()
        for row, text in enumerate(batch):
            for index in by_text[text]:
                positions = _positions(tokens[text], spans[index])
                if positions:
                    vectors[index] = layers[:, row, positions].mean(axis=1)
                    readable[index] = True
        done += len(batch)
        if on_progress is not None:
            on_progress(done, len(tokens))
    vectors.flags.writeable = readable.flags.writeable = False
    return SpanVectors(vectors, readable)


def _tokens(opened: OpenModel, text: str) -> Tokens | None:
    try:
        return opened.tokenizer.tokens(text)
    except UserError:
        return None


def _positions(tokens: Tokens, span: TextSpan) -> list[int]:
    """The tokens that overlap a span, without those that the tokenizer adds."""
    return [
        position
        for position, token in enumerate(tokens.items)
        if token.start < span.end and token.end > span.start and not token.special
    ]
