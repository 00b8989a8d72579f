"""Which bank: what a word means in each sentence, layer by layer."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import SENSES
from pages.senses.inputs import EXAMPLES, MINE, ask, beforehand, choose, context
from pages.senses.modes import apart, groups, map_of, models, of_class, own
from pages.senses.reading import having_read

RoomPage(
    SENSES,
    lead=(
        "Each point is one word in one sentence, as the model has it after a layer. Press play and see the "
        "sentences part by what the word means in them."
    ),
    examples=EXAMPLES,
    modes=(
        Mode("The map", having_read(map_of.show)),
        Mode("How well apart?", having_read(apart.show)),
        Mode("Groups", having_read(groups.show)),
        Mode("Two models", having_read(models.show)),
        Mode("The class", having_read(of_class.show), noticed=False),
        Mode(MINE, own.show, linked=False),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
).draw()
