"""The fine-tuned weights: download them, or open them in other rooms, while they are on this server."""

import io
import zipfile
from pathlib import Path

import streamlit as st

from cache.teaching import training_queue
from pages.parts.presenting import hides_controls
from pages.parts.rooms import ATTENTION, FILL
from pages.teaching.context import TeachingContext


def link_to_rooms(context: TeachingContext) -> None:
    """Links to the fine-tuned and the original model in other rooms."""
    model_id = context.trained_id
    if model_id is None or hides_controls():
        return
    for room in (FILL, ATTENTION):
        for name, link_model_id in (("before", context.model.id), ("after", model_id)):
            st.page_link(
                room.file, label=f"{room.title} ({name})", icon=room.icon, query_params={"model": link_model_id}
            )


def offer_download(context: TeachingContext) -> None:
    """Draw the download button and the links to other rooms."""
    state = training_queue().finished_run(context.result.plan.key)
    if state is not None and state.folder is not None and not hides_controls():
        folder = state.folder
        st.download_button(
            "Download the trained weights",
            data=lambda: zip_folder(folder),
            file_name=f"{context.model.id.replace('/', '-')}-fine-tuned.zip",
            mime="application/zip",
            icon=":material/download:",
            type="tertiary",
            key="take-weights",
        )
    link_to_rooms(context)


def zip_folder(folder: Path) -> bytes:
    """A folder as an uncompressed ZIP file: weights do not compress."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"{folder.name}/{file.name}")
    return packed.getvalue()
