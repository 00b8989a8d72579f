"""“Do they learn?”: twelve questions on the phones before a lecture and after it, and what the class gained."""

import streamlit as st

from components.classroom.check.session import CheckPhase
from components.classroom.check.tables import check_csv, check_finding, check_outcome, check_table
from components.classroom.classroom import Classroom
from components.tables.phrases import count_phrase
from pages.parts.errors import attempt, show_errors

REFRESH_S = 2.0


def check_panel(classroom: Classroom) -> None:
    """Draw the panel, folded."""
    with st.expander("Do they learn?", key="class-check", type="compact"):
        st.text("Ask 12 questions before “BERT in 45 minutes” and again after it. Phones answer without names.")
        st.fragment(_check, run_every=REFRESH_S)(classroom)


@show_errors()
def _check(classroom: Classroom) -> None:
    open_phase, sheets = classroom.check.open_phase, classroom.check.all_sheets()
    finished = {phase: classroom.check.finished_count(phase) for phase in CheckPhase}
    with st.container(horizontal=True, vertical_alignment="center"):
        for phase in CheckPhase:
            is_open = phase is open_phase
            st.button(
                "Close the check" if is_open else f"Ask {phase.value}",
                key=f"class-check-{phase.value}",
                type="primary" if is_open else "secondary",
                on_click=attempt,
                args=(lambda phase=None if is_open else phase: classroom.check.ask(phase),),
            )
            phones = count_phrase(classroom.students, "phone")
            st.text(f"{phase.value.capitalize()}: {finished[phase]:,} of {phones} finished")
        st.download_button(
            "CSV",
            lambda: check_csv(classroom.check.all_sheets()),
            file_name=f"riverbank-check-{classroom.code}.csv",
            key="class-check-csv",
            icon=":material/download:",
            disabled=not sheets,
            on_click="ignore",
            help="The right answers, then a row for each phone that finished before or after, sorted by its answers.",
        )
    if open_phase is not None:
        st.caption("Phones return to the lecture when you close the check, or show another page on the projector.")
    outcome = check_outcome(sheets)
    if outcome is not None:
        st.text("\n".join(check_finding(outcome)))
        st.table(check_table(outcome).set_index("Question"))
        st.caption("Discrimination, from −1 to 1: are those who are right here right at the other questions, too?")
    elif finished[CheckPhase.AFTER]:
        st.text("No phone has finished both checks yet.")
