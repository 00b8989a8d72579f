"""The one way to a setting: an element whose value the link holds, or the link alone where settings are hidden.

What a link says may not be possible where it is read: it may be old, or typed by hand. It becomes the nearest that is,
or the usual one, and :mod:`pages.parts.links.notes` says so.

Two mechanisms are behind it. Where what can be chosen never changes, Streamlit binds the element to the link
(``bind="query-params"``). Where it depends on the model or the sentence, the element is told at every run what the link
says, and writes there what a visitor chooses.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import streamlit as st

from pages.parts.layout import extras_place, settings_place
from pages.parts.links.notes import report_link_value
from pages.parts.presenting import hides_controls


def choice(
    label: str,
    name: str,
    options: Sequence[str],
    *,
    drawn_as: Literal["list", "segments"] = "segments",
) -> str:
    """One of some options that are always the same; the first is the usual one."""
    if hides_controls():
        return linked_choice(name, options)
    if st.session_state.get(name) not in (None, *options):
        st.session_state[name] = options[0]  # the options came with something that was there before
    with settings_place():
        if drawn_as == "list":
            return st.selectbox(label, list(options), key=name, bind="query-params")
        chosen = st.segmented_control(
            label, list(options), default=options[0], key=name, bind="query-params", required=True, width="content"
        )
    return chosen or options[0]


def set_choice(name: str, value: str) -> None:
    """Choose an option of a :func:`choice` from elsewhere on the page; to be called before a run, as by a click."""
    if hides_controls():
        st.query_params[name] = value
    else:  # the link is the element's own, and says what it says
        st.session_state[name] = value


def current_value(name: str) -> str | None:
    """The value of a setting: of its element, which may be ahead of the link, or of the link; None for the default."""
    value = st.session_state.get(name, st.query_params.get(name))
    return None if value is None else str(value)


def option(
    label: str,
    name: str,
    options: Sequence[str],
    *,
    default: int = 0,
    first: int = 0,
    linked_values: Mapping[str, int] | None = None,
) -> int:
    """The number, from 0, of one of some options that change with the model or the sentence.

    Args:
        label: Above the list.
        name: The link's parameter.
        options: What to choose from.
        default: The number of the usual one, which the link does not say.
        first: What the link calls the first option.
        linked_values: Other parameters that this one means something with only, and their values: they are written too.
    """
    index = linked_number(name, low=first, high=first + len(options) - 1, default=default + first) - first
    report_link_value(name, index + first, shown="" if options[index].isdecimal() else options[index])
    if hides_controls():
        return index
    # By number and not by text: two words of a sentence may read the same.
    st.session_state[name] = index

    def changed() -> None:
        for other, value in (linked_values or {}).items():
            write_number(other, value)
        write_number(name, st.session_state[name] + first, default=None if linked_values else default + first)

    numbers = range(len(options))
    with settings_place():
        return int(st.selectbox(label, numbers, format_func=lambda n: options[n], key=name, on_change=changed))


def number(label: str, name: str, *, low: int, high: int, default: int, step: int = 1) -> int:
    """A whole number, by a slider whose ends may change with the model or the sentence."""
    value = linked_number(name, low=low, high=high, default=default)
    value -= (value - low) % step
    if low < high:
        report_link_value(name, value)
    if hides_controls() or low >= high:
        return value
    st.session_state[name] = value
    with settings_place():
        return int(st.slider(label, low, high, step=step, key=name, on_change=_follow(name, default=default)))


def amount(
    label: str, name: str, *, low: float, high: float, default: float, step: float, typed: bool = False
) -> float:
    """A number that need not be whole, by a slider or typed; what is out of range is the usual one."""
    if hides_controls():
        return linked_amount(name, low=low, high=high, default=default)
    with settings_place():
        if typed:
            return float(st.number_input(label, low, high, default, step=step, key=name, bind="query-params"))
        return float(st.slider(label, low, high, default, step, key=name, bind="query-params"))


def extra_amount(
    label: str, name: str, *, low: float, high: float, default: float, step: float, panel: str, about: str
) -> float:
    """The same as a slider that few need: drawn only while its panel is open, and in force all the same.

    Args:
        label: Beside the slider.
        name: The link's parameter.
        low: The least.
        high: The most.
        default: What it is where the link says nothing; where it says something, the panel opens with the page.
        step: Between two values.
        panel: The panel's label.
        about: A line below the slider.
    """
    value = linked_amount(name, low=low, high=high, default=default)
    if hides_controls():
        return value
    # Asked once: an expander that is to begin otherwise is another one, and what has the focus in it would lose it.
    opens = bool(st.session_state.setdefault(f"{name}-opens", value != default))
    with extras_place():
        folder = st.expander(panel, expanded=opens, key=f"{name}-panel", on_change="rerun")
    if folder.open:
        st.session_state[name] = value
        with folder:
            value = float(st.slider(label, low, high, step=step, key=name, on_change=_follow(name, default=default)))
            st.caption(about)
    return value


def text(label: str, name: str, default: str) -> str:
    """What a visitor types; where settings are hidden, the link's text stands there."""
    if not hides_controls():
        with settings_place():
            return st.text_input(label, default, key=name, bind="query-params") or ""
    linked = st.query_params.get(name, default)
    if linked:
        st.text(f"{label}: {linked}")
    return linked


def linked_expander(label: str, name: str) -> "st.delta_generator.DeltaGenerator | None":
    """A panel that is worth its work only when it is open, and what to draw in it then; the link says whether it is."""
    if hides_controls():
        return st.expander(label, expanded=True) if st.query_params.get(name) == "true" else None
    panel = st.expander(label, key=name, bind="query-params", on_change="rerun")
    return panel if panel.open else None


def write_number(name: str, value: float | None, *, default: float | None = None) -> None:
    """Put a number into the link; none, and what is usual, are not said."""
    if value is None or value == default:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = str(value)


def linked_number(name: str, *, low: int, high: int, default: int) -> int:
    """The number that the link gives a setting, or the nearest that is possible."""
    linked = _number(name)
    value = default if linked is None else min(high, max(low, linked))
    if low < high:  # else there is nothing to set here, and the link may say it for another mode
        report_link_value(name, value)
    return value


def linked_index(name: str, count: int, *, first: int = 1, default: int | None = None) -> int | None:
    """Which of ``count`` tokens or points a link names, from 0; None where it is none of them.

    Args:
        name: The parameter.
        count: How many there are.
        first: The number that the link gives the first of them; one less says that none is meant.
        default: Where the link says nothing that can be read.
    """
    linked = _number(name)
    if linked is None:
        report_link_value(name, None)
        return default
    place = linked - first
    if 0 <= place < count:
        return place
    if place != -1:
        report_link_value(name, None)
    return None


def linked_amount(name: str, *, low: float, high: float, default: float) -> float:
    """The amount that the link gives a setting; one that is out of range is the usual one."""
    try:
        linked = float(st.query_params.get(name, default))
    except ValueError:
        linked = default
    value = linked if low <= linked <= high else default
    report_link_value(name, value)
    return value


def linked_choice(name: str, options: Sequence[str]) -> str:
    """The option that the link chooses; the first where it names none of them."""
    linked = st.query_params.get(name)
    chosen = linked if linked is not None and linked in options else options[0]
    report_link_value(name, chosen)
    return chosen


def _follow(name: str, *, default: float) -> Callable[[], None]:
    def changed() -> None:
        write_number(name, st.session_state[name], default=default)

    return changed


def _number(name: str) -> int | None:
    linked = st.query_params.get(name, "")
    return int(linked) if linked.isdecimal() and len(linked) < 6 else None
