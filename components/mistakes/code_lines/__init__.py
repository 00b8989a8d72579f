"""Lines of code of which one is to be clicked; afterwards they show which one was wrong."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import streamlit as st

from components.widgets.canvas import is_index
from components.widgets.custom_element import custom_element

__all__ = ["chosen_line", "code_lines"]

_mount = custom_element("riverbank_code_lines", Path(__file__).with_name("code_lines"))


def code_lines(
    lines: Sequence[str],
    *,
    results: tuple[str, str] | None,
    tried: Collection[int],
    wrong: int | None,
    key: str,
    on_choose: Callable[[int], None],
) -> None:
    """Draw the lines.

    Args:
        lines: The code; empty lines can not be chosen.
        results: What the code gives and what it should give, drawn above the lines; None without them.
        tried: The lines that were chosen, from 0.
        wrong: The wrong line, from 0; None while it is looked for.
        key: Key of the widget in ``st.session_state``.
        on_choose: Called before the rerun with the line that was chosen.
    """

    def changed() -> None:
        line = chosen_line(st.session_state.get(key), len(lines))
        if line is not None:
            on_choose(line)

    data = {"lines": list(lines), "results": results and list(results), "tried": sorted(tried), "wrong": wrong}
    _mount(key=key, data=data, on_line_change=changed)


def chosen_line(state: object, count: int) -> int | None:
    """The line in an answer of any shape; None where it is not one of ``count`` lines."""
    line = getattr(state, "line", None)
    return line if is_index(line, count) else None
