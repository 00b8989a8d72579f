"""Tours: every stop of those that ship shows what its answer says, and a lecturer makes one."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from streamlit.testing.v1 import AppTest

import cache.engine
from components.classroom.entries import NO_LABEL
from components.family.model.counting import (
    masked_language_model_parameters,
    parameters,
    pooler_parameters,
    vocabulary_head_parameters,
)
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.family_members import family_member
from components.model.word_senses import sense_presets
from components.teaching.model.presets import DEFAULT_PLAN as USUAL_PLAN
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.shipped import shipped_tours
from components.tours.tour import Stop, Tour, pack_tour, tour_to_json
from pages.home import body
from pages.home.body import LECTURE
from pages.parts import frame
from pages.parts.lecture.stop_question import draw_outcome
from pages.parts.lecture.tour_stop import PATHS, CurrentStop, load_tour
from pages.parts.rooms import ROOMS
from tests.pages.conftest import FILL, HOME, alternatives, messages, notice_text, open_page, page_text, run, tables
from tests.sampling import first_of_each

pytestmark = pytest.mark.usefixtures("ready")

PAGE = "pages/tours/page.py"
SCRIPTS = {"": HOME, **{room.path: f"pages/{room.key}/page.py" for room in ROOMS}}
SHIPPED = shipped_tours(PATHS)
# By tour and place: two tours may show the same link, and say different things of it.
EVERY_STOP = {(name, place): stop for name, tour in SHIPPED.items() for place, stop in enumerate(tour.stops)}
NUMBER = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)( million\b)?")
TWO = Tour("Two views", "", (Stop("/fill-the-blank", "Which word?", "A word."), Stop("/which-bank")))


def marks(app: AppTest) -> str:
    """The Markdown on the page."""
    return "\n".join(element.value for element in app.markdown)


def bars(app: AppTest) -> list[str]:
    """The names of the custom elements on the page."""
    return [element.proto.component_name for element in app.get("bidi_component")]


def numbers_in(text: str) -> list[tuple[float, int]]:
    """The numbers of a text that are written in figures, in units, and how many places after the point each has."""
    numbers = []
    for figure, millions in NUMBER.findall(text):
        digits = figure.replace(",", "")
        places = len(digits.partition(".")[2])
        numbers.append((float(digits) * (1e6 if millions else 1), places - 6 if millions else places))
    return numbers


def numbers_on(app: AppTest) -> list[float]:
    """The numbers that a page says, in its texts and settings and in the tables behind its charts."""
    texts = [page_text(app), notice_text(app), *alternatives(app), *(text.value for text in app.get("text_input"))]
    texts += [str(cell) for table in app.table for cell in table.value.to_numpy().ravel()]
    values = [value for text in texts for value, _ in numbers_in(str(text))]
    values += [float(slider.value) for slider in app.get("select_slider") if isinstance(slider.value, int | float)]
    for table in tables(app):
        values += [float(value) for value in table.select_dtypes("number").to_numpy().ravel() if value == value]
    return [*values, *(100 * value for value in values if 0 <= value <= 1)]


def rounds_to(value: float, number: float, places: int) -> bool:
    """Whether a value, written with so many places, is the number: halves may go either way."""
    return abs(value - number) <= 0.5 * 10.0**-places * (1 + 1e-9)


def known_numbers() -> list[float]:
    """Numbers that tours tell of what ships: sizes of the room's first model and of BERT base, and of the lists."""
    config, bert = cache.engine.engine().open_model(DEFAULT_MODEL).model.config, family_member("bert-base").shape
    return [
        config.num_hidden_layers * config.num_attention_heads,
        config.vocab_size,
        config.hidden_size,
        2 * (config.hidden_size + 1),  # a head with two labels
        cache.engine.parameter_count(DEFAULT_MODEL),
        len(sense_presets()[0].sentences),
        USUAL_PLAN.train_size,
        parameters(bert),
        pooler_parameters(bert),
        vocabulary_head_parameters(bert),
        masked_language_model_parameters(bert),
    ]


Outcomes = list[tuple[str, Sequence[str]]]


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> Outcomes:
    """What the right answers of stops were read from, as they were drawn: the finding, and what can be pointed at."""
    noted: Outcomes = []

    def note(here: CurrentStop, finding: str, places: Sequence[str] = (), *others: Any, **more: Any) -> Any:
        noted.append((finding, places))
        return draw_outcome(here, finding, places, *others, **more)

    for module in (frame, body):
        monkeypatch.setattr(module, "draw_outcome", note)
    return noted


