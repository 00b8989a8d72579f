"""Masked words: the words that a model predicts in place of hidden ones."""

from pages.fill.guess import require_guess
from pages.fill.inputs import BOX, EVERY, fill_context, show_precomputed
from pages.fill.modes import blank, every_position, where_from
from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_masked_model
from pages.parts.modes import Mode
from pages.parts.rooms import FILL
from pages.parts.veils import veiled_bars

PAGE = RoomPage(
    FILL,
    lead="BERT was trained to predict hidden words. Hide a word, and see which words it predicts there.",
    examples=BOX.examples,
    modes=(
        Mode("The blank", blank.show, veil=veiled_bars("")),
        Mode("Where from?", require_guess(where_from.show), opener="The president of the United [MASK] gave a speech."),
        Mode(EVERY, every_position.show, opener="The judge sent him to prison for ten years."),
    ),
    choose_models=choose_masked_model,
    read_inputs=BOX.draw_with_examples,
    context=fill_context,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
