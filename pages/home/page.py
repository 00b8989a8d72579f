"""Home: a sentence with "bank" in it glides between the shores as a model reads it; below, the path of rooms."""

import streamlit as st

from pages.home.stage import stage
from pages.parts.frame import STYLE
from pages.parts.live import is_live
from pages.parts.presenting import large_type, presenting, teachers_links

st.html(f"<style>{STYLE}</style>")
large_type()
if not presenting():
    with st.container(horizontal=True, vertical_alignment="center", key="title-row"):
        st.title("Riverbank :gray[:small[see how BERT reads: which bank do you mean?]]", anchor=False)
        teachers_links(key="home")
body, loading = st.container(), st.container()
with loading:
    ready = is_live()
with body:
    st.fragment(stage)(live=ready)
