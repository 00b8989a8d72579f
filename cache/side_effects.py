"""What hiding a side does over the probe set, worked out beforehand for the bundled twins.

Made by ``python -m cache.score_sides``; a test holds the files to what the bundled models say.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from components.model.blank_probes import BlankProbe, blank_probes
from components.model.results import Conditions
from components.model.sides_results import Side, SideEffects, frozen

FOLDER = Path(__file__).with_name("side_effects")


def file_name(model_id: str) -> str:
    """The file of a model, below :data:`FOLDER`."""
    return f"{model_id.replace('/', '--')}.json"


def shipped_side_effects(model_id: str) -> SideEffects | None:
    """The answers of ``model_id``, rounded to four digits, if they ship with the app."""
    return _all().get(model_id)


@st.cache_resource(max_entries=1, show_spinner=False)
def _all() -> dict[str, SideEffects]:
    # By the id inside: what a visitor's link names never becomes a path.
    found = [_effects(json.loads(file.read_text(encoding="utf-8"))) for file in sorted(FOLDER.glob("*.json"))]
    return {effects.conditions.model_id: effects for effects in found}


def _effects(entry: dict[str, Any]) -> SideEffects:
    probes = {probe.sentence: probe for probe in blank_probes()}

    def named(sentences: list[str]) -> tuple[BlankProbe, ...]:
        return tuple(probes[sentence] for sentence in sentences)

    return SideEffects(
        sides=tuple(map(Side, entry["sides"])),
        probes=named(entry["sentences"]),
        bits=frozen(np.array(entry["bits"], dtype=np.float64)),
        ranks=frozen(np.array(entry["ranks"], dtype=np.int64)),
        skipped=named(entry["skipped"]),
        vocabulary=entry["vocabulary"],
        conditions=Conditions(**entry["conditions"]),
    )
