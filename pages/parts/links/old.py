"""Redirects of old links, in which parameters and views had other names or were in other rooms."""

from collections.abc import Mapping

import streamlit as st

from pages.parts.links.address import replace_address
from pages.parts.links.moved import current_view
from pages.parts.links.notes import is_arriving
from pages.parts.links.parameters import MODE
from pages.parts.rooms import ATTENTION, INPUT, MASKS, POSITIONS, PROBING, SENSES, SPEED, TASKS

# The parameter for the view in links from before all rooms called it ``mode``.
OLD_NAMES = {ATTENTION.path: "look", MASKS.path: "way", POSITIONS.path: "how", SENSES.path: "see", SPEED.path: "ask"}
# Rooms that used to open with another view, and that view's settings: a link with one of these means that view.
OLD_FIRST = {
    INPUT.path: ("The sum", {"column", "beside", "token", "segment", "position", "arrays"}),
    MASKS.path: ("Side by side", {"masking", "size", "batch", "cells", "layer", "head", "from", "to", "step"}),
    POSITIONS.path: ("The four panels", {"positions", "dimensions", "compared", "alibi", "first", "second"}),
}

# Current options of settings, by their names in old links.
_PROBED_SENTENCES = {"Built-in sentences (probe trained now)": "Built-in sentences (trained now)"}
OLD_OPTIONS = {
    ATTENTION.path: {"picture": {"lines": "arcs"}},
    POSITIONS.path: {
        "methods": {"RoPE and ALiBi too": "One picture for each method"},
        "change": {"Shift by k": "Swap two words"},
    },
    MASKS.path: {
        "masking": {"drawn by hand": "causal", "bidirectional": "causal", "causal sliding window": "sliding window"},
        "work": dict.fromkeys(("Prompt or fine-tune", "Compared line by line"), "Fill the blank"),
    },
    PROBING.path: {"sentences": _PROBED_SENTENCES, "texts": _PROBED_SENTENCES},
}

# Settings that a current default leaves out: a link from before with one of these means the value that has it.
IMPLIED = {TASKS.path: {"pooling": ("head", "opinion, small head")}}


def follow_old_link(path: str) -> None:
    """Rewrite an old link to the room at ``path`` to the current names. Call this before anything is drawn."""
    link = st.query_params.to_dict()
    old_name = OLD_NAMES.get(path, "")
    if view := link.pop(old_name, ""):
        link.setdefault(MODE, view)
    elif MODE not in link and is_arriving(path):
        first, settings = OLD_FIRST.get(path, ("", set()))
        if settings & set(link):
            link[MODE] = first
    moved = current_view(path, link.get(MODE, ""))
    if moved is not None:
        renamed = {moved.renamed.get(name, name): value for name, value in link.items()}
        link = {**moved.settings, **renamed, MODE: moved.view}
        if not moved.view:
            del link[MODE]
        if moved.room is not None:
            st.switch_page(moved.room.file, query_params=link)
    for name, (setting, value) in IMPLIED.get(path, {}).items():
        if name in link and is_arriving(path):
            link.setdefault(setting, value)
    options = OLD_OPTIONS.get(path, {})
    replace_address({name: options.get(name, {}).get(value, value) for name, value in link.items()})


def current_path(path: str, link: Mapping[str, str]) -> str:
    """The path of the room that :func:`follow_old_link` leads to.

    Args:
        path: The path in the link.
        link: Its parameters.
    """
    moved = current_view(path, link.get(MODE, link.get(OLD_NAMES.get(path, ""), "")))
    return path if moved is None or moved.room is None else moved.room.path
