"""The words around a word that tell one cluster of its occurrences from the others, to give the cluster a name.

Log-odds with an informative prior (Monroe, Colaresi and Quinn 2008, "Fightin' Words",
https://doi.org/10.1093/pan/mpn018): the frequency of a word in the cluster against that in all others, drawn towards
its frequency in both, and divided by its standard error. So a word seen once does not beat one seen ten times.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from components.model.tokens.occurrences import Span
from components.senses.model.results import ClusterWord

PRIOR = 20.0  # words that each side is taken to have had before, spread as in all sentences
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?")
# Words that say how a sentence is built and little of what it is about.
FUNCTION_WORDS = frozenset(Path(__file__).with_name("function_words.txt").read_text(encoding="utf-8").split())


def cluster_words(
    sentences: Sequence[str], spans: Sequence[Span], clusters: Sequence[int], *, count: int = 4
) -> tuple[tuple[ClusterWord, ...], ...]:
    """For each cluster, by its number, up to ``count`` words that are likelier around its points, the surest first.

    A sentence counts once for a cluster, however many of its points are in it. The word itself and function words are
    left out. Where there is one cluster only there is nothing to hold it against: its most frequent words.

    Args:
        sentences: The sentence of each point.
        spans: Where in it the point's word stands.
        clusters: The cluster of each point, from 0.
        count: How many words.
    """
    places: dict[str, set[Span]] = {}
    of_cluster: list[dict[str, None]] = [{} for _ in range(max(clusters, default=-1) + 1)]
    for sentence, span, cluster in zip(sentences, spans, clusters, strict=True):
        places.setdefault(sentence, set()).add(span)
        of_cluster[cluster][sentence] = None
    itself = {sentence[a:b].casefold() for sentence, of in places.items() for a, b in of}
    around = {sentence: _around(sentence, of) - itself for sentence, of in places.items()}
    counts = [Counter(word for sentence in of for word in around[sentence]) for of in of_cluster]
    return tuple(_words(number, counts)[:count] for number in range(len(counts)))


def _around(sentence: str, spans: set[Span]) -> set[str]:
    found = {
        match.group().casefold().replace("’", "'")
        for match in _WORD.finditer(sentence)
        if not any(match.start() < end and match.end() > start for start, end in spans)
    }
    return {word for word in found if word.partition("'")[0] not in FUNCTION_WORDS}


def _words(number: int, counts: Sequence[Counter[str]]) -> tuple[ClusterWord, ...]:
    here = counts[number]
    there = Counter[str]()
    for other, of in enumerate(counts):
        if other != number:
            there.update(of)
    all_here, all_there = here.total(), there.total()
    found = []
    for word, count in here.items():
        prior = PRIOR * (count + there[word]) / (all_here + all_there)
        log_odds = _log_odds(count, all_here, prior) - _log_odds(there[word], all_there, prior)
        z = log_odds / math.sqrt(1 / (count + prior) + 1 / (there[word] + prior))
        found.append(ClusterWord(word, count, there[word], z))
    if len(counts) == 1:
        return tuple(sorted(found, key=lambda word: (-word.count, word.word)))
    return tuple(sorted((word for word in found if word.z > 0), key=lambda word: (-word.z, -word.count, word.word)))


def _log_odds(count: int, total: int, prior: float) -> float:
    # The 1 is for words that are never seen: without it one that is the only word would have no odds.
    return math.log((count + prior) / (total + PRIOR + 1 - count - prior))
