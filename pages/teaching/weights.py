"""The trained weights: to take away, and to open in other rooms, as long as they are on this server."""

import io
import zipfile
from pathlib import Path

import streamlit as st

from cache.teaching import teaching_desk
from pages.parts.presenting import hides_controls
from pages.parts.rooms import ATTENTION, FILL
from pages.teaching.context import TeachingContext


def onward(at: TeachingContext) -> None:
    """The trained model and the one it was, in the rooms that look into models."""
    model_id = at.trained_id
    if model_id is None or hides_controls():
        return
    for room in (FILL, ATTENTION):
        for name, one in (("before", at.model.id), ("after", model_id)):
            st.page_link(room.file, label=f"{room.title} ({name})", icon=room.icon, query_params={"model": one})


def to_take(at: TeachingContext) -> None:
    """The weights as a file, with a card; and the way to the other rooms."""
    state = teaching_desk().done(at.ran.plan.text)
    if state is not None and state.folder is not None and not hides_controls():
        folder = state.folder
        st.download_button(
            "Download the trained weights",
            data=lambda: zipped(folder),
            file_name=f"{at.model.id.replace('/', '-')}-fine-tuned.zip",
            mime="application/zip",
            icon=":material/download:",
            type="tertiary",
            key="take-weights",
        )
    onward(at)


def zipped(folder: Path) -> bytes:
    """A folder as one file; weights do not get smaller by being packed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"{folder.name}/{file.name}")
    return packed.getvalue()
