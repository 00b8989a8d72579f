"""The dice: shares converge, special pieces are never chosen, and the loss is what transformers computes."""

import math
from collections import Counter

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoTokenizer, DataCollatorForLanguageModeling

import cache.pretraining
from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.inference.engine import Engine
from components.model.results import Token, Tokens
from components.pretraining.model.masking import (
    CHOSEN_SHARE,
    STATIC_COPIES,
    apply_outcomes,
    expected_coverage,
    sample_masking,
)
from components.pretraining.model.results import (
    BERT_MASKING,
    IGNORE_INDEX,
    Masking,
    MaskingSample,
    TokenCorruption,
)
from tests.examples import scaled

SENTENCE = "We sat by the bank of the river and counted our boats."
DRAWS = 10_000


def sentence_of(count: int, *, continues: tuple[int, ...] = ()) -> Tokens:
    custom = [Token(f"w{n}", 10 + n, n, n + 1, n in continues, False, False) for n in range(count)]
    mark = Token("[CLS]", 2, 0, 0, False, True, False)
    return Tokens("x" * count, (mark, *custom, mark))


def thrown(tokens: Tokens, seed: int) -> MaskingSample:
    return sample_masking(tokens, np.random.default_rng(seed), mask_id=4, vocabulary_size=8704, first_word_id=5)


def within(count: int, of: int, share: float) -> bool:
    """Whether a count is what a share gives, within four and a half standard deviations."""
    return abs(count - of * share) <= 4.5 * math.sqrt(of * share * (1 - share))


def test_the_shares_of_outcomes_converge() -> None:
    tokens, rng = sentence_of(20), np.random.default_rng(1)
    fates: Counter[TokenCorruption] = Counter()
    for _ in range(DRAWS // 20):
        samples = sample_masking(tokens, rng, mask_id=4, vocabulary_size=8704, first_word_id=5)
        fates.update(target.corruption for target in samples.targets)
    for fate, share in BERT_MASKING.outcomes.items():
        assert within(fates[fate], DRAWS, share), fate
    assert sum(BERT_MASKING.outcomes.values()) == pytest.approx(CHOSEN_SHARE)


@given(count=st.integers(1, 40), seed=st.integers(0, 10_000))
def test_only_chosen_tokens_have_labels(count: int, seed: int) -> None:
    tokens = sentence_of(count, continues=tuple(range(2, count, 5)))
    actual = thrown(tokens, seed)
    labels, ids = actual.labels(len(tokens)), actual.input_ids(tokens.ids)
    chosen = {target.position for target in actual.targets}
    assert chosen <= set(tokens.maskable)  # never a special piece
    for place, token_id in enumerate(tokens.ids):
        assert labels[place] == (token_id if place in chosen else IGNORE_INDEX)
        if place not in chosen:
            assert ids[place] == token_id
    for target in actual.targets:
        if target.corruption is not TokenCorruption.RANDOM:
            assert target.input_id == (4 if target.corruption is TokenCorruption.MASK else target.token_id)
        assert target.input_id == 4 or target.input_id >= 5  # a random piece is no special one


def test_shares_set_by_hand_are_the_shares_that_come_out() -> None:
    tokens, rng = sentence_of(20), np.random.default_rng(2)
    masking = Masking(share=0.4, to_mask=0.5, to_random=0.3)
    outcomes: Counter[TokenCorruption] = Counter()
    for _ in range(DRAWS // 20):
        drawn = sample_masking(tokens, rng, mask_id=4, vocabulary_size=8704, first_word_id=5, masking=masking)
        outcomes.update(each.corruption for each in drawn.targets)
    shares = {TokenCorruption.MASK: 0.2, TokenCorruption.RANDOM: 0.12, TokenCorruption.KEPT: 0.08}
    for outcome, share in shares.items():
        assert masking.outcomes[outcome] == pytest.approx(share)
        assert within(outcomes[outcome], DRAWS, share), outcome
    everything = Masking(share=0.5, to_mask=1.0, to_random=0.0)
    assert everything.outcomes == {TokenCorruption.MASK: 0.5, TokenCorruption.RANDOM: 0.0, TokenCorruption.KEPT: 0.0}


def test_outcomes_set_by_hand_are_followed() -> None:
    tokens = sentence_of(6)
    outcomes = {2: TokenCorruption.MASK, 5: TokenCorruption.RANDOM, 6: TokenCorruption.KEPT}
    rng = np.random.default_rng(0)
    drawn = apply_outcomes(tokens, outcomes, rng, mask_id=4, vocabulary_size=8704, first_word_id=5, replacement=77)
    assert {each.position: each.corruption for each in drawn.targets} == outcomes
    assert drawn.input_ids(tokens.ids) == (2, 10, 4, 12, 13, 77, 15, 2)
    assert drawn.labels(len(tokens)) == (-100, -100, 11, -100, -100, 14, 15, -100)
    by_chance = apply_outcomes(
        tokens, {1: TokenCorruption.RANDOM}, rng, mask_id=4, vocabulary_size=8704, first_word_id=5
    )
    assert 5 <= by_chance.targets[0].input_id < 8704


def test_a_word_is_asked_for_behind_a_typed_blank() -> None:
    tokens = sentence_of(4)
    drawn = apply_outcomes(
        tokens,
        {1: TokenCorruption.KEPT},
        np.random.default_rng(0),
        mask_id=4,
        vocabulary_size=9,
        first_word_id=5,
        words={3: 77},
    )
    assert [(each.position, each.token_id, each.input_id) for each in drawn.targets] == [(1, 10, 10), (3, 77, 4)]


def test_ten_copies_leave_a_fifth_unpredicted() -> None:
    assert expected_coverage(40, copies=STATIC_COPIES) == pytest.approx(0.803, abs=5e-4)
    assert expected_coverage(40) == pytest.approx(1 - 0.85**40)
    assert expected_coverage(3, copies=STATIC_COPIES) == expected_coverage(3)


@settings(max_examples=scaled(20))
@given(number=st.integers(1, 1000))
def test_the_loss_is_what_transformers_computes(engine: Engine, number: int) -> None:
    loss = cache.pretraining.masking_loss("pocket-bert", SENTENCE, number)
    if not loss.token_losses:
        return
    opened, tokens = engine.read("pocket-bert", SENTENCE)
    ids, labels = loss.sample.input_ids(tokens.ids), loss.sample.labels(len(tokens))
    with torch.inference_mode():
        out = opened.model(input_ids=torch.tensor([ids]), labels=torch.tensor([labels]))
    assert loss.loss == pytest.approx(out.loss.item(), abs=1e-5)


def test_the_collator_of_transformers_has_the_same_shares() -> None:
    tokenizer = AutoTokenizer.from_pretrained(POCKET_FOLDER / "bert")
    torch.manual_seed(0)
    collate = DataCollatorForLanguageModeling(tokenizer, mlm_probability=CHOSEN_SHARE)
    ids = tokenizer(SENTENCE)["input_ids"]
    counts: Counter[TokenCorruption] = Counter()
    throws = DRAWS // 20
    for _ in range(throws):
        batch = collate([{"input_ids": ids}])
        for label, shown in zip(batch["labels"][0].tolist(), batch["input_ids"][0].tolist(), strict=True):
            if label != IGNORE_INDEX:
                remaining = TokenCorruption.KEPT if shown == label else TokenCorruption.RANDOM
                counts[TokenCorruption.MASK if shown == tokenizer.mask_token_id else remaining] += 1
    for fate, share in BERT_MASKING.outcomes.items():
        assert within(counts[fate], throws * (len(ids) - 2), share), fate
