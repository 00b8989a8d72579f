"""The results of a mode, and the foot of the page: export, method, the room's prose, and models used."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from cache.engine import parameter_count
from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.results import Conditions
from pages.parts.conditions import draw_conditions
from pages.parts.export import CODE_NOTE, EXPORT_LABEL, export_panel
from pages.parts.rooms import Room
from pages.parts.snippets import snippet, takes_model
from pages.parts.typeset import typeset

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_FORMULA = re.compile(r"^\$\$\n(.*?)\n\$\$\n?", re.MULTILINE | re.DOTALL)
ABOUT = "How it is computed"


@dataclass(frozen=True)
class Prose:
    """A Markdown file of a room, with formulas between lines of ``$$``, and values for names in braces.

    Attributes:
        file: The Markdown file.
        values: Replacements for ``{name}`` in it.
        label: Of the panel that it is shown in.
    """

    file: Path
    values: Mapping[str, object] = field(default_factory=dict)
    label: str = ABOUT

    def draw(self) -> None:
        """Write it on the page."""
        text = self.file.read_text(encoding="utf-8")
        for name, value in self.values.items():
            text = text.replace(f"{{{name}}}", str(value))
        for number, part in enumerate(_FORMULA.split(text)):
            if number % 2:
                typeset(part)
            elif part.strip():
                st.markdown(part)


def room_prose(room: Room, name: str, *, label: str = ABOUT, **values: object) -> Prose:
    """The prose ``words/<name>.md`` of a room, with ``values`` filled in."""
    return Prose(room.folder / "words" / f"{name}.md", values, label)


@dataclass(frozen=True)
class Provenance:
    """A model that computed numbers on the screen.

    Attributes:
        model: The model.
        conditions: Device, precision and versions.
        live: Whether it computed them now; False for precomputed numbers.
        shows_size: Whether the number of its parameters is shown.
    """

    model: ModelRecord
    conditions: Conditions
    live: bool = True
    shows_size: bool = True


def joint_conditions(conditions: Conditions, other: Conditions, *, names: tuple[str, str] | None = None) -> Conditions:
    """The conditions of two models merged into one record, for a file with numbers of both."""
    first, second = names or (conditions.model_id, other.model_id)
    return replace(conditions, model_id=f"{first} and {second}", revision=f"{conditions.revision} and {other.revision}")


@dataclass(frozen=True)
class Findings:
    """What a mode returns: its figures, their conditions, and the inputs of the code that reproduces them.

    The foot of the page fills in the rest from the room's folder and the conditions.

    Attributes:
        key: Name of the mode's files, ``words/<key>.md`` and ``snippets/<key>.py``, and prefix of its widgets' keys.
        figures: The charts, with their tables.
        conditions: What the numbers were computed under, written into exported files.
        code: Code that reproduces the numbers: new values for ``snippets/<key>.py``, by the names in it, or code that
            is ready; None for findings without export panel.
        about: How the numbers are computed, and what they do not show; None for ``words/<key>.md``, if that exists.
        computed: The models that computed them; None for the model that the conditions name, if they name one.
        note: A remark about the source of the numbers, instead of or in addition to models.
        link: Parameters of a link to this view that the address does not have.
        code_note: What the code does.
        label: Of the export panel.
        onward: Draws what comes at the end of the foot.
        other_code: Draws more code at the end of the export panel.
    """

    key: str
    figures: list[ChartFigure]
    conditions: "DataclassInstance"
    code: str | Mapping[str, Any] | None = None
    about: Prose | None = None
    computed: tuple[Provenance, ...] | None = None
    note: str = ""
    link: Mapping[str, str] | None = None
    code_note: str = CODE_NOTE
    label: str = EXPORT_LABEL
    onward: Callable[[], None] | None = None
    other_code: Callable[[], None] | None = None


def prose_expander(words: Prose, *, key: str) -> None:
    """Draw a closed expander with prose about a part of a figure."""
    with st.expander(words.label, key=f"{key}-about"):
        words.draw()


def precomputed_findings(*conditions: Conditions) -> Findings:
    """The findings shown until a model is loaded, credited to the models of ``conditions``."""
    by = tuple(Provenance(model_record(each.model_id), each, live=False, shows_size=False) for each in conditions)
    return Findings("", [], conditions[0], computed=by)


def conclude_part(room: Room, findings: Findings) -> None:
    """Draw the foot of the first of two figures: its export panel, method and models."""
    with st.container(horizontal=True, key=f"{findings.key}-foot"):
        _of_figure(findings, room, prefix=f"{findings.key}-")
        _by(findings, prefix=f"{findings.key}-")


def conclude(
    findings: Findings | None, room: Room, *, example: Callable[[], None] | None = None, more: Sequence[str] = ()
) -> None:
    """Draw the foot of the page: more results, export, method, the room's prose, and models.

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
        _opened(findings.label, f"{prefix}take-away", partial(_take_away, findings, room))
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
    """A popover whose content is drawn only while it is open."""
    panel = st.popover(label, type="tertiary", key=key, icon=icon, on_change="rerun")
    if panel.open:
        with panel:
            draw()


def _take_away(findings: Findings, room: Room) -> None:
    export_panel(
        findings.figures,
        findings.conditions,
        snippet=_code(findings, room),
        key=findings.key,
        link=findings.link,
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
