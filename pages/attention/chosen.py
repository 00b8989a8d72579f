"""Which head and which word are chosen.

The link holds both, counted from 1: ``layer``, ``head``, ``from`` and ``to``, and the heads that are switched off. The
atlas goes its own way in the browser and reports what was chosen; it is sent a selection only when it first shows a
sentence, or when the link comes to say something that the visitor did not choose there (see the widget's docstring).
"""

from functools import partial

import streamlit as st

import cache
from cache import Drawn
from components.tables.attention import head_name, token_label
from components.widgets.attention_atlas import Selection, attention_atlas, selection
from pages.attention.reading import Reading
from pages.parts.beginnings import begun, told
from pages.parts.presenting import controls_hidden, linked_number, linked_place

LAYER, HEAD, FROM, TO, OFF = "layer", "head", "from", "to", "off"
KEY = "atlas"
WIDTH = 220  # pixels, of a list
_MOST_OFF = 1000  # characters of a link


def linked(rows: int, columns: int, count: int, *, usual: tuple[int, int] = (0, 0)) -> Selection:
    """What the link chooses among so many panels and tokens, or the ``usual`` panel; what does not fit is left out."""
    query, key = (linked_place(name, count) for name in (FROM, TO))
    return Selection(
        row=linked_number(LAYER, low=1, high=rows, usual=usual[0] + 1) - 1,
        column=linked_number(HEAD, low=1, high=columns, usual=usual[1] + 1) - 1,
        query=query,
        key=key if query is not None else None,
        off=_off(rows, columns),
    )


def write(chosen: Selection) -> None:
    """Put a choice into the link."""
    places = {LAYER: chosen.row, HEAD: chosen.column, FROM: chosen.query, TO: chosen.key}
    for name, place in places.items():
        if place is None:
            st.query_params.pop(name, None)
        else:
            st.query_params[name] = str(place + 1)
    if chosen.off:
        st.query_params[OFF] = "-".join(f"{layer + 1}.{head + 1}" for layer, head in sorted(chosen.off))
    else:
        st.query_params.pop(OFF, None)


def forget_words() -> None:
    """Another sentence has other words: the head stays chosen, the word does not."""
    for name in (FROM, TO):
        st.query_params.pop(name, None)


def draw_atlas(reading: Reading, drawn: Drawn, *, can_switch_off: bool = False) -> Selection:
    """The atlas, and what is chosen in it."""
    rows, columns = cache.atlas_shape(reading.shape, drawn)
    begin = begun(KEY, f"{reading.name} {drawn}", linked(rows, columns, len(reading.tokens)))
    asked = (reading.model.id, reading.sentence, reading.second, drawn)
    payload = cache.atlas(*asked, (begin.row, begin.column))
    attention_atlas(
        payload,
        key=KEY,
        initial=begin,
        panels_address=cache.atlas_address(*asked),
        can_switch_off=can_switch_off,
        on_select=partial(_follow, payload),
    )
    # The link and not the browser's last word: a button on the page may have changed it since.
    return linked(rows, columns, len(reading.tokens))


def choose_head(reading: Reading, *, usual: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """A layer and a head from lists; from the link where settings are hidden."""
    layers, heads = reading.shape
    chosen = linked(layers, heads, len(reading.tokens), usual=usual)
    if controls_hidden():
        return chosen.row, chosen.column
    layer = _list("Layer", [str(n + 1) for n in range(layers)], LAYER, chosen.row)
    return layer, _list("Head", [str(n + 1) for n in range(heads)], HEAD, chosen.column)


def choose_word(reading: Reading, label: str, name: str, usual: int) -> int:
    """A token from a list; from the link where settings are hidden."""
    at = linked_place(name, len(reading.tokens))
    at = usual if at is None else at
    if controls_hidden():
        return at
    return _list(label, [f"{n}. {token_label(token)}" for n, token in enumerate(reading.tokens, 1)], name, at)


def last_word(reading: Reading) -> int:
    """The last token that says something: what to look at where nobody has chosen."""
    words = [n for n, token in enumerate(reading.tokens) if not token.special and token.text.isalnum()]
    return words[-1] if words else 0


def said(reading: Reading, chosen: Selection, drawn: Drawn) -> str:
    """What a panel is called."""
    match drawn:
        case Drawn.HEADS:
            return head_name(chosen.row, chosen.column)
        case Drawn.ROLLOUT:
            return f"the rollout to layer {chosen.row + 1}"
        case Drawn.OVER_HEADS | Drawn.OVER_LAYERS if chosen.row == cache.atlas_shape(reading.shape, drawn)[0] - 1:
            return "the average of all heads"
        case Drawn.OVER_HEADS:
            return f"the average of layer {chosen.row + 1}"
        case Drawn.OVER_LAYERS:
            return f"the average of head {chosen.row + 1} over layers"


def _follow(payload: bytes) -> None:
    chosen = selection(KEY, payload)
    if chosen is not None:
        write(chosen)
        told(KEY, chosen)


def _list(label: str, options: list[str], name: str, at: int) -> int:
    key = f"choose-{name}"
    st.session_state[key] = options[at]

    def changed() -> None:
        st.query_params[name] = str(options.index(st.session_state[key]) + 1)

    return options.index(st.selectbox(label, options, key=key, on_change=changed, width=WIDTH))


def _off(rows: int, columns: int) -> frozenset[tuple[int, int]]:
    found = set()
    for part in st.query_params.get(OFF, "")[:_MOST_OFF].split("-"):
        layer, _, head = part.partition(".")
        if all(number.isdecimal() and len(number) < 4 for number in (layer, head)):
            place = (int(layer) - 1, int(head) - 1)
            if 0 <= place[0] < rows and 0 <= place[1] < columns:
                found.add(place)
    return frozenset(found)
