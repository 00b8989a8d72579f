"""Two models on one sentence, each under the mask it was trained for."""

from dataclasses import replace

import streamlit as st

import cache
from cache import masks
from components.charts.attention import MOST_TOKENS, masked_heatmap
from components.charts.files import Figure
from components.model.records import ModelRecord, Role
from components.tables.mask_grids import GridPanel
from components.tables.mask_matrix import mask_matrix_table
from components.tables.masks import models_finding
from pages.masks.chosen import choose_head, draw_grids, kept
from pages.masks.sentence import word_of_preset
from pages.masks.snippets import models_snippet
from pages.parts.conditions import computed_by
from pages.parts.model_choice import choose_model
from pages.parts.presenting import controls_hidden
from pages.parts.take_away import take_away

ABOUT = r"""
Each model reads the sentence with its own tokenizer and under the mask it was **trained** with: $m_{ij} = 0$ for every
$j$ in a model that fills blanks, and $m_{ij} = -\infty$ for $j > i$ in one that says the next word ([Radford et al.
2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf)). A causal
model has no use for what is not there yet: it was made for this grid, while a masked one under a causal mask is not.
The weight to the right is $\frac{1}{n} \sum_i \sum_{j > i} \alpha_{ij}$.

**What this does not show:** which head of one belongs to which head of the other. Two models number their heads as
chance had it, and the same number means nothing. They differ in their last layers' task as well as in the mask.
"""


def show(model: ModelRecord, sentence: str) -> None:
    """Draw both, each with a layer and a head of its own."""
    first, other = st.columns(2, vertical_alignment="bottom")
    with other:
        role = Role.MASKED if model.role is Role.CAUSAL else Role.CAUSAL
        second = choose_model(role, key="model2", label="The model on the right", listed=not controls_hidden())
    if second is None:
        return
    picked = []
    for column, one, suffix in ((first, model, ""), (other, second, "2")):
        with column, st.container(horizontal=True):
            shape = cache.trace(one.id, sentence).attention.shape[:2]
            picked.append(choose_head(shape, suffix=suffix, label=f" of {one.name}"))
    left, right = (
        masks.own_panel(one.id, sentence, *chosen) for one, chosen in zip((model, second), picked, strict=True)
    )
    payload = masks.grids_of_two(model.id, second.id, sentence, *picked[0], *picked[1])
    draw_grids(payload, f"{model.id} {second.id} {sentence}", kept(len(left.tokens), word_of_preset(left.tokens)))
    st.text(models_finding(left, right))
    with st.expander("How this is computed, and what it does not show", key="two-about"):
        st.markdown(ABOUT)
    both = [cache.conditions(one.id) for one in (model, second)]
    for one, conditions in zip((model, second), both, strict=True):
        computed_by(one, conditions, parameters=cache.parameters(one.id), live=True)
    names = replace(
        both[0],
        model_id=f"{model.id} and {second.id}",
        revision=" and ".join(conditions.revision for conditions in both),
    )
    snippet = models_snippet([(model, left.tokens, picked[0]), (second, right.tokens, picked[1])])
    take_away([_figure("left", left), _figure("right", right)], names, snippet=snippet, key="two")


def _figure(name: str, panel: GridPanel) -> Figure:
    table = mask_matrix_table(panel.tokens, panel.weights, panel.allowed)
    return Figure(name, masked_heatmap(table) if len(panel.tokens) <= MOST_TOKENS else None, table)
