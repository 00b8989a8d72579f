"""Tokens and input: from the characters of a text to the vectors that enter layer 1."""

from components.input.model.presets import LONG_OPENER
from pages.input.guess import require_guess
from pages.input.inputs import BOX, show_precomputed
from pages.input.modes import cutting, too_long, total
from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_any_model
from pages.parts.modes import Mode
from pages.parts.rooms import INPUT
from pages.parts.veils import veiled_words

PAGE = RoomPage(
    INPUT,
    lead=(
        "A model reads no letters. A text is split into tokens from a fixed vocabulary, every token becomes a vector, "
        "and layer 1 gets a sum of three vectors. Point at a token to see what it is made of."
    ),
    examples=BOX.examples,
    modes=(
        Mode("Tokenization", require_guess(cutting.show), veil=veiled_words(BOX.first.sentence)),
        Mode("The sum", require_guess(total.show)),
        Mode("Truncation", too_long.show, opener=LONG_OPENER, shows_notice=False),
    ),
    choose_models=choose_any_model,
    read_inputs=BOX.draw_with_examples,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
