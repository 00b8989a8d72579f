"""Tables about cosines layer by layer: means with intervals, published figures, random pairs, one pair, dimensions."""

import pandas as pd

from components.probing.model.cosine_results import CosineProfile, PairCosines
from components.tables.numbers import fixed

RANDOM_WORDS, SAME_WORD, WORD_AND_SENTENCE = (
    "two random words",
    "the same word, two sentences",
    "a word and its sentence",
)
KINDS = (RANDOM_WORDS, SAME_WORD, WORD_AND_SENTENCE)
OTHERS = "all others"
PUBLISHED_LAYERS = 12
# BERT base (cased), Ethayarajh 2019, as in https://github.com/kawine/contextual, bert/embedding_space_stats.json. The
# smallest mean of the same word, .731, is left out: which layer it is of is in no text that was at hand.
PUBLISHED = {
    RANDOM_WORDS: {0: 0.105, 11: 0.675, 12: 0.477},
    SAME_WORD: {0: 0.954, 12: 0.755},
    WORD_AND_SENTENCE: {0: 0.435, 11: 0.870, 12: 0.776},
}


def cosine_table(profile: CosineProfile) -> pd.DataFrame:
    """One row for each layer and kind of mean.

    Columns: ``layer`` from 0; ``kind``, of :data:`KINDS`; ``cosine`` with its interval from ``low`` to ``high``.
    """
    return pd.DataFrame(
        [
            {"layer": layer, "kind": kind, "cosine": mean.value, "low": mean.low, "high": mean.high}
            for layer, cosines in enumerate(profile.layers)
            for kind, mean in zip(
                KINDS, (cosines.random_words, cosines.same_word, cosines.word_and_sentence), strict=True
            )
        ]
    )


def published_table(layers: int) -> pd.DataFrame:
    """The published figures of BERT base, at the same share of the depth of a model with so many layers.

    Columns: ``layer``, where the point stands; ``published_layer``, of BERT's 12; ``kind``; ``cosine``.
    """
    return pd.DataFrame(
        [
            {"layer": layers * layer / PUBLISHED_LAYERS, "published_layer": layer, "kind": kind, "cosine": cosine}
            for kind, figures in PUBLISHED.items()
            for layer, cosine in figures.items()
        ]
    )


def pair_table(profile: CosineProfile, pair: PairCosines) -> pd.DataFrame:
    """One row for each layer: a pair beside the random pairs.

    Columns: ``layer`` from 0; ``cosine`` of the pair and ``figure``, the same as text; ``share_below``, the share of
    random pairs with a smaller cosine; ``low``, ``median`` and ``high``, percentiles 5, 50 and 95 of the random pairs.
    """
    return pd.DataFrame(
        [
            {
                "layer": layer,
                "cosine": cosine,
                "figure": fixed(cosine, 2),
                "share_below": share,
                "low": cosines.band.low,
                "median": cosines.band.median,
                "high": cosines.band.high,
            }
            for layer, (cosines, cosine, share) in enumerate(
                zip(profile.layers, pair.cosines, pair.shares_below, strict=True)
            )
        ]
    )


def dimension_table(profile: CosineProfile) -> pd.DataFrame:
    """What the largest dimensions and all others add to the mean cosine of random pairs, layer by layer.

    Columns: ``layer`` from 0; ``part``, "1st", "2nd", "3rd" or :data:`OTHERS`; ``order`` from 1; ``dimension``, its
    number from 1 as text, or how many the others are; ``contribution``; ``start`` and ``end`` of its piece of a bar.
    """
    rows = []
    for layer, cosines in enumerate(profile.layers):
        largest = [(str(each.dimension + 1), each.contribution) for each in cosines.dimensions]
        remainder = cosines.random_words.value - sum(contribution for _, contribution in largest)
        parts = [*largest, (f"{profile.width - len(largest)} others", remainder)]
        # Positive pieces go up from 0 and negative ones down, so that no piece hides another.
        heights = {True: 0.0, False: 0.0}
        for order, (dimension, contribution) in enumerate(parts, start=1):
            is_positive = contribution >= 0
            start = heights[is_positive]
            heights[is_positive] += contribution
            name = OTHERS if order > len(largest) else _ORDINALS[order - 1]
            rows.append(
                {
                    "layer": layer,
                    "part": name,
                    "order": order,
                    "dimension": dimension,
                    "contribution": contribution,
                    "start": start,
                    "end": heights[is_positive],
                }
            )
    return pd.DataFrame(rows)


_ORDINALS = ("largest", "2nd largest", "3rd largest")
PARTS = (*_ORDINALS, OTHERS)
