"""Home: a sentence with "bank" in it glides between the shores as a model reads it; below, the path of rooms."""

from pages.home.stage import stage
from pages.parts.frame import apply_theme, draw_in_fragment, page_title
from pages.parts.lecture.present_panel import teachers_links
from pages.parts.lecture.presenting import presenting

apply_theme()
if not presenting():
    with page_title("Riverbank", "see how BERT reads: which bank do you mean?"):
        teachers_links("", key="home")
draw_in_fragment(stage)
