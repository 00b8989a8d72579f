"""The three views of a blank: what they say equals plain transformers code, and a hidden side changes nothing."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from components.model.blanks.sides import side_predictions, visible_positions
from components.model.blanks.sides_results import ContextSide
from components.model.checkpoints.open_model import Purpose
from components.model.inference.forward import predict_batch
from components.model.inference.prediction import predictions
from components.model.inference.prediction_io import PredictionInput
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.model.blanks.test_occlusion import plainly
from tests.components.small_models import FAMILIES, sharing
from tests.examples import scaled

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
SENTENCE = "she sat on the [MASK] of the river and he went to the bank ."


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_every_view_equals_a_plain_attention_mask(opened: Opener, family: str) -> None:
    bert = opened(family)
    tokens = bert.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    end = len(tokens) - 1
    actual = side_predictions(sharing(bert), tokens, (), blank, 9)
    attended = {
        ContextSide.BOTH: [1] * len(tokens),
        ContextSide.LEFT: [int(place <= blank or place == end) for place in range(len(tokens))],
        ContextSide.RIGHT: [int(place >= blank or place == 0) for place in range(len(tokens))],
    }
    for side, mask in attended.items():
        expected = plainly(bert, list(tokens.ids), mask)[blank]
        view = actual.from_side(side)
        assert view.log_probability == pytest.approx(expected[9].item(), abs=1e-5)
        assert view.rank == int((expected > expected[9]).sum()) + 1
        top = [candidate.probability for candidate in view.prediction.candidates[:5]]
        assert top == pytest.approx(expected.exp().topk(5).values.tolist(), abs=1e-6)


@pytest.mark.parametrize("side", [ContextSide.LEFT, ContextSide.RIGHT])
@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_words_on_a_hidden_side_change_nothing(opened: Opener, family: str, side: ContextSide) -> None:
    bert = opened(family)
    tokens = bert.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    positions = visible_positions(tokens, blank, side)
    assert positions is not None
    ids = list(tokens.ids)
    part = slice(blank + 1, -1) if side is ContextSide.LEFT else slice(1, blank)
    ids[part] = reversed(ids[part])
    request = [
        PredictionInput(row, (blank,), (9,), view) for view in (positions, None) for row in (tokens.ids, tuple(ids))
    ]
    first, other, full, full_other = predict_batch(bert, request)
    assert torch.equal(first.top_probabilities, other.top_probabilities)
    assert torch.equal(first.entropy, other.entropy)
    assert not torch.equal(full.top_probabilities, full_other.top_probabilities)


def test_marks_of_the_tokenizer_and_the_blank_are_always_seen(opened: Opener) -> None:
    tokens = opened().tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    left, right = (
        visible_positions(tokens, blank, ContextSide.LEFT),
        visible_positions(tokens, blank, ContextSide.RIGHT),
    )
    assert left is not None
    assert right is not None
    both = [place for place in range(len(tokens)) if left[place] and right[place]]
    assert both == [0, blank, len(tokens) - 1]
    assert all(first or other for first, other in zip(left, right, strict=True))
    assert visible_positions(tokens, blank, ContextSide.BOTH) is None


@pytest.mark.parametrize("sentence", ["[MASK] of the river", "he went to the [MASK]", "[MASK]"])
def test_a_side_may_be_empty(opened: Opener, sentence: str) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens(sentence)
    (blank,) = tokens.typed_masks
    actual = side_predictions(bert, tokens, (), blank, 9)
    assert all(math.isfinite(view.log_probability) for view in actual.predictions)
    for side, empty in ((ContextSide.LEFT, sentence.endswith("]")), (ContextSide.RIGHT, sentence.startswith("["))):
        if empty:  # nothing to hide on the other side
            assert actual.from_side(side).log_probability == pytest.approx(
                actual.from_side(ContextSide.BOTH).log_probability, abs=1e-5
            )


def test_other_blanks_stay_blanks_and_the_answer_is_named(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens("she sat on the bank of the [MASK]")
    blank = 5
    actual = side_predictions(bert, tokens, (blank,), blank, tokens.ids[blank])
    assert (actual.answer, actual.continues, actual.position) == ("bank", False, blank)
    expected = predictions(bert, tokens, (blank,)).masks[0].candidates[0].probability
    assert actual.from_side(ContextSide.BOTH).prediction.candidates[0].probability == pytest.approx(expected, abs=1e-6)
    with pytest.raises(ValueError, match="not in tuple"):
        actual.from_side(ContextSide.NEXT)


def test_a_model_that_reads_from_the_left_has_nothing_to_hide(opened: Opener) -> None:
    gpt, bert = opened("gpt2"), opened()
    tokens = bert.tokenizer.tokens(SENTENCE)
    with pytest.raises(UserError, match="reads from left to right"):
        side_predictions(gpt, tokens, (), 5, 9)


@given(position=st.integers(-3, 40), masked=st.sets(st.integers(-3, 40), max_size=4), text=st.text(max_size=30))
@settings(max_examples=scaled(60))
def test_any_position_of_any_text_is_answered_or_refused(
    opened: Opener, position: int, masked: set[int], text: str
) -> None:
    bert = opened()
    try:
        tokens = bert.tokenizer.tokens(f"{text} [MASK] bank")
        actual = side_predictions(bert, tokens, sorted(masked), position, 9)
    except UserError:
        return
    assert position in {*masked, *tokens.typed_masks}
    assert all(0 < view.rank <= bert.model.config.vocab_size for view in actual.predictions)


def test_a_model_opened_to_look_inside_says_the_same(opened: Opener) -> None:
    bert, inside = opened(), opened("bert", Purpose.INSPECT)
    tokens = bert.tokenizer.tokens(SENTENCE)
    (blank,) = tokens.typed_masks
    for first, other in zip(
        side_predictions(bert, tokens, (), blank, 9).predictions,
        side_predictions(inside, tokens, (), blank, 9).predictions,
        strict=True,
    ):
        assert first.log_probability == pytest.approx(other.log_probability, abs=1e-5)
