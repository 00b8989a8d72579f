"""Tours: the app's own views in the order of a lecture, those that ship and those that a lecturer makes."""

from pages.parts.frame import dressed, titled
from pages.tours.making import making
from pages.tours.shelf import shelf

dressed()
titled("Tours", "a lecture, view by view")
shelf()
making()
