"""From your tutorial: six kinds of tutorial on BERT, section by section, each item linked to a view."""

from pages.parts.frame import page_title
from pages.parts.presenting import apply_large_type
from pages.tutorials.listing import draw_tutorials

apply_large_type()
page_title("From your tutorial", "where each topic is here")
draw_tutorials()
