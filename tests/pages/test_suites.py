"""The room of tests: a click on a cell opens its pairs, lists of one's own are read or answered, links go on."""

import pytest
from streamlit.testing.v1 import AppTest

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.suites.model.readers import read_pairs
from components.suites.model.scoring import score_pairs
from pages.parts.rooms import SUITES
from tests.pages.conftest import COLD_LINKS, messages, open_page, page_text, run, tables
from tests.pages.notebook import run_code
from tests.pages.test_every_view import finding

PAGE = f"pages/{SUITES.key}/page.py"
OWN = "The dogs bark.\tThe dogs barks.\tShort\nShe saw him.\tShe saw he.\tCase\nHe left.\tHim left.\tCase"
GOOD, BAD = "The gardener watered the roses.", "Watered the roses gardener."


def grid(app: AppTest) -> "object":
    return next(table for table in tables(app) if "is_published" in table)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("link", COLD_LINKS, ids=str)
def test_the_grid_is_there_before_there_is_a_model(link: dict[str, str]) -> None:
    app = open_page(PAGE, **link)
    assert not messages(app)
    assert "MiniLM" in finding(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("name", "model"), [("pocket GPT", "pocket-gpt"), ("pocket BERT", "pocket-bert")])
def test_the_link_names_a_cell_of_any_model(name: str, model: str) -> None:
    by_column = open_page(PAGE, about="Agreement", by=name)
    by_list = open_page(PAGE, about="Agreement", model=model)
    assert finding(by_column) == finding(by_list)
    assert name in finding(by_list)
    assert "Agreement" in finding(by_list)


@pytest.mark.usefixtures("ready")
def test_pairs_of_ones_own_take_the_place_of_the_apps() -> None:
    app = open_page(PAGE, about="Negation", **{"own-pairs": "true"})
    before = finding(app)
    app.text_area(key="own-pairs-typed").set_value(OWN)
    run(app)
    assert not messages(app)
    assert finding(app) != before
    assert {"Short", "Case"} == set(grid(app)["phenomenon"])
    app.selectbox(key="model").set_value("pocket-bert") if "model" in [box.key for box in app.selectbox] else None
    assert "It has" not in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("text", ["no pairs here", "word " * 20_000, "a\tb\nc", '{"good": '])
def test_what_is_no_list_gets_a_line_and_the_apps_pairs_stay(text: str) -> None:
    app = open_page(PAGE, **{"own-pairs": "true"})
    before = finding(app)
    app.text_area(key="own-pairs-typed").set_value(text)
    run(app)
    assert messages(app)
    assert finding(app) == before


@pytest.mark.usefixtures("ready")
def test_a_causal_model_has_code_of_its_own() -> None:
    app = open_page(PAGE, model="pocket-gpt", why="true", export="true")
    assert any("AutoModelForCausalLM" in block.value for block in app.code)


@pytest.mark.thorough
@pytest.mark.parametrize("model", [DEFAULT_MODEL, "pocket-gpt"])
def test_the_code_computes_the_same_numbers(engine: "object", model: str) -> None:
    from components.model.checkpoints.registry import model_record
    from pages.parts.snippets import snippet

    name = "causal" if model == "pocket-gpt" else "pairs"
    texts = [(GOOD, BAD), ("She ate an apple.", "She ate a apple.")]
    printed = run_code(snippet(SUITES, name, model_record(model), pairs=texts))
    pairs = read_pairs("\n".join("\t".join(pair) for pair in texts))
    scores = score_pairs(engine.open_model(model), pairs, on_progress=lambda _done, _of: None).scores
    for score in scores:
        assert f"{score.log_odds:+.3f}  {score.pair.good}" in printed
