"""What a mode has found, and how it is concluded: what it means, what computed it, and how to take it away."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from cache.engine import parameters
from components.charts.files import Figure
from components.model.checkpoints.records import ModelRecord
from components.model.results import Conditions
from pages.parts.conditions import computed_by
from pages.parts.rooms import Room
from pages.parts.take_away import CODE_NOTE, TAKE_AWAY, take_away
from pages.parts.typeset import typeset

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_FORMULA = re.compile(r"^\$\$\n(.*?)\n\$\$\n?", re.MULTILINE | re.DOTALL)
ABOUT = "How this is computed, and what it does not show"


@dataclass(frozen=True)
class Words:
    """Prose of a room: a file of Markdown, with formulas between lines of ``$$``, and values for names in braces."""

    file: Path
    values: Mapping[str, object] = field(default_factory=dict)
    label: str = ABOUT

    def tell(self) -> None:
        """Write it on the page."""
        text = self.file.read_text(encoding="utf-8")
        for name, value in self.values.items():
            text = text.replace(f"{{{name}}}", str(value))
        for number, part in enumerate(_FORMULA.split(text)):
            if number % 2:
                typeset(part)
            elif part.strip():
                st.markdown(part)


def about(room: Room, name: str, *, label: str = ABOUT, **values: object) -> Words:
    """Prose of a room about one of its figures."""
    return Words(room.folder / "words" / f"{name}.md", values, label)


@dataclass(frozen=True)
class Computed:
    """A model that computed something on the screen, now or beforehand; ``counted`` whether its size is said."""

    model: ModelRecord
    conditions: Conditions
    live: bool = True
    counted: bool = True


def both_conditions(one: Conditions, other: Conditions, *, names: tuple[str, str] | None = None) -> Conditions:
    """The conditions of two models, as those of one file."""
    first, second = names or (one.model_id, other.model_id)
    return replace(one, model_id=f"{first} and {second}", revision=f"{one.revision} and {other.revision}")


@dataclass(frozen=True)
class Findings:
    """What a mode has found.

    Attributes:
        key: Prefix of the keys of what concludes it.
        figures: What is drawn, with its numbers.
        conditions: What the numbers were computed under, for their files.
        snippet: Code that computes them again; empty where there is nothing to take away.
        about: How they are computed, and what they do not show.
        computed: The models that computed them.
        note: About what computed them, in place of a model or beside it.
        link: What a link to exactly this says beside what the address does.
        code_note: What the code does.
        label: Of the panel to take things away.
        onward: Draws what comes after everything else.
    """

    key: str
    figures: list[Figure]
    conditions: "DataclassInstance"
    snippet: str = ""
    about: Words | None = None
    computed: tuple[Computed, ...] = ()
    note: str = ""
    link: Mapping[str, str] | None = None
    code_note: str = CODE_NOTE
    label: str = TAKE_AWAY
    onward: Callable[[], None] | None = None


def explained(words: Words, *, key: str) -> None:
    """A panel, folded away, about a figure."""
    with st.expander(words.label, key=f"{key}-about"):
        words.tell()


def conclude(found: Findings) -> None:
    """Below the figure: what it means, what computed it, and what there is to take away."""
    if found.about is not None:
        explained(found.about, key=found.key)
    for one in found.computed:
        size = parameters(one.model.id) if one.counted else None
        computed_by(one.model, one.conditions, parameters=size, live=one.live)
    if found.note:
        st.caption(found.note)
    if found.snippet:
        take_away(
            found.figures,
            found.conditions,
            snippet=found.snippet,
            key=found.key,
            link=found.link,
            code_note=found.code_note,
            label=found.label,
        )
    if found.onward is not None:
        found.onward()
