"""Context words that distinguish one cluster of a word's occurrences from the others, used to name the cluster.

Log-odds with an informative prior (Monroe, Colaresi and Quinn 2008, "Fightin' Words",
https://doi.org/10.1093/pan/mpn018): the frequency of a word in the cluster against that in all others, drawn towards
its frequency in both, and divided by its standard error. So a word that occurs once does not beat one that occurs
ten times.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

from components.model.tokens.function_words import FUNCTION_WORDS
from components.model.tokens.occurrences import Span
from components.senses.model.results import ClusterWord

PRIOR = 20.0  # pseudo-counts added to each side, distributed as in all sentences
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?")


def cluster_words(
    sentences: Sequence[str], spans: Sequence[Span], clusters: Sequence[int], *, count: int = 4
) -> tuple[tuple[ClusterWord, ...], ...]:
    """Up to ``count`` words for each cluster that are more frequent around its points, highest z-score first.

    A sentence counts once per cluster, however many of its points are in it. The word itself and function words are
    left out. A single cluster has nothing to be compared with and gets its most frequent words.

    Args:
        sentences: The sentence of each point.
        spans: Start and end of the word in that sentence, in code points.
        clusters: The cluster of each point, from 0.
        count: Maximum number of words per cluster.
    """
    spans_by_sentence: dict[str, set[Span]] = {}
    sentences_by_cluster: list[dict[str, None]] = [{} for _ in range(max(clusters, default=-1) + 1)]
    for sentence, span, cluster in zip(sentences, spans, clusters, strict=True):
        spans_by_sentence.setdefault(sentence, set()).add(span)
        sentences_by_cluster[cluster][sentence] = None
    word_forms = {sentence[a:b].casefold() for sentence, of in spans_by_sentence.items() for a, b in of}
    context_words = {sentence: _context_words(sentence, of) - word_forms for sentence, of in spans_by_sentence.items()}
    counts = [Counter(word for sentence in of for word in context_words[sentence]) for of in sentences_by_cluster]
    return tuple(_distinctive_words(number, counts)[:count] for number in range(len(counts)))


def _context_words(sentence: str, spans: set[Span]) -> set[str]:
    words = {
        match.group().casefold().replace("’", "'")
        for match in _WORD.finditer(sentence)
        if not any(match.start() < end and match.end() > start for start, end in spans)
    }
    return {word for word in words if word.partition("'")[0] not in FUNCTION_WORDS}


def _distinctive_words(number: int, counts: Sequence[Counter[str]]) -> tuple[ClusterWord, ...]:
    inside = counts[number]
    elsewhere = Counter[str]()
    for other, of in enumerate(counts):
        if other != number:
            elsewhere.update(of)
    inside_total, elsewhere_total = inside.total(), elsewhere.total()
    ranked = []
    for word, count in inside.items():
        prior = PRIOR * (count + elsewhere[word]) / (inside_total + elsewhere_total)
        log_odds = _log_odds(count, inside_total, prior) - _log_odds(elsewhere[word], elsewhere_total, prior)
        z = log_odds / math.sqrt(1 / (count + prior) + 1 / (elsewhere[word] + prior))
        ranked.append(ClusterWord(word, count, elsewhere[word], z))
    if len(counts) == 1:
        return tuple(sorted(ranked, key=lambda word: (-word.count, word.word)))
    return tuple(sorted((word for word in ranked if word.z > 0), key=lambda word: (-word.z, -word.count, word.word)))


def _log_odds(count: int, total: int, prior: float) -> float:
    # The 1 stands for unseen words: without it the odds of a cluster's only word would be infinite.
    return math.log((count + prior) / (total + PRIOR + 1 - count - prior))
