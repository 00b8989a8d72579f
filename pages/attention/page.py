"""Who looks at whom: every attention head of a sentence, and what becomes of the answer without one."""

from functools import partial

from cache.attention import Drawn
from pages.attention.inputs import BOX, ask, beforehand, context
from pages.attention.modes import ablation, bertviz, heads, scores, sentences, weight
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import ATTENTION

RoomPage(
    ATTENTION,
    lead=(
        "To understand a word, BERT mixes in what stands around it. Each **head** decides how much of which word. "
        "Point at one to see it, click to hold it."
    ),
    examples=BOX.examples,
    modes=(
        Mode("Every head", heads.show),
        Mode("Averages", heads.averages),
        Mode("Rollout", partial(heads.show, drawn=Drawn.ROLLOUT)),
        Mode("What heads do", scores.show, "What does each head do?"),
        Mode("Two sentences", sentences.show, "What does a changed word change?"),
        Mode("Switch heads off", ablation.show, "Which heads does the answer need?"),
        Mode("Into one weight", weight.show, "Where does one weight come from?"),
        Mode("bertviz", bertviz.show, "bertviz"),
    ),
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
