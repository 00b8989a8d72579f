"""Measures of the room against plain transformers and numpy, on the models that ship."""

import math

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

import cache.mistakes
from components.mistakes.model.catalogue import mistake
from components.mistakes.model.separation import nearest_partners, resampled_separations, separation
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record

pytestmark = pytest.mark.usefixtures("engine")


def _plain(model_id: str) -> tuple[object, torch.nn.Module]:
    folder = weights_folder(model_record(model_id))
    tokenizer = AutoTokenizer.from_pretrained(folder)
    return tokenizer, AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()


def _within_word_left_to_right_bits(model_id: str, sentence: str) -> tuple[float, int]:
    tokenizer, model = _plain(model_id)
    assert callable(tokenizer)
    encoding = tokenizer(sentence, return_tensors="pt")
    ids, bits = encoding["input_ids"], 0.0
    spans = [encoding.word_to_tokens(word) for word in sorted({w for w in encoding.word_ids() if w is not None})]
    for start, end in spans:
        for position in range(start, end):
            hidden = ids.clone()
            hidden[0, position:end] = tokenizer.mask_token_id  # type: ignore[attr-defined]
            with torch.no_grad():
                logits = model(input_ids=hidden).logits[0, position]
            bits -= logits.log_softmax(dim=-1)[ids[0, position]].item() / math.log(2)
    return bits, sum(end - start for start, end in spans)


def test_surprise_hides_the_rest_of_a_word_with_each_piece() -> None:
    sentence = str(mistake("surprise").inputs["sentence"])
    first, second = (_within_word_left_to_right_bits(name, sentence) for name in ("minilm", "pocket-bert"))
    result = cache.mistakes.compare("minilm", "surprise")
    assert result.right.value == pytest.approx(first[0] / second[0], rel=1e-4)
    assert result.wrong.value == pytest.approx(first[0] / first[1] / (second[0] / second[1]), rel=1e-4)


@pytest.mark.parametrize("model_id", ["minilm", "pocket-bert"])
def test_sentence_vectors_are_judged_by_the_gap_and_not_by_an_offset(model_id: str) -> None:
    tokenizer, model = _plain(model_id)
    assert callable(tokenizer)
    batch = tokenizer(list(mistake("sentence_vector").inputs["sentences"]), padding=True, return_tensors="pt")  # type: ignore[arg-type]
    with torch.no_grad():
        hidden = model.base_model(**batch).last_hidden_state  # type: ignore[operator, union-attr]
    result = cache.mistakes.compare(model_id, "sentence_vector")
    lengths = batch["attention_mask"].sum(dim=1)
    means = torch.stack([row[:length].mean(dim=0) for row, length in zip(hidden, lengths, strict=True)])
    for vectors, side in ((means, result.right), (hidden[:, 0], result.wrong)):
        unit = vectors / vectors.norm(dim=1, keepdim=True)
        cosines = (unit @ unit.T).numpy()
        same = [cosines[i, j] for i in range(12) for j in range(i) if i // 2 == j // 2]
        unlike = [cosines[i, j] for i in range(12) for j in range(i) if i // 2 != j // 2]
        gap = (np.mean(same) - np.mean(unlike)) / math.sqrt((np.var(same) + np.var(unlike)) / 2)
        assert side.value == pytest.approx(gap, rel=1e-3)
    assert result.difference is not None
    assert result.difference.value == pytest.approx(result.right.value - result.wrong.value)


def test_an_offset_of_all_cosines_changes_no_separation() -> None:
    rng = np.random.default_rng(0)
    cosines = rng.uniform(size=(12, 12))
    cosines = (cosines + cosines.T) / 2
    assert separation(cosines / 4 + 0.7) == pytest.approx(separation(cosines))
    assert nearest_partners(cosines / 4 + 0.7) == nearest_partners(cosines)
    draws = resampled_separations(cosines)
    middle = draws[np.isfinite(draws)]
    assert len(middle) > 1900
    assert np.percentile(middle, 2.5) < separation(cosines) < np.percentile(middle, 97.5)


@pytest.mark.thorough  # trains
def test_a_test_in_training_stands_beside_the_same_test_before_it() -> None:
    tokenizer, model = _plain("minilm")
    assert callable(tokenizer)
    result = cache.mistakes.compare("minilm", "tested_on_itself")
    for name, side in (("held_out", result.right), ("trained", result.wrong)):
        hits = 0
        for sentence, word in mistake("tested_on_itself").inputs[name]:  # type: ignore[attr-defined]
            ids = tokenizer(sentence, return_tensors="pt")["input_ids"]
            blank = ids[0].tolist().index(tokenizer.mask_token_id)  # type: ignore[attr-defined]
            with torch.no_grad():
                best = int(model(input_ids=ids).logits[0, blank].argmax())
            hits += tokenizer.convert_ids_to_tokens(best) == word  # type: ignore[attr-defined]
        assert side.before_training == pytest.approx(hits / 6)
