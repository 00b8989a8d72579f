"""A word in the sentences that a class sends. Each is read once, however often the river is drawn."""

from collections.abc import Sequence
from functools import partial

from cache.river import read_sides
from cache.senses import word_vectors
from cache.sized_cache import SizedCache
from components.model.tokens.occurrences import SentenceWithSense
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordVectors

READ_LIMIT = 40  # new sentences per call: about half a second with a small model

_READ: SizedCache[WordVectors | None] = SizedCache(
    50 * 1024 * 1024, lambda vectors: 1000 if vectors is None else vectors.vectors.nbytes + 2000
)


def sense_labels(request: SensesRequest, senses: tuple[str, str], sentences: Sequence[str]) -> tuple[str, ...]:
    """The sense on whose side of the river each sentence ends; "" if it is undecided, or lacks the word."""
    read = read_all(request, sentences)
    return read_sides(request, senses, [read[sentence] for sentence in sentences])


def read_all(request: SensesRequest, sentences: Sequence[str]) -> dict[str, WordVectors | None]:
    """Every sentence; the values are those of :func:`read_some`."""
    texts = tuple(dict.fromkeys(sentences))
    read: dict[str, WordVectors | None] = {}
    for start in range(0, len(texts), READ_LIMIT):
        read |= read_some(request, texts[start : start + READ_LIMIT])
    return read


def read_some(request: SensesRequest, sentences: Sequence[str]) -> dict[str, WordVectors | None]:
    """The sentences that have been read so far, after reading up to :data:`READ_LIMIT` new ones in one batch.

    The value has the first occurrence of the word, and is None if the sentence does not contain the word or cannot be
    read. The others follow in later calls, so that the projected page keeps updating however many sentences arrive.
    """
    keys = {sentence: (request.key, sentence) for sentence in sentences}
    unread = [sentence for sentence in sentences if keys[sentence] not in _READ][:READ_LIMIT]
    for sentence, vectors in _read_together(request, unread).items():
        _READ.put(keys[sentence], vectors)
    read = (sentence for sentence in sentences if keys[sentence] in _READ)
    return {sentence: _READ.get(keys[sentence], partial(_read_alone, request, sentence)) for sentence in read}


def _read_together(request: SensesRequest, sentences: Sequence[str]) -> dict[str, WordVectors | None]:
    """Read some sentences in one batch."""
    if not sentences:
        return {}
    vectors = word_vectors(
        SensesRequest(request.model_id, request.forms, tuple(map(SentenceWithSense, sentences)), request.pooling),
        lambda _: None,
    )
    return {sentence: vectors.of_sentence(index) for index, sentence in enumerate(sentences)}


def _read_alone(request: SensesRequest, sentence: str) -> WordVectors | None:
    """Read one sentence, which has been evicted from the cache meanwhile."""
    return _read_together(request, (sentence,))[sentence]
