"""How it learned: the dice of pre-training, what they are for, and a model while it learns."""

from components.pretraining.model.presets import DICE_OPENER, REPLACED_OPENER, STEP_OPENER
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.box import PAIR_OPENER
from pages.pretraining.inputs import BOX, ask, beforehand, choose, context
from pages.pretraining.modes import dice, learns, left_to_right, next_sentence, one_step, replaced, shares

RoomPage(
    PRETRAINING,
    lead=(
        "Nobody told BERT what words mean. Some were hidden, it guessed, and was corrected, some millions of times. "
        "Here are the dice, the loss, and the model as it was on the way."
    ),
    examples=BOX.examples,
    modes=(
        Mode("While it learns", learns.show),
        Mode("The dice", dice.show, opener=DICE_OPENER),
        Mode("One step", one_step.show, opener=STEP_OPENER, noticed=False),
        Mode("Why not always [MASK]?", shares.show, noticed=False),
        Mode("Next sentence", next_sentence.show, opener=PAIR_OPENER[0], noticed=False),
        Mode("Replaced words", replaced.show, opener=REPLACED_OPENER, noticed=False),
        Mode("Left to right", left_to_right.show, opener=DICE_OPENER),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
