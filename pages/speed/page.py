"""Speed and size: BERT against DistilBERT, timed on this machine."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import SPEED
from pages.parts.veils import veiled_bars
from pages.speed.guess import with_guess_first
from pages.speed.inputs import EXAMPLES, choose_models, context, precomputed_context, read_inputs, timed_models
from pages.speed.modes import live, parts

PAGE = RoomPage(
    SPEED,
    lead="DistilBERT has half of BERT’s layers. See how much faster it is on this machine, and why.",
    examples=EXAMPLES,
    modes=(
        Mode("How fast?", with_guess_first(live.show), veil=veiled_bars("Time for one pass", names=timed_models)),
        Mode("Where the time goes", with_guess_first(parts.show)),
    ),
    choose_models=choose_models,
    read_inputs=read_inputs,
    context=context,
    precomputed=precomputed_context,
)

if __name__ == "__main__":
    PAGE.draw()
