"""The foot of the page: link, export, method, the room's prose, models used. It fills in what findings leave out."""

from collections.abc import Callable, Sequence
from functools import partial
from html import escape

import streamlit as st

from cache.engine import parameter_count
from components.model.checkpoints.registry import model_record
from components.model.results import Conditions
from components.widgets.copy_link import copy_link
from pages.parts.conditions import draw_conditions
from pages.parts.export import export_panel
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.rooms import Room
from pages.parts.snippets import snippet, takes_model

EXPORT = "export"  # in the link: whether the panel of files and code opens with the page
_PANEL = "take-away"  # its key


def conclude_part(room: Room, findings: Findings) -> None:
    """Draw the foot of the first of two figures: its export panel, method and models."""
    with st.container(horizontal=True, key=f"{findings.key}-foot"):
        _of_figure(findings, room, prefix=f"{findings.key}-")
        _by(findings, prefix=f"{findings.key}-")


def conclude(
    findings: Findings | None, room: Room, *, example: Callable[[], None] | None = None, more: Sequence[str] = ()
) -> None:
    """Draw the foot of the page: more results, the link, export, method, the room's prose, and models.

    Args:
        findings: Of the mode; None if it has none.
        room: The room, whose prose is shown.
        example: Writes the note about the example, if it did not fit beside the figure.
        more: Sentences of the finding that did not fit beside the figure.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="foot"):
        if more:
            with st.popover("More results", type="tertiary", key="more-words"):
                for text in more:
                    st.text(text)
        if example is not None:
            with st.popover("This example", type="tertiary", key="this-example"):
                example()
        copy_link("Copy link", key="foot-link", parameters=None if findings is None else findings.link, is_plain=True)
        if findings is not None:
            _of_figure(findings, room)
        for number, (heading, prose) in enumerate(_sections(room)):
            _opened(heading, f"words-{number}", partial(st.markdown, prose))
        if findings is not None:
            _by(findings)
        if findings is not None and findings.onward is not None:
            findings.onward()


def _of_figure(findings: Findings, room: Room, *, prefix: str = "") -> None:
    if findings.code is not None:
        if not prefix and st.query_params.get(EXPORT) == "true":
            st.session_state.setdefault(_PANEL, True)
        _opened(findings.label, f"{prefix}{_PANEL}", partial(_take_away, findings, room))
    about = findings.about or room_prose(room, findings.key)
    if about.file.is_file():
        _opened(about.label, f"{prefix}how", about.draw)


def _by(findings: Findings, *, prefix: str = "") -> None:
    computed = _provenance(findings)
    if computed or findings.note:
        label = " and ".join(source.model.name for source in computed) or "Where the numbers come from"
        content = partial(_conditions, computed, findings.note)
        _opened(label, f"{prefix}computed", content, icon=":material/info:")


def _provenance(findings: Findings) -> tuple[Provenance, ...]:
    """The models that computed the numbers: those that the mode names, else the one that the conditions name."""
    if findings.computed is not None:
        return findings.computed
    conditions = findings.conditions
    if not isinstance(conditions, Conditions):
        return ()
    return (Provenance(model_record(conditions.model_id), conditions),)


def _opened(label: str, key: str, draw: Callable[[], object], *, icon: str | None = None) -> None:
    """A popover whose content is drawn only while it is open.

    On a phone it scrolls: what stands first in it takes the focus, so that a keyboard scrolls it, too.
    """
    panel = st.popover(label, type="tertiary", key=key, icon=icon, on_change="rerun")
    if panel.open:
        with panel:
            st.html(f'<div class="panel-start" tabindex="0" role="group" aria-label="{escape(label)}"></div>')
            draw()


def _take_away(findings: Findings, room: Room) -> None:
    export_panel(
        findings.figures,
        findings.conditions,
        snippet=_code(findings, room),
        key=findings.key,
        code_note=findings.code_note,
    )
    if findings.other_code is not None:
        findings.other_code()


def _code(findings: Findings, room: Room) -> str:
    """The code to copy, with the mode's values and, if it loads a model, the first that computed the numbers."""
    if findings.code is None or isinstance(findings.code, str):
        return findings.code or ""
    model = _provenance(findings)[0].model if takes_model(room, findings.key) else None
    return snippet(room, findings.key, model, **findings.code)


def _sections(room: Room) -> list[tuple[str, str]]:
    """The sections of the room's ``words/room.md``, as pairs of heading and Markdown."""
    text = room.words.read_text(encoding="utf-8")
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in text.split("## ")[1:]]


def _conditions(computed: tuple[Provenance, ...], remark: str) -> None:
    for source in computed:
        size = parameter_count(source.model.id) if source.shows_size else None
        draw_conditions(source.model, source.conditions, parameters=size, live=source.live)
    if remark:
        st.caption(remark)
