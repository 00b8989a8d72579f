"""Inside a layer: one pass from text to answer, floor by floor and box by box."""

from pages.inside.inputs import BOX, choose_models, floor_names, inside_context, show_precomputed, token_names
from pages.inside.modes import way, whole
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import INSIDE
from pages.parts.veils import veiled_cells

PAGE = RoomPage(
    INSIDE,
    lead=(
        "A model is a stack of layers. Each layer mixes a word’s vector with those of other words, and then changes it "
        "on its own. Click into a layer, down to a single number: every number is a sum that you can check."
    ),
    examples=BOX.examples,
    modes=(
        Mode("The whole pass", whole.show, veil=veiled_cells(floor_names, token_names, sentence=BOX.first.sentence)),
        Mode("One token’s path", way.show),
    ),
    choose_models=choose_models,
    read_inputs=BOX.draw_with_examples,
    context=inside_context,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
