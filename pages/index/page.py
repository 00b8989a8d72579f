"""Index page: rooms, views and terms, in alphabetical order."""

from pages.parts.frame import page_title
from pages.parts.presenting import apply_large_type
from pages.parts.search.box import draw_index

apply_large_type()
page_title("Index", "every room, view and term")
draw_index()
