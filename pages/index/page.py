"""Index: everything that the search box finds, in alphabetical order."""

from pages.parts.frame import dressed, titled
from pages.parts.search.box import index

dressed()
titled("Index", "every room, view, term, example and tour stop")
index()
