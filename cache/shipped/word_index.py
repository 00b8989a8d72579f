"""The content words of the included sentences as the default model reads them, for a search without waiting.

``python -m cache.shipped.word_index`` writes them, one byte a number: enough to find the nearest words, whose
similarities are then computed exactly.
"""

from pathlib import Path

import numpy as np

from cache.senses import included_sentences
from cache.sized_cache import share_results
from components.senses.model.results import WordPoint
from components.senses.model.river_results import WordIndex

FILE = Path(__file__).with_name("word_index.npz")
_LEVELS = 127


@share_results(1)
def shipped_word_index() -> WordIndex:
    """The words and their vectors."""
    sentences = included_sentences()
    with np.load(FILE, allow_pickle=False) as stored:
        spans, rows = stored["spans"].tolist(), stored["vectors"].astype(np.float32)
    points = [
        WordPoint(index, sentences[index], start, end, (), sentences[index][start:end]) for index, start, end in spans
    ]
    return WordIndex(tuple(points), rows / np.linalg.norm(rows, axis=1, keepdims=True))


def main() -> None:
    """Compute and write them."""
    from cache.engine import engine
    from components.model.checkpoints.catalogue import DEFAULT_MODEL
    from components.senses.model.nearby import index_words

    sentences = included_sentences()
    index = index_words(engine().open_model(DEFAULT_MODEL), sentences, lambda _done, _of: None)
    numbers = {sentence: number for number, sentence in enumerate(sentences)}
    spans = np.array([(numbers[point.sentence], point.start, point.end) for point in index.points], dtype=np.int16)
    scaled = index.vectors / np.abs(index.vectors).max(axis=1, keepdims=True)
    np.savez_compressed(FILE, spans=spans, vectors=np.rint(_LEVELS * scaled).astype(np.int8))


if __name__ == "__main__":
    main()
