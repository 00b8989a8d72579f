"""What does it read: from the characters of a text to the vectors that enter layer 1."""

from components.input.model.presets import BLANK_OPENER, INPUT_PRESETS, LONG_OPENER, PADDING_OPENER
from pages.input.guess import after_a_guess
from pages.input.inputs import BOX, ask, beforehand, choose, context
from pages.input.modes import born, cutting, padding, pair, too_long, total, two_vocabularies, without
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import INPUT
from pages.parts.sentence.box import PAIR_OPENER

RoomPage(
    INPUT,
    lead=(
        "A model reads no letters. A text is cut into pieces of a fixed vocabulary, every piece becomes a vector, and "
        "what layer 1 gets is a sum. Point at a piece to see what it is made of."
    ),
    examples=BOX.examples,
    modes=(
        Mode("The sum", after_a_guess(total.show)),
        Mode("Cutting", after_a_guess(cutting.show)),
        Mode("Two vocabularies", after_a_guess(two_vocabularies.show), opener=INPUT_PRESETS[2].sentence),
        Mode("Padding", padding.show, opener=PADDING_OPENER, noticed=False),
        Mode("Making a vocabulary", born.show, noticed=False),
        Mode("Without one part", without.show, opener=BLANK_OPENER, noticed=False),
        Mode("A pair", pair.show, opener=PAIR_OPENER[0], noticed=False),
        Mode("Too long", too_long.show, opener=LONG_OPENER, noticed=False),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
