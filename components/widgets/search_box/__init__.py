"""A search box for the whole app: Ctrl+K opens it, arrow keys select, Enter opens the selected entry.

The search runs in the browser, which fetches the entries when the box is first opened: they are 160 kB, and few
visitors search. Because the box is on every page, its script also closes the menu on a phone after a page was chosen
there, and opens the view of a figure that is dropped onto the page.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["SearchEntry", "entries_json", "entry_list", "search_box"]


@dataclass(frozen=True)
class SearchEntry:
    """A search entry.

    Attributes:
        kind: Room, view, term, example, tour stop, page, tutorial or typed sentence.
        title: Its name.
        place: Where it is, in words.
        href: Its address.
        synonyms: Other words that match it; not shown.
    """

    kind: str
    title: str
    place: str
    href: str
    synonyms: str = ""


_HERE = Path(__file__).parent
_mount_box = custom_element("riverbank_search_box", _HERE / "search_box", base=_HERE.parent / "top_bar.css")
_mount_list = custom_element("riverbank_entry_list", _HERE / "entry_list", html='<div class="index"></div>')


def search_box(
    *,
    address: str,
    index: str,
    dropped: Collection[str],
    readers: Mapping[str, str],
    sentence_limit: int,
    root: str,
    paths: Collection[str],
    key: str,
    visible: bool,
) -> None:
    """Draw the box in the top bar. The browser opens the link of the chosen entry.

    A view of the same room opens with what the visitor has chosen there, as from the room's row of views.

    Args:
        address: Where the browser fetches all entries (:func:`entries_json`) as part ``entries``, below the app's root.
        index: The address of the page that lists them.
        dropped: Parameters of the link that do not go along to another view of the same room.
        readers: The addresses of rooms by their titles: a typed sentence that finds nothing can be read there.
        sentence_limit: Characters of the longest sentence that these links hold.
        root: The path at which the app's addresses begin.
        paths: The paths of pages that a figure may open, below the root.
        key: The widget's key.
        visible: Whether there is a button; otherwise only the keyboard opens the box.
    """
    data = {
        "address": address,
        "index": index,
        "dropped": sorted(dropped),
        "readers": dict(readers),
        "sentence_limit": sentence_limit,
        "root": root,
        "paths": sorted(paths),
        "visible": visible,
    }
    _mount_box(key=key, data=data)


def entries_json(entries: Sequence[SearchEntry]) -> bytes:
    """The entries as the search box reads them."""
    return json.dumps([asdict(entry) for entry in entries], ensure_ascii=False).encode()


def entry_list(entries: Sequence[SearchEntry], *, key: str) -> None:
    """List all entries in alphabetical order, with links to each letter.

    Args:
        entries: All entries.
        key: The widget's key.
    """
    _mount_list(key=key, data={"entries": [asdict(entry) for entry in entries]})
