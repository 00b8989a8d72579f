"""A visitor's labels are used, or it is said what to do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import ListedSentence, listed_sentences, read_table
from components.probing.model.custom import CUSTOM_LIST, EXAMPLE_LIST, custom_labels


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
