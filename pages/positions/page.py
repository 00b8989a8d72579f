"""Where am I: how a model is told where a token stands, and what becomes of it when that changes."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import POSITIONS
from pages.positions.inputs import BOX, BY_HAND, ORDER, PAST_THE_END, ask, beforehand, choose, context
from pages.positions.modes import by_hand, distance, order, panels, past_end, shape

RoomPage(
    POSITIONS,
    lead=(
        "Attention by itself sees a bag of words. So models are told where each token stands, in one of a few "
        "ways: here they are side by side. Point at a panel to compare two positions in all of them."
    ),
    examples=BOX.examples,
    modes=(
        Mode(ORDER, order.show),
        Mode("The four panels", panels.show, noticed=False),
        Mode("A function of distance?", distance.show, noticed=False),
        Mode(BY_HAND, by_hand.show, noticed=False),
        Mode("The shape of the table", shape.show, noticed=False),
        Mode(PAST_THE_END, past_end.show, noticed=False),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
