"""A page as a stop of a tour, which the link names.

``?tour=`` is the name of a bundled tour or, after a tilde, a tour packed into the link; ``?stop=`` counts from 1.
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
_KEPT_PARAMETERS = ("present", "hide")  # parameters that go along from stop to stop
_DRAFT = "tour-draft"
_SHOWN = "tour-answers-shown"  # pairs of a tour's name and the index of a stop


def is_on_tour() -> bool:
    """Whether the page is a stop of a tour."""
    return TOUR in st.query_params


def has_withheld_answer() -> bool:
    """Whether the page is a stop with a question whose answer has not been shown yet."""
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
    """Blur the page while the answer of its stop is withheld. Call this before the page is drawn."""
    if has_withheld_answer():
        st.html(f"<style>{WITHHELD}</style>")


def draw_tour_bar(*, reports: bool, on_answer: Callable[[], None]) -> None:
    """Draw the tour's bar if the page is a stop of a tour.

    Args:
        reports: Whether the browser tells the server when the answer is shown.
        on_answer: Called when the answer is shown.
    """
    if not is_on_tour():
        return
    try:
        tour = load_tour(st.query_params[TOUR])
    except UserError as error:
        with st.container(key=NO_TOUR):
            st.warning(escape_markdown(str(error)), icon=":material/info:")
        return
    index = _number(len(tour.stops))
    parameters = {name: st.query_params[name] for name in _KEPT_PARAMETERS if name in st.query_params}
    stops = {place: stop_address(tour, st.query_params[TOUR], place, parameters) for place in (index - 1, index + 1)}
    stop = tour.stops[index]

    def answered() -> None:
        st.session_state.setdefault(_SHOWN, set()).add((st.query_params[TOUR], index))
        on_answer()

    bar = partial(
        tour_bar,
        StopShown(
            title=tour.title,
            place=f"{index + 1} of {len(tour.stops)}",
            question=stop.question,
            answer=stop.answer,
            back=stops[index - 1],
            on=stops[index + 1],
            leave=address(stop, parameters),
            presenting=is_presenting(),
            reports=reports,
        ),
        key="tour-bar",
        on_answer=answered,
    )
    st.fragment(bar)()  # so that the page does not rerun when the answer is shown


def load_tour(name: str) -> Tour:
    """The bundled tour called ``name``, or the tour packed into it.

    Raises:
        UserError: There is no such tour.
    """
    if name.startswith(PACKED_PREFIX):
        return unpack_tour(name, PATHS)
    tour = shipped_tours(PATHS).get(name)
    if tour is None:
        raise UserError(f"There is no tour “{name[:40]}”. See “Tours” for the full list.")
    return tour


def stop_address(tour: Tour, name: str, place: int, more: Mapping[str, str]) -> str:
    """The address of a stop; empty if there is no such stop.

    Args:
        tour: The tour.
        name: Its name or packed form, for the link.
        place: The index of the stop, from 0.
        more: Further parameters of the link.
    """
    if not 0 <= place < len(tour.stops):
        return ""
    return address(tour.stops[place], {**more, TOUR: name, STOP: str(place + 1)})


def address(stop: Stop, more: Mapping[str, str]) -> str:
    """The address of a stop on this server, with the parameters ``more``."""
    link = urlencode({**stop.parameters, **more})
    return f"{app_root()}{stop.path}" + (f"?{link}" if link else "")


def draft_stops() -> list[Stop]:
    """The stops of the tour that the visitor is making. The list itself: changing it changes the tour."""
    stops: list[Stop] = st.session_state.setdefault(_DRAFT, [])
    return stops


def add_view(path: str) -> None:
    """Append the page, with its current link, to the visitor's own tour."""
    left_out = {TOUR, STOP, *_KEPT_PARAMETERS}
    link = {name: value for name, value in st.query_params.to_dict().items() if name not in left_out and value}
    draft_stops().append(Stop(f"/{path}" + (f"?{urlencode(link)}" if link else "")))


def _number(count: int) -> int:
    """The index of the stop that the link names, from 0; 0 if it names none."""
    text = st.query_params.get(STOP, "1")
    return min(count, max(1, int(text))) - 1 if text.isdecimal() and len(text) < 4 else 0
