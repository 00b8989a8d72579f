"""Who looks at whom: every attention head of a sentence, and what becomes of the answer without one."""

from functools import partial

from cache.attention import Drawn
from components.model.presets import FILL_PRESETS
from pages.attention.inputs import BOX, ask, beforehand, choose, context
from pages.attention.modes import ablation, bertviz, heads, scores, sentences, weight
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import ATTENTION

RoomPage(
    ATTENTION,
    lead=(
        "To understand a word, BERT mixes in what stands around it. Each head decides how much of which word. "
        "Point at one to see it, click to hold it."
    ),
    examples=BOX.examples,
    modes=(
        Mode("Every head", heads.show),
        Mode("Two sentences", sentences.show),
        Mode("Switch heads off", ablation.show, opener=FILL_PRESETS[0].sentence),
        Mode("Into one weight", weight.show),
        Mode("What heads do", scores.show),
        Mode("Averages", heads.averages),
        Mode("Rollout", partial(heads.show, drawn=Drawn.ROLLOUT)),
        Mode("bertviz", bertviz.show),
    ),
    choose=choose,
    ask=ask,
    context=context,
    beforehand=beforehand,
    sentence=BOX,
).draw()
