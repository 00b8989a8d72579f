"""The precomputed grid of the room “Change its mind”, written by ``python -m cache.shipped.first_patching``."""

from pathlib import Path

import streamlit as st

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.serialisation import from_json, to_json
from components.patching.model.presets import pair_presets
from components.patching.model.results import PatchGrid, PatchSite

FILE = Path(__file__).with_name("first_patching.json")


@st.cache_resource(max_entries=1, show_spinner=False)
def first_patching() -> PatchGrid:
    """The grid of the first example."""
    return from_json(PatchGrid, FILE.read_text(encoding="utf-8"))


def main() -> None:
    """Compute and write it."""
    from cache.patching import patch_grid

    first = pair_presets()[0]
    key = (DEFAULT_MODEL, first.sentence, first.other, first.words)
    FILE.write_text(to_json(patch_grid(*key, PatchSite.WHOLE, lambda _done, _of: None)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
