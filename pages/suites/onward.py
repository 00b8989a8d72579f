"""Links from a pair to the rooms that show why a model prefers what it does."""

import streamlit as st

from components.model.checkpoints.records import ModelRecord, Role
from components.model.tokens.typed_masks import has_typed_mask
from components.suites.model.pairs import MinimalPair
from components.suites.tables.pairs import masked_sentence
from pages.parts.rooms import ATTENTION, FILL, MASKS


def link_to_pair(model: ModelRecord, pair: MinimalPair) -> None:
    """Draw a link that opens a pair where its blank is filled, or where its attention is drawn."""
    sentence = masked_sentence(pair)
    if model.role is Role.CAUSAL:
        room, parameters, label = MASKS, {"sentence": pair.good}, f"Open it in “{MASKS.title}”"
    elif has_typed_mask(sentence):
        room, label = FILL, "Which words decided? Open it in “Masked words”"
        parameters = {"sentence": sentence, "mode": "Where from?"}
    else:
        room, parameters, label = ATTENTION, {"sentence": pair.good}, f"Open it in “{ATTENTION.title}”"
    with st.container(key="open-pair"):
        st.page_link(room.file, label=label, icon=room.icon, query_params={**parameters, "model": model.id})
