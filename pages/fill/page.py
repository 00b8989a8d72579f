"""Fill the blank: hide a word, and see which words the model would put there."""

from pages.fill.guess import after_a_guess
from pages.fill.inputs import BOX, ask, beforehand, context
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
    lead="BERT was trained by hiding words and guessing them. Hide one, and see **which words it would put there**.",
    examples=BOX.examples,
    modes=(
        Mode("The blank", blank.show),
        Mode("A word I name", after_a_guess(word.show), "How likely is a word I name?"),
        Mode("Several blanks", after_a_guess(several.show), "Each blank for itself, or all together?"),
        Mode("Two sentences", after_a_guess(sentences.show), "What does one changed word do? (minimal pair)"),
        Mode("Two models", after_a_guess(models.show), "Where do two models agree?"),
        Mode("Every position", every_position.show, "How surprising is each word?"),
        Mode("Where from?", after_a_guess(where_from.show), "Where did that come from?"),
        Mode("Left side only", after_a_guess(left_only.show), "Without the right side"),
        Mode("A list of my own", my_list.show, "A list of my own"),
    ),
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
    modes_label="Ways of asking",
).draw()
