"""Where am I: every way of looking at positions as a visitor meets it, never empty and never in trouble."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from cache import positions as shared
from components.positions.model.similarity import SimilarityMeasure
from pages.positions.methods import OPEN as OPEN_METHODS
from pages.positions.methods import POSITION_METHODS
from tests.pages.conftest import POSITIONS, messages, open_page, page_text, run
from tests.pages.position_room import BERT, POSITION_MODES, TABLES, drawn_panels, every_mode


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
        "Learned: table",
        "Sinusoidal: table",
        "Learned: cosine",
        "Sinusoidal: cosine",
    ]
    assert "Precomputed by **MiniLM**" in page_text(app)
    other = open_page(POSITIONS, sentence="My own sentence.", mode="Does order matter?")
    assert drawn_panels(other)
    assert other.text_input(key="sentence").value == "My own sentence."


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("model", "how", "expected"),
    [
        ("pocket-rope", TABLES, "it rotates queries and keys by an angle"),
        ("pocket-rope", "Past the end", "the angles go on"),
        ("pocket-rope", "RoPE by hand", "Only the distance counts"),
        ("pocket-nopos", TABLES, "has no position information"),
        ("pocket-nopos", "Past the end", "another zero would do"),
        ("pocket-nopos", "Does order matter?", "Nothing changes"),
        ("pocket-sinusoidal", "Past the end", "the formula goes on"),
        ("pocket-gpt", TABLES, "a learned vector of"),
        ("pocket-gpt", "Past the end", "cannot be scored here"),
    ],
)
def test_models_that_are_told_in_other_ways_are_shown_in_theirs(model: str, how: str, expected: str) -> None:
    app = open_page(POSITIONS, model=model, mode=how)
    assert expected in page_text(app)
    assert not app.warning


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (BERT, "components explain"),
        ("pocket-rope", "has no table of positions"),
        ("pocket-nopos", "there is nothing to draw"),
    ],
)
def test_an_old_link_to_the_shape_of_the_table_opens_its_panel(model: str, expected: str) -> None:
    assert expected not in page_text(open_page(POSITIONS, model=model, mode=TABLES))
    assert expected in page_text(open_page(POSITIONS, model=model, mode="The shape of the table", plane="1 and 3"))


@pytest.mark.usefixtures("ready")
def test_an_old_link_to_similarity_by_distance_opens_its_panel() -> None:
    expected = "RoPE: similarity depends on distance alone"
    assert expected not in page_text(open_page(POSITIONS, mode=TABLES))
    for model in (BERT, "pocket-nopos"):
        assert expected in page_text(open_page(POSITIONS, model=model, mode="A function of distance?"))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"mode": "The four panels"}, {"alibi": "3"}])
def test_an_old_link_to_the_four_panels_shows_all_four(link: dict[str, str]) -> None:
    ((_, header),) = drawn_panels(open_page(POSITIONS, **link))
    squares = [panel["title"] for panel in header["panels"] if panel["square"]]
    assert [title.split(":")[0] for title in squares] == ["Learned", "Sinusoidal", "RoPE", "ALiBi"]
    assert squares[-1] == f"ALiBi: penalty in head {link.get('alibi', 1)}"


@pytest.mark.usefixtures("ready")
def test_the_outlier_of_the_table_is_named_as_what_the_model_learned() -> None:
    app = open_page(POSITIONS, mode=TABLES)
    assert "Position 0 stands out: its dimension" in page_text(app)
    assert "a bias learned from data" in page_text(app)
    ((_, header),) = drawn_panels(app)
    learned = header["panels"][0]
    assert learned["high"] < 0.1 < shared.position_matrices(BERT, SimilarityMeasure.COSINE, 128, 384)[0].values.max()
    assert all(row == 0 for row, _ in learned["outliers"])


@pytest.mark.usefixtures("ready")
def test_a_table_compares_the_methods_and_each_row_opens_its_view() -> None:
    assert not _method_buttons(open_page(POSITIONS, mode=TABLES))
    link = {"mode": TABLES, "model": "pocket-bert", OPEN_METHODS: "true"}
    app = open_page(POSITIONS, **link)
    text = "\n".join(element.value for element in app.markdown)
    for used_by in ("BERT, RoBERTa, GPT-2", "original Transformer", "Llama", "Mistral", "ModernBERT", "BLOOM", "MPT"):
        assert used_by in text
    assert [button.label for button in _method_buttons(app)] == [f"**{method.name}**" for method in POSITION_METHODS]
    for row, method in enumerate(POSITION_METHODS):
        app = open_page(POSITIONS, **link)
        _method_buttons(app)[row].click().run()
        address = {name: value if isinstance(value, str) else value[0] for name, value in app.query_params.items()}
        assert {"mode": method.view, "model": "pocket-bert", **method.settings}.items() <= address.items()
        assert app.session_state["chosen-mode"] == method.view
        for name in method.settings:
            assert str(app.session_state[name]).lower() == method.settings[name].lower()
        assert not app.error
    hidden = open_page(POSITIONS, **link, hide="controls")
    assert not _method_buttons(hidden)
    assert "**ALiBi**" in [element.value for element in hidden.markdown]


def _method_buttons(app: AppTest) -> list[Button]:
    return [button for button in app.button if (button.key or "").startswith("method-")]


@pytest.mark.usefixtures("ready")
def test_order_is_asked_of_masked_models() -> None:
    app = open_page(POSITIONS, model="pocket-gpt", mode="Does order matter?")
    assert "predicts the next word, not a masked one" in messages(app)


@pytest.mark.usefixtures("ready")
def test_the_link_says_which_pair_is_kept_and_how_much_is_shown() -> None:
    app = open_page(POSITIONS, first="17", second="42", positions="64", dimensions="10")
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
        {"m": "9" * 30, "n": "²", "both": "", "pair": "99", "plane": "?", "vectors": "?", "rope-layer": "9"},
        {"change": "?", "one": "99", "two": "0", "seed": "abc", "by": "99999", "mask": "1-x-900", "length": "7"},
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
    assert (arrows(app)["m"], arrows(app)["n"], arrows(app)["theta"]) == (9, 4, pytest.approx(10_000 ** (-6 / 32)))
    before = next(text.value for text in app.text if text.value.startswith("Only the distance counts: at m − n = 5"))
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
    other = open_page(POSITIONS, mode="RoPE by hand", model="pocket-rope", vectors="made up")
    assert "Two made-up vectors" in page_text(other)
