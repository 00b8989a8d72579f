"""Fill the blank: hide a word, and see which words the model would put there."""

from pages.fill.guess import after_a_guess
from pages.fill.inputs import BOX, ask, beforehand, choose, context
from pages.fill.modes import (
    blank,
    every_position,
    left_only,
    models,
    my_list,
    sentences,
    several,
    where_from,
    word,
)
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import FILL

RoomPage(
    FILL,
    lead="BERT was trained by hiding words and guessing them. Hide one, and see which words it would put there.",
    examples=BOX.examples,
    modes=(
        Mode("The blank", blank.show),
        Mode("Two sentences", after_a_guess(sentences.show)),
        Mode("Where from?", after_a_guess(where_from.show)),
        Mode("Every position", every_position.show, opener="The fisherman took all his money to the bank."),
        Mode("A word I name", after_a_guess(word.show)),
        Mode("Several blanks", after_a_guess(several.show), opener="The judge sent the [MASK] to [MASK]."),
        Mode("Two models", after_a_guess(models.show)),
        Mode("Left side only", after_a_guess(left_only.show)),
        Mode("A list of my own", my_list.show),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
