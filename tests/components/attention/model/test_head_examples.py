"""The pair of tokens that shows what a head does: the sentence has it, and the head attends to it most."""

import numpy as np
import pytest

from components.attention.model.head_examples import shown_pair, wanted_keys
from components.attention.model.head_measures import word_indices
from components.attention.model.head_probes import head_probes
from components.attention.model.results import DIRECTIONS, HeadPattern
from tests.components.attention.model.synthetic_heads import at_offset, even, tokens_of

PROBES = head_probes()[:40]


@pytest.mark.parametrize("pattern", DIRECTIONS)
def test_a_relation_is_shown_by_its_own_words_and_not_where_the_first_token_gets_more(pattern: HeadPattern) -> None:
    relation, turned = DIRECTIONS[pattern]
    for probe in PROBES:
        tokens = tokens_of(probe)
        words, keys = word_indices(tokens, probe), wanted_keys(tokens, probe, pattern, causal=False)
        pairs = [pair[::-1] if turned else pair for pair in probe.pairs[relation]]
        knowing = even(len(tokens)).copy()[0, 0]
        for query, key in pairs:
            knowing[np.ix_(words == query, words == key)] = 1
        shown = shown_pair(knowing, keys)
        assert (shown is not None) == bool(pairs)
        if shown is not None:
            assert tuple(words[list(shown)]) in pairs
        knowing[:, 0] = 2  # [CLS] gets more: a visitor would not see the relation
        assert shown_pair(knowing, keys) is None


def test_only_a_sentence_that_has_a_word_twice_shows_a_head_for_the_same_word() -> None:
    for probe in PROBES:
        tokens = tokens_of(probe, pieces=False)
        words, keys = word_indices(tokens, probe), wanted_keys(tokens, probe, HeadPattern.SAME_WORD, causal=False)
        texts = [word.text.casefold() for word in probe.words if not word.punctuation]
        shown = shown_pair(keys.astype(np.float32), keys)
        assert (shown is not None) == (len(set(texts)) < len(texts))
        if shown is not None:
            first, other = (probe.words[words[place]].text.casefold() for place in shown)
            assert first == other
            assert shown[0] != shown[1]


def test_a_causal_head_is_shown_by_what_it_can_see() -> None:
    for probe in PROBES:
        tokens = tokens_of(probe, marks=False)
        keys = wanted_keys(tokens, probe, HeadPattern.VERB_OBJECT, causal=True)
        assert not np.triu(keys, 1).any()
        assert shown_pair(at_offset(1)(tokens, probe)[0, 0], keys) is None
