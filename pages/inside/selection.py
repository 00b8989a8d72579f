"""What is open in the building: a floor, a token, a box and a number.

The link holds them: ``floor`` (0 for the embeddings), ``token`` (from 1), ``box``, and ``cell`` (head and number, from
1).
"""

from functools import partial

import streamlit as st

import cache.inside
from components.inside.building import BuildingSelection, building_selection, layer_building
from components.inside.model.results import TracedPass
from components.inside.tables.payload import token_text
from pages.parts.layout import rare_settings
from pages.parts.links.address import clear_parameters
from pages.parts.links.notes import report_link_value
from pages.parts.presenting import shows_one_picture
from pages.parts.selections import initial_selection, report_selection
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import linked_index, linked_number, option, write_number

FLOOR, TOKEN, BOX, CELL = "floor", "token", "box", "cell"
FIRST_FLOOR = 1
KEY = "building"
_OPENS, _WHOLE = "building-opens", "building-whole"


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
    floor = linked_number(FLOOR, low=0, high=traced.floors - 1, default=min(FIRST_FLOOR, traced.floors - 1))
    default = default_token(context)
    token = linked_index(TOKEN, len(context.tokens), default=default)
    keys = traced.box_keys[floor]
    box = st.query_params.get(BOX, keys[0])
    if box not in keys:
        report_link_value(BOX, keys[0])
        return BuildingSelection(floor, default if token is None else token, keys[0])
    cell = _linked_cell()
    if cell is None:
        report_link_value(CELL, None)
    return BuildingSelection(floor, default if token is None else token, box, cell)


def shows_whole() -> bool:
    """Whether the link opens no floor: the pass stands alone."""
    return not {FLOOR, BOX} & set(st.query_params)


def draw_building(context: BlankContext, traced: TracedPass) -> BuildingSelection:
    """Draw the building, and return what is open."""
    question = context.model.id, context.sentence, context.masked
    initial = initial_selection(KEY, str(question), linked_place(context, traced))
    opens = initial_selection(_OPENS, str(question), BOX in st.query_params)
    whole = initial_selection(_WHOLE, str(question), shows_whole())
    payload = cache.inside.pass_payload(*question, initial.floor, initial.token, initial.box, initial.cell)
    layer_building(
        payload,
        key=KEY,
        initial=initial,
        address=cache.inside.pass_address(*question),
        whole=whole,
        opens=opens,
        compact=opens and shows_one_picture(),
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
    write_number(TOKEN, selected.token + 1, default=default + 1)
    if not selected.is_whole:
        write_number(FLOOR, selected.floor, default=FIRST_FLOOR)
        st.query_params[BOX] = selected.box
        if selected.cell is not None:
            st.query_params[CELL] = ".".join(str(number + 1) for number in selected.cell)
    report_selection(KEY, selected)
    report_selection(_OPENS, not selected.is_whole)
    report_selection(_WHOLE, selected.is_whole)


def _linked_cell() -> tuple[int, int] | None:
    """Head and number, from 0; None if the link names none."""
    parts = st.query_params.get(CELL, "").split(".")
    if len(parts) != 2 or not all(part.isdecimal() and 0 < len(part) < 6 and int(part) > 0 for part in parts):
        return None
    head, index = (int(part) - 1 for part in parts)
    return head, index
