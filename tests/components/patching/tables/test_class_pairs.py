"""Pairs of a class: sorted by the layer in which their answers move, and the sentence about them."""

import pytest

from components.model.results import Token, Tokens
from components.patching.model.results import AlignedPair, AnswerWord, PairPath
from components.patching.tables.class_pairs import class_pairs_finding, class_pairs_table

TOKENS = Tokens("[MASK]", (Token("[MASK]", 1, 0, 6, False, False, True),))
WORDS = (AnswerWord(1, "were", False, 0.9, 0.1), AnswerWord(2, "was", False, 0.1, 0.9))


def moving_in(layer: int, count: int = 6) -> PairPath:
    blank = tuple(float(each >= layer) for each in range(count + 1))
    return PairPath(AlignedPair(TOKENS, TOKENS, 0), WORDS, (blank, blank, blank))


def sorted_pairs(*layers: int) -> list[tuple[str, PairPath]]:
    return [(f"The a{n}/b{n} ___.", moving_in(layer)) for n, layer in enumerate(layers)]


def test_pairs_are_sorted_by_layer_and_then_by_arrival() -> None:
    table = class_pairs_table(sorted_pairs(5, 2, 5, 0))
    assert table["layer"].tolist() == [0, 2, 5, 5]
    assert table["versions"].tolist() == ["a3/b3", "a1/b1", "a0/b0", "a2/b2"]
    assert table["place"].tolist() == [1, 1, 1, 2]
    assert set(table["answers"]) == {"were / was"}


@pytest.mark.parametrize(
    ("layers", "finding"),
    [
        ((), "No pair has arrived yet"),
        ((3,), "in layer 3."),
        ((4, 4, 2), "in layer 4: in 2 of 3 pairs"),
        ((2, 2, 6), "in layer 2: in 2 of 3 pairs"),
        ((1, 5), "1 and 5"),
        ((6,), "after layer 6, the last"),
        ((6, 6, 2), "In 2 of 3 pairs the answer is at the blank only after layer 6, the last"),
    ],
)
def test_the_finding_names_the_layer_of_most(layers: tuple[int, ...], finding: str) -> None:
    assert finding in class_pairs_finding(class_pairs_table(sorted_pairs(*layers)), last=6)
