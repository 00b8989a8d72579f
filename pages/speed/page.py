"""Half the layers: BERT against DistilBERT, timed on this machine, and what the smaller one has kept."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from cache.agreement import shipped_agreement
from cache.first_timing import first_timing
from components.model.refusal import NothingMasked, Refusal
from components.model.registry import record
from components.widgets.arrow_keys import arrow_keys
from pages.parts.carried import bring, remember
from pages.parts.live import is_live
from pages.parts.presenting import controls_hidden, large_type, linked_choice, presenting, teachers_links
from pages.parts.rooms import SPEED
from pages.parts.ways import chosen_way
from pages.speed import presets
from pages.speed.conditions import conditions, linked_or_usual
from pages.speed.guess import ratio_guessed
from pages.speed.job import start_button, watched
from pages.speed.modes import blanks, claims, grid, layers, live, losses, parts, targets, worth
from pages.speed.sentence import FIRST, kept_sentence, notice, sentence_box, sentence_presets, sentence_step
from pages.speed.shown import Shown, Whose, other_than_chosen, shown
from pages.speed.situation import USUAL_STUDENT, Lesson, teacher_and_student

WORDS = Path(__file__).with_name("words.md").read_text(encoding="utf-8")
TIMED: dict[str, Callable[[Shown], None]] = {
    "Timed live": live.show,
    "By length and batch": grid.show,
    "Where the time goes": parts.show,
    "The claims": claims.show,
}
OF_A_SENTENCE: dict[str, Callable[[Lesson], None]] = {
    "The same blanks": blanks.show,
    "Soft targets": targets.show,
    "Three losses": losses.show,
}
LAYERS, WORTH = "Layer by layer", "What the teacher was worth"
MODES = (*TIMED, *OF_A_SENTENCE, LAYERS, WORTH)


def timed_room(asked: str) -> None:
    """Two models timed, on this machine once somebody asks for it; until then elsewhere."""
    if not is_live():
        at = Shown(first_timing(), Whose.SHIPPED)
    else:
        benchmark = linked_or_usual()
        if not controls_hidden():
            presets.presets()
            with st.expander("What to measure: models, batch sizes, lengths, device", key="bench-conditions"):
                conditions(benchmark)
        start_button(benchmark)
        watched()
        at = shown()
        other_than_chosen(at, benchmark)
    if ratio_guessed(at):
        TIMED[asked](at)
    presets.notice(linked_or_usual(quiet=True))


def kept_room(asked: str, sentence: str) -> None:
    """What distillation keeps: a teacher and a student, and for some ways of looking a sentence."""
    if asked == WORTH:
        worth.show()
        return
    both = teacher_and_student()
    if both is None:
        return
    if not is_live():
        example()
        return
    lesson = Lesson(*both, sentence)
    if asked == LAYERS:
        layers.show(lesson)
        return
    OF_A_SENTENCE[asked](lesson)
    notice(sentence)


def example() -> None:
    """What was computed beforehand, of the two bundled models."""
    teacher, student = record("pocket-bert"), record(USUAL_STUDENT)
    found = shipped_agreement(teacher.id, student.id)
    if found is not None:
        st.caption(f"Until then, {teacher.name} and {student.name} over many blanks:")
        blanks.draw(found, (teacher.name, student.name))
        blanks.computed_beforehand(found)


large_type()
bring(SPEED.path, own=FIRST.sentence)
asked = linked_choice("ask", MODES)
if presenting():
    arrow_keys(key="steps", on_step=sentence_step if asked in OF_A_SENTENCE else presets.step)
else:
    st.title(f"{SPEED.title} ({SPEED.technical})", anchor=False)
    st.markdown(
        "DistilBERT has half of BERT’s layers. See **how much faster it is on this machine, and what it kept**."
    )
asked = chosen_way(MODES, key="ask")
if asked in OF_A_SENTENCE:
    if not controls_hidden():
        sentence_presets()
    sentence = sentence_box()
else:
    sentence = kept_sentence()
remember(sentence, own=FIRST.sentence)
try:
    if asked in TIMED:
        timed_room(asked)
    else:
        kept_room(asked, sentence)
except NothingMasked as refusal:
    st.info(str(refusal), icon=":material/touch_app:")
except Refusal as refusal:
    st.warning(str(refusal), icon=":material/info:")
if not presenting():
    teachers_links(key="speed")
    st.markdown(WORDS)
