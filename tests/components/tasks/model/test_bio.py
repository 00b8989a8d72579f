"""BIO tags: which sequences are valid, and how invalid ones are repaired."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from components.model.heads.specs import NAME_TAGS
from components.tasks.model.bio import (
    NamedEntity,
    entity_f1,
    extract_names,
    invalid_positions,
    repair_as_beginnings,
    viterbi_tags,
)
from tests.examples import scaled

TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")
SEQUENCES = st.lists(st.sampled_from(NAME_TAGS), min_size=1, max_size=8)


@given(st.integers(1, 4), st.integers(0, 10_000))
@settings(max_examples=scaled(60), deadline=None)
def test_viterbi_finds_the_best_of_all_valid_sequences(words: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(words, len(TAGS))).astype(np.float32)
    possible = [tags for tags in product(TAGS, repeat=words) if not invalid_positions(tags)]
    best = max(possible, key=lambda tags: sum(scores[p, TAGS.index(tag)] for p, tag in enumerate(tags)))
    assert viterbi_tags(scores, TAGS) == list(best)


@given(SEQUENCES)
def test_repaired_tags_are_valid_and_valid_ones_are_not_changed(tags: list[str]) -> None:
    assert invalid_positions(repair_as_beginnings(tags)) == []
    assert (repair_as_beginnings(tags) == tags) is (invalid_positions(tags) == [])


@given(SEQUENCES)
def test_there_are_as_many_names_as_b_tags(tags: list[str]) -> None:
    assert len(extract_names(tags)) == sum(tag.startswith("B-") for tag in repair_as_beginnings(tags))


def test_names_are_extracted_with_their_kind() -> None:
    assert extract_names(["B-PER", "I-PER", "O", "I-LOC", "B-LOC"]) == [
        NamedEntity("PER", 0, 1),
        NamedEntity("LOC", 3, 3),
        NamedEntity("LOC", 4, 4),
    ]


def test_a_name_that_is_predicted_in_part_does_not_count() -> None:
    gold = [["B-PER", "I-PER", "O", "B-LOC"]]
    assert entity_f1(gold, gold) == 1
    assert entity_f1([["B-PER", "O", "O", "B-LOC"]], gold) == 0.5
    assert entity_f1([["O", "O", "O", "O"]], gold) == 0
