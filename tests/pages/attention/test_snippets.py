"""Every way of looking at attention: its snippet computes what the page shows."""

import math

import numpy as np
import pytest

import cache.attention
import cache.shared.blanks
import cache.shipped.first_answers
from components.attention.model.presets import ATTENTION_PRESETS
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from tests.pages.conftest import ATTENTION, open_page
from tests.pages.notebook import line_numbers, printed_lines

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready")]

BERT = DEFAULT_MODEL
BANK = ATTENTION_PRESETS[0]
PAIR = next(preset for preset in ATTENTION_PRESETS if preset.second)
HERE = {"layer": "3", "head": "2", "from": "7", "to": "6"}


@pytest.mark.parametrize(
    "drawn",
    [
        cache.attention.HeadAggregation.HEADS,
        cache.attention.HeadAggregation.OVER_HEADS,
        cache.attention.HeadAggregation.ROLLOUT,
    ],
)
@pytest.mark.parametrize("preset", [BANK, PAIR], ids=["one sentence", "a pair"])
def test_a_row_comes_out_again(drawn: cache.attention.HeadAggregation, preset: object) -> None:
    sentence, second = preset.sentence, preset.second or ""
    app = open_page(ATTENTION, shown=drawn.value, sentence=sentence, second=second, **HERE)
    column = 1 if drawn is cache.attention.HeadAggregation.HEADS else 0
    row = cache.attention.atlas_panel(BERT, sentence, second, drawn, 2, column)[6]
    assert line_numbers(printed_lines(app)) == pytest.approx(sorted(row.tolist(), reverse=True), abs=2e-4)


@pytest.mark.parametrize(
    "drawn",
    [
        cache.attention.HeadAggregation.HEADS,
        cache.attention.HeadAggregation.OVER_HEADS,
        cache.attention.HeadAggregation.ROLLOUT,
    ],
)
def test_without_a_word_the_largest_weight_comes_out_again(drawn: cache.attention.HeadAggregation) -> None:
    app = open_page(ATTENTION, shown=drawn.value, sentence=BANK.sentence, layer="3", head="2", **{"from": "0"})
    column = 1 if drawn is cache.attention.HeadAggregation.HEADS else 0
    matrix = cache.attention.atlas_panel(BERT, BANK.sentence, "", drawn, 2, column)
    assert line_numbers(printed_lines(app)) == pytest.approx([matrix.max()], abs=2e-4)


def test_an_answer_without_heads_comes_out_again() -> None:
    (line,) = printed_lines(
        open_page(ATTENTION, mode="Switch heads off", sentence=BANK.sentence, mask="6", off="1.2-3.1")
    )
    answer = cache.shared.blanks.possible_answers(BERT, BANK.sentence, (6,), 6)[0]
    ablation = cache.attention.head_ablation(BERT, BANK.sentence, (6,), 6, answer.id, frozenset({(0, 1), (2, 0)}))
    lost = (ablation.answer.first - ablation.answer.second) / math.log(2)
    wanted = [math.exp(ablation.answer.first), math.exp(ablation.answer.second), lost]
    assert [float(word) for word in line.split()[-3:]] == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("preset", [BANK, PAIR], ids=["one sentence", "a pair"])
def test_a_weight_taken_apart_comes_out_again(preset: object) -> None:
    sentence, second = preset.sentence, preset.second or ""
    lines = printed_lines(open_page(ATTENTION, mode="Inside one weight", sentence=sentence, second=second, **HERE))
    weight = cache.attention.weight_anatomy(BERT, sentence, second, 2, 1, 6, 5)
    lengths = [float(np.linalg.norm(vector)) for vector in (weight.weighted_values[5], weight.output)]
    wanted = [weight.dot_product, weight.score, weight.weight, *lengths, float(weight.output_shares[5])]
    assert line_numbers(lines) == pytest.approx(wanted, abs=1e-4)
