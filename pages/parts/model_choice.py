"""The list of models, and the download panel while the chosen model is not on this machine."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from cache.downloads import (
    availabilities,
    clear_availabilities,
    current_availability,
    download_manager,
    hub_probe,
    listed_models,
    unlisted_folders,
)
from components.model.checkpoints.availability import Availability, Reach
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE
from components.model.checkpoints.download import Download
from components.model.checkpoints.finetuned import finetuned_models
from components.model.checkpoints.records import ModelRecord, OnHub, Role
from components.model.checkpoints.unlisted import UNLISTED
from components.tables.numbers import bytes_text
from components.tables.phrases import count_phrase
from components.widgets.model_picker import ModelOption, model_picker
from pages.parts.jobs import job_progress
from pages.parts.layout import settings_place, title_row
from pages.parts.links.notes import report_link_model, rerun_page
from pages.parts.presenting import hides_controls, is_presenting

READY = (Availability.BUNDLED, Availability.ON_THIS_MACHINE)
REFRESH_SECONDS = 0.5
MODEL_LABEL = "Model"  # of a list that is the only one


def choose_model(*roles: Role, key: str = "model", label: str = MODEL_LABEL, default: str = "") -> ModelRecord | None:
    """Draw the list of models with these roles; returns the chosen model, or None if it cannot be used yet.

    A model that is not on this machine gets a panel that offers its download; the page should end there. In pages that
    hide settings the list is not drawn, and the link decides.

    Args:
        *roles: Roles of the models to list.
        key: The widget's key and the link's parameter.
        label: Of the list.
        default: The id of the model that is listed first, and chosen if the link names none.
    """
    known = sorted(listed_models(), key=lambda model: model.id != default)
    linked_to = (model for model in (*UNLISTED, *finetuned_models()) if model.id == st.query_params.get(key))
    return choose_from([model for model in (*known, *linked_to) if model.role in roles], key=key, label=label)


choose_any_model = partial(choose_model, *Role)
choose_masked_model = partial(choose_model, Role.MASKED)


def choose_from(offered: Sequence[ModelRecord], *, key: str = "model", label: str = MODEL_LABEL) -> ModelRecord | None:
    """Draw a list of ``offered`` models as :func:`choose_model` does; the first is the default."""
    models = {model.id: model for model in offered}
    if not models:
        st.info("No model on this machine works in this room yet.")
        return None
    linked, where = models.get(st.query_params.get(key, "")), _places(models)
    if linked is not None and where[linked.id] not in READY and current_availability(linked) in READY:
        clear_availabilities()  # it arrived after the disk was last checked
        where = _places(models)
    if not hides_controls():
        alone = label == MODEL_LABEL  # two lists beside each other have no room for sizes
        choices = [
            ModelOption(model.id, model.name, size_text(model) if alone else "", _note(model, where[model.id]))
            for model in models.values()
        ]
        row = title_row()
        with row or settings_place():
            chosen = models[model_picker(choices, key=key, label=label, inline=row is not None)]
    else:
        chosen = linked or next(iter(models.values()))
    report_link_model(key, chosen.id, shown=chosen.name)
    if where[chosen.id] in READY:
        return chosen
    if isinstance(chosen.home, OnHub):
        _offer(chosen, key=key)
    else:
        st.warning(f"The files of {chosen.name} are missing on this machine. Choose another model.")
    return None


def default_other_model(model: ModelRecord, twin: str) -> str:
    """The id of the model that ``model`` is compared with by default.

    A model trained by this project is compared with a published one, and the reference with ``twin``.
    """
    return {DEFAULT_MODEL: REFERENCE, REFERENCE: twin}.get(model.id, DEFAULT_MODEL)


def size_text(model: ModelRecord) -> str:
    """How large a model is, so that nobody takes a small one for BERT; "" if that is not known."""
    return "" if model.parameters is None else f"{model.parameters / 1e6:.0f} million weights"


def _places(models: dict[str, ModelRecord]) -> dict[str, Availability]:
    """Availability of each model by its id; models newer than the last check of the disk are looked up singly."""
    known = availabilities()
    return {model_id: known.get(model_id) or current_availability(model) for model_id, model in models.items()}


def _note(model: ModelRecord, where: Availability) -> str:
    if where is Availability.TO_DOWNLOAD and isinstance(model.home, OnHub):
        return f"{where.value} ({bytes_text(model.home.download_bytes)})"
    return "" if where in READY else where.value


def _offer(model: ModelRecord, *, key: str) -> None:
    """Draw the download panel. Only after this choice does the server check whether the hub can be reached."""
    hub_probe().check()
    moving = _moving(model)
    st.fragment(_panel, run_every=REFRESH_SECONDS if moving else None)(model, key=key, moving=moving)


def _moving(model: ModelRecord) -> bool:
    return download_manager().download(model).latest.active or hub_probe().last is Reach.CHECKING


def _panel(model: ModelRecord, *, key: str, moving: bool) -> None:
    if current_availability(model) in READY or _moving(model) is not moving:
        rerun_page()  # of the whole page: the model is usable now, or refreshing has to start or stop
    download, home = download_manager().download(model), model.home
    with st.container(border=True, key=f"{key}-panel"):
        size = f", {bytes_text(home.download_bytes)}" if isinstance(home, OnHub) else ""
        st.markdown(f"**{model.name}** is not on this machine yet{size}.")
        st.caption(f"{model.about} Licence of the weights: {model.licence}. Once downloaded, it stays on this machine.")
        if download.latest.active:
            _progress(download, key=key)
        else:
            _start(download, key=key)


def _progress(download: Download, *, key: str) -> None:
    state = download.latest
    here = f"{bytes_text(state.done)} of {bytes_text(state.total)}"
    text = "Contacting the Hugging Face Hub…" if state.resumed_at is None else here
    job_progress(state, text, name="download", stop=download.stop_latest, key=key)


def _start(download: Download, *, key: str) -> None:
    reach, state = hub_probe().last, download.latest
    if state.message:
        st.text(state.message)
    elif reach is Reach.UNREACHABLE:
        st.text("The Hugging Face Hub cannot be reached now. The bundled models work without it.")
    elif reach is Reach.CHECKING:
        st.text("Checking whether the Hugging Face Hub can be reached…")
    else:
        st.text("The Hugging Face Hub can be reached.")
    if state.message:
        st.button("Try again", key=f"{key}-again", on_click=download.start)
    elif reach is Reach.UNREACHABLE:
        st.button("Check again", key=f"{key}-look", on_click=_check_hub_again)
    else:
        st.button("Download", key=f"{key}-download", on_click=download.start)


def _check_hub_again() -> None:
    hub_probe().check(force=True)


def unlisted_folders_panel() -> None:
    """Draw a closed panel with the model folders that cannot be used, and why; nothing if all can."""
    folders = unlisted_folders()
    if not folders or is_presenting() or hides_controls():
        return
    label = count_phrase(len(folders), "folder has no usable model", "folders have no usable model")
    with st.expander(f"Model folder: {label}", key="unlisted"):
        for folder in folders:
            st.text(f"{folder.name} {folder.reason}")
