"""Four kinds of pair: each from where it is said to be."""

import numpy as np

from training.dataset import EncodedText
from training.pair_kinds import HALF_LIMIT, KINDS, MINIMUM_GAP, MINIMUM_LENGTH, draw_pairs

SENTENCE, PER_TEXT, TEXTS = 12, 30, 4


def numbered() -> EncodedText:
    """Texts whose pieces are their own places, sentences of one length."""
    length = SENTENCE * PER_TEXT
    ids = np.arange(TEXTS * length, dtype=np.uint16)
    return EncodedText(ids, np.arange(TEXTS + 1) * length, np.arange(0, TEXTS * length, SENTENCE))


def text_of(ids: list[int]) -> int:
    return ids[0] // (SENTENCE * PER_TEXT)


def test_each_kind_is_what_it_is_called() -> None:
    made = list(draw_pairs(numbered(), np.random.default_rng(0), 200))
    assert len(made) == 200
    for each in made:
        assert tuple(each.halves) == KINDS
        a, b = each.halves["next"]
        assert b[0] == a[0] + 2 * SENTENCE  # two sentences, then the next two
        assert text_of(a) == text_of(b) == each.text
        assert each.halves["exchanged"] == (b, a)
        first, same = each.halves["same text"]
        assert first == a
        assert text_of(same) == each.text
        assert abs(same[0] - a[0]) >= MINIMUM_GAP * SENTENCE
        assert text_of(each.halves["another text"][1]) != each.text
        assert all(MINIMUM_LENGTH <= len(half) <= HALF_LIMIT for pair in each.halves.values() for half in pair)
