"""From your tutorial: five kinds of tutorial on BERT, section by section, each item a link to where it is here."""

from pages.parts.frame import dressed, titled
from pages.tutorials.listing import listing

dressed()
titled("From your tutorial", "where each topic is here")
listing()
