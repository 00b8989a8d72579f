"""The results of a mode, with their sources and prose."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import streamlit as st

from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.results import Conditions
from components.tables.files import FileConditions
from pages.parts.export import CODE_NOTE, PageExport
from pages.parts.markdown import typeset
from pages.parts.rooms import Room

_FORMULA = re.compile(r"^\$\$\n(.*?)\n\$\$\n?", re.MULTILINE | re.DOTALL)
_LIMITS = "**What this does not show:**"  # begins the part about limits
WHY_ANSWERS_DIFFER = (
    "Views may name different layers for a word’s meaning, because each asks a different question. Nearest "
    "neighbours show in which layer the meanings form separate groups. A trained probe may tell them apart in an "
    "earlier layer."
)


@dataclass(frozen=True)
class Prose:
    """A Markdown file of a room, with formulas between lines of ``$$``, and values for names in braces.

    Attributes:
        file: The Markdown file.
        values: Replacements for ``{name}`` in it.
    """

    file: Path
    values: Mapping[str, object] = field(default_factory=dict)

    def parts(self) -> tuple[str, str]:
        """How the numbers are computed, and what they do not show, with values filled in; the second may be empty."""
        text = self.file.read_text(encoding="utf-8")
        for name, value in self.values.items():
            text = text.replace(f"{{{name}}}", str(value))
        how, _, limits = text.partition(_LIMITS)
        return how, limits.strip().removeprefix(":").strip()

    def draw(self, text: str | None = None) -> None:
        """Write one of its parts on the page; without ``text``, all of it."""
        for number, part in enumerate(_FORMULA.split("\n\n".join(self.parts()) if text is None else text)):
            if number % 2:
                typeset(part)
            elif part.strip():
                st.markdown(part)


def room_prose(room: Room, name: str, **values: object) -> Prose:
    """The prose ``words/<name>.md`` of a room, with ``values`` filled in."""
    return Prose(room.folder / "words" / f"{name}.md", values)


def taken_words(about: Prose) -> tuple[str, ...]:
    """The paragraphs of an exported page: how its numbers are computed, and what they do not show."""
    parts = "\n\n".join(filter(None, about.parts())).replace("**", "")
    return tuple(" ".join(paragraph.split()) for paragraph in parts.split("\n\n"))


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
        onward: Draws what comes at the end of the foot.
        other_code: Draws more code at the end of the export panel.
        page: The view as a page that computes in the browser.
    """

    key: str
    figures: list[ChartFigure]
    conditions: FileConditions
    code: str | Mapping[str, Any] | None = None
    about: Prose | None = None
    computed: tuple[Provenance, ...] | None = None
    note: str = ""
    link: Mapping[str, str] | None = None
    code_note: str = CODE_NOTE
    onward: Callable[[], None] | None = None
    other_code: Callable[[], None] | None = None
    page: PageExport | None = None


def precomputed_findings(*conditions: Conditions) -> Findings:
    """The findings shown until a model is loaded, credited to the models of ``conditions``."""
    by = tuple(Provenance(model_record(each.model_id), each, live=False, shows_size=False) for each in conditions)
    return Findings("", [], conditions[0], computed=by)
