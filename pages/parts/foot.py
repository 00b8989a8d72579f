"""The drawer "Why?" at the foot of a view: how its numbers are computed, what they do not show, and sources.

It fills in what findings leave out from the room's folder and the conditions of the numbers.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

import streamlit as st

from cache.engine import parameter_count
from components.model.checkpoints.registry import model_record
from components.model.results import Conditions
from components.tables.numbers import bytes_text
from components.takeaway.page.figure import APP_NOTE, TakenFigure, figure_page
from components.widgets.copy_link import copy_link
from components.widgets.figure_opener import open_figure_button
from pages.parts.conditions import draw_conditions
from pages.parts.export import PageExport, export_panel
from pages.parts.findings import ROOM_LIMITS, Findings, Prose, Provenance, room_prose, room_sections, taken_words
from pages.parts.layout import Drawer, ModeLayout, add_part
from pages.parts.links.address import view_link
from pages.parts.links.parameters import NO_SETTINGS
from pages.parts.presenting import GUESS, app_root
from pages.parts.rooms import PATHS, Room
from pages.parts.snippets import snippet, takes_model

_NOTICE, _SOURCES = "What to notice", "Sources"  # sections of words/room.md


def conclude_part(room: Room, findings: Findings) -> None:
    """Add the findings of another figure of the view to the drawer: its method, files, code and models."""
    add_part(lambda drawer: _of_figure(findings, room, drawer, prefix=f"{findings.key}-"))


def conclude(
    findings: Findings | None,
    room: Room,
    layout: ModeLayout,
    *,
    lead: str,
    view: str,
    example: Callable[[], None] | None = None,
) -> None:
    """Draw what is below the figure, and fill the drawer if it is open.

    Args:
        findings: Of the mode; None if it has none.
        room: The room, whose prose is shown.
        layout: The mode's containers.
        lead: A sentence about the room.
        view: The mode's name.
        example: Writes the note about the example, if it has one.
    """
    if findings is not None and findings.onward is not None:
        with layout.below:
            findings.onward()
    if layout.drawer is None or not layout.drawer.is_open:
        return
    drawer, prose = layout.drawer, room_sections(room)
    with drawer.how:
        st.markdown(lead)
        if example is not None:
            example()
    with drawer.sources, st.container(horizontal=True, gap="medium", key="foot-links"):
        copy_link("Copy link", key="foot-link", parameters=None if findings is None else findings.link, is_plain=True)
        open_figure_button("Open a saved figure", root=app_root(), paths=PATHS, key="open-figure")
    if findings is not None:
        if findings.page is None and layout.figures and findings.code is not None:
            findings = replace(findings, page=_figure_export(findings, room, layout, view))
        _of_figure(findings, room, drawer)
    for add in layout.parts:
        add(drawer)
    for place, heading in ((drawer.how, _NOTICE), (drawer.limits, ROOM_LIMITS), (drawer.sources, _SOURCES)):
        if heading in prose:
            place.markdown(prose[heading])


def _figure_export(findings: Findings, room: Room, layout: ModeLayout, view: str) -> PageExport:
    """The view's first figure, with what the drawer says about it, as a page without a model."""
    drawn, models = layout.figures[0], [source.model for source in _provenance(findings)]
    computed = [f"Computed by {model.name}. Licence of its weights: {model.licence}." for model in models]
    about = findings.about or room_prose(room, findings.key)
    figure = TakenFigure(drawn.files, drawn.data())
    notes = (" ".join([layout.answer, *layout.notes[:1]]), *layout.notes[1:])

    def page() -> bytes:
        return figure_page(
            f"{room.title}: {view}",
            figure,
            headline=layout.answer,
            note=APP_NOTE,
            why=(*notes, *taken_words(room, about), *computed),
        )

    def note() -> str:
        size = bytes_text(figure.page_size)
        return f"The figure as it stands, in a file of about {size}. It needs no network, and has no model inside."

    return PageExport(findings.key, page, note)


def _of_figure(findings: Findings, room: Room, drawer: Drawer, *, prefix: str = "") -> None:
    """Write how a figure's numbers are computed, what they do not show, and their files, code and models."""
    about = findings.about or room_prose(room, findings.key)
    if about.file.is_file():
        _draw_prose(about, drawer)
    with drawer.sources:
        if findings.code is not None:
            with st.container(key=f"{prefix}take-away"):
                _take_away(findings, room)
        with st.container(key=f"{prefix}computed"):
            _conditions(_provenance(findings), findings.note)


def _draw_prose(prose: Prose, drawer: Drawer) -> None:
    how, limits = prose.parts()
    with drawer.how:
        prose.draw(how)
    if limits:
        with drawer.limits:
            prose.draw(limits)


def _provenance(findings: Findings) -> tuple[Provenance, ...]:
    """The models that computed the numbers: those that the mode names, else the one that the conditions name."""
    if findings.computed is not None:
        return findings.computed
    conditions = findings.conditions
    if not isinstance(conditions, Conditions):
        return ()
    return (Provenance(model_record(conditions.model_id), conditions),)


def _take_away(findings: Findings, room: Room) -> None:
    export_panel(
        findings.figures,
        findings.conditions,
        link=view_link(room.path, {*NO_SETTINGS, GUESS}, findings.link),
        snippet=_code(findings, room),
        key=findings.key,
        code_note=findings.code_note,
        page=findings.page,
    )
    if findings.other_code is not None:
        findings.other_code()


def _code(findings: Findings, room: Room) -> str:
    """The code to copy, with the mode's values and, if it loads a model, the first that computed the numbers."""
    if findings.code is None or isinstance(findings.code, str):
        return findings.code or ""
    model = _provenance(findings)[0].model if takes_model(room, findings.key) else None
    return snippet(room, findings.key, model, **findings.code)


def _conditions(computed: Iterable[Provenance], remark: str) -> None:
    for source in computed:
        size = parameter_count(source.model.id) if source.shows_size else None
        draw_conditions(source.model, source.conditions, parameters=size, live=source.live)
    if remark:
        st.caption(remark)
