"""Where am I: every way of looking at positions as a visitor meets it, never empty and never in trouble."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from cache import positions as shared
from components.positions.model.similarity import SimilarityMeasure
from tests.pages.conftest import POSITIONS, messages, open_page, page_text, run
from tests.pages.positions.room import BERT, POSITION_MODES, TABLES, drawn_panels, every_mode


def arrows(app: AppTest) -> dict[str, Any]:
    """What the arrows of "RoPE by hand" are sent."""
    (element,) = (e.proto for e in app.get("bidi_component") if e.proto.component_name == "riverbank_turning_arrows")
    actual: dict[str, Any] = json.loads(element.json)
    return actual


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_panels_of_an_example() -> None:
    app = open_page(POSITIONS)
    ((_, header),) = drawn_panels(app)
    titles = [panel["title"] for panel in header["panels"]]
    assert titles == [
        "Learned: cosine",
        "Sinusoidal: cosine",
        "RoPE: similarity",
        "ALiBi: penalty",
    ]
    assert "Precomputed by **MiniLM**" in page_text(app)
    other = open_page(POSITIONS, sentence="My own sentence.", mode="Does order matter?")
    assert drawn_panels(other)
    assert other.text_input(key="sentence").value == "My own sentence."


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("model", "how", "expected"),
    [
        ("pocket-rope", TABLES, "it rotates queries and keys by an angle"),
        ("pocket-rope", TABLES, "the angles go on"),
        ("pocket-rope", "RoPE by hand", "Only the distance counts"),
        ("pocket-nopos", TABLES, "has no position information"),
        ("pocket-nopos", TABLES, "another zero would do"),
        ("pocket-nopos", "Does order matter?", "Nothing changes"),
        ("pocket-sinusoidal", TABLES, "the formula goes on"),
        ("pocket-gpt", TABLES, "a learned vector of"),
    ],
)
def test_models_that_are_told_in_other_ways_are_shown_in_theirs(model: str, how: str, expected: str) -> None:
    app = open_page(POSITIONS, model=model, mode=how)
    assert expected in page_text(app)
    assert not app.warning


@pytest.mark.usefixtures("ready")
def test_an_old_link_to_similarity_by_distance_opens_its_panel() -> None:
    expected = "RoPE: similarity depends on distance alone"
    for model in (BERT, "pocket-nopos"):
        assert expected in page_text(open_page(POSITIONS, model=model, mode="A function of distance?"))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"mode": "The four panels"}, {"alibi": "3"}, {"methods": "RoPE and ALiBi too"}])
def test_an_old_link_to_the_four_panels_shows_all_four(link: dict[str, str]) -> None:
    ((_, header),) = drawn_panels(open_page(POSITIONS, **{"mode": TABLES, **link}))
    squares = [panel["title"] for panel in header["panels"] if panel["square"]]
    assert [title.split(":")[0] for title in squares] == ["Learned", "Sinusoidal", "RoPE", "ALiBi"]


@pytest.mark.usefixtures("ready")
def test_the_outlier_of_the_table_is_named_as_what_the_model_learned() -> None:
    app = open_page(POSITIONS, mode=TABLES, methods="Learned and sinusoidal")
    assert "Position 0 stands out: its dimension" in page_text(app)
    assert "a bias learned from data" in page_text(app)
    ((_, header),) = drawn_panels(app)
    learned = header["panels"][0]
    assert learned["high"] < 0.1 < shared.position_matrices(BERT, SimilarityMeasure.COSINE, 128, 384)[0].values.max()
    assert all(row == 0 for row, _ in learned["outliers"])


@pytest.mark.usefixtures("ready")
def test_order_is_asked_of_masked_models() -> None:
    app = open_page(POSITIONS, model="pocket-gpt", mode="Does order matter?")
    assert "predicts the next word, not a masked one" in messages(app)


@pytest.mark.usefixtures("ready")
def test_the_link_says_which_pair_is_kept_and_how_much_is_shown() -> None:
    app = open_page(
        POSITIONS, first="17", second="42", positions="64", dimensions="10", methods="Learned and sinusoidal"
    )
    ((request, header),) = drawn_panels(app)
    assert request["initial"] == {"first": 17, "second": 42}
    assert (header["panels"][0]["rows"], header["panels"][0]["columns"]) == (64, 10)
    assert app.slider(key="positions").value == 64
    app.slider(key="positions").set_value(128)
    ((request, header),) = drawn_panels(run(app))
    assert request["initial"] == {"first": 17, "second": 42}
    assert header["panels"][0]["rows"] == 128
    assert "positions" not in app.query_params  # what is usual is not said


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@every_mode
@pytest.mark.parametrize(
    "link",
    [
        {"first": "999", "second": "-1", "positions": "0", "dimensions": "7", "alibi": "99", "compared": "?"},
        {"m": "9" * 30, "n": "²", "both": "", "pair": "99", "vectors": "?", "rope-layer": "9"},
        {"change": "?", "one": "99", "two": "0", "seed": "abc", "mask": "1-x-900"},
        {"mode": "No such", "first": "3"},
    ],
)
def test_a_broken_link_shows_the_room(how: str, link: dict[str, str]) -> None:
    app = open_page(POSITIONS, **{"mode": how, **link})
    assert POSITION_MODES["Does order matter?" if "mode" in link else how] in page_text(app)
    assert not app.error


@pytest.mark.usefixtures("ready")
def test_positions_of_the_arrows_are_in_the_link_and_moving_both_keeps_the_dot_product() -> None:
    app = open_page(POSITIONS, mode="RoPE by hand", m="9", n="4", pair="3")
    assert (arrows(app)["m"], arrows(app)["n"], arrows(app)["theta"]) == (9, 4, pytest.approx(10_000 ** (-6 / 64)))
    before = next(text.value for text in app.text if "5 positions after" in text.value and "dot product" in text.value)
    for link in ({"m": "59", "n": "54"}, {"m": "9", "n": "4", "both": "50"}):  # the second one is an old link
        app = open_page(POSITIONS, mode="RoPE by hand", pair="3", **link)
        assert before in page_text(app)
        assert "position m = 59" in page_text(app)
        assert (arrows(app)["m"], arrows(app)["n"]) == (59, 54)
    assert before not in page_text(open_page(POSITIONS, mode="RoPE by hand", m="10", n="4", pair="3"))


@pytest.mark.usefixtures("ready")
def test_a_model_that_turns_shows_vectors_of_its_own() -> None:
    app = open_page(POSITIONS, mode="RoPE by hand", model="pocket-rope", query="3", key="1", pair="1")
    assert "by **pocket RoPE**" in page_text(app)
    assert (arrows(app)["m"], arrows(app)["n"]) == (3, 1)
    instead = open_page(POSITIONS, mode="RoPE by hand")  # with a model that rotates nothing
    assert "by **pocket RoPE**" in page_text(instead)
    other = open_page(POSITIONS, mode="RoPE by hand", model="pocket-rope", vectors="made up")
    assert "Two made-up vectors" in page_text(other)
