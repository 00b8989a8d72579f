"""What a visitor without a class answers at the stops of a tour: the verdict, the score, and going back."""

import re

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

import cache.engine
from pages.parts.lecture import tour_stop, typed_answers
from pages.parts.lecture.tour_stop import CurrentStop, begin_stop, load_tour
from pages.parts.lecture.typed_answers import keep_typed
from tests.pages.conftest import FILL, open_page, page_text, run
from tests.pages.tours.test_tours import EVERY_STOP, SCRIPTS, marks
from tests.sampling import first_of_each

pytestmark = pytest.mark.usefixtures("ready")

OWN = "We sat on the bank of the river."
LAYERS = {"sentences": "English Web Treebank (stored result)"}


def test_a_visitor_answers_by_a_button_and_the_first_answer_counts() -> None:
    name, place = "fill-the-blank", 4
    stop = EVERY_STOP[name, place]
    app = open_page(FILL, **stop.parameters, tour=name, stop=str(place + 1))
    options = [button for button in app.button if button.label in ("is", "are")]
    assert [button.label for button in options] == ["is", "are"]
    options[0].click()
    run(app)
    assert stop.shows in page_text(app)
    assert re.search("You answered “is”.*“are”", marks(app))
    assert app.query_params["score"] in (["----w"], "----w")
    app.session_state["tour-own-answers"] = {(name, place): "are"}
    run(app)
    assert app.query_params["score"] in (["----w"], "----w"), "who looks first gains nothing by answering again"


def test_a_verdict_is_not_shown_above_another_example_and_the_stops_comes_back() -> None:
    name, link = "what-each-layer-knows", {"task": "Subject or object", **LAYERS}
    app = open_page(SCRIPTS["what-each-layer-knows"], **link, tour=name, stop="1")
    app.text_input[0].input("0")
    next(button for button in app.button if button.label == "Answer").click()
    run(app)
    score = app.query_params["score"]
    assert "You answered “0”" in marks(app)
    first = page_text(app)
    app.selectbox(key="task").set_value("First letter")  # 0 would be right of these numbers
    run(app)
    assert page_text(app) != first
    assert "You answered" not in marks(app)
    assert app.query_params["score"] == score
    next(button for button in app.button if button.label.startswith("Back to the question")).click()
    run(app)
    assert "You answered “0”" in marks(app)
    assert app.selectbox(key="task").value == "Subject or object"


def ways_back(app: AppTest) -> list[Button]:
    return [button for button in app.button if str(button.key).endswith("-restore")]


@pytest.mark.parametrize(("place", "box", "other"), [(6, "forms", "bat, bats"), (3, "sentence", OWN)])
def test_whoever_leaves_the_example_of_a_question_before_the_answer_is_led_back(
    place: int, box: str, other: str
) -> None:
    name = "which-bank-in-10-minutes"
    stop = EVERY_STOP[name, place]
    for is_back_before_answer in (True, False):
        app = open_page(SCRIPTS[stop.path], **stop.parameters, tour=name, stop=str(place + 1))
        value = app.text_input(key=box).value
        assert not ways_back(app)
        app.text_input(key=box).set_value(other)
        run(app)
        assert len(ways_back(app)) == 1, "while the question hides its answer"
        if not is_back_before_answer:
            app.button[[button.label for button in app.button].index(stop.asks.options[-1])].click()
            run(app)
            assert len(ways_back(app)) == 1, "and beside the answer"
            assert "You answered" not in marks(app)
        ways_back(app)[0].click()
        run(app)
        assert app.text_input(key=box).value == value
        assert not ways_back(app)
        if is_back_before_answer:
            app.button[[button.label for button in app.button].index(stop.asks.options[-1])].click()
            run(app)
        assert "You answered" in marks(app)
        assert stop.shows in page_text(app)
        assert not ways_back(app)


@pytest.mark.parametrize(("name", "place"), first_of_each(EVERY_STOP, lambda key: EVERY_STOP[key].path))
def test_a_question_that_has_just_been_opened_is_about_what_the_page_shows(name: str, place: int) -> None:
    stop = EVERY_STOP[name, place]
    app = open_page(SCRIPTS[stop.path], **stop.parameters, tour=name, stop=str(place + 1))
    assert not ways_back(app)
    run(app)
    assert not ways_back(app)


@pytest.mark.parametrize(("is_alone", "mark"), [(True, "w"), (True, ""), (False, "w")])
def test_whoever_goes_back_to_a_stop_sees_the_answer_that_counted(
    *, is_alone: bool, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = CurrentStop("which-bank-in-10-minutes", load_tour("which-bank-in-10-minutes"), 0)
    monkeypatch.setattr(tour_stop.st, "session_state", state := {"tour-own-answers": {here.key: "river"}})
    monkeypatch.setattr(tour_stop, "forget_elements", lambda names: None)
    parameters = {"tour": here.name, "stop": "1", **({"score": mark} if mark else {})}
    monkeypatch.setattr(tour_stop.st, "query_params", parameters)
    here.show_answer()
    state["tour-current-stop"] = (here.name, 1)
    begin_stop(is_alone=is_alone)
    assert here.is_withheld == (not is_alone or not mark)


def test_whoever_comes_back_to_a_stop_sees_the_sentence_that_was_typed_there(monkeypatch: pytest.MonkeyPatch) -> None:
    here = CurrentStop("which-bank-in-10-minutes", load_tour("which-bank-in-10-minutes"), 8)
    link = {"tour": here.name, "stop": "9", "score": "--------r"}
    released: list[str] = []
    monkeypatch.setattr(tour_stop.st, "session_state", {"tour-own-answers": {here.key: "money"}})
    monkeypatch.setattr(tour_stop.st, "query_params", QueryParameters(link))
    monkeypatch.setattr(tour_stop, "forget_elements", released.extend)
    monkeypatch.setattr(typed_answers, "replace_address", tour_stop.st.query_params.update)
    monkeypatch.setattr(typed_answers, "forget_elements", released.extend)
    keep_typed(here.key, "stage", OWN)
    here.show_answer()
    tour_stop.st.query_params.pop("stage")  # as the links of the tour's bar do
    tour_stop.st.session_state["tour-current-stop"] = (here.name, 7)
    begin_stop(is_alone=True)
    assert tour_stop.st.query_params == {**link, "stage": OWN}
    assert "stage" in released


class QueryParameters(dict[str, str]):
    """The parameters of an address, without a browser."""

    def to_dict(self) -> dict[str, str]:
        return dict(self)


def test_an_answer_waits_for_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache.engine, "engine_stage", lambda: cache.engine.EngineStage.COLD)
    monkeypatch.setattr(cache.engine, "start_engine", lambda: None)
    name, place = "fill-the-blank", 4
    stop = EVERY_STOP[name, place]
    app = open_page(FILL, **stop.parameters, tour=name, stop=str(place + 1))
    assert "You answered" not in page_text(app)
    next(button for button in app.button if button.label == "is").click()
    run(app)
    assert "You answered “is”. The model is loading" in page_text(app)
    assert "score" not in app.query_params
