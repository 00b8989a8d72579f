"""The front door every visit comes through: page settings, navigation and the word about a bad link.

Rooms live in ``pages/<room>/page.py`` and are registered here by name.
"""

import streamlit as st

from pages.parts.link_notes import noting
from pages.parts.model_choice import say_what_is_not_listed
from pages.parts.old_links import follow_old_link
from pages.parts.presenting import presenting
from pages.parts.rooms import PAGES, ROOMS

st.set_page_config(page_title="Riverbank", page_icon=str(PAGES / "parts" / "riverbank.svg"), layout="wide")
page = st.navigation(
    [
        st.Page(PAGES / "home" / "page.py", title="Riverbank", icon=":material/water:", default=True),
        *(st.Page(room.file, title=room.title, icon=room.icon, url_path=room.path, help=room.about) for room in ROOMS),
    ],
    position="hidden" if presenting() else "top",
)
follow_old_link(page.url_path)
with noting(page.url_path):
    page.run()
    say_what_is_not_listed()
