"""What the mask takes away: one sentence read from both sides and from the left alone."""

from components.model.presets import FILL_PRESETS
from pages.masks.inputs import BOX, ask, beforehand, choose, context
from pages.masks.modes import models, prediction, proof, side_by_side
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import MASKS

RoomPage(
    MASKS,
    lead=(
        "A mask says which words a word may look at. BERT looks both ways; a model that writes the next word looks "
        "only left. Take the right side away, and see what goes with it."
    ),
    examples=BOX.examples,
    modes=(
        Mode("The proof on “bank”", proof.show),
        Mode("Side by side", side_by_side.show),
        Mode("What it does to prediction", prediction.show, opener=FILL_PRESETS[0].sentence),
        Mode("Two models", models.show),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
