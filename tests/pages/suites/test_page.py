"""The room of tests: a click on a cell opens its pairs, lists of one's own are read or answered, links go on."""

import pytest
from streamlit.testing.v1 import AppTest

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.suites.model.readers import read_pairs
from components.suites.model.scoring import score_pairs
from pages.parts.rooms import SUITES
from pages.suites.modes.pairs import ROW_LIMIT, TRIED
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
    app.selectbox(key="model").set_value("pocket-bert")
    run(app)
    assert app.query_params["model"] == "pocket-bert"
    assert {"MiniLM", "pocket BERT"} == set(grid(app)["name"])
    app.text_area(key="own-pairs-typed").set_value(OWN.replace("dogs", "cats"))
    run(app)
    assert {"pocket BERT"} == set(grid(app)["name"])  # of another list, only the chosen model's column
    pairs, models = app.session_state[TRIED]
    assert pairs == read_pairs(OWN.replace("dogs", "cats"))
    assert set(models) == {"pocket-bert"}


@pytest.mark.usefixtures("ready")
def test_phenomena_that_do_not_fit_into_the_grid_are_counted_and_in_the_table() -> None:
    names = [f"Kind {number:02}" for number in range(ROW_LIMIT + 3)]
    app = open_page(PAGE, **{"own-pairs": "true"})
    app.text_area(key="own-pairs-typed").set_value("\n".join(f"He left.\tHim left.\t{name}" for name in names))
    run(app)
    assert not messages(app)
    assert sorted(set(grid(app)["phenomenon"])) == names[:ROW_LIMIT]
    assert f"{ROW_LIMIT} of {len(names)}" in page_text(app)
    assert any(list(table.value.iloc[:, 0]) == names for table in app.dataframe)


@pytest.mark.usefixtures("ready")
def test_pairs_that_the_code_cannot_score_are_not_in_it_and_are_counted() -> None:
    named = "context_s1\tcontext_s2\texpected\twithin_category\nIt was cold.\tHe put on his\tcoat\tshirt\n"
    app = open_page(PAGE, model="pocket-gpt", why="true", export="true", **{"own-pairs": "true"})
    app.text_area(key="own-pairs-typed").set_value(named)
    run(app)
    assert not messages(app)
    (code,) = (block.value for block in app.code)
    assert "/ len(pairs)" not in code
    compile(code, "code", "exec")


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
