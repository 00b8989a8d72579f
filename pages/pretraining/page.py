"""Pre-training: a model while it learns, one step of its training with the masking, and next sentences."""

from components.pretraining.model.presets import STEP_OPENER
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.box import PAIR_OPENER
from pages.parts.veils import veiled_curve
from pages.pretraining.inputs import BOX, choose_models, show_precomputed, token_counts
from pages.pretraining.modes import learns, next_sentence, one_step

PAGE = RoomPage(
    PRETRAINING,
    lead=(
        "BERT was never told what words mean. Words were hidden, it predicted them, and its weights were corrected, "
        "millions of times. See the masking, the loss, and the model at seven stages of its training."
    ),
    examples=BOX.examples,
    modes=(
        Mode("While it learns", learns.show, veil=veiled_curve("Probability", "Tokens read", token_counts)),
        Mode(
            one_step.ONE_STEP,
            one_step.show,
            opener=STEP_OPENER,
            shows_notice=False,
            veil=veiled_curve(
                "Probability", "Training steps on this sentence", lambda: [str(mark) for mark in one_step.MARKS]
            ),
        ),
        Mode("Next sentence (NSP)", next_sentence.show, opener=PAIR_OPENER[0], shows_notice=False),
    ),
    choose_models=choose_models,
    read_inputs=BOX.draw_with_examples,
    precomputed=show_precomputed,
    sentence=BOX,
)

if __name__ == "__main__":
    PAGE.draw()
