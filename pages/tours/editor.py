"""The tour editor: order the views that were added on any page, write questions, save as a file or a link."""

from dataclasses import replace

import streamlit as st

from components.model.user_errors import UserError
from components.tours.tour import FILE_LIMIT, TEXT_LIMIT, Stop, Tour, pack_tour, parse_tour, tour_to_json
from pages.parts.lecture.draft import draft_stops
from pages.parts.lecture.tour_stop import PATHS, stop_address
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import page_url
from pages.parts.rooms import ROOMS
from pages.tours.tour_list import start_links

TITLE_KEY = "own-tour-title"
NAMES = {"": "Riverbank", **{room.path: room.title for room in ROOMS}}


def tour_editor() -> None:
    """Draw the editor: the stops of the tour, and how to save it."""
    st.subheader("Make your own", anchor=False)
    st.markdown(
        "On any page, open **Present** and press **Add this view to my tour**. Here you put the views in order."
    )
    _open_file()
    stops = draft_stops()
    if not stops:
        return
    st.session_state.setdefault(TITLE_KEY, "My tour")
    title = st.text_input("Title", key=TITLE_KEY, max_chars=TEXT_LIMIT)
    for number, stop in enumerate(stops):
        _stop_editor(number, stop)
    _save_options(Tour(title or "My tour", "", tuple(stops)))


def _stop_editor(number: int, stop: Stop) -> None:
    with st.container(border=True, key=f"own-stop-{number}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            values = ", ".join(stop.parameters.values())
            st.text(f"{number + 1}. {NAMES[stop.path]}" + (f": {values}" if values else ""))
            for label, icon, by in (("Earlier", "arrow_upward", -1), ("Later", "arrow_downward", 1)):
                at_end = not 0 <= number + by < len(draft_stops())
                name = f"{label}: stop {number + 1}"
                st.button(
                    name, icon=f":material/{icon}:", key=f"own-{label}-{number}", on_click=_move, args=(number, by),
                    disabled=at_end, type="tertiary",
                )  # fmt: skip
            st.button(
                f"Leave out: stop {number + 1}", icon=":material/delete:", key=f"own-out-{number}",
                on_click=_leave_out, args=(number,), type="tertiary",
            )  # fmt: skip
        question = st.text_input(
            "Question", stop.question, key=f"own-question-{number}-{stop.link}", max_chars=TEXT_LIMIT
        )
        answer = st.text_input("Answer", stop.answer, key=f"own-answer-{number}-{stop.link}", max_chars=TEXT_LIMIT)
        draft_stops()[number] = replace(stop, question=question or "", answer=answer or "")


def _save_options(tour: Tour) -> None:
    text = tour_to_json(tour)
    st.download_button("Save as a file", text, "tour.json", icon=":material/download:", on_click="ignore")
    try:
        name = pack_tour(tour)
    except UserError as error:
        st.info(escape_markdown(str(error)), icon=":material/info:")
        return
    start_links(tour, name)
    st.caption("One link to the whole tour, for whoever you give it to:")
    path, _, query = stop_address(tour, name, 0, {}).partition("?")
    st.code(page_url()._replace(path=path, query=query, fragment="").geturl(), language=None, wrap_lines=True)


def _open_file() -> None:
    given = st.file_uploader("Open a tour from a file", "json", key="own-file", max_upload_size=1)
    if given is None or st.session_state.get("own-file-read") == given.file_id:
        return
    st.session_state["own-file-read"] = given.file_id
    try:
        tour = parse_tour(given.getvalue()[: FILE_LIMIT + 1], PATHS)
    except UserError as error:
        st.warning(escape_markdown(str(error)), icon=":material/info:")
        return
    draft_stops()[:] = tour.stops
    st.session_state[TITLE_KEY] = tour.title


def _move(number: int, by: int) -> None:
    stops = draft_stops()
    stops[number], stops[number + by] = stops[number + by], stops[number]


def _leave_out(number: int) -> None:
    draft_stops().pop(number)
