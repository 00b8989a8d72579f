"""Teach it something: fine-tuning in front of the audience, and what it changes inside."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import TEACHING
from pages.teaching.inputs import EXAMPLES, ask, choose, context
from pages.teaching.modes import inside, labels, loop, quality, rates, use, watch

RoomPage(
    TEACHING,
    lead="A few hundred labelled sentences, a new head of a few hundred numbers, and less than a minute: see it learn.",
    examples=EXAMPLES,
    modes=(
        Mode("Watch it learn", watch.show),
        Mode("Is it any good?", quality.show, noticed=False),
        Mode("What changed inside", inside.show, noticed=False),
        Mode("Use it", use.show, noticed=False),
        Mode("Learning rates", rates.show, noticed=False),
        Mode("How many labels?", labels.show, noticed=False),
        Mode("Trainer and loop", loop.show, noticed=False),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=context,
).draw()
