"""The tours page: the shipped tours, and an editor for new ones."""

from pages.parts.frame import page_title
from pages.parts.lecture.draft import draft_stops
from pages.parts.lecture.presenter import draw_presenter_bar
from pages.parts.lecture.tour_stop import place_on_tour
from pages.parts.presenting import apply_large_type, is_presenting
from pages.tours.editor import tour_editor
from pages.tours.end_page import end_of_tour
from pages.tours.tour_list import tour_list

apply_large_type()
if is_presenting() and place_on_tour()[0]:
    end_of_tour()
    draw_presenter_bar(None, None, (), "")
else:
    page_title("Tours", "a lecture, view by view")
    end_of_tour()
    sections = [tour_list, tour_editor]
    if draft_stops():
        sections.reverse()  # whoever makes a tour comes here for that
    for draw in sections:
        draw()
