"""Common mistakes: one line of code, right and wrong, both run on the chosen model."""

from pages.mistakes.inputs import BOX, EXAMPLES, read_inputs, show_precomputed
from pages.mistakes.modes import both, spot
from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_masked_model
from pages.parts.modes import Mode
from pages.parts.rooms import MISTAKES

PAGE = RoomPage(
    MISTAKES,
    lead="Code that runs and gives an answer can still be wrong. Here the right and the wrong line run side by side.",
    examples=EXAMPLES,
    modes=(
        Mode("Right and wrong", both.show, shows_notice=False),
        Mode(spot.NAME, spot.show, shows_notice=False, reads_sentence=False),
    ),
    choose_models=choose_masked_model,
    read_inputs=read_inputs,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
