"""What a visitor can take away from a room: the link, the figure, its numbers, and code that computes them again."""

from collections.abc import Callable, Mapping
from string import Template
from typing import TYPE_CHECKING

import streamlit as st

from components.charts.files import Figure, png, svg
from components.model.records import ModelRecord, OnHub
from components.tables.files import as_json, csv
from components.widgets.copy_link import copy_link

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# Weights may be kept in half precision; the page computes in single, and so does the code it gives away.
OPEN_MODEL = """\
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained($model$revision)
model = AutoModelForMaskedLM.from_pretrained($model$revision, dtype=torch.float32)
"""


def take_away(
    figures: list[Figure],
    conditions: "DataclassInstance",
    *,
    snippet: str,
    key: str,
    link: Mapping[str, str] | None = None,
    code_note: str = "The same number from plain transformers code, for a notebook:",
    label: str = "Take away: link, picture, numbers, code",
) -> None:
    """A panel, folded away, that offers link, files and code. Files are made when they are asked for.

    Args:
        figures: What is drawn.
        conditions: What it was computed under: a column, or an entry, for each field.
        snippet: The code.
        key: Prefix of the widgets' keys.
        link: What the link says beside what the address does.
        code_note: What the code does, in words.
        label: Of the panel.
    """
    with st.expander(label, key=f"{key}-take-away"):
        copy_link("Copy the link to exactly this", key=f"{key}-link", parameters=link)
        files_of(figures, conditions, key=key)
        st.caption(code_note)
        st.code(snippet, language="python")


def files_of(figures: list[Figure], conditions: "DataclassInstance", *, key: str) -> None:
    """Buttons for the files of every figure; they are made when they are asked for."""
    for number, figure in enumerate(figures):
        with st.container(horizontal=True, vertical_alignment="center"):
            if len(figures) > 1:
                st.text(figure.name)
            for kind, content in _contents(figure, conditions).items():
                st.download_button(
                    kind,
                    content,
                    file_name=f"riverbank-{figure.name}.{kind.lower()}",
                    key=f"{key}-{number}-{kind}",
                    on_click="ignore",
                )


def _contents(figure: Figure, conditions: "DataclassInstance") -> dict[str, Callable[[], bytes]]:
    chart, table = figure.chart, figure.table
    pictures = {} if chart is None else {"PNG": lambda: png(chart), "SVG": lambda: svg(chart)}
    return {**pictures, "CSV": lambda: csv(table, conditions), "JSON": lambda: as_json(table, conditions)}


def filled(template: str, model: ModelRecord, **values: object) -> str:
    """A snippet with its values in place, each written as Python writes it, so that no typed text becomes code.

    ``$model`` becomes where the weights are and ``$revision`` what else ``from_pretrained`` has to be told.
    """
    where, revision = home_of(model)
    written = {name: repr(value) for name, value in values.items()}
    said = f", revision={revision!r}" if revision else ""
    return Template(template).substitute(written, model=repr(where), revision=said)


def home_of(model: ModelRecord) -> tuple[str, str | None]:
    """Where transformers finds a model, and at which revision if it is on the hub."""
    home = model.home
    return (home.repository, home.revision) if isinstance(home, OnHub) else (str(home.folder), None)
