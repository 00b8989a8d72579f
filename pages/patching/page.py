"""Change its mind: where the answer to a blank travels inside a model, by activation patching."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import PATCHING
from pages.patching.inputs import BOX, choose_models, show_precomputed
from pages.patching.modes import class_pairs, many, steering, travels

PAGE = RoomPage(
    PATCHING,
    lead=(
        "Two sentences differ in one word, and so do their answers. Put a vector of the first sentence into the second "
        "one, and see how much of the first answer comes back."
    ),
    examples=BOX.examples,
    modes=(
        Mode("Where the answer travels", travels.show),
        Mode("Over many pairs", many.show, shows_notice=False, reads_sentence=False),
        Mode("Steering", steering.show),
        Mode("The class", class_pairs.show, shows_notice=False, reads_sentence=False),
    ),
    choose_models=choose_models,
    read_inputs=BOX.draw_with_examples,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
