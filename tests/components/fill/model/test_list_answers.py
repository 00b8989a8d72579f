"""A list is answered as its sentences are one by one, and what cannot be asked stops nobody else."""

from dataclasses import replace

import pytest
import torch

from components.fill.model.list_answers import BATCH_SIZE, list_answers
from components.fill.model.results import ListItem
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import predict_batch
from components.model.inference.prediction import predictions
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from tests.components.conftest import Opener
from tests.components.small_models import small

ITEMS = [
    ListItem("the capital of [MASK] is paris .", "france"),
    ListItem("she sat on the [MASK]", "bank"),
    ListItem("[MASK] sat on the bank of the river .", "she"),
    ListItem("he went to the [MASK] .", None),
]
GOOD = ListItem("the [MASK] of the river .", "bank")


def rows_plainly(family: str, bert: OpenModel, item: ListItem) -> tuple[torch.Tensor, int]:
    """The distribution at the blank and the piece that the right word is, by plain transformers code."""
    assert item.word is not None
    _, plain = small(family)
    ids = plain(item.sentence.replace("[MASK]", item.word))["input_ids"]
    blank = bert.tokenizer.tokens(item.sentence).typed_masks[0]
    piece = ids[blank]
    ids[blank] = plain.mask_token_id
    with torch.no_grad():
        return bert.model(input_ids=torch.tensor([ids])).logits[0, blank].softmax(-1), piece


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_the_answers_are_those_to_each_sentence_alone(opened: Opener, family: str) -> None:
    bert = opened(family)
    items = ITEMS * 7  # more than one batch
    assert len(items) > 2 * BATCH_SIZE
    rows = list_answers(bert, items)
    assert [(row.sentence, row.word) for row in rows] == [(item.sentence, item.word) for item in items]
    for item, row in zip(items, rows, strict=True):
        first = predictions(bert, bert.tokenizer.tokens(item.sentence)).masks[0].candidates[0]
        assert row.first_choice == first.text
        assert row.first_probability == pytest.approx(first.probability, abs=1e-5)
        assert row.problem is None


@pytest.mark.parametrize("family", ["bert", "roberta"])
@pytest.mark.parametrize("item", ITEMS[:3], ids=lambda item: item.word)
def test_the_right_word_has_the_rank_and_probability_of_plain_code(opened: Opener, family: str, item: ListItem) -> None:
    bert = opened(family)
    (row,) = list_answers(bert, [item])
    if row.problem:  # this vocabulary writes the word in pieces
        _, plain = small(family)
        count = len(plain(item.sentence.replace("[MASK]", item.word or ""))["input_ids"])
        assert count > len(bert.tokenizer.tokens(item.sentence))
        assert (row.word_rank, row.word_probability) == (None, None)
        return
    shares, piece = rows_plainly(family, bert, item)
    assert row.word_probability == pytest.approx(float(shares[piece]), abs=1e-6)
    assert row.word_rank == int((shares > shares[piece]).sum()) + 1


def test_a_sentence_without_a_right_word_has_no_rank(opened: Opener) -> None:
    (row,) = list_answers(opened(), [ITEMS[3]])
    assert row.first_choice is not None
    assert (row.word, row.word_rank, row.word_probability, row.problem) == (None, None, None, None)


@pytest.mark.parametrize(
    ("sentence", "word", "note"),
    [
        ("the bank", "river", "needs one [MASK], has 0"),
        ("the [MASK] of <mask>", "river", "needs one [MASK], has 2"),
        ("the " * 80 + "[MASK]", "river", "is 64"),
        ("", None, "Type a sentence"),
    ],
)
def test_what_cannot_be_asked_says_why_and_the_others_are_answered(
    opened: Opener, sentence: str, word: str | None, note: str
) -> None:
    before, bad, after = list_answers(opened(), [GOOD, ListItem(sentence, word), GOOD])
    assert note in (bad.problem or "")
    assert (bad.first_choice, bad.first_probability, bad.word_rank, bad.word_probability) == (None,) * 4
    assert before == after
    assert before.word_rank is not None


@pytest.mark.parametrize(
    ("sentence", "word", "note"),
    [
        (GOOD.sentence, "banks", "“banks” is 2 tokens here"),
        (GOOD.sentence, "xyzzy", "has no tokens for “xyzzy”"),
        (GOOD.sentence, "[MASK]", "without a blank"),
        (GOOD.sentence, "\0", "one letter"),
        (GOOD.sentence, "x" * 61, "61 characters"),
        ("the " * 61 + "[MASK]", "banks", "is 64"),
        ("the[MASK] of", "bank", "joins onto"),
    ],
)
def test_a_word_that_one_blank_cannot_hold_is_said_so_and_the_sentence_is_answered(
    opened: Opener, sentence: str, word: str, note: str
) -> None:
    row, good = list_answers(opened(), [ListItem(sentence, word), GOOD])
    assert note in (row.problem or "")
    assert (row.word_rank, row.word_probability) == (None, None)
    assert row.first_choice is not None
    assert good.word_rank is not None


def test_a_long_list_is_asked_in_parts_so_that_others_have_their_turn(opened: Opener) -> None:
    sizes: list[int] = []

    def watched(model: OpenModel, questions: list[PredictionInput]) -> list[PredictionOutput]:
        sizes.append(len(questions))
        return predict_batch(model, questions)

    list_answers(replace(opened(), predictor=watched), [GOOD] * (2 * BATCH_SIZE + 1))
    assert sizes == [BATCH_SIZE, BATCH_SIZE, 1]


def test_a_list_with_nothing_to_ask_asks_nothing(opened: Opener) -> None:
    def never(*_: object) -> list[PredictionOutput]:
        pytest.fail("the model was asked")

    assert list_answers(replace(opened(), predictor=never), [ListItem("the bank", None)])[0].problem
    assert list_answers(replace(opened(), predictor=never), []) == ()
