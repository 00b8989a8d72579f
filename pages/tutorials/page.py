"""From your tutorial: six kinds of tutorial on BERT, section by section, each item linked to a view."""

from pages.parts.frame import apply_theme, page_title
from pages.tutorials.listing import draw_tutorials

apply_theme()
page_title("From your tutorial", "where each topic is here")
draw_tutorials()
