"""Word meanings: what a word means in each sentence, layer by layer."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import SENSES
from pages.senses.inputs import EXAMPLES, ask, beforehand, choose, context
from pages.senses.modes import map_of, models, of_class, separated
from pages.senses.reading import having_read

RoomPage(
    SENSES,
    lead=(
        "Each dot is the word in one sentence: the vector that the model gives it after a layer. Press Play and watch "
        "the sentences separate by what the word means."
    ),
    examples=EXAMPLES,
    modes=(
        Mode("The map", having_read(map_of.show)),
        Mode("How well separated?", having_read(separated.show)),
        Mode("Two models", having_read(models.show)),
        Mode("The class", having_read(of_class.show), noticed=False),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
).draw()
