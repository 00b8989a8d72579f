"""Home page: a visitor's sentence with "bank" in the river of its two senses, and the map of the rooms."""

from pages.home.body import home_body
from pages.parts.frame import draw_in_fragment, page_title
from pages.parts.presenting import apply_large_type, is_presenting

apply_large_type()
if not is_presenting():
    page_title("Riverbank", "how BERT reads: a word’s meaning comes from its neighbours")
draw_in_fragment(home_body)
