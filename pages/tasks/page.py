"""One encoder, many heads: a label, a label for every word, a span, a pair, and a search."""

from components.tasks.model import presets
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import TASKS
from pages.tasks.inputs import EXAMPLES, ask, beforehand, choose, context
from pages.tasks.modes import alike, good, pair, search, span, text, words

RoomPage(
    TASKS,
    lead="One stack of layers, small heads above it: each reads some of its vectors and multiplies them by a matrix.",
    examples=EXAMPLES,
    modes=(
        Mode(presets.TEXT, text.show),
        Mode(presets.WORDS, words.show),
        Mode(presets.SPAN, span.show),
        Mode(presets.PAIR, pair.show),
        Mode(presets.SEARCH, search.show),
        Mode(presets.ALIKE, alike.show, noticed=False),
        Mode("How good are they?", good.show, noticed=False),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
).draw()
