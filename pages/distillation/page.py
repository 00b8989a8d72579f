"""What a small one keeps: a student beside the teacher it learned from."""

from pages.distillation.inputs import BOX, ask, beforehand, context
from pages.distillation.modes import blanks, layers, losses, targets, worth
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import DISTILLATION

RoomPage(
    DISTILLATION,
    lead=(
        "DistilBERT learned from BERT’s own answers. See **what a small model keeps of its teacher**, and what it was "
        "told."
    ),
    examples=BOX.examples,
    modes=(
        Mode("The same blanks", blanks.show, "Do they say the same?"),
        Mode("Soft targets", targets.show, "What do the “wrong” answers tell?"),
        Mode("Three losses", losses.show, "What is the student trained to make small?"),
        Mode("Layer by layer", layers.show, "What became of the copied layers?", noticed=False),
        Mode("What the teacher was worth", worth.show, "What was the teacher worth?", noticed=False),
    ),
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
