"""Index page: rooms, views and terms, in alphabetical order."""

from pages.parts.frame import apply_theme, page_title
from pages.parts.search.box import draw_index

apply_theme()
page_title("Index", "every room, view and term")
draw_index()
