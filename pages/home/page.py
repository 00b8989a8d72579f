"""Home: a sentence with "bank" in it glides between the shores as a model reads it; below, the path of rooms."""

from pages.home.stage import stage
from pages.parts.frame import dressed, in_fragment, titled
from pages.parts.lecture.presenting import presenting
from pages.parts.lecture.teachers_links import teachers_links

dressed()
if not presenting():
    with titled("Riverbank", "see how BERT reads: which bank do you mean?"):
        teachers_links("", key="home")
in_fragment(stage)
