"""What a small one keeps: a student beside the teacher it learned from."""

from pages.distillation.inputs import BOX, ask, beforehand, choose, context
from pages.distillation.modes import blanks, layers, losses, targets, worth
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import DISTILLATION

RoomPage(
    DISTILLATION,
    lead=(
        "DistilBERT learned from BERT’s own answers. See what a small model keeps of its teacher, and what it was told."
    ),
    examples=BOX.examples,
    modes=(
        Mode("The same blanks", blanks.show),
        Mode("Soft targets", targets.show),
        Mode("Three losses", losses.show),
        Mode("Layer by layer", layers.show, noticed=False),
        Mode("What the teacher was worth", worth.show, noticed=False),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
