"""Steering: a direction added to a layer, and how the answer and the rest of the sentence follow its strength."""

from functools import partial

import streamlit as st

import cache.patching
from components.charts.files import ChartFigure
from components.patching.charts.steering import loss_curve, share_areas, steered_word_bars, turned_curve
from components.patching.model.presets import phenomena
from components.patching.model.steering_presets import STEERING_PRESETS, SteeringPreset, steering_preset_index
from components.patching.model.steering_results import STRENGTHS, Steering, SteeringPlace, SteeringSets
from components.patching.tables.steering import (
    breakdown_finding,
    other_losses_table,
    random_band_table,
    share_table,
    steered_words_table,
    steering_finding,
    strength_text,
    vector_note,
)
from components.patching.tables.steering_sentences import (
    steered_sentences_finding,
    steered_sentences_table,
    turned_table,
)
from components.tables.phrases import word_label
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, rare_settings, try_this
from pages.parts.links.parameters import SENTENCE
from pages.parts.long_work import run_with_progress
from pages.parts.presenting import hides_controls
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.settings import amount, choice, lines, linked_expander, number, option, text
from pages.patching.inputs import DIRECTION, FIRST, SECOND, forget_pair

WORD_COUNT = 6
DEFAULT_STRENGTH, DEFAULT_DEPTH = 2.0, 2 / 3


def show(context: SentenceContext) -> Findings:
    """Draw the words at the blank, the odds of two of them over the strength, and the loss of all other words."""
    blanked = context.blank_context(needs_blank=True)
    blank = choose_blank(blanked, key="steering")
    preset = STEERING_PRESETS[
        option(
            "Steer from",
            DIRECTION,
            [each.change for each in STEERING_PRESETS],
            default=steering_preset_index(context.sentence),
            first=1,
        )
    ]
    strength = amount("Strength", "strength", low=STRENGTHS[0], high=STRENGTHS[-1], default=DEFAULT_STRENGTH, step=0.5)
    strength = min(STRENGTHS, key=lambda each: abs(each - strength))  # a link may name one between two steps
    with rare_settings():
        place = SteeringPlace(choice("Add it to", "added-to", [place.value for place in SteeringPlace]))
        layers = cache.patching.layer_count(context.model.id)
        layer = number(
            "After layer (0: before layer 1)",
            "after",
            low=0,
            high=layers,
            default=max(1, round(DEFAULT_DEPTH * layers)),
        )
    words, sets = _words_and_sets(preset)
    question = (context.model.id, context.sentence, blanked.masked, blank, words, sets, layer, place)
    steering = run_with_progress("Steering", cache.patching.steering, *question, unit="pass", key="steering")
    is_preset = sets == preset.sets
    way = f"towards {preset.end(strength)}"
    if not is_preset:
        way = f"{'away from' if strength < 0 else 'towards'} your sentences"
    finding, losses_finding = steering_finding(steering, strength, way), breakdown_finding(steering)
    headline(finding)
    remark = "" if is_preset else "The direction is made from your own sentences."
    note(remark, losses_finding, vector_note(steering))
    if preset.sentence != context.sentence and not hides_controls():
        st.button("Use this direction’s example", key="steering-example", on_click=partial(_use_example, preset))
    ends = (preset.end(-1), preset.end(1)) if is_preset else ("the second sentences", "your sentences")
    figures = _draw(steering, strength, ends, finding, losses_finding)
    if preset.phenomenon in phenomena():
        figures += _draw_other_sentences(context, preset.phenomenon, sets, layer, place, strength)
    return Findings("steering", figures, steering.conditions, _code(blanked, steering, sets, layer, strength))


def _words_and_sets(preset: SteeringPreset) -> tuple[tuple[str, str], SteeringSets]:
    """Draw the inputs of the two words and of the sentences; empty ones stand for those of the direction."""
    toward, away = preset.words
    with rare_settings():
        away = text(f"Word to steer away from (empty: “{away}”)", FIRST, "").strip() or away
        toward = text(f"Word to steer to (empty: “{toward}”)", SECOND, "").strip() or toward
        sets = SteeringSets(
            lines("Sentences to steer to, one per line", "steer-toward", preset.sets.toward),
            lines("Sentences to steer away from, one per line", "steer-away", preset.sets.away),
        )
    return (toward, away), sets


def _draw(
    steering: Steering, strength: float, ends: tuple[str, str], finding: str, losses_finding: str
) -> list[ChartFigure]:
    first, second = (word_label(target) for target in steering.targets)
    words, shares = steered_words_table(steering, strength, count=WORD_COUNT), share_table(steering)
    band, losses = random_band_table(steering), other_losses_table(steering)
    bars = steered_word_bars(words, f"strength {strength_text(strength)}")
    curve = share_areas(shares, band, strength, (first, second), ends)
    draw_chart(curve, key="steering-shares", alt=finding)
    try_this("Drag the strength below 0.")
    in_drawer("Words at the blank", partial(st.altair_chart, bars, key="steering-words", alt=finding))
    figures = [
        ChartFigure("shares", curve, shares),
        ChartFigure("words", bars, words),
        ChartFigure("random", None, band),
    ]
    if not losses.empty:
        falls = loss_curve(losses, strength)
        title = "Mean loss of the other words of the sentence"
        in_drawer(title, partial(st.altair_chart, falls, key="steering-losses", alt=losses_finding))
        figures.append(ChartFigure("other-words", falls, losses))
    return figures


def _draw_other_sentences(
    context: SentenceContext, phenomenon: str, sets: SteeringSets, layer: int, place: SteeringPlace, strength: float
) -> list[ChartFigure]:
    """Draw the panel with the same direction on the other sentences of the phenomenon; nothing while it is closed."""
    panel = linked_expander("The same direction on other sentences", "others")
    if panel is None:
        return []
    question = (context.model.id, phenomenon, sets, layer, place)
    with panel:
        steered = run_with_progress(
            "Steering", cache.patching.steered_sentences, *question, unit="sentence", key="steering-others"
        )
        finding = steered_sentences_finding(steered, strength)
        st.text(finding)
        if not steered.sentences:
            return []
        turned, listed = turned_table(steered), steered_sentences_table(steered, strength)
        curve = turned_curve(turned, strength)
        st.altair_chart(curve, key="steering-turned", alt=finding)
        st.dataframe(listed, hide_index=True, key="steering-sentences")
    return [ChartFigure("turned", curve, turned), ChartFigure("sentences", None, listed)]


def _code(
    context: BlankContext, steering: Steering, sets: SteeringSets, layer: int, strength: float
) -> dict[str, object]:
    return {
        "ids": list(context.tokens.ids),
        "blanks": list(context.blanks),
        "blank": steering.blank,
        "answers": [target.id for target in steering.targets],
        "toward": list(sets.toward),
        "away": list(sets.away),
        "layer": layer,
        "strength": strength,
        "added_to": list(steering.positions),
        "reads_blank": steering.reads_blank,
    }


def _use_example(preset: SteeringPreset) -> None:
    st.session_state[SENTENCE] = preset.sentence
    forget_pair()
