"""Attention masks: one sentence read from both sides and from the left only."""

from pages.masks.inputs import BOX, show_precomputed
from pages.masks.modes import encoder_decoder, proof, side_by_side
from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_any_model
from pages.parts.modes import Mode
from pages.parts.rooms import MASKS
from pages.parts.veils import layer_names, veiled_bars, veiled_curve

PAGE = RoomPage(
    MASKS,
    lead=(
        "An attention mask says which tokens a token may attend to. BERT attends to both sides; GPT attends only to "
        "the left. Hide the right side, and see what is lost."
    ),
    examples=BOX.examples,
    modes=(
        Mode("The proof", proof.show, veil=veiled_curve("Distance between the two vectors", "Layer", layer_names)),
        Mode("Side by side", side_by_side.show),
        Mode(
            "Encoder against decoder",
            encoder_decoder.show,
            opener=encoder_decoder.OPENER,
            veil=veiled_bars("Sees both sides", "Sees only the left"),
        ),
    ),
    choose_models=choose_any_model,
    read_inputs=BOX.draw_with_examples,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
