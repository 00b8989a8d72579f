"""Speed and size: BERT against DistilBERT, timed on this machine."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import SPEED
from pages.speed.guess import after_a_guess
from pages.speed.inputs import EXAMPLES, ask, beforehand, choose, context
from pages.speed.modes import claims, live, parts

RoomPage(
    SPEED,
    lead="DistilBERT has half of BERT’s layers. See how much faster it is on this machine, and why.",
    examples=EXAMPLES,
    modes=(
        Mode("Timed live", after_a_guess(live.show)),
        Mode("Where the time goes", after_a_guess(parts.show)),
        Mode("The claims", after_a_guess(claims.show)),
    ),
    choose_models=choose,
    read_inputs=ask,
    context=context,
    precomputed=beforehand,
).draw()
