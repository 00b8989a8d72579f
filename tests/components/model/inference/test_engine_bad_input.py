"""Whatever a visitor types and whatever a link says, the answer is a result or a refusal."""

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from components.model.inference.prediction import predictions, token_scores
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.examples import scaled

TEXT = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            ["[MASK]", "<mask>", "[SEP]", "[PAD]", "</s>", "<script>", "the", " ", "\0", "é", "😀", "שלום"]
        ),
        max_size=70,
    ).map(" ".join),
)
POSITIONS = st.sets(st.one_of(st.integers(-3, 70), st.integers()), max_size=6)


@pytest.mark.parametrize("family", ["bert", "roberta", "gpt2"])
@given(sentence=TEXT, masked=POSITIONS)
@example(sentence="the [MASK]", masked=set())
@example(sentence="the bank", masked={1})
@example(sentence="the bank", masked={10**30})
@example(sentence="[MASK] " * 62, masked={1, 62})
@example(sentence="\ud800 [MASK]", masked=set())
@settings(max_examples=scaled(80))
def test_any_text_and_any_positions_give_predictions_or_a_refusal(
    opened: Opener, family: str, sentence: str, masked: set[int]
) -> None:
    model = opened(family)
    try:
        tokens = model.tokenizer.tokens(sentence)
        actual = predictions(model, tokens, masked)
    except UserError as refused:
        assert 0 < len(str(refused)) < 200  # noqa: PT017 - either outcome is right
        return
    assert [mask.position for mask in actual.masks] == sorted(masked | set(tokens.typed_masks))
    for mask in actual.masks:
        assert (mask.hidden is None) == (mask.position in tokens.typed_masks)
        assert all(0 <= c.probability <= 1 and c.text for c in mask.candidates)
        assert math.isfinite(mask.entropy)


@pytest.mark.parametrize("family", ["bert", "roberta", "gpt2"])
@given(sentence=TEXT)
@settings(max_examples=scaled(25))
def test_any_text_is_scored_everywhere_or_refused(opened: Opener, family: str, sentence: str) -> None:
    model = opened(family)
    try:
        tokens = model.tokenizer.tokens(sentence)
        scores = token_scores(model, tokens)
    except UserError:
        return
    assert [score.position for score in scores] == list(tokens.maskable)
    assert all(0 <= score.probability <= 1 and score.rank >= 1 for score in scores)
