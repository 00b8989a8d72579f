"""The front door every visit comes through: page settings, navigation and old links.

Rooms live in ``pages/<room>/page.py`` and are registered here by name.
"""

import streamlit as st

from pages.parts.lecture.classes import keep_class, own_class, projected_now
from pages.parts.lecture.presenting import presenting
from pages.parts.lecture.touring import touring, withhold_answer
from pages.parts.links.address import read_address
from pages.parts.links.old import follow_old_link
from pages.parts.model_choice import say_what_is_not_listed
from pages.parts.rooms import CLASS, GROUPS, HOME, PAGES, TOURS, TUTORIALS

st.set_page_config(page_title="Riverbank", page_icon=str(PAGES / "parts" / "riverbank.svg"), layout="wide")
page = st.navigation(
    {
        "": [
            st.Page(HOME, title="Riverbank", icon=":material/water:", default=True),
            st.Page(TOURS, title="Tours", icon=":material/tour:", url_path="tours"),
            st.Page(TUTORIALS, title="Tutorials", icon=":material/menu_book:", url_path="from-your-tutorial"),
            st.Page(CLASS, title="Class", icon=":material/groups:", url_path="class"),
        ],
        **{
            group: [
                st.Page(room.file, title=room.title, icon=room.icon, url_path=room.path, help=room.about)
                for room in rooms
            ]
            for group, rooms in GROUPS.items()
        },
    },
    position="hidden" if presenting() else "top",
)
read_address()
follow_old_link(page.url_path)
withhold_answer()
page.run()
keep_class()
touring(reports=own_class() is not None, on_answer=projected_now)
say_what_is_not_listed()
