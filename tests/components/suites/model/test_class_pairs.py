"""A class's pairs count once, whoever sent them how often, and go into a file that the readers open again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.classroom.entries import PAIR_SENTENCE_LIMIT, ClassQuestion, EntryKind, entry_text
from components.model.user_errors import UserError
from components.suites.model.class_pairs import (
    SOMETHING_ELSE,
    SOURCE,
    class_phenomena,
    distinct_pairs,
    read_class_pair,
)
from components.suites.model.pair_files import pair_lines
from components.suites.model.pairs import MinimalPair, shipped_pairs
from components.suites.model.readers import read_pairs

QUESTION = ClassQuestion(EntryKind.MINIMAL_PAIR, "pairs", "Write a pair.", class_phenomena())
WORDS = st.sampled_from(["dogs", "Dogs", "bark", "barks", "the", "old", "don't"])
PHENOMENA = st.sampled_from(class_phenomena())
SENTENCES = st.lists(WORDS, min_size=1, max_size=3).map(lambda words: f"{' '.join(words)}.")
SENT = st.lists(st.builds(MinimalPair, SENTENCES, SENTENCES, PHENOMENA), max_size=14)


def different(pair: MinimalPair) -> bool:
    return bare(pair)[0] != bare(pair)[1]


def bare(pair: MinimalPair) -> tuple[str, str]:
    return pair.good.lower().strip("."), pair.bad.lower().strip(".")


@given(SENT)
def test_every_pair_that_was_sent_is_counted_once_repeated_or_disputed(sent: list[MinimalPair]) -> None:
    sent = [pair for pair in sent if different(pair)]
    result = distinct_pairs(sent)
    kinds = {bare(pair) for pair in sent}
    disputed = {kind for kind in kinds if kind[::-1] in kinds}
    assert [bare(pair) for pair in result.pairs] == [
        kind for kind in dict.fromkeys(map(bare, sent)) if kind not in disputed
    ]
    assert len(result.pairs) + result.repeated_count + 2 * result.disputed_count == len(sent)


@given(SENT, st.randoms(use_true_random=False))
def test_neither_repetition_nor_order_changes_which_pairs_there_are(sent: list[MinimalPair], random: object) -> None:
    sent = [pair for pair in sent if different(pair)]
    first = distinct_pairs(sent)
    assert distinct_pairs(sent + sent).pairs == first.pairs
    assert distinct_pairs(first.pairs).pairs == first.pairs
    shuffled = [*sent]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert {bare(pair) for pair in distinct_pairs(shuffled).pairs} == {bare(pair) for pair in first.pairs}


@given(st.lists(PHENOMENA, min_size=1))
def test_a_pair_is_about_what_the_first_who_names_it_says(named: list[str]) -> None:
    sent = [MinimalPair("Dogs bark.", "Dogs barks.", name) for name in named]
    (pair,) = distinct_pairs(sent).pairs
    assert pair.phenomenon == next((name for name in named if name != SOMETHING_ELSE), SOMETHING_ELSE)


def test_the_apps_pairs_are_such_as_a_class_may_write() -> None:
    for pair in shipped_pairs():
        text = entry_text(QUESTION, f"{pair.good}\n{pair.bad}")
        assert read_class_pair(text, pair.phenomenon) == MinimalPair(pair.good, pair.bad, pair.phenomenon, SOURCE)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "One sentence.",
        "One sentence.\n ",
        "The same words.\nThe same words.",
        "The same words.\nthe  Same words!",
        "The cat sleeps.\nMy dogs were barking.",
        "a\nb",
        "The <b>cat</b> sleeps.\nThe <b>cat</b> sleep.",
        "The [MASK] sleeps.\nThe [MASK] sleep.",
        "The ___ sleeps.\nThe ___ sleep.",
        "The cat sleeps.\n*The cat sleep.",
    ],
)
def test_what_is_no_minimal_pair_gets_a_message(text: str) -> None:
    with pytest.raises(UserError) as error:
        read_class_pair(text)
    assert 0 < len(str(error.value)) < 100


@given(st.text(max_size=60), st.text(max_size=60), PHENOMENA)
def test_what_a_class_may_send_comes_back_from_its_file(good: str, bad: str, phenomenon: str) -> None:
    text = entry_text(QUESTION, f"The {good} is here.\nThe {bad} are here.")
    try:
        pair = read_class_pair(text, phenomenon)
    except UserError:
        return
    again = read_pairs(pair_lines([pair, *shipped_pairs()[:2]]))
    expected = [pair, *shipped_pairs()[:2]]
    assert [(each.good, each.bad, each.phenomenon) for each in again] == [
        (each.good, each.bad, each.phenomenon) for each in expected
    ]


def test_a_file_of_a_single_pair_is_opened_too() -> None:
    pair = shipped_pairs()[0]
    (again,) = read_pairs(pair_lines([pair]))
    assert (again.good, again.bad, again.phenomenon, again.words) == (pair.good, pair.bad, pair.phenomenon, None)


def test_a_pair_is_stored_as_two_cleaned_lines_of_limited_length() -> None:
    assert (
        entry_text(QUESTION, " The  keys\tare here. \n The keys\u202e is here.")
        == "The keys are here.\nThe keys is here."
    )
    assert entry_text(QUESTION, "One line.") == ""
    assert entry_text(QUESTION, "One.\nTwo.\nThree.") == ""
    assert entry_text(QUESTION, "One.\n\u200b ") == ""
    assert max(map(len, entry_text(QUESTION, "a" * 500 + "\n" + "b" * 500).split("\n"))) == PAIR_SENTENCE_LIMIT
