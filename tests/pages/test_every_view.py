"""What every view of every room promises, whatever it shows.

A finding at once, settings that a link can take away, a message for what cannot be read, code that stands on its own.

Rooms and views come from the pages, and boxes and settings from what a view draws; a list names only exceptions.
"""

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Expander

from pages.parts.layout import NOTHING_YET
from pages.parts.rooms import ROOMS, Room
from tests.pages.conftest import (
    APP,
    BY_MINILM,
    COLD_LINKS,
    NASTY,
    alternatives,
    link_notes,
    messages,
    offered_views,
    open_page,
    page_text,
    run,
    shown_view,
)
from tests.pages.headlines import computed_headlines, unfounded_numbers
from tests.rooms import EVERY_VIEW, VIEW_NAMES, VIEWS, room_page
from tests.sampling import first_of_each

every_view = pytest.mark.parametrize(("room", "view"), EVERY_VIEW, ids=VIEW_NAMES)
# What the frame does for all views of a room alike: its first view is quick, the others are left to the thorough tests.
first_views = pytest.mark.parametrize(
    ("room", "view"),
    first_of_each(EVERY_VIEW, lambda case: case[0].key, name=lambda case: f"{case[0].key}: {case[1]}"),
)

LONG, LONGER_THAN_READ = "word " * 20_000, "cat " * 600
# What a view answers to what it cannot read, if its first box is for one text.
UNREADABLE = {
    "": "Type a sentence",
    "\u200b": "Type a sentence",
    LONG: "20,002 tokens",
    LONGER_THAN_READ: "602 tokens",
}
# By room or by view: what is asked for there is a word, two texts, or more than the model reads at once.
OTHER_ANSWERS = {
    "senses": {
        "": "Enter the word to look for",
        "\u200b": "at least one letter or digit",
        LONG: "at most 60 characters",
        LONGER_THAN_READ: "at most 60 characters",
    },
    "teaching: Use it": {LONG: "402 tokens", LONGER_THAN_READ: "502 tokens"},  # its box takes 2,000 characters
    "input: Truncation": {LONG: "666 windows", LONGER_THAN_READ: "The text has 600 tokens"},
}
# The sentence is carried through these rooms, and what these views say is not about it.
INDEPENDENT = {
    *(f"{room.key}: {mode.name}" for room in ROOMS for mode in room_page(room).modes if not mode.reads_sentence),
}
# By room or by view: who computed the numbers, where it is not MiniLM, or not now.
COMPUTED = {
    "positions: RoPE by hand": "Computed now by **pocket RoPE**",
    "pretraining": "Computed now by **pocket BERT**",
    "teaching": f"Precomputed {BY_MINILM}",
    "suites": f"Precomputed {BY_MINILM}",
    "tasks": "Computed now by **MiniLM with heads**",
    "distillation": "Computed now by **pocket BERT**",
    "speed": "",
    "suites: Pairs": f"Precomputed {BY_MINILM}",
    "family": "",
    "mistakes: Spot the mistake": "",
}
# What these say first is not a finding, but what to do.
INVITES = ("mistakes: Spot the mistake",)
# A number in these headlines is the page's nowhere else: a size, or counted from what a canvas draws or a mean of it.
DERIVED = (
    "senses: The river",
    "senses: The map",
    "fill: Where from?",
    "input: The sum",
    "attention: Every head",
    "inside: The whole pass",
    "patching: Over many pairs",
    "masks: Side by side",
    "positions: Near and far",
    "pretraining: Next sentence (NSP)",
    "teaching: Watch it learn",
    "teaching: Is it any good?",
    "tasks: Text classification",
    "tasks: Question answering",
    "distillation: Same blanks",
    "distillation: Soft targets",
    "family: The stacks",
)
NONSENSE = ("zz", "-1", "9" * 30, "²", "<script>alert(1)</script> **b**", "x" * 5000)
PLACES = ("mask", "layer", "head", "from", "to", "step", "word", "point", "column", "throw", "run", "bench", "export")
PROJECTOR = ("-guess",)  # the switch of the panel for lecturers, which is beside the title
IN_THE_FIGURE = ("map-step",)  # sliders below a map, which lead through its pictures


def script(room: Room) -> str:
    return f"pages/{room.key}/page.py"


def open_view(room: Room, view: str, **link: str) -> AppTest:
    return open_page(script(room), **{"mode": view, **link})


def finding(app: AppTest) -> str:
    """The line above the figure; empty if there is none."""
    (block,) = (block for block in _blocks(app.main) if getattr(block.proto, "id", "").endswith("-finding"))
    return "\n".join(text.value for text in block.get("text")).replace(NOTHING_YET, "")


