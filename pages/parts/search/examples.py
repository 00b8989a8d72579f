"""The presets of every room, with the links that open them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cache.teaching import has_film_reviews
from components.attention.model.presets import ATTENTION_PRESETS, AttentionPreset
from components.distillation.model.presets import DISTILLATION_PRESETS
from components.family.model.presets import FAMILY_PRESETS, FamilyPreset
from components.fill.model.presets import TUTORIAL_PRESETS
from components.input.model.presets import INPUT_PRESETS
from components.masks.model.presets import PROOF_PRESETS
from components.mistakes.model.catalogue import MISTAKES
from components.model.checkpoints.registry import model_record
from components.model.family_members import family_member
from components.model.presets import FILL_PRESETS
from components.model.word_senses import SensePreset, sense_presets
from components.patching.model.presets import pair_presets
from components.positions.model.presets import POSITION_PRESETS
from components.pretraining.model.presets import PRETRAINING_PRESETS
from components.probing.model.presets import PROBE, PROBING_PRESETS, ProbingPreset
from components.speed.model.presets import BENCHMARK_PRESETS, BenchmarkPreset
from components.speed.model.spec import format_spec
from components.suites.model.presets import SUITE_PRESETS
from components.tasks.model.presets import TASK_PRESETS, TaskPreset
from components.teaching.model.plan import plan_to_link
from components.teaching.model.presets import TEACHING_PRESETS, TeachingPreset
from pages.parts.examples import Example
from pages.parts.links.parameters import MODE, SENTENCE
from pages.parts.rooms import (
    ATTENTION,
    DISTILLATION,
    FAMILY,
    FILL,
    INPUT,
    INSIDE,
    MASKS,
    PATCHING,
    POSITIONS,
    PRETRAINING,
    PROBING,
    SENSES,
    SPEED,
    SUITES,
    TASKS,
    TEACHING,
    Room,
)
from pages.parts.rooms import MISTAKES as PITFALLS
from pages.parts.sentence.box import SentenceExample

_TEXTS = ("text", "words", "question", "first", "second", "asked", "one", "other")  # of the tasks, in the link
Preset = TypeVar("Preset", bound=Example)


@dataclass(frozen=True)
class RoomPresets(Generic[Preset]):
    """The presets of a room, and how to link to them.

    Attributes:
        room: The room.
        presets: In the order of its list of examples.
        link: Returns the parameters of the link that opens a preset.
        text: Returns the text of a preset: its sentence, or what it compares.
    """

    room: Room
    presets: Sequence[Preset]
    link: Callable[[Preset], Mapping[str, str]]
    text: Callable[[Preset], str]


def room_presets() -> tuple[RoomPresets[Any], ...]:
    """The presets of all rooms, in the order of the rooms."""
    return (
        RoomPresets(FILL, (*FILL_PRESETS, *TUTORIAL_PRESETS), _sentence, _sentence_text),
        RoomPresets(SENSES, sense_presets(), lambda preset: {"forms": ", ".join(preset.forms)}, _senses_text),
        RoomPresets(INPUT, INPUT_PRESETS, _sentence, _sentence_text),
        RoomPresets(ATTENTION, ATTENTION_PRESETS, _pair, _sentence_text),
        RoomPresets(INSIDE, FILL_PRESETS, _sentence, _sentence_text),
        RoomPresets(PROBING, PROBING_PRESETS, _probing, lambda preset: ""),
        RoomPresets(PATCHING, pair_presets(), _sentence, _sentence_text),
        RoomPresets(MASKS, PROOF_PRESETS, _sentence, _sentence_text),
        RoomPresets(POSITIONS, POSITION_PRESETS, _sentence, _sentence_text),
        RoomPresets(PRETRAINING, PRETRAINING_PRESETS, _sentence, _sentence_text),
        RoomPresets(TEACHING, TEACHING_PRESETS, _run, lambda preset: ""),
        RoomPresets(TASKS, TASK_PRESETS, _task, _task_text),
        RoomPresets(SPEED, BENCHMARK_PRESETS, lambda preset: {"bench": format_spec(preset.benchmark)}, _models_text),
        RoomPresets(DISTILLATION, DISTILLATION_PRESETS, _sentence, _sentence_text),
        RoomPresets(
            FAMILY, FAMILY_PRESETS, lambda preset: {"one": preset.first, "other": preset.second}, _members_text
        ),
        RoomPresets(
            SUITES, SUITE_PRESETS, lambda preset: {"about": preset.phenomenon}, lambda preset: preset.phenomenon
        ),
        RoomPresets(PITFALLS, MISTAKES, lambda mistake: {"mistake": mistake.key}, lambda mistake: mistake.inputs_text),
    )


def _sentence(preset: SentenceExample) -> dict[str, str]:
    return {SENTENCE: preset.sentence}


def _pair(preset: AttentionPreset) -> Mapping[str, str]:
    return _sentence(preset) | ({"second": preset.second} if preset.second else {})


def _run(preset: TeachingPreset) -> Mapping[str, str]:
    run = plan_to_link(preset.plan_for(film_reviews=has_film_reviews()))
    return {"run": run} if run else {}


def _task(preset: TaskPreset) -> Mapping[str, str]:
    return {MODE: preset.mode, **dict(preset.settings)}


def _probing(preset: ProbingPreset) -> Mapping[str, str]:
    return ({} if preset.mode == PROBE else {MODE: preset.mode}) | dict(preset.settings)


def _sentence_text(preset: SentenceExample) -> str:
    return preset.sentence


def _senses_text(preset: SensePreset) -> str:
    return ", ".join((*preset.forms, *preset.senses))


def _task_text(preset: TaskPreset) -> str:
    texts = (value for name, value in preset.settings if name in _TEXTS and value not in preset.name)
    return " ".join(texts)


def _models_text(preset: BenchmarkPreset) -> str:
    return f"{model_record(preset.benchmark.first).name} and {model_record(preset.benchmark.second).name}"


def _members_text(preset: FamilyPreset) -> str:
    return f"{family_member(preset.first).name} and {family_member(preset.second).name}"
