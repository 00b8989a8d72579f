"""Every way of looking at positions: its snippet computes what the page shows."""

import math
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import cache.engine
import cache.shipped.first_answers
import cache.traces
from cache import positions as shared
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.positions.model.results import OrderChange, Shift, Shuffle, Swap
from components.positions.model.similarity import SimilarityMeasure
from components.positions.tables.figure import PanelChoice, choose_panels
from tests.pages.conftest import POSITIONS, open_page, page_text
from tests.pages.notebook import line_numbers, printed_lines
from tests.pages.position_room import BLANK, FIRST

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
    link = {"model": model, "compared": compared.value, "dimensions": "64", "alibi": "2"}
    lines = printed_lines(open_page(POSITIONS, first="3", second="40", **link))
    square = [panel for panel in shared.position_matrices(model, compared, 64, 64, 1) if panel.square]
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
    app = open_page(
        POSITIONS, mode="The tables and their similarity", compared=compared.value, positions="40", dimensions="64"
    )
    (name, curve), *_ = shared.position_distances(BERT, compared, 40, 64).items()
    label = {"Learned": "The model's own"}.get(name, name)
    lines = [line for line in printed_lines(app) if line.startswith(f"{label} on average")]
    assert line_numbers(lines) == pytest.approx([curve.mean[distance] for distance in (1, 8, 19)], abs=1e-5)
    assert f"{line_numbers(lines)[0]:.2f}" in page_text(app)


@pytest.mark.parametrize(
    "link", [{}, {"compared": "dot product"}, {"methods": "RoPE and ALiBi too", "positions": "40"}]
)
def test_the_figure_is_drawn_again(link: dict[str, str], drawn_figures: list[Figure]) -> None:
    """The copied code draws every panel with the numbers and, for tables, the colour scale of the page."""
    everything, measure = "methods" in link, SimilarityMeasure(link.get("compared", "cosine"))
    printed_lines(open_page(POSITIONS, mode="The tables and their similarity", **link))
    (figure,) = drawn_figures
    panels = [axis for axis in figure.axes if axis.get_images() and axis.get_title()]
    shown = shared.position_matrices(BERT, measure, int(link.get("positions", 128)), 384)
    choice = PanelChoice.ALL if everything else PanelChoice.TWO
    shown = [panel for panel in choose_panels(shown, choice) if "pair by" not in panel.title]
    assert len(panels) == len(shown) == (6 if everything else 4)
    for axis, panel in zip(panels, shown, strict=True):
        (image,) = axis.get_images()
        assert np.asarray(image.get_array()) == pytest.approx(panel.values, abs=1e-4)
        if panel.title.endswith("table"):
            assert image.get_clim() == pytest.approx(panel.colour_limits, abs=1e-5)


def test_the_spread_of_every_method_comes_out_again() -> None:
    lines = printed_lines(
        open_page(POSITIONS, mode="The tables and their similarity", distance="true", positions="40", dimensions="32")
    )
    methods = shared.position_distances(BERT, SimilarityMeasure.COSINE, 40, 32)
    wanted = [methods[name].largest_spread for name in ("Sinusoidal", "RoPE", "Learned")]
    assert line_numbers(lines) == pytest.approx(wanted, abs=1e-6)


def test_a_turned_pair_comes_out_again() -> None:
    for link in ({"vectors": "made up"}, {"model": "pocket-rope", "query": "3", "key": "6", "rope-layer": "1"}):
        app = open_page(POSITIONS, mode="RoPE by hand", m="9", n="4", both="7", pair="3", **link)
        here, elsewhere = line_numbers(printed_lines(app, having="import torch"))
        assert f"their dot product {here:.3f}.".replace("-", "−") in page_text(app)
        assert elsewhere == pytest.approx(here, abs=1e-6)


def test_a_pair_that_a_model_turns_is_what_its_head_compares() -> None:
    """All pairs at the places of their tokens add up to the head's own dot product."""
    total, index = 0.0, {"query": "3", "key": "6"}
    vectors = cache.traces.neuron_vectors("pocket-rope", FIRST)
    for pair in range(vectors.queries.shape[-1] // 2):
        app = open_page(POSITIONS, mode="RoPE by hand", sentence=FIRST, model="pocket-rope", **index, pair=str(pair))
        total += float(DOT_PRODUCT.findall(page_text(app))[0].replace("−", "-"))
    wanted = float(vectors.queries[0, 0, 3] @ vectors.keys[0, 0, 6])
    assert total == pytest.approx(wanted, abs=5e-4 * (pair + 1))


@pytest.mark.parametrize("model", [BERT, "pocket-sinusoidal", "pocket-gpt"])
def test_the_shape_of_a_table_comes_out_again(model: str) -> None:
    *shares, fastest = line_numbers(
        printed_lines(
            open_page(POSITIONS, mode="The tables and their similarity", shape="true", model=model, positions="100")
        )
    )
    assert shares == pytest.approx(shared.position_components(model, 100).explained.tolist(), abs=1e-6)
    assert fastest == shared.position_spectrum(model, 100).dominant.max()


def test_the_turns_of_a_model_without_a_table_come_out_again() -> None:
    app = open_page(POSITIONS, mode="The tables and their similarity", shape="true", model="pocket-rope")
    fastest, slowest = line_numbers(printed_lines(app))
    (finding,) = (text.value for text in app.text if "completes a turn" in text.value)
    assert f"in {fastest:.1f} positions, the slowest in {slowest:,.0f}" in finding
    assert fastest == pytest.approx(2 * math.pi)


def test_zeros_have_no_shape_in_a_notebook_either() -> None:
    assert (
        printed_lines(open_page(POSITIONS, mode="The tables and their similarity", shape="true", model="pocket-nopos"))
        == []
    )


@pytest.mark.parametrize("model", [BERT, "pocket-rope"])
def test_losses_come_out_again(model: str) -> None:
    numbers = line_numbers(printed_lines(open_page(POSITIONS, mode="Past the end", sentence=FIRST, model=model)))
    positions = cache.engine.tokens(model, FIRST).maskable
    wanted = [position_loss.loss / math.log(2) for position_loss in shared.position_losses(model, FIRST, positions)]
    assert numbers == pytest.approx(wanted, abs=1e-3)


def test_where_positions_end_comes_out_again() -> None:
    assert line_numbers(printed_lines(open_page(POSITIONS, mode="Past the end", model="pocket-gpt"))) == [512]


@pytest.mark.parametrize("model", [BERT, "pocket-rope", "pocket-nopos"])
@pytest.mark.parametrize(
    ("link", "change"),
    [
        ({}, Swap(2, 5)),
        ({"change": "Shuffle the words", "seed": "3"}, Shuffle(3)),
        ({"change": "Shift by k", "by": "40"}, Shift(40)),
    ],
    ids=["swapped", "shuffled", "shifted"],
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