def expect_answer(asks: StopQuestion, outcomes: Outcomes) -> None:
    """The right answer is in what the view says, and among the options; a sentence is judged when it is sent."""
    finding, places = outcomes[-1]
    if asks.kind is AnswerKind.FOOLING:
        return
    right = asks.with_places(places).right_answer(finding)
    assert right
    assert asks.kind is not AnswerKind.CHOICE or right in asks.options


def answer_kind(stop: Stop | None) -> AnswerKind | None:
    """What a stop asks for; None without a question."""
    return stop.asks.kind if stop and stop.asks else None


@pytest.mark.parametrize(
    ("tour", "place"),
    first_of_each(EVERY_STOP, lambda key: EVERY_STOP[key].path, lambda key: answer_kind(EVERY_STOP[key])),
)
def test_a_stop_shows_what_its_answer_says(tour: str, place: int, outcomes: Outcomes) -> None:
    stop = EVERY_STOP[tour, place]
    app = open_page(SCRIPTS[stop.path], **stop.parameters, tour=tour, stop=str(place + 1))
    withheld = page_text(app)
    assert stop.question in withheld
    assert stop.shows not in withheld.replace(stop.question, "")
    assert stop.answer not in str(app)
    app.session_state["tour-answers-shown"] = {(tour, place)}
    run(app)
    assert stop.question
    assert stop.answer
    assert stop.shows
    assert stop.shows in page_text(app)
    assert not any(str(button.key).endswith("-restore") for button in app.button), "it is the case of the stop"
    assert messages(app) == ""
    assert not re.search("The link (says|names)", page_text(app))
    shown = [*numbers_on(app), *known_numbers()]
    notes = "" if stop.notes is None else f"{stop.notes.say} {stop.notes.if_right} {stop.notes.if_wrong}"
    claimed = numbers_in(f"{stop.question} {stop.answer} {notes}")
    assert [each for each in claimed if not any(rounds_to(value, *each) for value in shown)] == []
    if stop.asks:
        expect_answer(stop.asks, outcomes)


@pytest.mark.parametrize(
    ("tour", "place"),
    first_of_each(
        [key for key, stop in EVERY_STOP.items() if stop.variant],
        lambda key: answer_kind(EVERY_STOP[key].variant),
    ),
)
def test_a_stop_of_a_quiz_says_what_its_view_says(tour: str, place: int, outcomes: Outcomes) -> None:
    stop = EVERY_STOP[tour, place].variant
    assert stop is not None
    name = pack_tour(Tour("A quiz", "", (stop,)))
    app = open_page(SCRIPTS[stop.path], **stop.parameters, tour=name, stop="1")
    assert stop.question in page_text(app)
    assert stop.shows not in page_text(app).replace(stop.question, "")
    app.session_state["tour-answers-shown"] = {(name, 0)}
    run(app)
    assert stop.shows
    assert stop.shows in page_text(app)
    assert messages(app) == ""
    finding, places = outcomes[-1]
    assert stop.asks is not None
    right = stop.asks.with_places(places).right_answer(finding)
    assert right in stop.asks.options if stop.asks.kind is AnswerKind.CHOICE else right
    shown = [*numbers_on(app), *known_numbers()]
    claimed = numbers_in(f"{stop.question} {stop.answer}")
    assert [each for each in claimed if not any(rounds_to(value, *each) for value in shown)] == []


def test_the_right_answer_is_the_models_and_not_the_tours() -> None:
    asks = StopQuestion(AnswerKind.WORD, patterns=("“{}” is the top guess",))
    for sentence, right in (("The capital of France is [MASK].", "paris"), ("She drank a cup of [MASK].", "coffee")):
        link = f"/fill-the-blank?{urlencode({'sentence': sentence})}"
        tour = pack_tour(Tour("A tour", "", (Stop(link, "Which word?", "That one.", asks=asks),)))
        app = open_page(FILL, sentence=sentence, tour=tour, stop="1")
        app.text_input[-1].set_value("Paris")
        app.button[[button.label for button in app.button].index("Answer")].click()
        run(app)
        assert app.query_params["score"] in (["r"] if right == "paris" else ["w"], "r" if right == "paris" else "w")
        assert "1 of 1" in marks(app) if right == "paris" else "0 of 1" in marks(app)


