"""Filling blanks together: laws of the search, and scores as plain transformers code gives them."""

import itertools

import pytest
import torch

from components.fill.model.joint_fill import FILL_COUNT, joint_fill
from components.model.checkpoints.open_model import OpenModel
from components.model.user_errors import UserError
from tests.components.conftest import Opener, Randomised

SENTENCE = "the [MASK] of [MASK] is paris ."


def chain(opened: OpenModel, ids: list[int], positions: tuple[int, ...], pieces: tuple[int, ...]) -> float:
    """The score of a fill from the left to the right, by plain transformers code."""
    total, ids = 0.0, list(ids)
    for position, piece in zip(positions, pieces, strict=True):
        with torch.no_grad():
            total += opened.model(input_ids=torch.tensor([ids])).logits[0, position].log_softmax(-1)[piece].item()
        ids[position] = piece
    return total


def test_an_exhaustive_beam_finds_the_best_fill_of_all(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    vocabulary = range(bert.model.config.vocab_size)
    fills = joint_fill(bert, tokens, width=len(vocabulary))
    first_blank, second_blank = fills.blanks
    with torch.no_grad():
        first = bert.model(input_ids=torch.tensor([tokens.ids])).logits[0, first_blank].log_softmax(-1)
        rows = torch.tensor([tokens.ids] * len(vocabulary))
        rows[:, first_blank] = torch.tensor(vocabulary)
        second = bert.model(input_ids=rows).logits[:, second_blank].log_softmax(-1)
    best = (first[:, None] + second).flatten().topk(FILL_COUNT).values
    assert [fill.log_probability for fill in fills.joint] == pytest.approx(best.tolist(), abs=1e-4)


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_the_independent_fill_is_each_blanks_first_choice_and_is_scored_by_the_same_chain(
    opened: Opener, family: str
) -> None:
    bert = opened(family)
    tokens = bert.tokenizer.tokens(SENTENCE)
    fills = joint_fill(bert, tokens)
    with torch.no_grad():
        rows = bert.model(input_ids=torch.tensor([tokens.ids])).logits[0].softmax(-1)
    pieces = tuple(int(rows[position].argmax()) for position in fills.blanks)
    assert [piece.text for piece in fills.first_choices] == [bert.tokenizer.text(piece) for piece in pieces]
    assert [piece.probability for piece in fills.first_choices] == pytest.approx(
        [float(rows[position].max()) for position in fills.blanks], abs=1e-6
    )
    expected = chain(bert, list(tokens.ids), fills.blanks, pieces)
    assert fills.independent.log_probability == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("width", [1, 2, 10])
@pytest.mark.parametrize("masked", [(2,), (2, 6), (1, 2, 3, 5, 6)])
def test_the_best_joint_fill_never_scores_below_the_independent_one(
    randomised: Randomised, width: int, masked: tuple[int, ...]
) -> None:
    bert = randomised("bert")
    fills = joint_fill(bert, bert.tokenizer.tokens("she sat on the [MASK] of the river"), masked, width=width)
    scores = [fill.log_probability for fill in fills.joint]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] >= fills.independent.log_probability
    # The independent fill is a candidate, also of a beam too narrow to hold it.
    assert fills.independent in fills.joint or (
        len(scores) == FILL_COUNT and scores[-1] >= fills.independent.log_probability
    )
    texts = [tuple((piece.text, piece.continues) for piece in fill.candidates) for fill in fills.joint]
    assert all(first != second for first, second in itertools.combinations(texts, 2))
    for fill in fills.joint:
        product = torch.tensor([piece.probability for piece in fill.candidates]).log().sum().item()
        assert product == pytest.approx(fill.log_probability, abs=1e-3)


@pytest.mark.parametrize("sentence", ["the bank", "the [MASK]", "the " + "[MASK] " * 7])
def test_fewer_than_two_blanks_or_more_than_six_are_refused(opened: Opener, sentence: str) -> None:
    bert = opened()
    with pytest.raises(UserError, match="2 to 6 blanks"):
        joint_fill(bert, bert.tokenizer.tokens(sentence))


def test_a_position_outside_the_sentence_is_refused(opened: Opener) -> None:
    bert = opened()
    with pytest.raises(UserError, match="is not in this sentence"):
        joint_fill(bert, bert.tokenizer.tokens("the [MASK]"), (99,))
