"""What is a high cosine? Cosines of words layer by layer, with and without what all vectors share."""

from collections.abc import Mapping

import streamlit as st

import cache.engine
import cache.probing
from cache.shipped.first_cosines import first_cosines
from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from components.probing.charts.cosines import cosine_curves, dimension_bars, pair_curve
from components.probing.model.cosine_presets import FIRST_SENTENCE, SECOND_SENTENCE, default_words
from components.probing.model.cosine_results import (
    DIRECTIONS_LIMIT,
    Correction,
    CorrectionKind,
    CosineProfile,
    PairCosines,
    WordPlace,
)
from components.probing.model.presets import VECTORS
from components.probing.model.sentences import word_spans
from components.probing.tables.cosine_findings import (
    correction_finding,
    dimension_finding,
    pair_finding,
    profile_finding,
    sample_note,
)
from components.probing.tables.cosines import cosine_table, dimension_table, pair_table, published_table
from components.tables.numbers import fixed
from pages.parts.errors import show_errors
from pages.parts.findings import Findings, precomputed_findings, prose_expander, room_prose
from pages.parts.layout import headline, note, settings_expander
from pages.parts.long_work import show_progress
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.rooms import MISTAKES, PROBING
from pages.parts.settings import choice, lines, number, option, text

UNCORRECTED = Correction()
ADDED_LIMIT = 100  # sentences of a visitor
DEFAULTS = {"first": FIRST_SENTENCE, "second": SECOND_SENTENCE}  # by the link's parameter
LABEL_LIMIT = 30  # characters of a word in a list
SENTENCE_VECTOR = {"mistake": "sentence_vector"}  # the link's parameters for “[CLS] as the sentence vector”


def show(model: ModelRecord) -> Findings:
    """Draw the mean cosines, two words of the visitor among random pairs, and the dimensions.

    Raises:
        UserError: A sentence that the visitor has added cannot be read, or there are too many.
    """
    correction = _choose_correction()
    typed = {name: text(f"{name.capitalize()} sentence", name, default) for name, default in DEFAULTS.items()}
    added = _added_sentences()
    with show_progress("Reading", f"{model.id} {added}", key="cosines") as report:
        uncorrected = cache.probing.cosine_profile(model.id, added, UNCORRECTED, report)
        profile = cache.probing.cosine_profile(model.id, added, correction, report)
        left, right = st.columns(2, gap="medium")
        with left:
            figures = [_draw_means(uncorrected, profile, model.name)]
        code: dict[str, object] = {"added": list(added), "correction": correction.kind.value}
        code["directions"] = correction.directions
        with right, show_errors():
            first, second = (_choose_word(model, name, typed) for name in DEFAULTS)
            last = len(profile.layers) - 1
            layer = number("Layer of this comparison", "at-layer", low=0, high=last, default=last)
            pair = cache.probing.pair_cosines(model.id, added, correction, (first, second), report)
            figures.append(_draw_pair(profile, pair, layer, model.name))
            code |= {"first": _snippet_word(first), "second": _snippet_word(second)}
    figures.append(_draw_dimensions(uncorrected, profile, model.name))
    about = room_prose(PROBING, "cosines", chance=fixed(profile.chance_similarity, 2))
    return Findings("cosines", figures, profile.conditions, code, about, onward=link_to_sentence_vectors)


def show_precomputed(_model: ModelRecord) -> Findings:
    """Draw the stored cosines of the default model while the model loads."""
    stored = first_cosines()
    name = model_record(stored.profile.conditions.model_id).name
    left, right = st.columns(2, gap="medium")
    with left:
        _draw_means(stored.profile, stored.profile, name)
    with right:
        _draw_pair(stored.profile, stored.pair, len(stored.profile.layers) - 1, name)
    _draw_dimensions(stored.profile, stored.profile, name)
    return precomputed_findings(stored.profile.conditions)


def link_to_sentence_vectors() -> None:
    """Link to the mistake of comparing sentences by [CLS], where a high cosine misleads."""
    if not hides_controls():
        label = "[CLS] as a sentence vector"
        st.page_link(MISTAKES.file, label=label, icon=MISTAKES.icon, query_params=SENTENCE_VECTOR)


