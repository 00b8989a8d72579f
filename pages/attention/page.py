"""Attention: what every head of every layer attends to."""

from pages.attention.inputs import BOX, attention_context, head_names, show_precomputed
from pages.attention.modes import ablation, heads, weight
from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_any_model
from pages.parts.modes import Mode
from pages.parts.rooms import ATTENTION
from pages.parts.veils import layer_names, veiled_cells

HEADS = veiled_cells(lambda: layer_names()[1:], head_names)

PAGE = RoomPage(
    ATTENTION,
    lead=(
        "BERT builds the meaning of a word from the words around it. Each attention head decides how much comes from "
        "which word. Hover over a head to preview it; click to keep it."
    ),
    examples=BOX.examples,
    modes=(
        Mode("Every head", heads.show, veil=HEADS),
        Mode("Switch heads off", ablation.show, opener="The keys to the house [MASK] lost.", veil=HEADS),
        Mode("Inside one weight", weight.show),
    ),
    choose_models=choose_any_model,
    read_inputs=BOX.draw_with_examples,
    context=attention_context,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
