"""The tours page: the shipped tours, and an editor for new ones."""

from pages.parts.frame import apply_theme, page_title
from pages.tours.editor import tour_editor
from pages.tours.end_page import end_of_tour
from pages.tours.tour_list import tour_list

apply_theme()
page_title("Tours", "a lecture, view by view")
end_of_tour()
tour_list()
tour_editor()
