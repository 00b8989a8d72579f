"""What the home page draws for a sentence: a river, or the words near one of its words."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import cache.engine
import cache.river
import cache.senses
from cache.shipped.first_river import first_river
from components.model.results import Conditions
from components.model.tokens.occurrences import content_spans, find_occurrences
from components.model.user_errors import UserError
from components.model.word_senses import SensePreset, concordance, sense_presets
from components.senses.model.request import preset_request
from components.senses.model.results import WordPoint
from components.senses.model.river_results import River
from components.senses.tables.river import (
    OwnThread,
    control_note,
    encode_nearby,
    encode_river,
    nearby_finding,
    river_finding,
)
from pages.parts.errors import show_error
from pages.parts.lecture.finale import MODEL, WORD
from pages.parts.lecture.tour_stop import is_on_tour, sentence_determiner

KNOWN = (*sense_presets(), *concordance())
DETERMINERS = frozenset(("a", "an", "the", "my", "your", "his", "her", "its", "our", "their", "this", "that", "these"))
WORD_LIMIT = 8  # words of a sentence that are offered to follow
NEARBY_NOTE = "Height: cosine similarity with your word, in all dimensions. The other sentences are included examples."


@dataclass(frozen=True)
class HomePicture:
    """What the page draws.

    Attributes:
        payload: The picture.
        finding: What the model makes of the sentence.
        note: What else to know about the numbers.
        word: The word that is followed.
        position: Of its first piece among the tokens of the visitor's sentence; None if no model has read it.
        conditions: What the numbers were computed under.
        live: Whether they were computed now.
    """

    payload: bytes
    finding: str
    note: str
    word: str
    position: int | None
    conditions: Conditions
    live: bool


def read_sentence(typed: str, follow: DeltaGenerator, *, live: bool) -> HomePicture:
    """The picture of the sentence, stored or computed now; where neither can be had, the river without it."""
    first = first_river.read()
    threads, computed = first.threads_of(typed), None
    if not threads and not live:
        st.caption("Your sentence is read as soon as the model has loaded.")
    elif not threads:
        try:
            computed = _computed(typed, follow)
        except UserError as error:
            show_error(error)
    return computed or _river_picture(WORD, first.river, first.points, threads, first.conditions, live=False)


def _computed(typed: str, follow: DeltaGenerator) -> HomePicture | None:
    """The picture of a sentence that is not stored; None if it has no word to follow.

    A word with labelled meanings has a river; of any other word, the words nearest to it are shown. Where there are
    several, the visitor may choose.
    """
    known = {preset.word: preset for preset in KNOWN if find_occurrences(typed, preset.forms)}
    others = [typed[start:end] for start, end in content_spans(typed)][:WORD_LIMIT]
    words = [*known, *(word for word in dict.fromkeys(others) if not any(word.casefold() in p.forms for p in KNOWN))]
    if not words:
        st.caption(f"Type a sentence with “{WORD.word}” or any other noun.")
        return None
    word = words[0] if known else _subject(typed, words)
    if WORD.word not in known:
        word = follow.pills("Follow a word", words, default=word, key=f"follow-{typed}") or word
    if word not in known:
        nearby = cache.river.nearby(MODEL.id, typed, word, lambda _text: None)
        if nearby is None:
            return None
        return HomePicture(
            encode_nearby(nearby, owner=_owner()),
            nearby_finding(nearby, MODEL.name),
            NEARBY_NOTE,
            word,
            nearby.added.positions[0],
            cache.engine.conditions(MODEL.id),
            live=True,
        )
    request = preset_request(MODEL.id, known[word])
    added = cache.river.own_vectors(request, typed)
    senses = cache.river.default_senses(request, added)
    assert senses is not None  # every word that ships has two
    return _river_picture(
        known[word],
        cache.river.river(request, senses),
        cache.senses.word_vectors(request, lambda _text: None).points,
        cache.river.own_threads(request, senses, added),
        cache.engine.conditions(MODEL.id),
        live=True,
        occurrences=len(added.points),
    )


def _subject(typed: str, words: Sequence[str]) -> str:
    """The word to follow first: the last one after an article or the like, which is mostly a noun; else the last."""
    spoken = typed.split()
    nouns = [word for before, word in pairwise(spoken) if before.casefold() in DETERMINERS]
    named = [word for word in words if any(noun.startswith(word) for noun in nouns)]
    return (named or words)[-1]


def _river_picture(
    preset: SensePreset,
    drawn: River,
    points: tuple[WordPoint, ...],
    added: tuple[OwnThread, ...],
    conditions: Conditions,
    *,
    live: bool,
    occurrences: int = 0,
) -> HomePicture:
    unread = (
        f" Only the first {len(added)} of {occurrences} “{preset.word}” are drawn." if occurrences > len(added) else ""
    )
    return HomePicture(
        # On a tour the row of shares would answer the stop that asks for them.
        encode_river(drawn, points, preset.word, added, owner=_owner(), has_shares=not is_on_tour()),
        river_finding(drawn, preset.word, MODEL.name, added),
        control_note(drawn) + unread,
        preset.word,
        added[0][0].positions[0] if added else None,
        conditions,
        live,
    )


def _owner() -> str:
    return f"{sentence_determiner()} sentence".lower()
