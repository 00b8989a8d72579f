"""Fine-tuning in front of the audience, and what it changes inside."""

from functools import partial

from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_masked_model
from pages.parts.modes import Mode
from pages.parts.rooms import TEACHING
from pages.parts.veils import veiled_curve
from pages.teaching.context import load_context
from pages.teaching.inputs import EXAMPLES, read_inputs
from pages.teaching.modes import quality, use, watch

PAGE = RoomPage(
    TEACHING,
    lead="Fine-tune a model live: a few hundred labelled sentences, a new head, and less than a minute.",
    examples=EXAMPLES,
    modes=(
        Mode(
            "Watch it learn",
            watch.show,
            veil=veiled_curve("New sentences labelled right", "Training steps", lambda: ("first", "last")),
        ),
        Mode("Is it any good?", quality.show, shows_notice=False),
        Mode("Use it", use.show, shows_notice=False),
    ),
    choose_models=choose_masked_model,
    read_inputs=read_inputs,
    context=partial(load_context, models_loaded=True),
    precomputed=partial(load_context, models_loaded=False),
)

if __name__ == "__main__":
    PAGE.draw()
