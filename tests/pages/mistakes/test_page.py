"""What goes wrong: both ways side by side, the line to be spotted, and code that gives both numbers again."""

import io
import json
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

import cache.mistakes
from cache.classes.guesses import tally
from components.mistakes.model.catalogue import MISTAKES, mistake
from components.mistakes.model.mistake import Mistake
from components.mistakes.tables.findings import finding
from components.mistakes.tables.sides import gives_other_word, number_text, wrong_and_right
from components.model.checkpoints.registry import model_record
from components.model.statistics.bootstrap import Interval
from components.tables.numbers import probability_text
from pages.mistakes.code import code_of, wrong_code
from pages.mistakes.context import MistakesContext
from pages.mistakes.modes.both import ADVISED, NAMED
from pages.mistakes.modes.spot import OPENER
from pages.parts.rooms import MISTAKES as ROOM
from tests.pages.conftest import MISTAKES_PAGE, messages, open_page, page_text, run
from tests.pages.notebook import run_code
from tests.sampling import first_of_each

KEYS = [each_mistake.key for each_mistake in MISTAKES]
# Those that train are left to the thorough tests, and where both versions run, also all but one of each kind.
RUN = first_of_each(
    [each for each in MISTAKES if not each.trains],
    lambda each: (each.share, each.needs_followed, bool(each.column_titles)),
    name=lambda each: each.key,
) + [pytest.param(each, marks=pytest.mark.thorough, id=each.key) for each in MISTAKES if each.trains]
SECOND = MISTAKES[1]


def figures(app: AppTest) -> list[str]:
    """The numbers at the ends of bars and in tables."""
    charts = [
        pa.ipc.open_stream(io.BytesIO(d.data.data)).read_pandas()
        for c in app.get("vega_lite_chart")
        for d in c.proto.datasets
    ]
    tables = [each for each in charts if "figure" in each] + [frame.value for frame in app.dataframe]
    return [str(value) for table in tables for value in table.to_numpy().ravel()]


def quiz(app: AppTest) -> dict[str, Any]:
    """What the lines of the quiz are sent."""
    (element,) = (e.proto for e in app.get("bidi_component") if e.proto.component_name == "riverbank_code_lines")
    data: dict[str, Any] = json.loads(element.json)
    return data