def test_a_visitor_points_at_a_token_and_the_tokens_are_text() -> None:
    asks = StopQuestion(AnswerKind.PLACE, patterns=("Biggest surprise: “{}”",))
    link = {"sentence": "The *fisherman* took all of the money.", "mode": "Every position"}
    stop = Stop(f"/fill-the-blank?{urlencode(link)}", "Which token surprises most?", "That one.", asks=asks)
    tour = pack_tour(Tour("A tour", "", (stop,)))
    app = open_page(FILL, **link, tour=tour, stop="1")
    tiles = {button.label: button for button in app.button}
    assert {"the (token 2)", "fisherman", r"\*", r"\[CLS\]"} <= {
        *tiles,
        *(label.split(" (token")[0] for label in tiles),
    }
    assert "Biggest surprise" not in page_text(app)
    tiles["fisherman"].click()
    run(app)
    assert "Biggest surprise" in page_text(app)
    assert "You answered “fisherman”" in marks(app)
    assert "1 of 1" in marks(app) or "0 of 1" in marks(app)


def test_a_visitor_sends_a_sentence_with_a_label() -> None:
    tour, place, sentence, label = "which-bank-in-10-minutes", 8, "The bank lent us money.", "money"
    other = "We sat on the bank of the river."
    stop = EVERY_STOP[tour, place]
    for meant in (label, next(option for option in stop.asks.options if option != label)):
        app = open_page(HOME, **stop.parameters, tour=tour, stop=str(place + 1))
        app.text_input[-1].set_value(sentence)
        submit(app)
        assert NO_LABEL in messages(app)
        app.radio[-1].set_value(meant)
        submit(app)
        assert f"Your sentence: “{sentence}”" in page_text(app)
        assert f"You answered “{meant}”" in marks(app)
        assert ("1 of 1" in marks(app)) is (meant != label)
        assert app.text_input(key="stage").value == sentence
        finding = re.search(r"reads “bank” as (\w+)", page_text(app))
        assert finding is not None
        assert finding[1] == label, "the finding and the verdict are about the same sentence"
        assert "another sentence" not in page_text(app)
    app.text_input(key="stage").set_value(other)
    run(app)
    assert app.text_input(key="stage").value == other
    app.button[[button.label for button in app.button].index("Show your sentence")].click()
    run(app)
    assert app.text_input(key="stage").value == sentence
    assert "another sentence" not in page_text(app)
    app = open_page(HOME, **stop.parameters, tour=tour, stop=str(place + 1))
    app.radio[-1].set_value(label)
    submit(app)
    assert "sentence first" in messages(app)


def submit(app: AppTest) -> None:
    """Press the button of the answer."""
    app.button[[button.label for button in app.button].index("Answer")].click()
    run(app)


def test_a_sentence_with_too_many_tokens_is_not_pointed_at() -> None:
    asks = StopQuestion(AnswerKind.PLACE, patterns=("Biggest surprise: “{}”",))
    link = {"sentence": "word " * 70, "mode": "Every position"}
    tour = pack_tour(Tour("A tour", "", (Stop("/fill-the-blank", "Which token?", "That one.", asks=asks),)))
    app = open_page(FILL, **link, tour=tour, stop="1")
    assert "72 tokens" in page_text(app)
    app = open_page(HOME, tour=pack_tour(Tour("A tour", "", (Stop("/", "Which?", "It.", asks=asks),))), stop="1")
    assert not app.exception


def test_a_number_that_is_none_is_told_of_and_nothing_is_shown() -> None:
    name, place = "what-does-it-read", 0
    stop = EVERY_STOP[name, place]
    app = open_page(SCRIPTS[stop.path], **stop.parameters, tour=name, stop=str(place + 1))
    app.text_input[-1].set_value("many")
    app.button[[button.label for button in app.button].index("Answer")].click()
    run(app)
    assert "number" in messages(app)
    assert stop.shows not in page_text(app)


def test_the_stops_of_a_quiz_are_asked_after_the_last_one() -> None:
    name = "which-bank"
    tour = load_tour(name)
    stop = tour.stops[-1]
    app = open_page(SCRIPTS[stop.path], **stop.parameters, tour=name, stop="7")
    assert stop.question in page_text(app)
    assert "Quiz 3 of 3" in "".join(each.value for each in app.caption)
    assert stop.shows not in page_text(app)


def test_numbers_of_a_text_are_read_as_they_are_written() -> None:
    text = "At 27%, 0.89 of 30,522, in 22.6 million: not B4, layer 12."
    assert numbers_in(text) == [(27, 0), (0.89, 2), (30_522, 0), (22_600_000, -5), (12, 0)]
    assert rounds_to(27.4, 27, 0)
    assert rounds_to(77.5, 78, 0)
    assert not rounds_to(26.4, 27, 0)
    assert not rounds_to(0.884, 0.89, 2)
    assert rounds_to(22_566_146, 22_600_000, -5)


