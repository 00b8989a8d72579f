"""Index page: everything that the search box can find, in alphabetical order."""

from pages.parts.frame import apply_theme, page_title
from pages.parts.search.box import draw_index

apply_theme()
page_title("Index", "every room, view, term, example and tour stop")
draw_index()
