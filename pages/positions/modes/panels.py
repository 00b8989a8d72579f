"""The classic figure: tables and how alike their rows are, then turns and biases in the same frame."""

from functools import partial

import streamlit as st

import cache
from cache.positions import TRAINED, position_distances, position_matrices, position_panels
from components.charts.files import Figure
from components.charts.panel_pictures import panel_picture, panel_table
from components.tables.positions import kind_of_positions, neighbour_finding
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset
from pages.positions.pair import draw_panels
from pages.positions.settings import compared, dimensions_shown, number, positions_shown
from pages.positions.situation import Here
from pages.positions.snippets import pair_snippet

ABOUT = r"""
**Learned** positions are a table of numbers that is trained with the rest of the model
([Devlin et al. 2019](https://arxiv.org/abs/1810.04805)). **Sinusoidal** ones follow a formula
([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)): for the pair $i$ of $d$ dimensions and position $t$
"""
FORMULAS = (
    r"\begin{gathered}\theta_i = 10000^{-2i/d}\\ p_{t,2i} = \sin(t\,\theta_i)\\ "
    r"p_{t,2i+1} = \cos(t\,\theta_i)\end{gathered}",
    r"\begin{gathered}\cos(p_s, p_t) = \frac{p_s \cdot p_t}{\lVert p_s\rVert\,\lVert p_t\rVert}\\ "
    r"\text{RoPE: } \tfrac{2}{d_h}\textstyle\sum_i \cos((s-t)\,\theta_i)\\ "
    r"\text{ALiBi: } -m_h\,\lvert s-t\rvert\end{gathered}",
)
NOT_SHOWN = """
The first $p$ are added to the words. **RoPE** ([Su et al. 2021](https://arxiv.org/abs/2104.09864)) adds nothing: it
turns queries and keys, and its panel is the similarity of a query with itself moved by n positions, each pair of
dimensions taken at length 1. **ALiBi** ([Press et al. 2022](https://arxiv.org/abs/2108.12409)) adds a penalty to the
attention scores; the slope $m_h$ is what a head of this model would have.

**What this does not show:** what the model makes of a position. The vectors go through every layer together with the
words, and that two of them are alike does not mean that the model takes them for one another.
"""


def show(here: Here) -> None:
    """Draw the panels, and say what is kept in them."""
    head = 0
    if controls_hidden():
        drawn = st.container()
        kind, count, dimensions, head = (
            compared(),
            positions_shown(here.found),
            dimensions_shown(here.found),
            _head(here),
        )
    else:
        left, middle, right = st.columns(3, vertical_alignment="bottom")
        with left:
            kind = compared()
        with middle:
            count = positions_shown(here.found)
        with right:
            dimensions = dimensions_shown(here.found)
        drawn = st.container()
        with st.expander("More settings", key="panels-more"):
            head = _head(here)
    asked = (here.model.id, kind, count, dimensions, head)
    with drawn:
        st.text(kind_of_positions(here.found, here.model.name))
        if count > TRAINED and here.about_far:
            st.caption(here.about_far)
        pair = draw_panels(position_panels(*asked), count)
        for name, found in position_distances(here.model.id, kind, count, dimensions).items():
            st.text(neighbour_finding(name, found))
    with st.expander("How this is computed, and what it does not show", key="panels-about"):
        st.markdown(ABOUT)
        for formula in FORMULAS:
            typeset(formula)
        st.markdown(NOT_SHOWN)
    conditions = here.found.conditions
    computed_by(here.model, conditions, parameters=cache.parameters(here.model.id), live=True)
    figures = [
        Figure(f"{number_}-{_slug(panel.title)}", partial(panel_picture, panel), panel_table(panel))
        for number_, panel in enumerate(position_matrices(*asked), 1)
    ]
    take_away(figures, conditions, snippet=pair_snippet(here, kind, dimensions, head, pair), key="panels")


def _head(here: Here) -> int:
    """Whose ALiBi bias: the steepest one where nobody chooses."""
    return number("ALiBi: the bias of head", "alibi", low=1, high=here.found.heads, usual=1) - 1


def _slug(title: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())
