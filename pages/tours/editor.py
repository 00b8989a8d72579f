"""The tour editor: order the views that were added on any page, write questions, save as a file or a link."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from components.model.user_errors import UserError
from components.tours.questions import OPTION_LIMIT, AnswerKind, StopQuestion
from components.tours.tour import (
    FILE_LIMIT,
    OPTION_CHARACTERS,
    TEXT_LIMIT,
    Stop,
    Tour,
    pack_tour,
    parse_tour,
    tour_to_json,
)
from pages.parts.lecture.draft import draft_stops, draft_title, set_draft_title
from pages.parts.lecture.tour_stop import stop_address
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import page_url
from pages.parts.rooms import PATHS, ROOMS
from pages.tours.tour_list import start_links

TITLE_KEY = "own-tour-title"
NAMES = {"": "Riverbank", **{room.path: room.title for room in ROOMS}}
ANSWER_KINDS = {
    None: "Nothing: they only think",
    AnswerKind.CHOICE: "One of your options",
    AnswerKind.WORD: "One word",
    AnswerKind.NUMBER: "A number",
    AnswerKind.WHOLE_NUMBER: "A whole number",
}
_KINDS_OF_VIEWS = {
    AnswerKind.PLACE: "A token of the sentence",
    AnswerKind.FOOLING: "A sentence that fools the model",
}


def tour_editor() -> None:
    """Draw the editor: the stops of the tour, and how to save it."""
    st.subheader("Make your own", anchor=False)
    st.markdown(
        "On any page, open **Present** (on a phone, the cogwheel) and press **Add this view to my tour**. Here you put "
        "the views in order."
    )
    _open_file()
    stops = draft_stops()
    if not stops:
        return
    st.session_state.setdefault(TITLE_KEY, draft_title())
    set_draft_title(st.text_input("Title", key=TITLE_KEY, max_chars=TEXT_LIMIT) or "")
    for number, stop in enumerate(stops):
        _stop_editor(number, stop)
    _save_options(Tour(draft_title(), "", tuple(stops)))


def _stop_editor(number: int, stop: Stop) -> None:
    with st.container(border=True, key=f"own-stop-{number}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            values = ", ".join(stop.parameters.values())
            st.text(f"{number + 1}. {NAMES[stop.path]}" + (f": {values}" if values else ""))
            for label, icon, by in (("Move up", "arrow_upward", -1), ("Move down", "arrow_downward", 1)):
                at_end = not 0 <= number + by < len(draft_stops())
                name = f"{label}: stop {number + 1}"
                st.button(
                    name, icon=f":material/{icon}:", key=f"own-move-{by}-{number}", on_click=_move, args=(number, by),
                    disabled=at_end, type="tertiary",
                )  # fmt: skip
            st.button(
                f"Remove: stop {number + 1}", icon=":material/delete:", key=f"own-out-{number}",
                on_click=_leave_out, args=(number,), type="tertiary",
            )  # fmt: skip
        question = st.text_input(
            "Question", stop.question, key=f"own-question-{number}-{stop.link}", max_chars=TEXT_LIMIT
        )
        answer = st.text_input("Answer", stop.answer, key=f"own-answer-{number}-{stop.link}", max_chars=TEXT_LIMIT)
        asks = _answer_kind_editor(number, stop) if question else None
        draft_stops()[number] = replace(stop, question=question or "", answer=answer or "", asks=asks)


def _answer_kind_editor(number: int, stop: Stop) -> StopQuestion | None:
    """Let the lecturer choose what students send in. A question from a file stays as it is until that is changed."""
    given = None if stop.asks is None else stop.asks.kind
    # What only some views can ask for is not offered, but a question from a file may have it.
    labels = ANSWER_KINDS if given is None or given in ANSWER_KINDS else {**ANSWER_KINDS, given: _KINDS_OF_VIEWS[given]}
    kinds = list(labels)
    kind = st.selectbox(
        "What students answer with",
        kinds,
        kinds.index(given),
        format_func=lambda each: labels[each],
        key=f"own-kind-{number}-{stop.link}",
        help="Phones of a class get a field for it. Without a class it is on the page.",
    )
    options: tuple[str, ...] = ()
    if kind is AnswerKind.CHOICE:
        before = stop.asks.options if stop.asks is not None and given is kind else ()
        typed = st.text_area(
            "Options, one per line",
            "\n".join(before),
            key=f"own-options-{number}-{stop.link}",
            placeholder="money\nriver\nneither",
            help="Phones show them in this order, as A, B, C and D.",
        )
        options = _read_options(typed or "")
        if problem := _options_problem(options):
            st.caption(escape_markdown(f"{problem} Until then this stop asks for nothing."))
            return None
    is_kept = stop.asks is not None and given is kind and (not options or options == stop.asks.options)
    asks = stop.asks if is_kept else None if kind is None else StopQuestion(kind, options)
    if asks is not None and not (asks.patterns or asks.kind is AnswerKind.FOOLING):
        st.caption(
            "Press Show or G to show how the class answered, and the answer above. This question gives no points."
        )
    return asks


def _read_options(typed: str) -> tuple[str, ...]:
    """The options of a text: its lines or, of a single line, what commas separate."""
    lines = [line for line in typed.splitlines() if line.strip()]
    parts = lines if len(lines) > 1 else typed.split(",")
    return tuple(part.strip() for part in parts if part.strip())


def _options_problem(options: Sequence[str]) -> str:
    """The problem with these options; "" if there is none."""
    if len(options) < 2:
        return f"Write 2 to {OPTION_LIMIT} options, one per line."
    if len(options) > OPTION_LIMIT:
        return f"There are {len(options)} options. Keep at most {OPTION_LIMIT}."
    repeated = next((option for option in options if options.count(option) > 1), "")
    if repeated:
        return f"The option “{repeated}” is there more than once. Change or remove one."
    longest = max(options, key=len)
    if len(longest) > OPTION_CHARACTERS:
        return f"The option “{longest}” has {len(longest)} characters. Shorten it to {OPTION_CHARACTERS}."
    return ""


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
