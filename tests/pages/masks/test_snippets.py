"""What the mask takes away: the snippet of every mode computes what the page shows."""

import pytest

import cache.masks
import cache.shipped.first_answers
from components.masks.model.weights import mean_weight_to_right
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.attention_mask import AttentionMask, Causal, Padding, Prefix, SlidingWindow
from tests.pages.conftest import MASKS, open_page
from tests.pages.masks.room import BANK
from tests.pages.notebook import line_numbers, printed_lines

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready")]

BERT = DEFAULT_MODEL


@pytest.mark.parametrize(
    ("link", "mask"),
    [
        ({}, Causal()),
        ({"masking": "prefix", "size": "6"}, Prefix(6)),
        ({"masking": "sliding window", "size": "1"}, SlidingWindow(1)),
        ({"masking": "padding"}, Padding(14)),
    ],
    ids=["causal", "prefix", "window", "padding"],
)
def test_a_row_under_a_mask_comes_out_again(link: dict[str, str], mask: AttentionMask) -> None:
    lines = printed_lines(open_page(MASKS, layer="3", head="2", **{"from": "3"}, **link))
    comparison = cache.masks.mask_comparison(BERT, BANK.sentence, mask)
    without, masked = (trace.attention[2, 1] for trace in (comparison.bidirectional, comparison.masked))
    wanted = [mean_weight_to_right(without), mean_weight_to_right(masked)]
    assert line_numbers(lines[:2]) == pytest.approx(wanted, abs=1e-5)
    assert line_numbers(lines[2:]) == pytest.approx(masked[2].tolist(), abs=1e-5)
    assert [float(line.split()[1]) for line in lines[2:]] == pytest.approx(without[2].tolist(), abs=1e-5)


@pytest.mark.parametrize("layer", ["0", "2"], ids=["of all", "of a layer"])
def test_an_average_comes_out_again(layer: str) -> None:
    lines = printed_lines(open_page(MASKS, layer=layer, **{"from": "0"}))
    actual = cache.masks.mask_comparison(BERT, BANK.sentence, Causal()).bidirectional.attention
    mean = actual.mean(axis=(0, 1)) if layer == "0" else actual[1].mean(axis=0)
    assert line_numbers(lines) == pytest.approx([mean_weight_to_right(mean), 0.0], abs=1e-5)


@pytest.mark.parametrize("model", ["pocket-bert", "pocket-gpt", "pocket-rope"])
def test_the_proof_comes_out_again(model: str) -> None:
    lines = printed_lines(open_page(MASKS, mode="The proof", model=model))
    proof = cache.masks.shared_word_proof(model, BANK.sentence, BANK.second, BANK.word)
    count = len(proof.causal)
    assert line_numbers(lines[:count]) == [0.0] * count
    assert line_numbers(lines[count:]) == pytest.approx(proof.bidirectional.tolist(), abs=1e-5)
