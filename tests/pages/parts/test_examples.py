"""Examples: keys go round them, the list names the one that stands there, and each can be chosen."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

from components.model.presets import FILL_PRESETS
from components.tours.shipped import shipped_tours
from pages.masks.modes.encoder_decoder import OPENER
from pages.parts.examples import OWN, Examples
from pages.parts.lecture.tour_stop import PATHS
from pages.parts.rooms import MASKS, ROOMS, Room
from pages.parts.sentence.box import STOPS_SENTENCE, VIEWS_EXAMPLE, SentenceBox
from tests.pages.conftest import open_page, run
from tests.rooms import room_page
from tests.sampling import first_of_each


def inputs_of(room: Room) -> Any:
    """The module of what a visitor chooses in a room."""
    return import_module(f"pages.{room.key}.inputs")


@dataclass(frozen=True)
class Letter:
    name: str
    notice: str = ""


@pytest.mark.parametrize(
    ("here", "by", "expected"), [("a", 1, "b"), ("c", 1, "a"), ("a", -1, "c"), (None, 1, "a"), (None, -1, "c")]
)
def test_the_next_example_is_found_from_everywhere(here: str | None, by: int, expected: str) -> None:
    used: list[str] = []
    examples = Examples(
        tuple(map(Letter, "abc")),
        use=lambda example: used.append(example.name),
        current=lambda: Letter(here) if here else None,
    )
    examples.step(by)
    assert used == [expected]


def lists_sentences(room: Room) -> bool:
    """Whether the examples of a room are sentences; “Common mistakes” has a sentence, and a list of mistakes."""
    box = getattr(inputs_of(room), "BOX", None)
    return isinstance(box, SentenceBox) and room_page(room).examples is box.examples


SENTENCE_ROOMS = first_of_each(
    [room for room in ROOMS if lists_sentences(room)],
    lambda room: type(inputs_of(room).BOX.presets[0]),
    name=lambda room: room.key,
)


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("room", SENTENCE_ROOMS)
def test_a_sentence_of_a_link_is_the_visitors_own_and_the_first_example_can_be_chosen(room: Room) -> None:
    box: SentenceBox[Any] = inputs_of(room).BOX
    app = open_page(f"pages/{room.key}/page.py", sentence="The old dog sleeps by the fire.")
    assert app.selectbox(key="example").value is None
    app.selectbox(key="example").set_value(0)
    run(app)
    assert app.text_input(key="sentence").value == box.presets[0].sentence
    assert app.selectbox(key="example").value == 0


@pytest.mark.usefixtures("ready")
def test_only_a_sentence_that_a_visitor_typed_is_called_their_own() -> None:
    page, view = "pages/masks/page.py", "Encoder against decoder"
    opener = OPENER

    def shown(**link: str) -> tuple[Any, str]:
        examples = open_page(page, **link).selectbox(key="example")
        return examples.value, examples.placeholder

    assert shown(mode=view) == (None, VIEWS_EXAMPLE)
    assert shown(mode=view, sentence=f"{opener} Now.") == (None, OWN)
    assert shown(mode="The proof", sentence=opener) == (None, OWN)  # the opener of another view
    assert shown(mode="The proof")[0] == 0
    tour = "which-bank-in-10-minutes"
    stop = next(n for n, stop in enumerate(shipped_tours(PATHS)[tour].stops, 1) if stop.path == MASKS.path)
    assert shown(mode=view, sentence=FILL_PRESETS[0].sentence, tour=tour, stop=str(stop)) == (None, STOPS_SENTENCE)
    assert shown(mode=view, sentence="I own it.", tour=tour, stop=str(stop)) == (None, OWN)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("room", SENTENCE_ROOMS)
def test_an_example_of_a_link_is_named(room: Room) -> None:
    box: SentenceBox[Any] = inputs_of(room).BOX
    app = open_page(f"pages/{room.key}/page.py", sentence=box.presets[1].sentence)
    assert app.selectbox(key="example").value == 1


@pytest.mark.usefixtures("ready")
def test_a_view_that_replaces_the_sentence_says_so_and_keeps_one_that_was_typed() -> None:
    def notes() -> list[str]:
        return [caption.value for caption in app.caption if "own example" in caption.value]

    app = open_page("pages/attention/page.py")
    first = app.text_input(key="sentence").value
    assert not notes()
    app.button_group(key="chosen-mode").set_value("Switch heads off")
    run(app)
    assert app.text_input(key="sentence").value != first
    assert notes()
    app.button_group(key="chosen-mode").set_value("Every head")
    run(app)
    assert app.text_input(key="sentence").value == first
    assert not notes()
    typed = "The old dog sleeps by the fire."
    app.text_input(key="sentence").set_value(typed)
    run(app)
    app.button_group(key="chosen-mode").set_value("Switch heads off")
    run(app)
    assert app.text_input(key="sentence").value == typed
    assert not notes()
