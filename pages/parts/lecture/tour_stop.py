"""A page as a stop of a tour: the link says which tour, and which of its stops.

``?tour=`` is the name of one that ships or, after a tilde, a tour packed into the link; ``?stop=`` counts from 1.
"""

from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import urlencode

import streamlit as st

from components.model.user_errors import UserError
from components.server.shell import NO_TOUR, WITHHELD
from components.tours.shipped import shipped_tours
from components.tours.tour import PACKED_PREFIX, Stop, Tour, unpack_tour
from components.widgets.tour_bar import StopShown, tour_bar
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import app_root, is_presenting
from pages.parts.rooms import ROOMS

TOUR, STOP = "tour", "stop"
PATHS = frozenset({"", *(room.path for room in ROOMS)})
_KEPT_PARAMETERS = ("present", "hide")  # from stop to stop
_DRAFT = "tour-draft"
_SHOWN = "tour-answers-shown"  # names of tours, and stops of theirs from 0


def is_on_tour() -> bool:
    """Whether this page is a stop of a tour."""
    return TOUR in st.query_params


def has_withheld_answer() -> bool:
    """Whether this page is a stop of a tour whose answer has not been shown."""
    if not is_on_tour():
        return False
    name = st.query_params[TOUR]
    try:
        stops = load_tour(name).stops
    except UserError:
        return False
    place = _number(len(stops))
    return bool(stops[place].question) and (name, place) not in st.session_state.get(_SHOWN, ())


def withhold_answer() -> None:
    """If this page is a stop that asks, keep its answer from being read. To be called before the page is drawn."""
    if has_withheld_answer():
        st.html(f"<style>{WITHHELD}</style>")


def draw_tour_bar(*, reports: bool, on_answer: Callable[[], None]) -> None:
    """Draw the bar of the tour, if this page is a stop of one.

    Args:
        reports: Whether the server is to know when the answer is shown.
        on_answer: Called then.
    """
    if not is_on_tour():
        return
    try:
        tour = load_tour(st.query_params[TOUR])
    except UserError as error:
        with st.container(key=NO_TOUR):
            st.warning(escape_markdown(str(error)), icon=":material/info:")
        return
    at = _number(len(tour.stops))
    kept = {name: st.query_params[name] for name in _KEPT_PARAMETERS if name in st.query_params}
    stops = {place: stop_address(tour, st.query_params[TOUR], place, kept) for place in (at - 1, at + 1)}
    stop = tour.stops[at]

    def answered() -> None:
        st.session_state.setdefault(_SHOWN, set()).add((st.query_params[TOUR], at))
        on_answer()

    bar = partial(
        tour_bar,
        StopShown(
            title=tour.title,
            place=f"{at + 1} of {len(tour.stops)}",
            question=stop.question,
            answer=stop.answer,
            back=stops[at - 1],
            on=stops[at + 1],
            leave=address(stop, kept),
            presenting=is_presenting(),
            reports=reports,
        ),
        key="tour-bar",
        on_answer=answered,
    )
    st.fragment(bar)()  # so that the page is not drawn anew when the answer is shown


def load_tour(name: str) -> Tour:
    """The tour of this name, or the one packed into it.

    Raises:
        UserError: There is none.
    """
    if name.startswith(PACKED_PREFIX):
        return unpack_tour(name, PATHS)
    tour = shipped_tours(PATHS).get(name)
    if tour is None:
        raise UserError(f"There is no tour “{name[:40]}”. See “Tours” for the full list.")
    return tour


def stop_address(tour: Tour, name: str, place: int, more: Mapping[str, str]) -> str:
    """The address of a stop of the tour called ``name``, counted from 0; empty before the first and past the last."""
    if not 0 <= place < len(tour.stops):
        return ""
    return address(tour.stops[place], {**more, TOUR: name, STOP: str(place + 1)})


def address(stop: Stop, more: Mapping[str, str]) -> str:
    """Where a stop is, on this server."""
    link = urlencode({**stop.parameters, **more})
    return f"{app_root()}{stop.path}" + (f"?{link}" if link else "")


def draft_stops() -> list[Stop]:
    """The stops of the tour that a lecturer is making. The list itself: what changes it changes the tour."""
    found: list[Stop] = st.session_state.setdefault(_DRAFT, [])
    return found


def add_view(path: str) -> None:
    """Add the page, as it stands now, to the tour that is being made."""
    left_out = {TOUR, STOP, *_KEPT_PARAMETERS}
    link = {name: value for name, value in st.query_params.to_dict().items() if name not in left_out and value}
    draft_stops().append(Stop(f"/{path}" + (f"?{urlencode(link)}" if link else "")))


def _number(count: int) -> int:
    """Which stop the link names, from 0; the first where it names none."""
    text = st.query_params.get(STOP, "1")
    return min(count, max(1, int(text))) - 1 if text.isdecimal() and len(text) < 4 else 0