def test_the_lecture_can_be_given_by_its_notes() -> None:
    """It has a few stops, begins with a word to guess, and ends with sentences of the class on the home page."""
    tour = SHIPPED[LECTURE]
    notes = [stop.notes for stop in tour.stops if stop.notes is not None]
    assert len(notes) == len(tour.stops) <= 14
    assert sum(each.minutes for each in notes) == tour.minutes == 45
    assert all(each.say and each.if_right and each.if_wrong for each in notes)
    spoken = [f"{each.say} {each.if_right}".split() for each in notes]
    assert all(len(words) < 60 * each.minutes for words, each in zip(spoken, notes, strict=True)), "time to vote, too"
    assert answer_kind(tour.stops[0]) is AnswerKind.WORD
    assert tour.stops[-1] == replace(SHIPPED["which-bank-in-10-minutes"].stops[-1], notes=notes[-1])


def test_every_room_has_a_tour_of_its_own_and_its_stops_say_their_sentence() -> None:
    assert {room.path for room in ROOMS} <= set(SHIPPED)
    for stop in EVERY_STOP.values():
        compares_twins = "compare" in stop.parameters
        assert compares_twins or "model" not in stop.parameters, "a tour is about the model that a room opens with"


def test_a_stop_draws_the_bar_of_its_tour_and_other_pages_draw_none() -> None:
    assert "riverbank_tour_bar" in bars(open_page(FILL, tour="which-bank-in-10-minutes", stop="2"))
    assert "riverbank_tour_bar" not in bars(open_page(FILL))


@pytest.mark.parametrize("stop", ["", "0", "-1", "99", "9" * 9, "two", "²"])
def test_a_stop_that_there_is_not_is_another(stop: str) -> None:
    app = open_page(FILL, tour="which-bank-in-10-minutes", stop=stop)
    assert "riverbank_tour_bar" in bars(app)
    assert messages(app) == ""


@pytest.mark.parametrize(("tour", "message"), [("no-such", "There is no tour “no-such”"), ("~no", "cut short")])
def test_a_tour_that_there_is_not_is_told_of(tour: str, message: str) -> None:
    app = open_page(FILL, tour=tour)
    assert message in messages(app)
    assert "riverbank_tour_bar" not in bars(app)


def test_a_tour_inside_a_link_is_followed() -> None:
    assert "riverbank_tour_bar" in bars(open_page(FILL, tour=pack_tour(TWO), stop="1"))


def test_the_page_offers_every_tour() -> None:
    app = open_page(PAGE)
    offered = "\n".join(element.value for element in app.markdown)
    for tour in SHIPPED.values():
        assert f"**{tour.title}**" in offered


def test_views_are_added_put_in_order_given_questions_and_left_out() -> None:
    app = open_page(FILL, sentence="The cat sat on the [MASK].")
    app.button(key="fill-add-view").click()
    run(app)
    app.switch_page("pages/senses/page.py")
    del app.query_params["sentence"]  # as a browser does
    run(app)
    app.button(key="senses-add-view").click()
    run(app)
    app.switch_page(PAGE)
    run(app)
    assert [text.value for text in app.text if text.value[:2] in ("1.", "2.")] == [
        "1. Masked words: The cat sat on the [MASK].",
        "2. Word meanings",
    ]
    app.button(key="own-move-1-0").click()
    run(app)
    assert "1. Word meanings" in page_text(app)
    app.text_input(key="own-question-0-/which-bank").set_value("Which bank is it?")
    run(app)
    (link,) = (element.value for element in app.code)
    assert "/which-bank?tour=" in link
    app.button(key="own-out-1").click()
    run(app)
    assert "2. " not in page_text(app)


def test_a_file_is_opened_and_one_that_is_none_is_told_of() -> None:
    app = open_page(PAGE)
    app.file_uploader(key="own-file").set_value(("tour.json", tour_to_json(TWO).encode(), "application/json"))
    run(app)
    assert "1. Masked words" in page_text(app)
    assert app.text_input(key="own-tour-title").value == "Two views"
    app = open_page(PAGE)
    app.file_uploader(key="own-file").set_value(("tour.json", b"{}", "application/json"))
    run(app)
    assert "not a tour" in messages(app)
