"""The panel that compares methods: where each acts, what becomes of longer texts, who uses it, and where to see it."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from components.positions.tables.figure import PanelChoice
from pages.parts.links.address import forget_elements, replace_address
from pages.parts.links.parameters import MODE
from pages.parts.presenting import hides_controls
from pages.parts.settings import linked_expander
from pages.positions.distance import OPEN as DISTANCE
from pages.positions.inputs import BY_HAND, PAST_THE_END, TABLES

OPEN = "methods-compared"  # in the link
METHODS = "methods"  # in the link
_WIDTHS = (1.2, 2, 2.3, 2)
_TITLES = ("Where it acts", "Texts longer than in training", "Used by")


@dataclass(frozen=True)
class PositionMethod:
    """One way of telling a model where a token is.

    Attributes:
        name: Its name.
        acts: Where it acts, as Markdown with the paper.
        longer: What becomes of texts longer than in training.
        used_by: Models that use it, as Markdown.
        view: The view of this room that shows it.
        settings: Other parameters of the link that opens it.
    """

    name: str
    acts: str
    longer: str
    used_by: str
    view: str
    settings: Mapping[str, str]


POSITION_METHODS = (
    PositionMethod(
        "Learned table",
        "Added to the token embeddings ([Devlin et al. 2019](https://arxiv.org/abs/1810.04805))",
        "Impossible: the table has no vector past its end",
        "BERT, RoBERTa, GPT-2",
        PAST_THE_END,
        {},
    ),
    PositionMethod(
        "Sinusoidal",
        "Added to the token embeddings ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762))",
        "The formula goes on; quality falls",
        "The original Transformer",
        TABLES,
        {DISTANCE: "true"},
    ),
    PositionMethod(
        "RoPE",
        "Rotates queries and keys in every layer ([Su et al. 2021](https://arxiv.org/abs/2104.09864))",
        "The rotation goes on; quality falls",
        "[Llama](https://arxiv.org/abs/2302.13971), [Mistral](https://arxiv.org/abs/2310.06825), "
        "[ModernBERT](https://arxiv.org/abs/2412.13663)",
        BY_HAND,
        {},
    ),
    PositionMethod(
        "YaRN",
        "RoPE with its slow rotations slowed further ([Peng et al. 2023](https://arxiv.org/abs/2309.00071))",
        "Works after a short further training on longer texts",
        "[Qwen2.5](https://arxiv.org/abs/2412.15115), [DeepSeek-V3](https://arxiv.org/abs/2412.19437), for long texts",
        PAST_THE_END,
        {"loss-by": "position"},
    ),
    PositionMethod(
        "ALiBi",
        "Subtracts a penalty for distance from attention scores "
        "([Press et al. 2022](https://arxiv.org/abs/2108.12409))",
        "Made for them",
        "[BLOOM](https://arxiv.org/abs/2211.05100), [MPT](https://www.databricks.com/blog/mpt-7b)",
        TABLES,
        {METHODS: PanelChoice.ALL},
    ),
)


def methods_panel() -> None:
    """Draw the panel; each method's name opens the view that shows it."""
    panel = linked_expander("Compare methods: learned, sinusoidal, RoPE, YaRN, ALiBi", OPEN)
    if panel is None:
        return
    with panel, st.container(gap="xsmall", key="methods-rows"):
        for method in POSITION_METHODS:
            name, *cells = st.columns(_WIDTHS, vertical_alignment="top")
            with name:
                _view_button(method)
            for cell, title, text in zip(cells, _TITLES, (method.acts, method.longer, method.used_by), strict=True):
                cell.markdown(f":gray[:small[{title}]]  \n{text}")


def _view_button(method: PositionMethod) -> None:
    if hides_controls():
        st.markdown(f"**{method.name}**")
        return
    # A link to the page that is open would leave the address as it is.
    st.button(
        f"**{method.name}**",
        key=f"method-{method.name}",
        icon=":material/arrow_forward:",
        type="tertiary",
        on_click=_open_view,
        args=(method,),
    )


def _open_view(method: PositionMethod) -> None:
    forget_elements(method.settings)
    replace_address({**st.query_params.to_dict(), MODE: method.view, **method.settings})