def _blocks(block: Block) -> Iterator[Block]:
    for child in block.children.values():
        if isinstance(child, Block):
            yield child
            yield from _blocks(child)


def provenance(app: AppTest) -> str:
    """What the foot says about who computed the numbers; empty if it names nobody."""
    captions = [caption.value for caption in app.caption]
    return "\n".join(text for text in captions if text.startswith(("Computed ", "Precomputed ", "Two made-up ")))


def of_view(table: dict[str, Any], room: Room, view: str, everywhere: Any) -> Any:
    """What a table says of a view, or else of its room, or else what holds for all."""
    return table.get(f"{room.key}: {view}", table.get(room.key, everywhere))


def charts_in_closed_folds(app: AppTest) -> list[str]:
    """The alternative texts of charts that are drawn although their fold is closed.

    A browser tells nothing in a closed fold that its width has changed: such a chart is wider than its place until
    someone opens the fold. `linked_expander` draws what it holds when it opens.
    """
    folds = (block for block in _blocks(app.main) if isinstance(block, Expander) and not block.proto.expanded)
    return [chart.proto.alt for fold in folds for chart in fold.get("vega_lite_chart")]


def settings(app: AppTest) -> list[str]:
    """The settings on the page, by key."""
    lists = (app.selectbox, app.multiselect, app.slider, app.select_slider, app.number_input)
    switches = (app.button_group, app.toggle, app.checkbox, app.radio)
    keys = [str(setting.key) for kind in (*lists, *switches) for setting in kind]
    return [key for key in keys if not key.endswith(PROJECTOR) and key not in IN_THE_FIGURE]


def boxes(app: AppTest) -> list[Any]:
    """What a visitor can type into."""
    return [*app.text_input, *app.text_area]


def expect_no_markup(app: AppTest) -> None:
    """Nothing of ``NASTY`` or ``NONSENSE`` is drawn as markup."""
    drawn = "\n".join(element.value for element in (*app.markdown, *app.caption, *app.get("html")) if element.value)
    assert "<script>" not in drawn
    assert "**b**" not in drawn


@dataclass(frozen=True)
class OpenedView:
    """What a view shows at first, without any link, and the app in which it is open."""

    app: AppTest
    finding: str
    messages: str
    link_notes: tuple[str, ...]
    title: str
    views: tuple[str, ...]
    settings: tuple[str, ...]
    provenance: str
    alternatives: tuple[str, ...]
    code: tuple[str, ...]
    charts_in_closed_folds: tuple[str, ...]
    computed_headlines: tuple[str, ...]
    unfounded_numbers: tuple[str, ...]


@functools.cache
def first_look(room: Room, view: str) -> OpenedView:
    """Open a view, once for all tests of this file."""
    with computed_headlines() as computed:
        app = open_view(room, view)
    return OpenedView(
        app,
        finding(app),
        messages(app),
        tuple(link_notes(app)),
        app.title[0].value,
        tuple(offered_views(app)[0]),
        tuple(settings(app)),
        provenance(app),
        tuple(alternatives(app)),
        tuple(block.value for block in app.code if block.language == "python"),
        tuple(charts_in_closed_folds(app)),
        tuple(computed),
        tuple(unfounded_numbers(app, finding(app))),
    )


@pytest.mark.usefixtures("cold")
@every_view
@pytest.mark.parametrize("link", COLD_LINKS, ids=str)
def test_a_cold_server_has_something_to_show(room: Room, view: str, link: dict[str, str]) -> None:
    app = open_view(room, view, **link)
    assert finding(app) or app.get("bidi_component") or messages(app)
    assert link or shown_view(app) == view
    assert charts_in_closed_folds(app) == []
    assert not app.error


@pytest.mark.first_look
@pytest.mark.usefixtures("ready")
@every_view
def test_it_opens_with_its_finding_by_whom_and_its_code_stands_on_its_own(room: Room, view: str) -> None:
    opened = first_look(room, view)
    assert opened.finding
    assert not opened.messages
    assert not opened.link_notes
    assert opened.title.startswith(room.title)
    assert opened.views == VIEWS[room.path]
    computed = of_view(COMPUTED, room, view, f"Computed now {BY_MINILM}")
    assert computed in opened.provenance
    assert bool(computed) is bool(opened.provenance)
    assert all(opened.alternatives)  # of every chart
    assert opened.charts_in_closed_folds == ()
    for code in opened.code:
        assert ast.parse(code).body
        assert str(APP.parent) not in code


