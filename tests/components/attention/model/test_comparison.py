"""Two sentences: tokens that correspond, differences on them, and the heads that changed most."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.attention.model.comparison import align_tokens, heads_by_change
from components.model.results import Floats, Token, Tokens
from components.model.user_errors import UserError
from tests.components.attention.model.test_aggregation import attention_of
from tests.components.small_tokenizers import WORD_PIECES
from tests.examples import scaled

IDS = st.lists(st.integers(0, 4), max_size=10)
quick = settings(max_examples=scaled(80))


def tokens(*ids: int) -> Tokens:
    """Tokens of which 0 is a mark."""
    return Tokens("", tuple(Token(str(i), i, 0, 0, False, i == 0, False) for i in ids))


def words(first: str, second: str) -> list[tuple[str, str]]:
    first_tokens, second_tokens = WORD_PIECES.tokens(first), WORD_PIECES.tokens(second)
    return [
        (first_tokens.items[a].text, second_tokens.items[b].text) for a, b in align_tokens(first_tokens, second_tokens)
    ]


def test_a_word_in_anothers_place_is_aligned_with_it() -> None:
    assert words("she sat on the bank", "she sat on the river") == [
        ("[CLS]", "[CLS]"),
        ("she", "she"),
        ("sat", "sat"),
        ("on", "on"),
        ("the", "the"),
        ("bank", "river"),
        ("[SEP]", "[SEP]"),
    ]


def test_what_has_no_counterpart_is_left_out() -> None:
    pairs = words("she sat on the bank .", "he sat here and there on the bank .")
    assert ("she", "he") in pairs
    assert [a for a, b in pairs if a == b] == ["[CLS]", "sat", "on", "the", "bank", ".", "[SEP]"]
    assert not {"here", "there"} & {b for _, b in pairs}
    assert words("she sat", "of the river sat")[:2] == [("[CLS]", "[CLS]"), ("sat", "sat")]


def test_a_word_and_a_mark_never_correspond() -> None:
    assert align_tokens(tokens(0, 1, 0, 2, 0), tokens(0, 1, 3, 2, 0)) == ((0, 0), (1, 1), (3, 3), (4, 4))


@given(IDS, IDS)
@quick
def test_alignments_are_in_order_and_one_to_one(first: list[int], second: list[int]) -> None:
    pairs = align_tokens(tokens(*first), tokens(*second))
    for side in ([a for a, _ in pairs], [b for _, b in pairs]):
        assert side == sorted(set(side))
    assert all((first[a] == 0) == (second[b] == 0) for a, b in pairs)
    assert align_tokens(tokens(*first), tokens(*first)) == tuple((i, i) for i in range(len(first)))


def test_the_slowest_alignment_of_512_tokens_is_quick() -> None:
    first, second = (tokens(*(x for n in range(256) for x in (1, start + n))) for start in (1000, 5000))
    begun = time.process_time()
    assert len(align_tokens(first, second)) == 512
    assert time.process_time() - begun < 3  # a sixth of it is usual


def at_distance(row: Floats, query: int, distance: int) -> float:
    """The weight of the key so many tokens after the query; 0 beyond the ends."""
    key = query + distance
    return float(row[key]) if 0 <= key < len(row) else 0.0


@given(IDS.filter(len), IDS.filter(len), st.integers(0, 999), st.data())
@quick
def test_heads_by_change_are_those_of_a_loop(
    first: list[int], second: list[int], seed: int, data: st.DataObject
) -> None:
    pairs = align_tokens(tokens(*first), tokens(*second))
    ours, theirs = attention_of((2, 3, len(first)), seed), attention_of((2, 3, len(second)), seed + 1)
    query = data.draw(st.integers(0, len(first) - 1))
    if query not in dict(pairs):
        with pytest.raises(UserError, match="no counterpart"):
            heads_by_change(ours, theirs, pairs, query)
        return
    changes = heads_by_change(ours, theirs, pairs, query)
    distances = {(change.layer, change.head): change.distance for change in changes}
    assert len(changes) == len(distances) == 6
    assert [change.distance for change in changes] == sorted(distances.values(), reverse=True)
    for (layer, head), distance in distances.items():
        row, other = ours[layer, head, query].astype(float), theirs[layer, head, dict(pairs)[query]].astype(float)
        both = [(row[a], other[b]) for a, b in pairs]
        both.append((1 - sum(a for a, _ in both), 1 - sum(b for _, b in both)))
        away = range(-len(first) - len(second), len(first) + len(second))
        beside = [(at_distance(row, query, n), at_distance(other, dict(pairs)[query], n)) for n in away]
        wanted = min(sum(abs(a - b) for a, b in keys) / 2 for keys in (both, beside))
        assert distance == pytest.approx(wanted, abs=1e-5)
        assert -1e-6 <= distance <= 1 + 1e-6


def test_a_sentence_beside_itself_shows_no_change() -> None:
    attention = attention_of((2, 2, 4), 7)
    pairs = tuple((i, i) for i in range(4))
    changes = heads_by_change(attention, attention, pairs, 2)
    assert {change.distance for change in changes} == {0}
    assert [(change.layer, change.head) for change in changes] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_row_that_moves_to_a_word_the_other_sentence_lacks_has_changed_altogether() -> None:
    first = np.zeros((1, 1, 2, 2), np.float32)
    first[..., 0] = 1
    second = np.zeros((1, 1, 3, 3), np.float32)
    second[..., 2] = 1
    (change,) = heads_by_change(first, second, ((0, 0), (1, 1)), 1)
    assert change.distance == 1


def test_a_head_that_attends_to_the_previous_token_does_not_change_when_a_word_is_put_before() -> None:
    first, second = np.zeros((1, 2, 3, 3), np.float32), np.zeros((1, 2, 4, 4), np.float32)
    for side in (first, second):  # the last token attends to the one before it in one head, and to the first in another
        side[0, 0, -1, -2] = side[0, 1, -1, 0] = 1
    second[0, 0, -1, -2], second[0, 0, -1, -3] = 0.75, 0.25
    pairs = ((0, 0), (1, 1), (2, 3))
    changes = {change.head: change for change in heads_by_change(first, second, pairs, 2)}
    assert changes[0].distance == pytest.approx(0.25)
    assert changes[1].distance == 0
