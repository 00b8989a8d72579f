"""Inside a layer, as a visitor meets it: by link, with any model, and with bad input."""

import math

import pytest

import cache.inside
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS
from components.widgets.canvas import header_of
from tests.pages.conftest import ODD_TEXTS, alternatives, messages, open_page, page_text, run
from tests.pages.notebook import printed_lines

INSIDE_PAGE = "pages/inside/page.py"
WAY, PUSHES, UNITS = "One token’s path", "Who moved the answer?", "Inside the feed-forward layer"


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
    assert "the answer is “bank” (27.4%)" in page_text(app)
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
    ],
)
def test_a_link_that_does_not_fit_opens_something_near(link: dict[str, str]) -> None:
    assert building_header(open_page(INSIDE_PAGE, **link))["number"] is not None


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
@pytest.mark.parametrize("view", [WAY, PUSHES, UNITS])
@pytest.mark.parametrize("model", ["minilm", "pocket-gpt", "pocket-rope"])
def test_other_views_say_what_they_found(view: str, model: str) -> None:
    app = open_page(INSIDE_PAGE, mode=view, model=model)
    assert not app.warning
    assert not app.error
    assert all(alternatives(app))
    assert len(alternatives(app)) == (3 if view == PUSHES else 2)


@pytest.mark.usefixtures("ready")
def test_a_link_names_the_word_and_the_two_words() -> None:
    assert "“loan”" in page_text(open_page(INSIDE_PAGE, mode=WAY, token="11"))
    app = open_page(INSIDE_PAGE, mode=PUSHES, towards="government", against="bank")
    assert "“bank” is" in page_text(app)
    assert "“government”" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_the_units_of_a_layer_are_switched_off_one_at_a_time() -> None:
    app = open_page(INSIDE_PAGE, mode=UNITS, layer="2", unit="3")
    unit = cache.inside.unit_activity(DEFAULT_MODEL, FILL_PRESETS[0].sentence, (), 2, 1)[2].unit
    assert f"unit {unit + 1:,} has the value" in page_text(app)
    assert f"Without unit {unit + 1:,}" in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.thorough
def test_probe_sentences_are_read_when_asked_for() -> None:
    app = open_page(INSIDE_PAGE, mode=UNITS, model="pocket-bert", layer="1", probes="true")
    app.button(key="units-run").click()
    run(app)
    (table,) = (frame.value for frame in app.dataframe)
    assert len(table) == 3


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "link",
    [
        {"towards": "bank", "against": "Bank"},
        {"towards": "", "against": "bank"},
        {"towards": "unbelievablylongword", "against": "bank"},
        {"sentence": "No blank here."},
    ],
)
def test_what_cannot_be_compared_is_said(link: dict[str, str]) -> None:
    app = open_page(INSIDE_PAGE, mode=PUSHES, **link)
    assert messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("view", [WAY, PUSHES, UNITS])
@pytest.mark.parametrize("sentence", ODD_TEXTS)
def test_bad_input_is_read_or_answered_everywhere(view: str, sentence: str) -> None:
    app = open_page(INSIDE_PAGE, mode=view, sentence=sentence)
    assert alternatives(app) or messages(app)


@pytest.mark.usefixtures("ready")
def test_a_token_of_markup_is_written_as_it_is() -> None:
    app = open_page(INSIDE_PAGE, mode=UNITS, sentence="2 * [MASK] is six.", token="3")
    assert not messages(app)
    assert any(r"“\*”" in element.value for element in app.markdown)


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
def test_copied_code_prints_lengths_and_log_odds() -> None:
    app = open_page(INSIDE_PAGE, mode=WAY)
    stops = cache.inside.word_way(DEFAULT_MODEL, FILL_PRESETS[0].sentence, (), 2)
    lengths = [stop.length for stop in stops if stop.part != "attention"]
    assert [float(line.split()[-1]) for line in printed_lines(app)] == pytest.approx(lengths, abs=0.051)
    app = open_page(INSIDE_PAGE, mode=PUSHES)
    parts = cache.inside.contributions(DEFAULT_MODEL, FILL_PRESETS[0].sentence, (), 2, ("bank", "company"))
    (line,) = printed_lines(app)
    assert float(line.split()[-1]) == pytest.approx(parts.log_odds, abs=0.006)


@pytest.mark.usefixtures("ready")
@pytest.mark.thorough
@pytest.mark.parametrize("model", ["minilm", "pocket-distilbert", "pocket-gpt"])
def test_copied_code_prints_the_answer_without_a_unit(model: str) -> None:
    lines = printed_lines(open_page(INSIDE_PAGE, mode=UNITS, model=model, token="3", layer="1"))
    sentence = FILL_PRESETS[0].sentence
    unit = cache.inside.unit_activity(model, sentence, (), 2, 0)[0]
    words = cache.inside.without_unit(model, sentence, (), 2, 0, unit.unit).words
    assert float(lines[5].split()[-1]) == pytest.approx(unit.activation, abs=0.006)
    assert float(lines[0].split()[-1]) == pytest.approx(max(math.exp(word.first) for word in words), abs=1e-4)
    assert float(lines[6].split()[-1]) == pytest.approx(max(math.exp(word.second) for word in words), abs=1e-4)
