"""Every way of looking at positions: its snippet computes what the page shows."""

import math
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import cache.shared.traces
import cache.shipped.first_answers
from cache import positions as shared
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.positions.model.results import OrderChange, Shuffle, Swap
from components.positions.model.similarity import SimilarityMeasure
from components.positions.tables.figure import PanelChoice, choose_panels
from tests.pages.conftest import POSITIONS, open_page, page_text
from tests.pages.notebook import line_numbers, printed_lines
from tests.pages.positions.room import BLANK, FIRST

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready")]

BERT = DEFAULT_MODEL
DOT_PRODUCT = re.compile(r"their dot product (−?[\d.]+)\.")


@pytest.fixture(autouse=True)
def drawn_figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that copied code shows."""
    figures: list[Figure] = []
    monkeypatch.setattr(plt, "show", lambda: figures.append(plt.gcf()))
    return figures


@pytest.mark.parametrize("compared", list(SimilarityMeasure))
@pytest.mark.parametrize("model", [BERT, "pocket-rope", "pocket-nopos", "pocket-gpt"])
def test_a_pair_of_positions_comes_out_again(model: str, compared: SimilarityMeasure) -> None:
    link = {"model": model, "compared": compared.value, "dimensions": "64"}
    lines = printed_lines(open_page(POSITIONS, first="3", second="40", **link))
    square = [panel for panel in shared.position_matrices(model, compared, 64, 64) if panel.square]
    shown = {panel.title.split(":")[0]: float(panel.values[3, 40]) for panel in square}
    actual = dict(zip((line.split()[0].strip(",") for line in lines), line_numbers(lines), strict=True))
    assert actual["Sinusoidal"] == pytest.approx(shown["Sinusoidal"], abs=1e-5)
    rotary = "This model’s RoPE" if model == "pocket-rope" else "RoPE"
    assert actual["RoPE"] == pytest.approx(shown[rotary], abs=1e-5)
    assert actual["ALiBi"] == pytest.approx(shown["ALiBi"], abs=1e-5)
    custom = {"pocket-rope": None, "pocket-nopos": "This model’s zeros"}.get(model, "Learned")
    assert ("The" in actual) is (custom in shown)
    if custom in shown:
        assert actual["The"] == pytest.approx(shown[custom], abs=1e-5)


@pytest.mark.parametrize("compared", list(SimilarityMeasure))
def test_the_averages_of_the_finding_come_out_again(compared: SimilarityMeasure) -> None:
    app = open_page(POSITIONS, mode="Near and far", compared=compared.value, positions="40", dimensions="64")
    (name, curve), *_ = shared.position_distances(BERT, compared, 40, 64).items()
    label = {"Learned": "The model's own"}.get(name, name)
    lines = [line for line in printed_lines(app) if line.startswith(f"{label} on average")]
    assert line_numbers(lines) == pytest.approx([curve.mean[distance] for distance in (1, 8, 19)], abs=1e-5)
    assert f"{line_numbers(lines)[0]:.2f}" in page_text(app)


@pytest.mark.parametrize("choice", list(PanelChoice))
@pytest.mark.parametrize("link", [{}, {"compared": "dot product"}, {"positions": "40"}])
def test_the_figure_is_drawn_again(link: dict[str, str], choice: PanelChoice, drawn_figures: list[Figure]) -> None:
    """The copied code draws every panel with the numbers and, for tables, the colour scale of the page."""
    measure = SimilarityMeasure(link.get("compared", "cosine"))
    printed_lines(open_page(POSITIONS, mode="Near and far", methods=choice.value, **link))
    (figure,) = drawn_figures
    panels = [axis for axis in figure.axes if axis.get_images() and axis.get_title()]
    shown = shared.position_matrices(BERT, measure, int(link.get("positions", 128)), 384)
    shown = choose_panels(shown, choice)
    assert len(panels) == len(shown) == 4
    for axis, panel in zip(panels, shown, strict=True):
        (image,) = axis.get_images()
        assert np.asarray(image.get_array()) == pytest.approx(panel.values, abs=1e-4)
        if panel.title.endswith("table"):
            assert image.get_clim() == pytest.approx(panel.colour_limits, abs=1e-5)


def test_a_turned_pair_comes_out_again() -> None:
    for link in ({"vectors": "made up"}, {"model": "pocket-rope", "query": "3", "key": "6", "rope-layer": "1"}):
        app = open_page(POSITIONS, mode="RoPE by hand", m="9", n="4", both="7", pair="3", **link)
        here, elsewhere = line_numbers(printed_lines(app, having="import torch"))
        assert f"their dot product {here:.3f}.".replace("-", "−") in page_text(app)
        assert elsewhere == pytest.approx(here, abs=1e-6)


def test_a_pair_that_a_model_turns_is_what_its_head_compares() -> None:
    """All pairs at the places of their tokens add up to the head's own dot product."""
    total, index = 0.0, {"query": "3", "key": "6"}
    vectors = cache.shared.traces.neuron_vectors("pocket-rope", FIRST)
    for pair in range(vectors.queries.shape[-1] // 2):
        app = open_page(POSITIONS, mode="RoPE by hand", sentence=FIRST, model="pocket-rope", **index, pair=str(pair))
        total += float(DOT_PRODUCT.findall(page_text(app))[0].replace("−", "-"))
    wanted = float(vectors.queries[0, 0, 3] @ vectors.keys[0, 0, 6])
    assert total == pytest.approx(wanted, abs=5e-4 * (pair + 1))


@pytest.mark.parametrize("model", [BERT, "pocket-rope", "pocket-nopos"])
@pytest.mark.parametrize(
    ("link", "change"),
    [
        ({}, Swap(2, 5)),
        ({"change": "Shuffle the words", "seed": "3"}, Shuffle(3)),
    ],
    ids=["swapped", "shuffled"],
)
def test_another_order_comes_out_again(model: str, link: dict[str, str], change: OrderChange) -> None:
    app = open_page(POSITIONS, mode="Does order matter?", sentence=FIRST, model=model, mask="12", blank="", **link)
    effect = shared.order_effect(model, FIRST, (12,), BLANK, change)
    wanted = [
        math.exp(effect.top_word_before),
        math.exp(effect.top_word_after),
        effect.after.candidates[0].probability,
        effect.divergence,
    ]
    assert line_numbers(printed_lines(app)) == pytest.approx(wanted, abs=1e-4)
