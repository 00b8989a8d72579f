"""Names as B, I and O: what is possible, and how what is not is mended."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from components.tasks.model.bio import Name, begun, broken, entity_f1, likeliest, names_in
from components.tasks.model.specs import NAME_TAGS

TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")
SEQUENCES = st.lists(st.sampled_from(NAME_TAGS), min_size=1, max_size=8)


@given(st.integers(1, 4), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_the_likeliest_sequence_is_the_best_of_all_possible_ones(words: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(words, len(TAGS))).astype(np.float32)
    possible = [tags for tags in product(TAGS, repeat=words) if not broken(tags)]
    best = max(possible, key=lambda tags: sum(scores[p, TAGS.index(tag)] for p, tag in enumerate(tags)))
    assert likeliest(scores, TAGS) == list(best)


@given(SEQUENCES)
def test_what_is_mended_is_possible_and_what_was_possible_stays(tags: list[str]) -> None:
    assert broken(begun(tags)) == []
    assert (begun(tags) == tags) is (broken(tags) == [])


@given(SEQUENCES)
def test_names_are_as_many_as_beginnings(tags: list[str]) -> None:
    assert len(names_in(tags)) == sum(tag.startswith("B-") for tag in begun(tags))


def test_names_are_read_whole_and_by_their_kind() -> None:
    assert names_in(["B-PER", "I-PER", "O", "I-LOC", "B-LOC"]) == [
        Name("PER", 0, 1),
        Name("LOC", 3, 3),
        Name("LOC", 4, 4),
    ]


def test_a_name_found_by_half_counts_for_nothing() -> None:
    gold = [["B-PER", "I-PER", "O", "B-LOC"]]
    assert entity_f1(gold, gold) == 1
    assert entity_f1([["B-PER", "O", "O", "B-LOC"]], gold) == 0.5
    assert entity_f1([["O", "O", "O", "O"]], gold) == 0
