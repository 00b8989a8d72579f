"""Settings: elements whose values the link holds. In pages that hide settings, the link alone decides.

A link may be old or typed by hand, and its value impossible. The nearest possible value or the default is used, and
:mod:`pages.parts.links.notes` says so.

There are two mechanisms. If the options never change, Streamlit binds the element to the link
(``bind="query-params"``). If they depend on the model or the sentence, the element is set to the link's value in every
run, and its callback writes the visitor's choice into the link.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Literal

import streamlit as st

from pages.parts.layout import drawer_place, settings_place
from pages.parts.links.address import room_key
from pages.parts.links.notes import report_link_value
from pages.parts.presenting import hides_controls

TEXT_LINK_LIMIT = 1500  # characters of a text in the link: longer links are not accepted everywhere


def choice(
    label: str,
    name: str,
    options: Sequence[str],
    *,
    drawn_as: Literal["list", "segments"] = "segments",
) -> str:
    """Draw a choice of options that never change; returns the chosen one. The first is the default."""
    if hides_controls():
        return linked_choice(name, options)
    if st.session_state.get(name) not in (None, *options):
        st.session_state[name] = options[0]  # a stale value from another set of options
    with settings_place():
        if drawn_as == "list":
            return st.selectbox(label, list(options), key=room_key(name), bind="query-params")
        with st.container(key=f"segments-{name}"):
            chosen = st.segmented_control(
                label,
                list(options),
                default=options[0],
                key=room_key(name),
                bind="query-params",
                required=True,
                width="content",
            )
    return chosen or options[0]


def switch(label: str, name: str) -> bool:
    """Draw a switch, which is off by default; the link has "true" where it is on."""
    if hides_controls():
        return st.query_params.get(name) == "true"
    with settings_place():
        return st.toggle(label, key=room_key(name), bind="query-params")


def set_choice(name: str, value: str) -> None:
    """Set a :func:`choice` from elsewhere on the page. Call this in a callback, before the run."""
    if hides_controls():
        st.query_params[name] = value
    else:  # the element writes its own link
        st.session_state[name] = value


def set_values(values: Mapping[str, str], defaults: Mapping[str, str]) -> None:
    """Give every setting in ``defaults`` its value from ``values``, or its default if it has none there."""
    for name, default in defaults.items():
        value = values.get(name, default)
        if name in st.session_state:  # the widget is on the screen and writes the link itself
            st.session_state[name] = value
        elif name in values:  # the widget reads its session state when it is drawn
            st.query_params[name] = st.session_state[name] = value
        else:
            st.query_params.pop(name, None)


def current_value(name: str) -> str | None:
    """The value of a setting, from its element or, if it has none yet, from the link; None for the default."""
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
    """Draw a list of options that depend on the model or the sentence; returns the index of the chosen one.

    Args:
        label: Above the list.
        name: The link's parameter.
        options: What to choose from.
        default: The index of the default, which is not written into the link.
        first: The number of the first option in the link.
        linked_values: Parameters and values that are written into the link with this one, which it depends on.
    """
    index = linked_number(name, low=first, high=first + len(options) - 1, default=default + first) - first
    report_link_value(name, index + first, shown="" if options[index].isdecimal() else options[index])
    if hides_controls():
        return index
    # By index and not by text: two words of a sentence may be the same.
    st.session_state[name] = index

    numbers = range(len(options))

    def changed() -> None:
        if st.session_state.get(name) not in numbers:
            return  # not from the list, as a browser can send anything; or forgotten meanwhile, as in _follow
        for other, value in (linked_values or {}).items():
            write_number(other, value)
        write_number(name, st.session_state[name] + first, default=None if linked_values else default + first)

    with settings_place():
        chosen = st.selectbox(label, numbers, format_func=lambda n: options[n], key=room_key(name), on_change=changed)
    return chosen if chosen in numbers else index


def number(label: str, name: str, *, low: int, high: int, default: int, step: int = 1) -> int:
    """Draw a slider for a whole number, whose range may depend on the model or the sentence."""
    value = linked_number(name, low=low, high=high, default=default)
    value -= (value - low) % step
    if low < high:
        report_link_value(name, value)
    if hides_controls() or low >= high:
        return value
    st.session_state[name] = value
    with settings_place():
        return int(st.slider(label, low, high, step=step, key=room_key(name), on_change=_follow(name, default=default)))


def amount(label: str, name: str, *, low: float, high: float, default: float, step: float) -> float:
    """Draw a slider for a number; the default replaces a value in the link that is out of range."""
    if hides_controls():
        return linked_amount(name, low=low, high=high, default=default)
    with settings_place():
        return float(st.slider(label, low, high, default, step, key=room_key(name), bind="query-params"))


def text(label: str, name: str, default: str, *, repeats: bool = True, labelled: bool = True) -> str:
    """Draw a text box; returns its text.

    Pages that hide settings show the text of the link, unless the figure shows it (``repeats`` is false). Without
    ``labelled``, the label stands inside the box while that is empty.
    """
    if not hides_controls():
        with settings_place():
            typed = st.text_input(
                label,
                default,
                key=room_key(name),
                bind="query-params",
                placeholder=None if labelled else label,
                label_visibility="visible" if labelled else "collapsed",
            )
        return typed or ""
    linked = st.query_params.get(name, default)
    if linked and repeats:
        st.text(f"{label}: {linked}")
    return linked


def suggested_text(label: str, name: str, suggestion: str, *, repeats: bool = True) -> str:
    """As :func:`text`, with a default that depends on the sentence: the box follows it until the visitor types."""
    suggested = f"{name}-default"
    if suggested in st.session_state and st.session_state.get(name) == st.session_state[suggested] != suggestion:
        st.session_state[name] = suggestion
    st.session_state[suggested] = suggestion
    return text(label, name, suggestion, repeats=repeats)


def lines(label: str, name: str, default: Sequence[str]) -> tuple[str, ...]:
    """Draw a box for several lines; returns those that are not empty, or ``default``, shown in grey, if all are."""
    if hides_controls():
        typed = st.query_params.get(name, "")
    else:
        with settings_place():
            typed = st.text_area(label, placeholder="\n".join(default), key=room_key(name), bind="query-params") or ""
    return tuple(filter(None, map(str.strip, typed.splitlines()))) or tuple(default)


def long_text(label: str, name: str, *, height: int, placeholder: str = "") -> str:
    """Draw a box for a text of several lines; returns it. In pages that hide settings, it is the link's.

    The box begins with the link's text. Call :func:`write_long_text` afterwards, which writes the text into the link.
    """
    linked = st.query_params.get(name, "")
    if hides_controls():
        return linked
    if linked and linked != st.session_state.get(f"{name}-written"):  # a link was opened: its text counts
        st.session_state[name] = st.session_state[f"{name}-written"] = linked
    return st.text_area(label, height=height, placeholder=placeholder, key=name, persist_state="session") or ""


def write_long_text(name: str, text: str, *, subject: str) -> str:
    """Write a text into the link if it is short enough; returns a sentence about it if it is not, else "".

    Args:
        name: The link's parameter.
        text: The text.
        subject: What the text is, as the beginning of a sentence: "Your passage".
    """
    if 0 < len(text) <= TEXT_LINK_LIMIT:
        st.query_params[name] = st.session_state[f"{name}-written"] = text
        return ""
    st.query_params.pop(name, None)
    st.session_state.pop(f"{name}-written", None)
    if not text:
        return ""
    return (
        f"{subject} is too long for a link ({len(text):,} characters; the limit is {TEXT_LINK_LIMIT:,}). "
        "Only you can see it, until you reload the page."
    )


def linked_expander(label: str, name: str) -> "st.delta_generator.DeltaGenerator | None":
    """Draw an expander in the drawer, whose state is in the link; returns it while it is open, else None."""
    if hides_controls():
        return st.expander(label, expanded=True) if st.query_params.get(name) == "true" else None
    with drawer_place() or nullcontext():
        panel = st.expander(label, key=room_key(name), bind="query-params", on_change="rerun")
    return panel if panel.open else None


def write_number(name: str, value: float | None, *, default: float | None = None) -> None:
    """Write a number into the link. Omitted when None or equal to the default."""
    if value is None or value == default:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = str(value)


def linked_number(name: str, *, low: int, high: int, default: int) -> int:
    """The whole number in the link, limited to the range; the default if there is none."""
    linked = _number(name)
    value = default if linked is None else min(high, max(low, linked))
    if low < high:  # otherwise there is nothing to set here, and the value may be for another mode
        report_link_value(name, value)
    return value


def linked_index(name: str, count: int, *, first: int = 1, default: int | None = None) -> int | None:
    """The index of the token or point that the link names, from 0; None if it names none of them.

    Args:
        name: The link's parameter.
        count: Number of tokens or points.
        first: The number of the first one in the link; one less means none.
        default: The index if the link has no readable number.
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
    """The number in the link; the default if there is none or it is out of range."""
    try:
        linked = float(st.query_params.get(name, default))
    except ValueError:
        linked = default
    value = linked if low <= linked <= high else default
    report_link_value(name, value)
    return value


def linked_choice(name: str, options: Sequence[str]) -> str:
    """The option in the link; the first if it names none of them."""
    linked = st.query_params.get(name)
    chosen = linked if linked is not None and linked in options else options[0]
    report_link_value(name, chosen)
    return chosen


def _follow(name: str, *, default: float) -> Callable[[], None]:
    def changed() -> None:
        if name in st.session_state:  # else forgotten, and the browser has not heard of that yet
            write_number(name, st.session_state[name], default=default)

    return changed


def _number(name: str) -> int | None:
    linked = st.query_params.get(name, "")
    return int(linked) if linked.isdecimal() and len(linked) < 6 else None