def _choose_correction() -> Correction:
    kind = CorrectionKind(choice("Vectors", VECTORS, [kind.value for kind in CorrectionKind], drawn_as="list"))
    if kind is not CorrectionKind.DIRECTIONS:
        return Correction(kind)
    directions = number("Directions taken away", "directions", low=0, high=DIRECTIONS_LIMIT, default=1)
    return Correction(kind, directions)


def _added_sentences() -> tuple[str, ...]:
    """Ask for sentences that are measured with those that ship.

    Raises:
        UserError: There are too many.
    """
    with settings_expander("Add your own sentences", key="cosines-added"):
        added = lines("One sentence per line, measured with the others", "added-sentences", ())
    if len(added) > ADDED_LIMIT:
        raise UserError(f"Add at most {ADDED_LIMIT} sentences. There are {len(added):,} now.")
    return added


def _choose_word(model: ModelRecord, name: str, typed: Mapping[str, str]) -> WordPlace:
    """Choose a word of a sentence; the link counts words from 1.

    Raises:
        UserError: One of the sentences cannot be read, or has no word.
    """
    for sentence in typed.values():
        cache.engine.tokens(model.id, sentence)  # raises before a long text becomes a long list
        if not word_spans(sentence):
            raise UserError("Type a sentence with at least one word in each box.")
    sentence, parameter, before = typed[name], f"{name}-word", f"{name}-typed"
    if st.session_state.get(before, sentence) != sentence:
        st.query_params.pop(parameter, None)  # it counted the words of another sentence
    st.session_state[before] = sentence
    words = [sentence[start:end][:LABEL_LIMIT] for start, end in word_spans(sentence)]
    default = default_words(typed["first"], typed["second"])[name == "second"]
    return WordPlace(sentence, option(f"Word of the {name}", parameter, words, default=default, first=1))


def _snippet_word(place: WordPlace) -> tuple[str, int, int]:
    """A word as the code to copy needs it: the sentence, and the word's start and end in it."""
    return (place.sentence, *word_spans(place.sentence)[place.word])


def _draw_means(uncorrected: CosineProfile, profile: CosineProfile, model: str) -> ChartFigure:
    """Draw the mean cosines, with published figures if the vectors are as they are."""
    is_corrected = profile.correction != UNCORRECTED
    finding = correction_finding(uncorrected, profile) if is_corrected else profile_finding(profile, model=model)
    headline(finding)
    note(dimension_finding(profile))
    table = cosine_table(profile)
    chart = cosine_curves(table, None if is_corrected else published_table(len(profile.layers) - 1), model=model)
    st.altair_chart(chart, key="cosine-means", alt=finding)
    st.caption(sample_note(profile))
    return ChartFigure("cosines", chart, table)


def _draw_pair(profile: CosineProfile, pair: PairCosines, layer: int, model: str) -> ChartFigure:
    """Draw two words among random pairs, and say how many pairs are less similar at one layer."""
    finding, table = pair_finding(pair, layer, pair_count=profile.pair_count), pair_table(profile, pair)
    chart = pair_curve(table, model=model)
    st.altair_chart(chart, key="cosine-pair", alt=finding)
    st.caption(escape_markdown(finding))
    return ChartFigure("two-words", chart, table)


def _draw_dimensions(uncorrected: CosineProfile, profile: CosineProfile, model: str) -> ChartFigure:
    """Draw what the largest dimensions add, at the scale of uncorrected vectors, and what a cosine may be used for."""
    table = dimension_table(profile)
    chart = dimension_bars(table, model=model, scale_max=max(layer.random_words.value for layer in uncorrected.layers))
    description = dimension_finding(profile) or "The mean cosine of random words is near 0 in every layer."
    st.altair_chart(chart, key="cosine-dimensions", alt=description)
    prose_expander(room_prose(PROBING, "cosine_use", label="What a cosine may be used for"), key="cosine-use")
    return ChartFigure("dimensions", chart, table)
