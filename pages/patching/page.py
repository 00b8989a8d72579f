"""Change its mind: where the answer to a blank travels inside a model, by activation patching."""

from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_masked_model
from pages.parts.modes import Mode
from pages.parts.rooms import PATCHING
from pages.parts.veils import layer_names, veiled_cells
from pages.patching.inputs import BOX, show_precomputed, token_names
from pages.patching.modes import many, steering, travels

PAGE = RoomPage(
    PATCHING,
    lead=(
        "Two sentences differ in one word, and so do their answers. Put a vector of the first sentence into the second "
        "one, and see how much of the first answer comes back."
    ),
    examples=BOX.examples,
    modes=(
        Mode(
            "Where the answer travels",
            travels.show,
            veil=veiled_cells(layer_names, token_names, sentence=BOX.first.sentence),
        ),
        Mode("Over many pairs", many.show, shows_notice=False, reads_sentence=False),
        Mode("Steering", steering.show),
    ),
    choose_models=choose_masked_model,
    read_inputs=BOX.draw_with_examples,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
