"""The settings of a run. Those that differ from the default are in the link; an uploaded list is in the session."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import streamlit as st

from cache.teaching import has_film_reviews, layers_and_width, load_dataset
from components.model.checkpoints.catalogue import REFERENCE
from components.model.lists.columns import LABEL_LIST
from components.model.lists.datasets import FOUR, HELD_OUT_LIMIT, LabelledDataset, dataset_from_list
from components.model.lists.errors import ListError
from components.model.user_errors import UserError
from components.tables.phrases import count_phrase
from components.teaching.model.dataset_lookup import CUSTOM, SHIPPED
from components.teaching.model.plan import (
    SETTING_SEPARATOR,
    SST2_PLAN,
    VALUE_SEPARATOR,
    ClassifierPooling,
    Plan,
    Start,
    link_name,
    plan_to_link,
)
from components.teaching.model.presets import DEFAULT_PLAN, with_train_size
from components.teaching.model.sst2 import KEY as SST2
from components.teaching.tables.grid import rate_text
from pages.parts.layout import rare_settings, settings_place
from pages.parts.links.notes import report_link_value
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.visitor_lists import FILE_TYPES, list_as_chosen, problem_text, visitor_list
from pages.teaching.context import UPLOADED_LIST, uploaded_list

RUN = "run"  # in the link
RATES = (1e-6, 3e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 3e-4, 5e-4, 1e-3, 3e-3, 1e-2)
LABELS = (4, 10, 20, 50, 100, 150, 200, 300, 500, 1000, 2000, 5000)
LISTS = {
    "opinions": "Opinions: good or bad?",
    "books": "Which book?",
    FOUR: "Four sentences",
    SST2: "SST-2 film reviews",
    CUSTOM: "Your own list",
}
POOLINGS = {
    ClassifierPooling.MEAN: "Mean of all tokens",
    ClassifierPooling.CLS: "[CLS]",
    ClassifierPooling.POOLER: "[CLS] through the pooler",
}
STARTS = {Start.PRETRAINED: "Pre-trained", Start.HALF: "Half pre-trained", Start.RANDOM: "Random weights"}
CHOICES: Mapping[str, Sequence[Any]] = {
    "dataset": tuple(LISTS),
    "train_size": LABELS,
    "epochs": (1, 2, 3, 4, 6, 8, 10, 15, 20, 30),
    "learning_rate": RATES,
    "warmup_ratio": (0.0, 0.05, 0.1, 0.2, 0.5),
    "weight_decay": (0.0, 0.01, 0.1),
    "batch_size": (4, 8, 16, 32, 64),
    "seed": tuple(range(10)),
    "frozen_layers": tuple(range(13)),
    "pooling": tuple(POOLINGS),
    "start": tuple(STARTS),
}
_LABELS = {
    "train_size": "Labelled sentences",
    "epochs": "Epochs",
    "learning_rate": "Learning rate",
    "warmup_ratio": "Warm-up (share of all steps)",
    "weight_decay": "Weight decay",
    "batch_size": "Batch size",
    "seed": "Random seed",
    "frozen_layers": "Frozen layers (from the bottom)",
}
_FIELDS = {link_name(field): field for field in CHOICES}  # by their names in links
_LIST_USES = "own-list-uses"  # in the session: how often a list was taken
_LIST_KEY, _VALUE_NAME = "own-list", "label"
EXAMPLE = "I loved every minute of it.\tgood\nThe soup was cold.\tbad\n…"


def linked_plan(model_id: str, layers: int) -> Plan:
    """The run that the link asks for, with at most as many labels and frozen layers as there are.

    Without settings it is the recorded run on SST-2, or the default run of another model.
    """
    text = st.query_params.get(RUN, "")
    if not text and model_id == SST2_PLAN.model_id:
        return SST2_PLAN
    changes = {}
    for part in filter(None, text.split(SETTING_SEPARATOR)):
        name, _, value = part.partition(VALUE_SEPARATOR)
        field = _FIELDS.get(name, "")
        setting = _read_setting(field, value)
        if setting is None:
            report_link_value(RUN, None)
        else:
            changes[field] = setting
    plan = replace(DEFAULT_PLAN, model_id=model_id, **changes)
    if plan.start is Start.HALF and model_id != REFERENCE:
        plan = replace(plan, start=Start.PRETRAINED)
    train_size = len(dataset_for(plan).train)
    plan = with_train_size(plan, min(plan.train_size, train_size), layers)
    return replace(plan, frozen_layers=min(plan.frozen_layers, layers))


def _read_setting(field: str, value: str) -> Any:
    """The value of a setting in a link; None if it is none of the choices."""
    if field == "train_size":  # any number: it may be the size of a whole list
        return int(value) if value.isdecimal() and len(value) < 6 and int(value) > 1 else None
    return next((choice for choice in CHOICES.get(field, ()) if str(choice) == value), None)


def dataset_for(plan: Plan) -> LabelledDataset:
    """The dataset of a plan that a link holds; the first shipped one until the visitor has uploaded a list.

    Raises:
        UserError: The server no longer has the dataset.
    """
    if plan.dataset == CUSTOM:
        return uploaded_list() or load_dataset(SHIPPED[0])
    return load_dataset(plan.dataset)


def write_plan(plan: Plan) -> None:
    """Put a plan into the link."""
    if text := plan_to_link(plan):
        st.query_params[RUN] = text
    else:
        st.query_params.pop(RUN, None)


def draw_settings(plan: Plan) -> None:
    """Draw the settings of a run in the drawer."""
    if hides_controls():
        return
    train_size, layers = len(dataset_for(plan).train), layers_and_width(plan.model_id)[0]
    with rare_settings(), settings_place():
        _list_choice(plan)
        _slider(plan, "learning_rate", format_func=rate_text)
        _slider(plan, "train_size", options=train_sizes(train_size), explanation=_sizes_text(plan, train_size))
        for name in ("epochs", "warmup_ratio", "weight_decay", "batch_size", "seed"):
            _slider(plan, name)
        _slider(plan, "frozen_layers", options=range(layers + 1))
        starts = [start for start in STARTS if start is not Start.HALF or plan.model_id == REFERENCE]
        _list(plan, "pooling", "Head input", POOLINGS, list(POOLINGS))
        _list(plan, "start", "Encoder starts", STARTS, starts)


def train_sizes(available: int) -> list[int]:
    """The numbers of labelled sentences that are offered for a list with so many to train on."""
    return [*(size for size in LABELS if size < available), available]


def _sizes_text(plan: Plan, available: int) -> str:
    """How many sentences the list has, and how to train on more."""
    limit = LABEL_LIST.limit
    return (
        f"“{LISTS[plan.dataset]}” has {available:,} to train on. For more, bring a list of your own: of "
        f"{limit:,} lines, {limit - HELD_OUT_LIMIT:,} are for training and the rest are held out."
    )


def _list_choice(plan: Plan) -> None:
    offered = [key for key in LISTS if key != SST2 or has_film_reviews()]
    _list(plan, "dataset", "Training sentences", LISTS, offered)
    if plan.dataset == CUSTOM:
        # A popover stays open over what its button changes. With another key it is a new one, and new ones are closed.
        uses = st.session_state.get(_LIST_USES, 0)
        with st.popover("Paste or upload a list", icon=":material/upload:", key=f"own-list-{uses}"):
            st.caption("One sentence per line, then a tab or a comma, then its label. 4–5,000 lines, 2–10 labels.")
            pasted = st.text_area("Paste it here", key="own-list-pasted", placeholder=EXAMPLE, height=180)
            file = st.file_uploader("Or a file", type=FILE_TYPES, key="own-list-file")
            _preview(pasted if file is None else file.getvalue())
            st.button("Use this list", key="own-list-use", on_click=_use_uploaded_list, args=(file,))
            if problem := st.session_state.get("own-list-problem"):
                st.warning(escape_markdown(problem), icon=":material/info:")
        if not problem and (labelled := uploaded_list()) is not None:
            st.success(
                f"Your list is in use: {count_phrase(len(labelled.train), 'sentence')} to train on, "
                f"{len(labelled.test)} held out.",
                icon=":material/check:",
            )


def _preview(content: bytes | str) -> None:
    """Show how an uploaded list was read. Its errors are reported when the visitor presses the button."""
    if content.strip():
        with suppress(UserError):
            visitor_list(content, LABEL_LIST, key=_LIST_KEY, value_name=_VALUE_NAME)


def _use_uploaded_list(file: Any) -> None:
    content = file.getvalue() if file is not None else st.session_state["own-list-pasted"]
    st.session_state["own-list-problem"] = ""
    try:
        items = list_as_chosen(content, LABEL_LIST, key=_LIST_KEY)
        if items is None:
            st.session_state["own-list-problem"] = "Choose which column holds the sentence and which the label."
            return
        st.session_state[UPLOADED_LIST] = dataset_from_list(items)
        st.session_state[_LIST_USES] = st.session_state.get(_LIST_USES, 0) + 1
    except ListError as error:
        st.session_state["own-list-problem"] = problem_text(error, _VALUE_NAME)


def _slider(
    plan: Plan,
    name: str,
    *,
    options: Sequence[Any] | None = None,
    format_func: Callable[[Any], str] = str,
    explanation: str | None = None,
) -> None:
    offered = list(CHOICES[name] if options is None else options)
    now = getattr(plan, name)
    if len(offered) < 2:
        return
    key = f"run-{link_name(name)}"
    st.session_state[key] = min(offered, key=lambda choice: abs(choice - now))
    st.select_slider(
        _LABELS[name],
        offered,
        key=key,
        format_func=format_func,
        on_change=_changed,
        args=(plan, name, key),
        help=explanation,
    )


def _list(plan: Plan, name: str, label: str, names: Mapping[Any, str], offered: Sequence[Any]) -> None:
    key = f"run-{link_name(name)}"
    st.session_state[key] = getattr(plan, name)
    st.selectbox(label, offered, key=key, format_func=names.__getitem__, on_change=_changed, args=(plan, name, key))


def _changed(plan: Plan, name: str, key: str) -> None:
    if key in st.session_state:
        value = st.session_state[key]
        if name == "train_size":
            write_plan(with_train_size(plan, value, layers_and_width(plan.model_id)[0]))
        else:
            write_plan(replace(plan, **{name: value}))
