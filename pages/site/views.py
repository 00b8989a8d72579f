"""The views of the static site, in one list, and its first page."""

from collections.abc import Sequence

import cache.shared.traces
import cache.takeaway
from cache.river import default_senses, own_vectors, read_sides
from components.attention.atlas import Selection
from components.attention.model.opening import opening_head
from components.attention.model.presets import ATTENTION_PRESETS
from components.model.word_senses import OPENING_SENTENCES, sense_presets
from components.senses.model.request import SensesRequest, preset_request
from components.takeaway.machine_page import MachinePlace
from components.takeaway.site import SiteIndex, SiteView
from pages.attention.modes.heads import ARC_TOKEN_LIMIT
from pages.inside.modes.whole import DRAWING
from pages.parts.findings import room_prose, taken_words
from pages.parts.rooms import ATTENTION, FILL, INSIDE, SENSES

SENTENCE = "The boat drifted slowly until it reached the [MASK] of the river."
_FIRST = ATTENTION_PRESETS[0]
_HEIGHT = 0.4  # of the river on the first page, as a share of the window's
_ABOUT = (
    "Each view runs a language model in your browser, not on a server: type any sentence, and nothing is sent anywhere."
)
_WHY = (
    "These pages are a part of Riverbank, an app about how BERT reads, which has many more views. They were written by "
    "“python launch.py site”.",
)


def site_views(model_id: str) -> Sequence[SiteView]:
    """The views, in their order on the first page."""
    request, senses = _river(model_id)
    why = taken_words(SENSES, room_prose(SENSES, "river"))
    return (
        SiteView(
            folder="masked-words",
            title="Masked words",
            question="Which word does BERT put into a blank, and how sure is it?",
            page=lambda model: cache.takeaway.stored_fill_page(model, model_id, SENTENCE),
            room=FILL.path,
            parameter="sentence",
        ),
        SiteView(
            folder="every-head",
            title="Every head",
            question="Which words does each attention head look at?",
            page=lambda model: cache.takeaway.taken_heads_page(
                model,
                model_id,
                _FIRST.sentence,
                _opening_selection(model_id),
                hides_special=False,
                arc_limit=ARC_TOKEN_LIMIT,
                why=taken_words(ATTENTION, room_prose(ATTENTION, "heads")),
            ),
            room=ATTENTION.path,
            parameter="sentence",
            opens_empty=True,
        ),
        SiteView(
            folder="river",
            title="Word meanings",
            question=f"How does “{request.forms[0]}” get its meaning, layer by layer?",
            page=lambda model: cache.takeaway.taken_river_page(
                model, request, senses, _opening_sentence(model_id), None, why=why
            ),
            room=SENSES.path,
            parameter="mine",
            opens_empty=True,
        ),
        SiteView(
            folder="the-whole-pass",
            title="Inside a layer",
            question="What happens to a sentence, layer by layer, on its way to an answer?",
            page=lambda model: cache.takeaway.taken_machine_page(model, model_id, SENTENCE, MachinePlace(), (DRAWING,)),
            room=INSIDE.path,
            parameter="sentence",
        ),
    )


def _opening_selection(model_id: str) -> Selection:
    layer, head, query = opening_head(cache.shared.traces.trace(model_id, _FIRST.sentence), _FIRST.word_pair)
    return Selection(layer, head, query)


def site_index(model_id: str) -> SiteIndex:
    """The first page, which shows the river."""
    request, senses = _river(model_id)
    sentence = _opening_sentence(model_id)
    figure, headline = cache.takeaway.river_figure(request, senses, sentence, None, height=_HEIGHT)
    return SiteIndex(_ABOUT, figure, f"“{sentence}” {headline}", _WHY)


def _opening_sentence(model_id: str) -> str:
    """The first sentence that the model reads as most readers do; the first of all if it reads none so."""
    request, senses = _river(model_id)
    sides = read_sides(request, senses, [own_vectors(request, opening.sentence) for opening in OPENING_SENTENCES])
    read = (opening for opening, side in zip(OPENING_SENTENCES, sides, strict=True) if side == opening.sense)
    return next(read, OPENING_SENTENCES[0]).sentence


def _river(model_id: str) -> tuple[SensesRequest, tuple[str, str]]:
    request = preset_request(model_id, sense_presets()[0])
    senses = default_senses(request)
    assert senses is not None  # the word has two
    return request, senses
