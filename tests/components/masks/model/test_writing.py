"""Writing on and zero-shot labels: held to transformers, and to what a cut must keep."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

import cache.masks
import cache.shared.blanks
from components.masks.model.labelled_text import SENTENCE_LIMIT, TUTORIAL_SENTENCES, labelled_sentences
from components.masks.model.writing import cut_distribution
from components.masks.model.writing_results import Sampling, SamplingMethod
from components.model.inference.engine import Engine
from components.model.user_errors import UserError

BEGINNING = "When the children came home, the"


def test_greedy_writing_is_that_of_generate(engine: Engine) -> None:
    written = cache.masks.write_on("pocket-gpt", BEGINNING, Sampling(), 10)
    opened, tokens = engine.read("pocket-gpt", BEGINNING)
    ids = torch.tensor([tokens.ids[:-1]])  # without [SEP]
    with torch.inference_mode():
        generated = opened.model.generate(ids, max_new_tokens=10, do_sample=False, pad_token_id=0)
    assert [item.id for item in written.items] == generated[0].tolist()
    assert written.ended == (generated[0, -1].item() == opened.model.config.eos_token_id)


@pytest.mark.parametrize("method", [SamplingMethod.TEMPERATURE, SamplingMethod.TOP_K, SamplingMethod.TOP_P])
@pytest.mark.parametrize("temperature", [0.5, 1.0, 1.7])
def test_cuts_keep_what_those_of_transformers_keep(method: SamplingMethod, temperature: float) -> None:
    logits = torch.randn(500, generator=torch.Generator().manual_seed(3), dtype=torch.float64) * 3
    sampling = Sampling(method, temperature, top_k=7, top_p=0.8)
    probabilities, keep = cut_distribution(logits, sampling)
    wanted = TemperatureLogitsWarper(temperature)(None, logits[None])
    assert probabilities.tolist() == pytest.approx(wanted.softmax(-1)[0].tolist())
    if method is SamplingMethod.TOP_K:
        wanted = TopKLogitsWarper(7)(None, wanted)
    elif method is SamplingMethod.TOP_P:
        wanted = TopPLogitsWarper(0.8)(None, wanted)
    assert sorted(keep.tolist()) == wanted[0].isfinite().nonzero()[:, 0].tolist()


@given(st.lists(st.floats(-30, 30), min_size=1, max_size=60), st.floats(0.01, 1.0), st.integers(1, 50))
def test_a_cut_never_keeps_nothing(logits: list[float], top_p: float, top_k: int) -> None:
    for method in SamplingMethod:
        probabilities, keep = cut_distribution(
            torch.tensor(logits, dtype=torch.float64), Sampling(method, 1.0, top_k, top_p)
        )
        assert len(keep) >= 1
        assert probabilities[keep[0]] == probabilities.max()


def test_the_same_draw_writes_the_same_text_and_another_draw_another() -> None:
    texts = {
        seed: cache.masks.write_on(
            "pocket-gpt", BEGINNING, Sampling(SamplingMethod.TEMPERATURE, 1.5, seed=seed), 12
        ).text
        for seed in (1, 2, 3)
    }
    cache.masks.write_on.clear()
    again = cache.masks.write_on("pocket-gpt", BEGINNING, Sampling(SamplingMethod.TEMPERATURE, 1.5, seed=1), 12)
    assert again.text == texts[1]
    assert len(set(texts.values())) > 1


def test_a_masked_model_predicts_a_mask_at_the_end(engine: Engine) -> None:
    written = cache.masks.write_on("pocket-bert", "The cat", Sampling(), 3)
    predictions = cache.shared.blanks.predictions("pocket-bert", "The cat [MASK]")
    assert written.steps[0].candidates[0].text == predictions.masks[0].candidates[0].text
    assert written.steps[0].probability == pytest.approx(predictions.masks[0].candidates[0].probability, abs=1e-5)
    assert not written.ended


@pytest.mark.parametrize(
    ("sampling", "count"),
    [
        (Sampling(temperature=0.0), 5),
        (Sampling(top_k=0), 5),
        (Sampling(top_p=0.0), 5),
        (Sampling(), 0),
        (Sampling(), 1000),
    ],
)
def test_impossible_settings_get_a_message(sampling: Sampling, count: int) -> None:
    with pytest.raises(UserError):
        cache.masks.write_on("pocket-gpt", BEGINNING, sampling, count)


@pytest.mark.parametrize("model", ["pocket-gpt", "pocket-bert"])
def test_a_beginning_that_fills_the_positions_gets_a_message(engine: Engine, model: str) -> None:
    tokenizer = engine.open_model(model).tokenizer
    words = tokenizer.positions - (len(tokenizer.tokens("the")) - 1)
    assert len(tokenizer.tokens("the " * words)) == tokenizer.positions
    for full in (words, words - 1):
        with pytest.raises(UserError, match="no room"):
            cache.masks.write_on(model, "the " * full, Sampling(), 5)
    assert len(cache.masks.write_on(model, "the " * (words - 2), Sampling(), 5).steps) == 1


def test_the_prompt_compares_the_words_as_transformers_does(engine: Engine) -> None:
    result = cache.masks.zero_shot("pocket-gpt", (("A lovely film.", 1),), "The sentiment is", ("bad", "good"))
    opened = engine.open_model("pocket-gpt")
    ids = opened.tokenizer.tokens("A lovely film. The sentiment is").ids[:-1]
    losses = {}
    for word in ("bad", "good"):
        rest = opened.tokenizer.tokens(f"A lovely film. The sentiment is {word}").ids[len(ids) :]
        row = torch.tensor([[*ids, *rest]])
        with torch.inference_mode():
            scores = opened.model(input_ids=row).logits[0].log_softmax(-1)
        losses[word] = -sum(scores[len(ids) - 1 + n, token].item() for n, token in enumerate(rest))
    assert result.sentences[0].log_odds == pytest.approx(losses["bad"] - losses["good"], abs=1e-4)


def test_an_empty_prompt_gets_a_message() -> None:
    with pytest.raises(UserError):
        cache.masks.zero_shot("pocket-gpt", (("A film.", 1),), " ", ("bad", "good"))


def test_the_tutorials_sentences_are_read_with_their_labels() -> None:
    sentences = labelled_sentences(TUTORIAL_SENTENCES)
    assert ("Waste of time.", 0) in sentences
    assert ("I loved this film!", 1) in sentences


@pytest.mark.parametrize("line", ["", "   ", "|", "no sign", "+ ", "+ good | bad", "+ a | " * (SENTENCE_LIMIT + 1)])
def test_a_line_without_signs_gets_a_message(line: str) -> None:
    with pytest.raises(UserError):
        labelled_sentences(line)


@given(st.text(max_size=200))
def test_any_line_is_read_or_gets_a_message(line: str) -> None:
    try:
        sentences = labelled_sentences(line)
    except UserError:
        return
    assert all(text.strip() and label in (0, 1) for text, label in sentences)
