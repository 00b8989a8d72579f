"""The vectors of all words of some sentences, after every layer: the sample that cosines are measured on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.arrays import make_read_only
from components.model.blanks.blank_probes import BLANK, blank_probes
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Conditions, Floats
from components.probing.model.items import TextSpan
from components.probing.model.sentences import word_spans
from components.probing.model.vectors import span_vectors

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class WordSample:
    """The words of some sentences and their vectors.

    A word is a run of letters and digits. One that the model reads nothing of is left out; one of several tokens has
    the mean of their vectors.

    Attributes:
        texts: The words as written, sentence by sentence.
        starts: The first character of each in its sentence. *Shape:* (word,)
        sentence_indices: The index of each word's sentence. *Shape:* (word,)
        form_indices: Equal for words that differ at most in upper and lower case. *Shape:* (word,)
        vectors: Layer 0 is the embeddings. *Shape:* (layer + 1, word, width)
        sentence_count: The number of sentences.
        conditions: How the vectors were computed.
    """

    texts: tuple[str, ...]
    starts: Indices
    sentence_indices: Indices
    form_indices: Indices
    vectors: Floats
    sentence_count: int
    conditions: Conditions


def sample_sentences() -> tuple[str, ...]:
    """The sentences that cosines are measured on by default: all probes, with their words filled in."""
    return tuple(probe.sentence.replace(BLANK, probe.written) for probe in blank_probes())


def read_words(
    opened: OpenModel, sentences: Sequence[str], *, on_progress: Callable[[int, int], None] | None = None
) -> WordSample:
    """Read sentences in batches and take the vector of every word at every layer.

    Args:
        opened: The model.
        sentences: The sentences.
        on_progress: Called after each batch with the number of sentences done and the total.

    Raises:
        UserError: A sentence cannot be read.
    """
    for sentence in sentences:
        opened.tokenizer.tokens(sentence)
    indexed = [
        (index, TextSpan(sentence, start, end))
        for index, sentence in enumerate(sentences)
        for start, end in word_spans(sentence)
    ]
    by_span = span_vectors(opened, [span for _, span in indexed], on_progress=on_progress)
    words = [word for word, is_readable in zip(indexed, by_span.readable, strict=True) if is_readable]
    texts = tuple(span.text[span.start : span.end] for _, span in words)
    forms = np.array([text.casefold() for text in texts], dtype=np.str_)
    return WordSample(
        texts=texts,
        starts=make_read_only(np.array([span.start for _, span in words], dtype=np.int64)),
        sentence_indices=make_read_only(np.array([index for index, _ in words], dtype=np.int64)),
        form_indices=make_read_only(np.unique(forms, return_inverse=True)[1]),
        vectors=make_read_only(by_span.vectors[by_span.readable].swapaxes(0, 1)),
        sentence_count=len(sentences),
        conditions=opened.conditions,
    )
