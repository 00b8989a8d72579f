"""Masked words: the words that a model predicts in place of hidden ones."""

from pages.fill.guess import require_guess
from pages.fill.inputs import BOX, show_precomputed
from pages.fill.modes import blank, every_position, where_from
from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_masked_model
from pages.parts.modes import Mode
from pages.parts.rooms import FILL
from pages.parts.sentence.context import SentenceContext
from pages.parts.veils import veiled_bars

PAGE = RoomPage(
    FILL,
    lead="BERT was trained to predict hidden words. Hide a word, and see which words it predicts there.",
    examples=BOX.examples,
    modes=(
        Mode("The blank", blank.show, veil=veiled_bars("")),
        Mode("Where from?", require_guess(where_from.show)),
        Mode("Every position", every_position.show, opener="The judge sent him to prison for ten years."),
    ),
    choose_models=choose_masked_model,
    read_inputs=BOX.draw_with_examples,
    context=SentenceContext.blank_context,  # draws the tokens, to be masked by a click
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
