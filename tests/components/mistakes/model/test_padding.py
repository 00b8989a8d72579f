"""What a blank says behind more and more [PAD] tokens, with the attention mask and without it."""

from dataclasses import replace

import pytest

import cache.mistakes
from components.charts.files import png
from components.mistakes.charts.padding import padding_curves
from components.mistakes.model.mistake import CAPITAL
from components.mistakes.model.padding import pad_limit, padding_curve
from components.mistakes.tables.padding import padding_finding, padding_table
from components.model.inference.engine import Engine
from tests.components.bundled_models import MASKED, blank_and_answer


@pytest.mark.parametrize("model_id", MASKED)
def test_pads_change_nothing_where_the_mask_leaves_them_out(engine: Engine, model_id: str) -> None:
    blank, answer = blank_and_answer(engine, model_id, CAPITAL)
    opened, tokens = engine.read(model_id, CAPITAL)
    measured = padding_curve(opened, tokens, (), blank, answer, (0, 8, 100))
    for point in measured.points:
        assert point.probabilities[0] == pytest.approx(measured.answer.probability, abs=1e-5)
        assert point.cls_cosines[0] == pytest.approx(1, abs=1e-5)
    nothing = measured.points[0]
    assert nothing.probabilities[1] == pytest.approx(nothing.probabilities[0], abs=1e-6)
    assert measured.points[2].logit_changes[1] > 0.1  # forgotten, it does
    with pytest.raises(ValueError, match="at most"):
        padding_curve(opened, tokens, (), blank, answer, (pad_limit(opened, tokens) + 1,))


def test_the_padding_opener_loses_its_answer(engine: Engine) -> None:
    blank, answer = blank_and_answer(engine, "minilm", CAPITAL)
    measured = cache.mistakes.padding_curve("minilm", CAPITAL, (), blank, answer, (32,))
    assert measured.answer.text == "paris"
    assert measured.points[0].probabilities[1] < 0.1 * measured.answer.probability
    assert measured.points[0].top_guesses[1] != "paris"


def test_the_curve_is_told_and_drawn_with_its_numbers(engine: Engine) -> None:
    curve = cache.mistakes.padding_curve("minilm", CAPITAL, (), *blank_and_answer(engine, "minilm", CAPITAL), (0, 32))
    sentence = padding_finding(curve, curve.points[1])
    assert sentence.startswith("With 32 [PAD] tokens and no attention mask, “paris” falls from")
    assert "no logit changes by more than 0.0000" in sentence
    none = padding_finding(curve, curve.points[0])
    assert "stays at" in none
    assert "falls" not in none
    better = replace(curve.points[1], probabilities=(0.5, 0.999))
    assert "“paris” rises from" in padding_finding(curve, better)
    table = padding_table(curve)
    assert set(table["pads"]) == {0, 32}
    assert png(padding_curves(table, marked_count=32, answer="paris")).startswith(b"\x89PNG")
