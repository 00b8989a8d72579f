"""The main action of each room: by mouse, by keyboard, by touch."""

import pytest

from components.speed.model.spec import Benchmark, format_spec
from tests.journeys.conftest import Visit
from tests.journeys.visitor import BrowserVisitor

OWN = "The bird stood by the bank of the river."  # words that are a token each in every vocabulary
BLANK = "The bird stood in the [MASK] all day."
BENCHMARK = Benchmark(
    first="pocket-bert",
    second="pocket-distilbert",
    device="cpu",
    batches=(1,),
    lengths=(8,),
    least_count=5,
    least_seconds=0.0,
    warm_ups=1,
)
SECONDS_TO_TRAIN = 240


def types_a_sentence(visitor: BrowserVisitor, text: str) -> None:
    """The pencil beside the tiles, then the keyboard."""
    visitor.clicks(css=".st-key-tiles >> .pen")
    visitor.types(text, over=True)
    assert visitor.typed() == text
    visitor.presses("Enter")
    visitor.link_says(sentence=text)
    visitor.leaves_the_box()
    visitor.sees(*text.replace("[MASK]", "").rstrip(".").split(), css=".st-key-tiles")


def test_fill_by_keyboard(visit: Visit) -> None:
    ada = visit("/fill-the-blank")
    first = ada.reads()
    ada.tabs_to(".st-key-tiles")
    ada.presses("ArrowRight", "ArrowRight", "Enter")
    ada.link_says(mask="3")
    ada.sees_change(first)
    ada.presses("F2")
    ada.types(BLANK, over=True)
    assert ada.typed() == BLANK
    ada.link_says(sentence=BLANK, mask=None)
    ada.sees_change(first)
    ada.presses("Enter")
    ada.same_after_reload()


def test_senses_by_touch(visit: Visit) -> None:
    ada = visit("/which-bank", phone=True)
    first = ada.reads()
    ada.clicks(css=".st-key-mine input")
    ada.types(OWN, over=True)
    ada.presses("Enter")
    ada.link_says(mine=OWN)
    ada.sees_change(first)
    ada.same_after_reload()


def test_input_by_keyboard(visit: Visit) -> None:
    ada = visit("/what-does-it-read?mode=The+sum")
    ada.tabs_to(".st-key-strips-place")
    ada.presses("Home", "ArrowRight", "Enter")
    ada.link_says(column="1")
    ada.presses("End")
    ada.sees("[SEP]", css=".st-key-strips-place >> .told")
    types_a_sentence(ada, OWN)
    ada.same_after_reload()


def test_attention_by_mouse(visit: Visit) -> None:
    ada = visit("/who-looks-at-whom")
    first = ada.reads()
    ada.clicks("walked", css=".st-key-tiles")
    ada.link_says(**{"from": "3"})
    ada.sees_change(first)
    ada.clicks_within(".st-key-figure >> canvas", 0.4, 0.4)
    ada.waits_for(lambda: "head=" in ada.address, "the link names a head")
    types_a_sentence(ada, OWN)
    ada.same_after_reload()


def test_masks_by_touch(visit: Visit) -> None:
    ada = visit("/what-the-mask-takes-away", phone=True)
    first = ada.reads()
    ada.clicks("was", css=".st-key-tiles")
    ada.link_says(word="3")
    ada.sees_change(first)
    ada.clicks("Side by side", css=".st-key-chosen-mode")
    ada.link_says(mode="Side by side")
    ada.clicks_within(".st-key-figure >> canvas.grid", 0.7, 0.7)
    ada.waits_for(lambda: "from=" in ada.address, "the link names a row")
    types_a_sentence(ada, OWN)


def test_positions_by_dragging(visit: Visit) -> None:
    ada = visit("/where-am-i")
    first = ada.reads()
    still = first
    order = ada.reads(".st-key-figure >> .tiles")
    ada.drags("house", "keys", css=".st-key-figure")
    ada.sees_change(still)
    assert ada.reads(".st-key-figure >> .tiles").split() != order.split()
    ada.same_after_reload()


def test_pretraining_by_touch(visit: Visit) -> None:
    ada = visit("/how-it-learned?mode=One+training+step&mask=none&why=true", phone=True)
    first = ada.reads(".st-key-figure")
    ada.clicks(css=".st-key-again button")
    ada.sees_change(first, ".st-key-figure")
    ada.waits_for(lambda: "throw=" in ada.address, "the link names the throw")
    types_a_sentence(ada, OWN)
    ada.sees_change(first, ".st-key-figure")
    ada.same_after_reload()


@pytest.mark.slow  # trains a model
def test_teaching_by_mouse(visit: Visit) -> None:
    ada = visit("/teach-it-something?model=pocket-bert&run=labels-20~epochs-2~batch-8")
    first = ada.reads()
    ada.clicks(css=".st-key-teaching-start button")
    ada.sees_one(".st-key-teaching-panel, .st-key-teaching-stop")
    ada.waits_for(lambda: not ada.can_see(".st-key-teaching-stop"), "the run is done", SECONDS_TO_TRAIN)
    assert ada.reads() != first
    ada.clicks("Use it", css=".st-key-chosen-mode")
    ada.clicks(css=".st-key-say input")
    ada.types("A waste of two hours and of good money.", over=True)
    ada.presses("Enter")
    ada.link_says(say="A waste of two hours and of good money.")
    ada.sees("waste", css=".st-key-figure")  # the finding may well be the same: so few labels teach little


def test_tasks_by_keyboard(visit: Visit) -> None:
    ada = visit("/one-encoder-many-heads")
    first = ada.reads()
    ada.tabs_to(".st-key-task-texts")
    ada.types("The soup was cold and the waiter was rude.", over=True)
    ada.presses("Enter")
    ada.sees_change(first)
    ada.sees("soup", "waiter", css=".st-key-figure")
    ada.same_after_reload()


def test_speed_by_mouse(visit: Visit) -> None:
    ada = visit(f"/half-the-layers?bench={format_spec(BENCHMARK)}")
    ada.sees("recorded earlier")
    ada.clicks(css=".st-key-speed-start button")
    ada.waits_for(lambda: "recorded earlier" not in ada.reads(".stMain"), "the measurement is done")
    ada.clicks("Where the time goes", css=".st-key-chosen-mode")
    ada.link_says(mode="Where the time goes")


def test_distillation_by_touch(visit: Visit) -> None:
    ada = visit("/what-a-small-one-keeps", phone=True)
    first = ada.reads()
    types_a_sentence(ada, BLANK)
    ada.sees_change(first)
    ada.same_after_reload()


def test_family_by_keyboard(visit: Visit) -> None:
    ada = visit("/the-family")
    first = ada.reads()
    ada.tabs_to(".st-key-example")
    ada.presses("ArrowDown", "ArrowDown", "Enter")
    ada.waits_for(lambda: "other=" in ada.address, "the link names another model")
    ada.sees_change(first)
    ada.same_after_reload()


def test_mistakes_by_keyboard(visit: Visit) -> None:
    ada = visit("/what-goes-wrong?mode=Spot+the+mistake")
    first = ada.reads()
    ada.tabs_to(".st-key-figure")
    ada.presses("Enter")
    ada.sees_change(first)