@pytest.mark.first_look
@pytest.mark.usefixtures("ready")
@every_view
def test_its_headline_is_one_sentence_that_was_computed_for_it_and_its_numbers_are_on_the_page(
    room: Room, view: str
) -> None:
    opened = first_look(room, view)
    assert opened.finding.endswith((".", "?"))
    assert "\n" not in opened.finding, "one headline"
    if (name := f"{room.key}: {view}") not in INVITES:
        assert opened.finding in opened.computed_headlines
        assert name in DERIVED or not opened.unfounded_numbers


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@first_views
def test_of_the_next_example_its_own_headline_is_shown(room: Room, view: str) -> None:
    app = first_look(room, view).app
    if f"{room.key}: {view}" in INVITES or "example" not in [each.key for each in app.selectbox]:
        pytest.skip("no other example has a finding")
    examples = app.selectbox(key="example")
    examples.select_index(((examples.index or 0) + 1) % len(examples.options))
    with computed_headlines() as computed:
        run(app)
    assert messages(app) or finding(app) in computed


@pytest.mark.usefixtures("ready")
@first_views
@pytest.mark.parametrize("link", [{"hide": "controls"}, {"present": "1"}], ids=["hidden", "presenting"])
def test_a_link_can_take_every_setting_away(room: Room, view: str, link: dict[str, str]) -> None:
    app = open_view(room, view, **link)
    assert settings(app) == []
    assert finding(app) == first_look(room, view).finding
    assert not messages(app)
    assert not link_notes(app)
    assert bool(app.title) is ("present" not in link)


@pytest.mark.usefixtures("ready")
@first_views
@pytest.mark.parametrize(
    ("unreadable", "odd"),
    [
        (("", LONG), NASTY[:2]),
        pytest.param(("\u200b", LONGER_THAN_READ), NASTY[2:], marks=pytest.mark.thorough),
    ],
    ids=["empty and long", "invisible and longer than the model reads"],
)
def test_what_cannot_be_read_gets_a_message_and_is_kept_and_odd_text_is_text(
    room: Room, view: str, unreadable: tuple[str, ...], odd: tuple[str, ...]
) -> None:
    app = open_view(room, view)
    keys = [box.key for box in boxes(app)]
    if not keys:
        pytest.skip("nothing can be typed here")
    for text in unreadable:
        _expect_kept(app, {keys[0]: text})
        _expect_answer(app, room, view, text)
    if keys[1:]:
        app = open_view(room, view)  # a second text may follow the first while nobody types it
        for text in unreadable:
            _expect_kept(app, dict.fromkeys(keys[1:], text))
    for text in odd:  # a second text begins as the first does, as some views want it
        _type(app, {key: f"{text} more" if number else text for number, key in enumerate(keys)})
        expect_no_markup(app)


def _expect_kept(app: AppTest, texts: dict[str | None, str]) -> None:
    """What is typed stays in its box."""
    _type(app, texts)
    assert all(box.proto.max_chars or box.value == texts.get(box.key, box.value) for box in boxes(app))


def _expect_answer(app: AppTest, room: Room, view: str, text: str) -> None:
    """What the view says is about this text, or about no text."""
    name, before = f"{room.key}: {view}", first_look(room, view).finding
    if name in INDEPENDENT:
        assert finding(app) == before
        assert not messages(app)
        return
    answer = of_view(OTHER_ANSWERS, room, view, {}).get(text, UNREADABLE[text])
    assert answer in (finding(app) if answer.startswith("The text has") else messages(app))
    assert finding(app) != before  # no old answer stands there


def _type(app: AppTest, texts: dict[str | None, str]) -> None:
    for box in boxes(app):
        if box.key in texts:
            box.set_value(texts[box.key])
    run(app)
    assert not app.error
    assert messages(app) or finding(app)


@pytest.mark.usefixtures("ready")
@first_views
@pytest.mark.parametrize(
    ("hide", "shift"),
    [
        ("", 0),
        pytest.param("controls", 0, marks=pytest.mark.thorough),
        *(pytest.param("", shift, marks=pytest.mark.thorough) for shift in range(1, len(NONSENSE))),
    ],
)
def test_a_broken_link_opens_the_view(room: Room, view: str, hide: str, shift: int) -> None:
    first = first_look(room, view)
    names = [*PLACES, *(key for key in first.settings if key not in ("chosen-mode", "example"))]
    link = {name: NONSENSE[(number + shift) % len(NONSENSE)] for number, name in enumerate(names)}
    app = open_view(room, view, hide=hide, **link)
    assert not app.error
    assert finding(app) or messages(app)
    assert messages(app) or bool(provenance(app)) is bool(first.provenance)
    expect_no_markup(app)
    assert hide or shown_view(app) == view


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.key)
def test_a_link_to_no_view_of_a_room_opens_its_first_and_says_so(room: Room) -> None:
    app = open_page(script(room), mode="No such", hide="")
    assert shown_view(app) == VIEWS[room.path][0]
    assert "No such" in page_text(app)
