"""A search box for the whole app: Ctrl K opens it, arrow keys choose, Enter goes.

Everything is found in the browser: a letter that is typed asks the server for nothing. As it is on every page, it also
closes the menu of a phone when a page has been chosen there.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["SearchEntry", "entry_list", "search_box"]


@dataclass(frozen=True)
class SearchEntry:
    """Something that can be found.

    Attributes:
        kind: What it is: room, view, term, example or tour stop.
        title: Its name.
        place: Where it is, in words.
        href: Its address.
        synonyms: Other words that find it; they are not shown.
    """

    kind: str
    title: str
    place: str
    href: str
    synonyms: str = ""


_mount_box = custom_element("riverbank_search_box", Path(__file__).with_name("search_box"))
_mount_list = custom_element(
    "riverbank_entry_list", Path(__file__).with_name("entry_list"), html='<div class="index"></div>'
)


def search_box(entries: Sequence[SearchEntry], *, index: str, key: str, visible: bool) -> None:
    """Draw the box in the top bar. What is chosen is opened by the browser, as exactly the link of its entry.

    Args:
        entries: What can be found.
        index: The address of the page that lists them.
        key: The widget's key.
        visible: Whether a button opens it too, and not the keyboard alone.
    """
    _mount_box(key=key, data={"entries": [asdict(entry) for entry in entries], "index": index, "visible": visible})


def entry_list(entries: Sequence[SearchEntry], *, key: str) -> None:
    """List all entries in alphabetical order, with a way to each letter.

    Args:
        entries: What can be found.
        key: The widget's key.
    """
    _mount_list(key=key, data={"entries": [asdict(entry) for entry in entries]})
