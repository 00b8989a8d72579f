"""Cached models that go into exported pages."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import cache.shared.passes
from cache.attention import HeadAggregation, atlas, named_heads
from cache.engine import engine, parameter_count
from cache.river import own_threads, own_vectors, river
from cache.senses import word_vectors
from cache.sized_cache import share_results
from components.attention.atlas import ATLAS_FILES, Selection
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE
from components.model.checkpoints.registry import model_record
from components.model.word_senses import OPENING_SENTENCES, sense_presets
from components.senses.map import MapView
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordPooling, WordVectors, point_senses
from components.senses.model.river_results import River
from components.senses.river import RIVER_FILES, river_data
from components.senses.tables.river import encode_river, river_finding
from components.tables.passes.payload import answer_finding
from components.takeaway.page.figure import TakenFigure, figure_page
from components.widgets.canvas import header_of, with_settings

if TYPE_CHECKING:
    from components.takeaway.accuracy import AttentionRounding
    from components.takeaway.machine_page import MachinePlace
    from components.takeaway.packing import PackedModel

_POOLED = {WordPooling.MEAN: "mean", WordPooling.FIRST: "first", WordPooling.LAST: "last"}
PAGE_MODELS = (DEFAULT_MODEL, REFERENCE)  # small enough for a page, and of the architecture that it computes


def fill_page(model_id: str, sentence: str) -> bytes:
    """“The blank” as an HTML file with the model inside, opened at a sentence with "[MASK]" at every blank."""
    from components.takeaway.fill_page import fill_page

    return fill_page(packed_model(model_id), sentence)


def stored_fill_page(model: "PackedModel", model_id: str, sentence: str) -> bytes:
    """As :func:`fill_page`, with this packed model, and with the words that the page shows until the model is there."""
    from components.takeaway.accuracy import rounded_candidates
    from components.takeaway.fill_page import WORDS, fill_page
    from components.takeaway.packing import packed_weights

    opened = engine().open_model(model_id)
    return fill_page(model, sentence, rounded_candidates(opened, packed_weights(opened), sentence, WORDS))


def river_page(
    request: SensesRequest, senses: tuple[str, str], sentence: str, view: MapView | None, *, why: Sequence[str]
) -> bytes:
    """The river as an HTML file with the model inside.

    Args:
        request: The word, its sentences and the model.
        senses: The two meanings.
        sentence: The visitor's sentence, which the page opens at; empty for none.
        view: The layer that is looked at, and the marked thread; None for the last layer.
        why: How the numbers are computed, and what they do not show.
    """
    return taken_river_page(packed_model(request.model_id), request, senses, sentence, view, why=why)


def taken_river_page(
    model: "PackedModel",
    request: SensesRequest,
    senses: tuple[str, str],
    sentence: str,
    view: MapView | None,
    *,
    why: Sequence[str],
) -> bytes:
    """As :func:`river_page`, with this packed model."""
    from components.senses.model.river import THREAD_LIMIT
    from components.senses.tables.taken_river import taken_findings, taken_sentences
    from components.takeaway.river_page import TakenRiver, river_page

    drawn, vectors = river(request, senses), word_vectors(request, _ignore_progress)
    word, name = request.forms[0], model_record(request.model_id).name
    figure, headline = river_figure(request, senses, sentence, view)

    taken = TakenRiver(
        figure=figure,
        headline=headline,
        sentence=sentence,
        word=word,
        forms=request.forms,
        pooling=_POOLED[request.pooling],
        thread_limit=THREAD_LIMIT,
        sentences=taken_sentences(drawn, vectors, point_senses(vectors.points, request.sentences)),
        findings=taken_findings(drawn, word, name, THREAD_LIMIT),
        examples=_examples(request, drawn, vectors),
        why=(*why, _rounding_note(request, senses)),
    )
    return river_page(model, taken)


def river_figure_page(
    request: SensesRequest, senses: tuple[str, str], sentence: str, view: MapView | None, *, why: Sequence[str]
) -> bytes:
    """As :func:`river_page`, without a model: the river as it stands."""
    figure, headline = river_figure(request, senses, sentence, view)
    return figure_page("Word meanings", figure, headline=headline, why=why)


def river_figure(
    request: SensesRequest, senses: tuple[str, str], sentence: str, view: MapView | None, *, height: float = 0.5
) -> tuple[TakenFigure, str]:
    """The river with the sentence's threads, and the sentence above it; ``height`` is a share of the window's."""
    drawn, vectors = river(request, senses), word_vectors(request, _ignore_progress)
    threads = own_threads(request, senses, own_vectors(request, sentence)) if sentence.strip() else ()
    data = river_data(
        encode_river(drawn, vectors.points, request.forms[0], threads),
        initial=view or MapView(layer=drawn.last),
        plays=view is None,
        height=height,
    )
    headline = river_finding(drawn, request.forms[0], model_record(request.model_id).name, threads)
    return TakenFigure(RIVER_FILES, data), headline


def _examples(request: SensesRequest, drawn: River, vectors: WordVectors) -> list[str]:
    """Sentences to click: those that the app offers, or the shortest sentence with each meaning."""
    if request.forms == sense_presets()[0].forms:
        return [opening.sentence for opening in OPENING_SENTENCES[:3]]
    members = list(zip(drawn.points, drawn.signs, strict=True))
    return [min((vectors.texts[point] for point, sign in members if sign == meaning), key=len) for meaning in (-1, 1)]


@share_results(50)
def _rounding_note(request: SensesRequest, senses: tuple[str, str]) -> str:
    """How far the vectors of the first sentences are from those of the weights that are in the page."""
    from components.senses.model.word_vectors import word_vectors as read_vectors
    from components.senses.tables.taken_river import COMPARED_LIMIT, rounding_note
    from components.takeaway.accuracy import rounded_model
    from components.takeaway.packing import packed_weights

    opened = engine().open_model(request.model_id)
    rounded = replace(opened, model=rounded_model(opened, packed_weights(opened)), compiling=None)
    texts = [sentence.sentence for sentence in request.sentences[:COMPARED_LIMIT]]
    vectors = read_vectors(rounded, texts, request.forms, pooling=request.pooling).vectors
    return rounding_note(river(request, senses), word_vectors(request, _ignore_progress), vectors)


def _ignore_progress(_: str) -> None:
    """Ignore progress."""


def heads_page(
    model_id: str, sentence: str, selected: Selection, *, hides_special: bool, arc_limit: int, why: Sequence[str]
) -> bytes:
    """“Every head” as an HTML file with the model inside, opened at a sentence and a selection in its atlas.

    Args:
        model_id: The model.
        sentence: The sentence.
        selected: The selection.
        hides_special: Whether special tokens are left out.
        arc_limit: The number of tokens up to which a head is drawn as arcs.
        why: How the numbers are computed, and what they do not show.
    """
    model = packed_model(model_id)
    return taken_heads_page(
        model, model_id, sentence, selected, hides_special=hides_special, arc_limit=arc_limit, why=why
    )


def taken_heads_page(
    model: "PackedModel",
    model_id: str,
    sentence: str,
    selected: Selection,
    *,
    hides_special: bool,
    arc_limit: int,
    why: Sequence[str],
) -> bytes:
    """As :func:`heads_page`, with this packed model; if it is not in the page, with the atlas of the sentence."""
    from components.takeaway.heads_page import heads_page

    first = None
    if model.address:
        payload = atlas(model_id, sentence, "", HeadAggregation.HEADS, (selected.row, selected.column))
        count = len(header_of(payload)["tokens"])
        view = "grid" if count > arc_limit else "arcs"
        first = with_settings(
            {"initial": selected.to_plain(), "address": None, "view": view, "hide": hides_special}, payload
        )
    settings = {
        "initial": selected.to_plain(),
        "labels": [[*panel, text] for panel, text in named_heads(model_id).items()],
        "hide": hides_special,
        "arcLimit": arc_limit,
    }
    rounding = _attention_rounding(model_id)
    return heads_page(model, ATLAS_FILES, sentence, rounding=rounding, settings=settings, why=why, first=first)


def machine_page(model_id: str, sentence: str, place: "MachinePlace", notes: Sequence[str]) -> bytes:
    """“The whole pass” as an HTML file with the model inside, opened at a sentence with "[MASK]" at every blank."""
    return taken_machine_page(packed_model(model_id), model_id, sentence, place, notes)


def taken_machine_page(
    model: "PackedModel", model_id: str, sentence: str, place: "MachinePlace", notes: Sequence[str]
) -> bytes:
    """As :func:`machine_page`, with this packed model; if it is not in the page, with the pass over the sentence."""
    from components.tables.passes.plan import machine_plan
    from components.takeaway.machine_page import machine_page

    plan, first = machine_plan(engine().open_model(model_id)), None
    if model.address:
        question = model_id, sentence, ()
        traced = cache.shared.passes.traced_pass(*question)
        words = [number for number, item in enumerate(traced.tokens.items) if not item.special]
        opened = place.token if place.token is not None else next(iter(traced.tokens.typed_masks), words[-1])
        payload, _ = cache.shared.passes.way_parts(*question, opened)
        top = cache.shared.passes.answers(*question, opened)[0]
        first = payload, answer_finding(traced, opened, top)
    return machine_page(model, plan, sentence, place, notes=notes, first=first)


def machine_figure(
    model_id: str, sentence: str, masked: tuple[int, ...], token: int, headline: str, why: Sequence[str]
) -> bytes:
    """“The whole pass” over one sentence as an HTML file without a model."""
    from components.takeaway.machine_page import machine_figure

    payload, parts = cache.shared.passes.way_parts(model_id, sentence, masked, token)
    return machine_figure(payload, parts, headline=headline, why=why)


def page_megabytes(model_id: str) -> int:
    """About how large a file with the model inside is: a byte for each parameter, in base64, vocabulary and scales."""
    return math.ceil(parameter_count(model_id) * 4 / 3 / 1e6)


@share_results(len(PAGE_MODELS))
def packed_model(model_id: str) -> "PackedModel":
    """A model as it goes into pages."""
    from components.takeaway import packing

    return packing.packed_model(engine().open_model(model_id))


@share_results(len(PAGE_MODELS))
def _attention_rounding(model_id: str) -> "AttentionRounding":
    from components.takeaway.accuracy import attention_rounding
    from components.takeaway.packing import packed_weights

    opened = engine().open_model(model_id)
    return attention_rounding(opened, packed_weights(opened))
