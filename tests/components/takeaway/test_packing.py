"""A packed model has what a browser needs to compute it, and says how far it is from the exact one."""

import json
import re
import struct
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from components.model.blanks.blank_probes import blank_probes
from components.model.checkpoints.int8_weights import dequantize
from components.model.inference.prediction import predictions
from components.model.user_errors import UserError
from components.takeaway.accuracy import rounded_model, rounding_accuracy
from components.takeaway.characters import character_ranges
from components.takeaway.packing import pack_model, packed_weights
from tests.components.conftest import Opener

if TYPE_CHECKING:
    from components.model.inference.engine import Engine


def test_a_packed_model_has_every_weight_as_its_bytes_times_scales(engine: "Engine") -> None:
    opened = engine.open_model("pocket-bert")
    weights = packed_weights(opened)
    content = pack_model(opened, weights)
    (size,) = struct.unpack("<I", content[:4])
    header, data = json.loads(content[4 : 4 + size]), content[4 + size :]
    assert size % 4 == 0
    assert len(header["vocabulary"]) == opened.model.config.vocab_size
    expected = dequantize(weights)
    assert header["tensors"].keys() == expected.keys()
    for name, place in header["tensors"].items():
        shape = place["shape"]
        if len(shape) == 2:
            numbers = np.frombuffer(data, np.int8, shape[0] * shape[1], place["offset"]).reshape(shape)
            actual = numbers * np.frombuffer(data, "<f4", shape[0], place["scales"])[:, None]
        else:
            actual = np.frombuffer(data, "<f4", shape[0], place["offset"])
        assert torch.equal(torch.tensor(actual), expected[name]), name


@pytest.mark.parametrize("family", ["roberta", "gpt2", "bert"])
def test_what_the_browser_cannot_compute_is_refused(
    opened: Opener, family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = opened(family)
    monkeypatch.setattr(other.model.config, "hidden_act", "relu" if family == "bert" else "gelu", raising=False)
    with pytest.raises(UserError, match="does not run in a page"):
        packed_weights(other)


@pytest.mark.thorough
def test_the_accuracy_is_that_of_single_predictions(engine: "Engine") -> None:
    opened = engine.open_model("pocket-bert")
    weights = packed_weights(opened)
    accuracy = rounding_accuracy(opened, weights)
    rounded = rounded_model(opened, weights)
    same, differences = 0, []
    for probe in blank_probes():
        tokens = opened.tokenizer.tokens(probe.sentence)
        (blank,) = tokens.typed_masks
        with torch.inference_mode():
            logits = rounded(input_ids=torch.tensor([tokens.ids])).logits[0, blank]
        (mask,) = predictions(opened, tokens).masks
        first = mask.candidates[0]
        probabilities = logits.softmax(dim=-1)
        same += opened.tokenizer.text(int(probabilities.argmax())) == first.text
        differences.append(max(probabilities.max() - first.probability, 0))
    assert accuracy.sentence_count == len(blank_probes())
    assert accuracy.same_first == same
    assert float(max(differences)) - 1e-4 <= accuracy.largest_difference < 0.1
    assert 0 < accuracy.median_difference < accuracy.largest_difference


def test_the_models_own_weights_stay_as_they_are(engine: "Engine") -> None:
    opened = engine.open_model("pocket-bert")
    before = {name: tensor.clone() for name, tensor in opened.model.state_dict().items()}
    rounding_accuracy(opened, packed_weights(opened))
    assert all(torch.equal(tensor, before[name]) for name, tensor in opened.model.state_dict().items())


def test_ranges_of_characters_are_the_tokenizers() -> None:
    patterns = {}
    for name, ranges in character_ranges().items():
        text = re.sub(r"\\u\{([0-9a-f]+)\}", lambda match: rf"\U{int(match[1], 16):08x}", ranges)
        patterns[name] = re.compile(f"[{text}]")
    for name, inside, outside in (
        ("control", "\0\x07\x0b\x85\u200d\ufffd\ue000\U0010fffd", "a\t\n\r \u3000é"),
        ("accents", "\u0301\u0323", "aé\u1885\U00011070"),
        ("punctuation", "!$+<=>^`|~«»、।", "a1€©°\u2e52"),
    ):
        assert all(map(patterns[name].fullmatch, inside)), name
        assert not any(map(patterns[name].fullmatch, outside)), name
