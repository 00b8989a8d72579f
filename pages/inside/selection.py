"""What is open in the building: a floor, a token, a box and a number.

The link holds them: ``floor`` (0 for the embeddings), ``token`` (from 1), ``box``, ``cell`` (head and number, from 1),
and ``zoom``, the level of the machine at which they are drawn; a link without it that names a floor opens its numbers.
"""

from functools import partial

import streamlit as st

import cache.shared.passes
from components.model.passes.results import TracedPass
from components.tables.passes.level_boxes import level_box
from components.tables.passes.payload import token_text
from components.widgets.layer_building import (
    LEVELS,
    NUMBERS,
    WHOLE,
    BuildingSelection,
    building_selection,
    layer_building,
    whole_pass,
)
from pages.parts.layout import rare_settings
from pages.parts.links.address import clear_parameters
from pages.parts.links.notes import report_link_value
from pages.parts.presenting import shows_one_picture
from pages.parts.selections import initial_selection, report_selection, times_begun
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import linked_index, linked_number, option

FLOOR, TOKEN, BOX, CELL, ZOOM = "floor", "token", "box", "cell", "zoom"
FIRST_FLOOR = 1
KEY = "building"


def default_token(context: BlankContext) -> int:
    """The first blank; without one, the last word, or the last token if there is no word."""
    if context.blanks:
        return context.blanks[0]
    tokens = [place for place, token in enumerate(context.tokens.items) if not token.special]
    words = [place for place in tokens if context.tokens.items[place].text.isalnum()]
    return (*tokens, *words)[-1] if tokens else 0


def choose_token(context: BlankContext, traced: TracedPass) -> tuple[int, str]:
    """A list in the drawer of the sentence's tokens; returns the position of the chosen one and its text."""
    words = [token_text(traced, position, context.masked) for position in range(len(traced.ids))]
    labels = [f"{number}. {word}" for number, word in enumerate(words, 1)]
    with rare_settings():
        token = option("Token", TOKEN, labels, default=default_token(context), first=1)
    return token, words[token]


def linked_place(context: BlankContext, traced: TracedPass) -> BuildingSelection:
    """What the link opens; values that do not fit are ignored."""
    default = default_token(context)
    token = linked_index(TOKEN, len(context.tokens), default=default)
    level = st.query_params.get(ZOOM)
    if level not in LEVELS:
        report_link_value(ZOOM, None)
        level = NUMBERS if {FLOOR, BOX} & set(st.query_params) else WHOLE
    if level == WHOLE:
        return whole_pass(default if token is None else token, traced.box_keys)
    floor = linked_number(FLOOR, low=0, high=traced.floors - 1, default=min(FIRST_FLOOR, traced.floors - 1))
    keys = traced.box_keys[floor]
    box = level_box(level, keys) if level != NUMBERS else st.query_params.get(BOX, keys[0])
    if box is None:  # another model has fewer layers, or no vocabulary head
        report_link_value(ZOOM, None)
        return whole_pass(default if token is None else token, traced.box_keys)
    if box not in keys:
        report_link_value(BOX, keys[0])
        return BuildingSelection(floor, default if token is None else token, keys[0], level=level)
    cell = _linked_cell()
    if cell is not None and level in ("head", "weight") and not _fits(cell, traced):
        cell = None
    if cell is None:
        report_link_value(CELL, None)
    return BuildingSelection(floor, default if token is None else token, box, cell, level)


def _fits(cell: tuple[int, int], traced: TracedPass) -> bool:
    """Whether there is such a head, and such a token."""
    return cell[0] < traced.facts.num_heads and cell[1] < len(traced.ids)


def draw_building(context: BlankContext, traced: TracedPass) -> BuildingSelection:
    """Draw the building, and return what is open."""
    question = context.model.id, context.sentence, context.masked
    initial = initial_selection(KEY, str(question), linked_place(context, traced))
    payload = cache.shared.passes.pass_payload(*question, initial.floor, initial.token, initial.box, initial.cell)
    layer_building(
        payload,
        key=KEY,
        initial=initial,
        address=cache.shared.passes.pass_address(*question),
        begun=times_begun(KEY),
        compact=initial.level == NUMBERS and shows_one_picture(),
        on_select=partial(_take_selection, payload, default_token(context)),
    )
    return linked_place(context, traced)


def forget_places() -> bool:
    """Remove what the link says about one sentence; returns whether there was anything."""
    return clear_parameters(TOKEN, CELL)


def _take_selection(payload: bytes, default: int) -> None:
    selected = building_selection(KEY, payload)
    if selected is None:
        return
    # All at once: each change of the address is a step of the browser's Back.
    place = {FLOOR: str(selected.floor), BOX: selected.box, ZOOM: selected.level}
    if TOKEN in st.query_params or selected.token != default:
        place[TOKEN] = str(selected.token + 1)
    if selected.cell is not None:
        place[CELL] = ".".join(str(number + 1) for number in selected.cell)
    st.query_params.update(place)
    report_selection(KEY, selected)


def _linked_cell() -> tuple[int, int] | None:
    """Head and number, from 0; None if the link names none."""
    parts = st.query_params.get(CELL, "").split(".")
    if len(parts) != 2 or not all(part.isdecimal() and 0 < len(part) < 6 and int(part) > 0 for part in parts):
        return None
    head, index = (int(part) - 1 for part in parts)
    return head, index
