"""The script that every visit runs: page settings, navigation, search and redirects of old links.

Rooms live in ``pages/<room>/page.py`` and are registered here by name.
"""

import streamlit as st

from components.widgets.announcer import announcer
from pages.parts.lecture.class_votes import again_text, ask_again
from pages.parts.lecture.classes import draw_end_note, remember_class, visitor_class
from pages.parts.lecture.draft import keep_draft, restore_draft
from pages.parts.lecture.joining import draw_check_note, draw_code_screen
from pages.parts.lecture.lead import draw_lead_note, mark_window
from pages.parts.lecture.remote import obey_lecturer, resume_stop
from pages.parts.lecture.stop_page import go_to_stops_page
from pages.parts.lecture.tour_stop import begin_stop, current_stop, draw_tour_bar
from pages.parts.links.address import read_address
from pages.parts.links.carried_over import note_page
from pages.parts.links.old import follow_old_link
from pages.parts.model_choice import unlisted_folders_panel
from pages.parts.navigation import APP, all_pages, browser_title, draw_room_menu
from pages.parts.presenting import is_presenting
from pages.parts.rooms import PAGES, PATHS
from pages.parts.search.box import draw_search_box

# The icon comes first: until there is one, Streamlit has browsers fetch the page's own from another server.
st.set_page_config(page_title=APP, page_icon=str(PAGES / "parts" / "riverbank.svg"), layout="wide")
page = st.navigation(all_pages(), position="hidden" if is_presenting() else "top")
st.set_page_config(page_title=browser_title(page.url_path))
read_address()
follow_old_link(page.url_path)
go_to_stops_page(page.url_path)
classroom = visitor_class()
if begin_stop(is_alone=classroom is None and not is_presenting()):
    resume_stop()
restore_draft()
draw_room_menu(page.url_path)
draw_search_box()
with st.container(key="announcer"):
    announcer(key="announce")
    if classroom is not None:
        mark_window()
with st.container(key="class-note"):  # always: what a browser holds at a place is lost when the place moves
    if classroom is None:
        draw_end_note()
    elif page.url_path in PATHS:
        draw_lead_note(classroom)
draw_check_note()
note_page(page.url_path)
page.run()
remember_class()
if not is_presenting():
    keep_draft()
draw_tour_bar(again_text=again_text(current_stop()), on_again=ask_again)
obey_lecturer()
if is_presenting():
    with st.container(key="code-screen-place"):
        draw_code_screen(has_button=False)
unlisted_folders_panel()
