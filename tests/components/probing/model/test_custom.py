"""A visitor's labels are used, or it is said what to do."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import ListedSentence, listed_sentences, read_table
from components.model.lists.spellings import merged_spellings
from components.model.tokens.text_limits import is_visually_empty
from components.model.user_errors import UserError
from components.probing.model.custom import CUSTOM_LIST, EXAMPLE_LIST, custom_labels, labels_text, read_labels

CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(" \t\n,;\"'"), min_size=1, max_size=12)


def rows(*pairs: tuple[str, str]) -> list[ListedSentence]:
    return [ListedSentence(line, text, label) for line, (text, label) in enumerate(pairs, start=1)]


def labelled(**counts: int) -> list[tuple[str, str]]:
    return [(f"{label} text {index}", label) for label, count in counts.items() for index in range(count)]


def test_the_example_list_can_be_used() -> None:
    labels = custom_labels(listed_sentences(read_table(EXAMPLE_LIST, CUSTOM_LIST)))
    assert len(labels) == 30
    assert {label for _, label in labels} == {"animal", "tool"}


@pytest.mark.parametrize(
    ("pairs", "problem"),
    [
        (labelled(a=4, b=4), ListProblem.TOO_FEW_SENTENCES),
        (labelled(a=20), ListProblem.ONE_LABEL),
        (labelled(a=20, b=3), ListProblem.RARE_LABEL),
        (labelled(**{chr(97 + index): 5 for index in range(11)}), ListProblem.TOO_MANY_LABELS),
        ([*labelled(a=9, b=9), ("a text 0", "b")], ListProblem.CONTRADICTION),
        ([*labelled(a=9, b=9), ("text", "c" * 41)], ListProblem.LONG_LABEL),
    ],
)
def test_a_list_that_cannot_be_used_says_why(pairs: list[tuple[str, str]], problem: ListProblem) -> None:
    with pytest.raises(ListError) as error:
        custom_labels(rows(*pairs))
    assert error.value.problem is problem


@given(st.lists(st.tuples(st.text(max_size=5), st.sampled_from("abc")), max_size=40))
def test_any_list_is_used_or_refused_with_a_reason(pairs: list[tuple[str, str]]) -> None:
    try:
        labels = custom_labels(rows(*pairs))
    except ListError:
        return
    assert len({text for text, _ in labels}) == len(labels) >= 10


def test_the_example_is_read_as_it_was_written() -> None:
    labels = read_labels(EXAMPLE_LIST)
    assert read_labels(labels_text(labels)) == labels


@given(st.lists(CELL.map(str.strip), min_size=10, max_size=20, unique=True), CELL, CELL)
def test_whatever_the_texts_and_labels_are_they_are_read_as_they_were_written(
    texts: list[str], first: str, second: str
) -> None:
    assume(not any(map(is_visually_empty, [*texts, first, second])))
    written = [(text, (first, second)[n % 2].strip()) for n, text in enumerate(texts)]
    try:
        labels = custom_labels(rows(*written))
    except ListError:
        return
    labelled = merged_spellings([label for _, label in labels], ignores_case=True)
    assume(len(set(labelled.values())) == 2)
    try:
        again = read_labels(labels_text(labels))
    except ListError:
        raise
    except UserError:  # a text that no list may have
        return
    assert again == tuple((text, labelled[label]) for text, label in labels)
