"""Inside a layer, as a visitor meets it: by link, with any model, and with bad input."""

import pytest

import cache.shared.passes
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS
from components.widgets.canvas import header_of
from tests.pages.conftest import ODD_TEXTS, alternatives, messages, open_page, page_text, run
from tests.pages.notebook import printed_lines

INSIDE_PAGE = "pages/inside/page.py"
WAY = "One token’s path"


def building_header(app: object) -> dict[str, object]:
    (element,) = (e.proto for e in app.get("bidi_component") if e.proto.component_name == "riverbank_layer_building")
    return header_of(element.bytes[4 + int.from_bytes(element.bytes[:4], "little") :])


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("link", [{}, {"mode": WAY}, {"tour": "inside-a-layer", "stop": "24", "mode": WAY}], ids=str)
def test_a_cold_server_shows_the_shipped_pass_with_its_finding(link: dict[str, str]) -> None:
    app = open_page(INSIDE_PAGE)
    if "tour" in link:
        app.session_state["tour-answers-shown"] = {(link["tour"], int(link["stop"]) - 1)}
        app.session_state["tour-current-stop"] = (link["tour"], int(link["stop"]) - 1)
    app.query_params.update(link)
    run(app)
    assert building_header(app)["first"] == [1, 2]
    assert "the answer is “bank” (83.3%)" in page_text(app)
    assert "tour" in link or "Precomputed by **MiniLM**" in page_text(app)
    assert ("you see the whole pass" in page_text(app)) == ("mode" in link)


@pytest.mark.usefixtures("ready")
def test_the_room_opens_at_the_blank() -> None:
    app = open_page(INSIDE_PAGE)
    assert building_header(app)["first"] == [1, 2]
    assert "the answer is “bank”" in page_text(app)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_a_link_opens_floor_token_box_and_number() -> None:
    app = open_page(INSIDE_PAGE, floor="3", token="5", box="up", cell="1.18")
    header = building_header(app)
    assert header["first"] == [3, 4]
    number = header["number"]
    assert (number["box"], number["head"], number["index"]) == ("up", 0, 17)
    assert "has the shape (1, 13, 1536)" in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "link",
    [
        {"floor": "99", "token": "500", "box": "nothing", "cell": "a.b"},
        {"floor": "-1", "box": "logits", "cell": "0.0"},
        {"floor": "1", "box": "query", "cell": "99.99999"},
        {"floor": "3", "zoom": "head", "cell": "13.1"},
        {"floor": "1", "zoom": "weight", "box": "query", "cell": "1.30"},
        {"zoom": "answer"},
        {"floor": "7", "zoom": "attention"},
        {"floor": "0", "zoom": "units"},
        {"floor": "2", "zoom": "attic"},
    ],
)
def test_a_link_that_does_not_fit_opens_something_near(link: dict[str, str]) -> None:
    app = open_page(INSIDE_PAGE, **link)
    assert building_header(app)["number"] is not None
    assert not app.exception


@pytest.mark.usefixtures("ready")
def test_a_level_says_the_head_that_it_shows_also_where_the_link_names_none() -> None:
    app = open_page(INSIDE_PAGE, floor="2", zoom="head")
    number = building_header(app)["number"]
    assert f"head {number['head'] + 1}," in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ODD_TEXTS)
def test_bad_input_is_read_or_answered(sentence: str) -> None:
    app = open_page(INSIDE_PAGE, sentence=sentence)
    assert building_header(app)["tokens"] or messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("model", ["pocket-gpt", "pocket-distilbert", "pocket-rope", "pocket-nopos"])
def test_other_architectures_say_what_differs(model: str) -> None:
    header = building_header(open_page(INSIDE_PAGE, model=model))
    assert bool(header["differences"]) == (model != "pocket-nopos")  # its table of positions is all zeros


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("model", ["minilm", "pocket-gpt", "pocket-rope"])
def test_a_path_says_what_it_found(model: str) -> None:
    app = open_page(INSIDE_PAGE, mode=WAY, model=model)
    assert not app.warning
    assert not app.error
    assert alternatives(app)
    assert all(alternatives(app))


@pytest.mark.usefixtures("ready")
def test_a_link_names_the_word() -> None:
    assert "“accounts”" in page_text(open_page(INSIDE_PAGE, mode=WAY, token="11"))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ODD_TEXTS)
def test_bad_input_is_read_or_answered_everywhere(sentence: str) -> None:
    app = open_page(INSIDE_PAGE, mode=WAY, sentence=sentence)
    assert alternatives(app) or messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.thorough
def test_copied_code_prints_the_numbers_on_the_screen() -> None:
    app = open_page(INSIDE_PAGE, floor="2", token="4", box="up", cell="1.18")
    value = building_header(app)["number"]["value"]
    printed = [line for line in printed_lines(app) if "layer.1.intermediate.dense" in line]
    assert len(printed) == 1
    assert float(printed[0].split()[-1]) == pytest.approx(float(value.replace("−", "-")), abs=0.0006)


@pytest.mark.usefixtures("ready")
@pytest.mark.thorough
def test_copied_code_prints_lengths() -> None:
    app = open_page(INSIDE_PAGE, mode=WAY)
    stops = cache.shared.passes.word_way(DEFAULT_MODEL, FILL_PRESETS[0].sentence, (), 2)
    lengths = [stop.length for stop in stops if stop.part != "attention"]
    assert [float(line.split()[-1]) for line in printed_lines(app)] == pytest.approx(lengths, abs=0.051)
