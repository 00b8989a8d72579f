"""The family: BERT and its relatives, drawn from their numbers, and counted."""

from pages.family.inputs import EXAMPLES, ask, choose, context
from pages.family.modes import beside, count, masks, needs, published, stacks, timeline
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import FAMILY

RoomPage(
    FAMILY,
    lead="Stacks of layers from 2018 to today, to one scale. Everything here is computed from their configurations.",
    examples=EXAMPLES,
    modes=(
        Mode("The stacks", stacks.show),
        Mode("Two side by side", beside.show),
        Mode("Count it", count.show, noticed=False),
        Mode("Which one?", needs.show, noticed=False),
        Mode("Encoder, decoder or both", masks.show, noticed=False),
        Mode("Timeline", timeline.show, noticed=False),
        Mode("Published figures", published.show, noticed=False),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=context,
).draw()