def printed_number(code: str) -> float:
    return float(run_code(code)[-1])


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("selected", RUN)
def test_both_ways_stand_beside_each_other_with_what_the_mistake_costs(selected: Mistake) -> None:
    app = open_page(MISTAKES_PAGE, mistake=selected.key)
    comparison = cache.mistakes.compare("minilm", selected.key)
    assert not app.exception
    lines = [block.value for block in app.code]
    assert selected.right in lines
    assert selected.wrong in lines
    shown = {number.value for number in app.subheader} | set(figures(app))
    assert {number_text(selected, side) for side in (comparison.right, comparison.wrong)} <= shown


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("low", "high"), [(0.5, 1.5), (-0.5, 1.0), (-1.5, -0.5), (0.0, 1.0)])
def test_vectors_are_called_right_and_wrong_only_where_the_numbers_show_it(
    low: float, high: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = cache.mistakes.compare("minilm", "sentence_vector")
    difference = Interval(low, (low + high) / 2, high)
    right = replace(measured.right, value=measured.wrong.value + difference.value)
    shown = replace(measured, right=right, difference=difference)
    monkeypatch.setattr(cache.mistakes, "compare", lambda *_: shown)
    app = open_page(MISTAKES_PAGE, mistake="sentence_vector")
    marks = [
        element.value for element in app.markdown if element.value.strip("*") in {*NAMED.values(), *ADVISED.values()}
    ]
    assert marks == [f"**{mark}**" for mark in (NAMED if low > 0 else ADVISED).values()]


@pytest.mark.usefixtures("cold")
def test_before_there_is_a_model_the_first_mistake_stands_there() -> None:
    assert MISTAKES[0].name in page_text(open_page(MISTAKES_PAGE, mistake=KEYS[3]))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("selected", RUN)
def test_the_code_gives_both_numbers_again(selected: Mistake) -> None:
    context = MistakesContext(model_record("minilm"), selected)
    comparison = cache.mistakes.compare("minilm", selected.key)
    right, wrong = code_of(context, comparison), wrong_code(context, comparison)
    assert [line.strip() for line in right.splitlines()].count(selected.right) == 1
    assert [line.strip() for line in wrong.splitlines()].count(selected.wrong) == 1
    assert sum(a != b for a, b in zip(right.splitlines(), wrong.splitlines(), strict=True)) == 1
    assert printed_number(right) == pytest.approx(comparison.right.value, rel=2e-3, abs=2e-4)
    again = printed_number(wrong)
    assert again == pytest.approx(comparison.wrong.value, rel=5e-3, abs=2e-4, nan_ok=True)


@pytest.mark.usefixtures("ready")
def test_a_model_that_cannot_make_a_mistake_says_so() -> None:
    assert "no segment embeddings" in messages(open_page(MISTAKES_PAGE, mistake="segments", model="pocket-distilbert"))


@pytest.mark.usefixtures("ready")
def test_examples_are_chosen_from_a_list_and_the_link_says_which() -> None:
    app = open_page(MISTAKES_PAGE)
    app.selectbox(key="example").select_index(1)
    run(app)
    assert app.query_params["mistake"] in (SECOND.key, [SECOND.key])
    app.selectbox(key="example").select_index(0)
    run(app)
    assert "mistake" not in app.query_params


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("key", KEYS)
def test_every_line_of_the_body_can_be_clicked_and_the_wrong_one_is_among_them(key: str) -> None:
    app = open_page(MISTAKES_PAGE, mistake=key, mode="Spot the mistake")
    lines = quiz(app)["lines"]
    assert [line.strip() for line in lines].count(mistake(key).wrong) == 1
    assert quiz(app)["wrong"] is None
    assert not any("cache/pocket" in line for line in lines)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("selected", RUN)
def test_the_quiz_keeps_its_finding_until_the_line_is_clicked(selected: Mistake) -> None:
    app = open_page(MISTAKES_PAGE, mistake=selected.key, mode="Spot the mistake")
    assert finding(selected.key, cache.mistakes.compare("minilm", selected.key)) not in page_text(app)


def chosen_example(app: AppTest) -> str:
    box = app.selectbox(key="example")
    return str(box.options[box.index])


@pytest.mark.parametrize("live", ["ready", "cold"])
def test_the_quiz_does_not_name_its_mistake_before_the_line_is_found(live: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(live)
    for number, selected in ((1, MISTAKES[0]), (2, SECOND)):
        app = open_page(MISTAKES_PAGE, mode="Spot the mistake", mistake=selected.key)
        assert chosen_example(app) == f"Mistake {number} of {len(MISTAKES)}"
        assert not any(other.name in app.selectbox(key="example").options for other in MISTAKES)
        assert selected.name not in page_text(app)
        assert selected.right not in [block.value for block in app.code]


@pytest.mark.usefixtures("ready")
def test_the_list_names_a_mistake_once_its_line_is_found() -> None:
    app = open_page(MISTAKES_PAGE, mode="Spot the mistake", mistake=SECOND.key)
    clicked(app, SECOND.key, SECOND.wrong)
    assert chosen_example(app) == SECOND.name
    assert MISTAKES[0].name not in app.selectbox(key="example").options
    assert chosen_example(open_page(MISTAKES_PAGE, mistake=SECOND.key)) == SECOND.name


def clicked(app: AppTest, key: str, line: str) -> int:
    """Choose the line of code that ends with ``line``; its number."""
    lines = quiz(app)["lines"]
    index = next(number for number, each in enumerate(lines) if each.endswith(line))
    wrong = next(number for number, each in enumerate(lines, 1) if each.strip() == mistake(key).wrong)
    before, _ = app.session_state["spotted"].get(key, ((), wrong))
    app.session_state["spotted"][key] = ((*before, index + 1), wrong)  # as the element's answer does
    if not before:
        tally().add(f"spot line {key}", str(index + 1))
    run(app)
    return index + 1


@pytest.mark.usefixtures("ready")
def test_a_clicked_line_is_judged_and_tallied() -> None:
    app = open_page(MISTAKES_PAGE, mode="Spot the mistake")
    first = mistake(OPENER)
    given, due = quiz(app)["results"]
    assert given != due
    wrong = clicked(app, first.key, first.wrong)
    assert f"Spotted: line {wrong} is wrong." in page_text(app)
    assert first.right in [block.value for block in app.code]
    assert quiz(app)["wrong"] == wrong - 1
    assert "You have spotted 1 of 1" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_a_miss_leaves_one_more_try() -> None:
    app = open_page(MISTAKES_PAGE, mode="Spot the mistake", mistake=SECOND.key)
    miss = clicked(app, SECOND.key, "with torch.no_grad():")
    assert f"Line {miss} is correct." in page_text(app)
    assert quiz(app)["tried"] == [miss - 1]
    assert SECOND.right not in [block.value for block in app.code]
    wrong = clicked(app, SECOND.key, SECOND.wrong)
    assert f"at the second try: line {wrong} is wrong" in page_text(app)
    assert "You have spotted 1 of 1" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_two_misses_reveal_the_line() -> None:
    app = open_page(MISTAKES_PAGE, mode="Spot the mistake", mistake=SECOND.key)
    clicked(app, SECOND.key, "with torch.no_grad():")
    clicked(app, SECOND.key, 'return_tensors="pt")')
    assert SECOND.right in [block.value for block in app.code]
    assert "You have spotted 0 of 1" in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("selected", [MISTAKES[0], mistake("half")], ids=lambda each: each.key)
def test_the_program_prints_what_the_quiz_says_that_it_gives(selected: Mistake) -> None:
    comparison = cache.mistakes.compare("minilm", selected.key)
    boxes = wrong_and_right(selected, comparison)
    assert boxes is not None
    is_word = gives_other_word(selected, comparison)
    context = MistakesContext(model_record("minilm"), selected, selected.sentence)
    code = wrong_code(context, comparison, prints_word=is_word)
    assert ("answer_id" in code) is not is_word
    for box, program in zip(boxes, (code, code.replace(selected.wrong, selected.right)), strict=True):
        printed = run_code(program)[-1]
        assert printed == box if is_word else box.endswith(probability_text(float(printed)))


@pytest.mark.usefixtures("ready")
def test_the_quiz_opens_with_another_mistake_than_the_view_before_it() -> None:
    app = open_page(MISTAKES_PAGE, mode="Spot the mistake")
    assert mistake(OPENER).wrong in [line.strip() for line in quiz(app)["lines"]]
    app.selectbox(key="example").select_index(0)
    run(app)
    assert MISTAKES[0].wrong in [line.strip() for line in quiz(app)["lines"]]
    assert app.query_params["mistake"] == MISTAKES[0].key


def test_every_snippet_belongs_to_a_mistake_or_to_the_growing_padding() -> None:
    assert sorted(file.stem for file in (ROOM.folder / "snippets").glob("*.py")) == sorted([*KEYS, "padding"])
