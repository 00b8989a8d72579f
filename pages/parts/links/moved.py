"""Views that were renamed, merged or moved: where old links lead now.

A link names a view (``mode=``). When views are merged, the old view becomes a setting of the new one, so an entry may
add settings; values in the link take precedence. One block per room, by the path in the link.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from pages.parts.rooms import (
    ATTENTION,
    DISTILLATION,
    FAMILY,
    FILL,
    INPUT,
    INSIDE,
    MASKS,
    MISTAKES,
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


@dataclass(frozen=True)
class MovedView:
    """The current place of a view that was renamed or moved.

    Attributes:
        view: Its current name; empty for the first view of the room.
        room: The room it moved to; None if it stayed.
        settings: Settings with which the view shows what the old one did; values in the link take precedence.
        renamed: Current names of the old view's parameters, by their old names.
    """

    view: str
    room: Room | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)


_FILL: dict[str, MovedView] = {
    "Two sentences": MovedView("", settings={"compare": "A second sentence"}),
    "Two models": MovedView(
        "Same blanks", DISTILLATION, {"model": DEFAULT_MODEL}, {"model2": "student", "models-blank": "blanks-blank"}
    ),
    "A word I name": MovedView("", settings={"word": "bank, house, hospital"}),
    "Several blanks": MovedView("", settings={"sentence": "The judge sent the [MASK] to [MASK]."}),
    "A list of my own": MovedView("", settings={"list": "true"}),
    "Left side only": MovedView("Encoder against decoder", MASKS),
}

_SENSES: dict[str, MovedView] = {
    "How well separated?": MovedView("The map", settings={"why": "true"}),
    "How well apart?": MovedView("The map", settings={"why": "true"}),
    "Groups": MovedView("The map"),
    "The class": MovedView("The map"),
    "My sentences": MovedView("The map", settings={"sentences": "true"}),
    "Two models": MovedView("The map", settings={"why": "true", "compare": "true"}),
}

_INPUT: dict[str, MovedView] = {
    "Cutting": MovedView("Tokenization"),
    "Two vocabularies": MovedView(
        "Tokenization", settings={"why": "true", "sentence": "Agnieszka Kowalczyk went to Timbuktu."}
    ),
    "Vocabularies (WordPiece, BPE)": MovedView(
        "Tokenization", settings={"why": "true", "sentence": "Agnieszka Kowalczyk went to Timbuktu."}
    ),
    "Making a vocabulary": MovedView("Tokenization", settings={"why": "true"}),
    "Without one part": MovedView(
        "The sum", settings={"segment": "off", "sentence": "The keys to the house [MASK] lost."}
    ),
    "A pair": MovedView("Next sentence (NSP)", PRETRAINING, {"sentence": "She went to the bank to open an account."}),
    "Padding": MovedView("", MISTAKES, {"part": "More and more padding"}),
    "Too long": MovedView("Truncation"),
    "Truncation (512 tokens)": MovedView("Truncation"),
}

_ATTENTION: dict[str, MovedView] = {
    "Averages": MovedView("Every head", settings={"over": "heads"}),
    "Rollout": MovedView("Every head", settings={"shown": "Rollout"}),
    "bertviz": MovedView("Every head", settings={"bertviz": "true"}),
    "Two sentences": MovedView("", settings={"compared": "true"}),
    "What heads do": MovedView("", settings={"names": "true"}),
    "Into one weight": MovedView("Inside one weight"),
}

_MASKS: dict[str, MovedView] = {
    "The proof on “bank”": MovedView("The proof"),
    "Two models": MovedView("Side by side"),
    "What it does to prediction": MovedView("Encoder against decoder"),
}

_POSITIONS: dict[str, MovedView] = {
    "The tables and their similarity": MovedView("Near and far"),
    "The four panels": MovedView("Near and far"),
    "A function of distance?": MovedView("Near and far", settings={"why": "true"}),
    "The shape of the table": MovedView("Near and far", settings={"methods": "Learned and sinusoidal"}),
    "Past the end": MovedView("Near and far", settings={"why": "true"}),
}

_PRETRAINING: dict[str, MovedView] = {
    "The dice": MovedView(
        "One training step", settings={"sentence": "We sat by the bank of the river and counted our boats."}
    ),
    "Masking 80/10/10": MovedView(
        "One training step", settings={"sentence": "The scientist discovered a new species."}
    ),
    "Why not always [MASK]?": MovedView("One training step", settings={"why": "true"}),
    "One step": MovedView("One training step"),
    "Next sentence": MovedView(
        "Next sentence (NSP)", settings={"sentence": "She went to the bank to open an account."}
    ),
    "Replaced tokens (ELECTRA)": MovedView("One training step", settings={"why": "true"}),
    "Replaced words": MovedView("One training step", settings={"why": "true"}),
    "Left to right": MovedView(
        "Encoder against decoder",
        MASKS,
        {"why": "true", "sentence": "We sat by the bank of the [MASK] and counted our boats."},
    ),
}

_TEACHING: dict[str, MovedView] = {
    "Learning rates": MovedView("Is it any good?", settings={"why": "true", "show": "rates"}),
    "How many labels?": MovedView("Is it any good?", settings={"why": "true", "show": "label-counts"}),
    "Learning rate and labels": MovedView("Is it any good?", settings={"why": "true", "show": "rates"}),
    "What changed inside": MovedView("Is it any good?", settings={"why": "true", "show": "moved"}),
    "Trainer and loop": MovedView("", settings={"export": "true"}),
}

_SEARCH = MovedView(
    "Question answering",
    settings={"passage": "17", "question": "How far is Mercury from the Sun?"},  # 17: “search ten passages”
    renamed={"asked": "question"},
)
_TASKS: dict[str, MovedView] = {
    "Whole text": MovedView(""),
    "Every word": MovedView("Tagging words"),
    "A span": MovedView("Question answering"),
    "Search": _SEARCH,
    "A pair": _SEARCH,
    "Sentence pairs": _SEARCH,
    "Alike?": MovedView("Search", settings={"why": "true", "show": "likeness"}),
    "How good are they?": MovedView("", settings={"why": "true", "show": "how-good"}),
}

_SPEED: dict[str, MovedView] = {
    "Timed live": MovedView("How fast?"),
    "The claims": MovedView("How fast?", settings={"why": "true"}),
    "By length and batch": MovedView("Where the time goes"),
} | {
    name: MovedView(name, DISTILLATION)
    for name in ("The same blanks", "Soft targets", "Three losses", "Layer by layer", "What the teacher was worth")
}

_DISTILLATION: dict[str, MovedView] = {
    "The same blanks": MovedView("Same blanks"),
    "Soft targets and losses": MovedView("Soft targets"),
    "Three losses": MovedView("Soft targets", settings={"why": "true"}, renamed={"degree": "T"}),
    "Layer by layer": MovedView("Soft targets", settings={"why": "true"}),
    "Layers and the teacher’s worth": MovedView("Same blanks", settings={"why": "true"}),
    "What the teacher was worth": MovedView("Same blanks", settings={"why": "true"}),
}

_FAMILY: dict[str, MovedView] = {
    "Two side by side": MovedView("", settings={"properties": "true"}),
    "Count it": MovedView("", settings={"count": "true"}),
    "Which one?": MovedView("", settings={"every": "true"}),
    "Timeline": MovedView("", settings={"every": "true"}),
    "One table": MovedView("", settings={"every": "true"}),
    "Published figures": MovedView("", settings={"sources": "true"}),
    "Encoder, decoder or both": MovedView("Side by side", MASKS),
}

_INSIDE: dict[str, MovedView] = {
    "Who moved the answer?": MovedView("Switch heads off", ATTENTION),
    "Inside the feed-forward layer": MovedView("", settings={"box": "up"}),
}

_MISTAKES: dict[str, MovedView] = {}

_COSINES = MovedView("", MISTAKES, {"mistake": "sentence_vector"})
_PROBING: dict[str, MovedView] = {
    "All tasks at once": MovedView("", settings={"why": "true"}),
    "What is a high cosine?": _COSINES,
    "Why is every cosine 0.9?": _COSINES,
}

_PATCHING: dict[str, MovedView] = {
    "The class": MovedView("Over many pairs", settings={"about": "the class’s own pairs"})
}

MOVED_VIEWS: Mapping[str, Mapping[str, MovedView]] = {
    FILL.path: _FILL,
    SENSES.path: _SENSES,
    INPUT.path: _INPUT,
    ATTENTION.path: _ATTENTION,
    INSIDE.path: _INSIDE,
    PROBING.path: _PROBING,
    PATCHING.path: _PATCHING,
    MASKS.path: _MASKS,
    POSITIONS.path: _POSITIONS,
    PRETRAINING.path: _PRETRAINING,
    TEACHING.path: _TEACHING,
    TASKS.path: _TASKS,
    SPEED.path: _SPEED,
    DISTILLATION.path: _DISTILLATION,
    FAMILY.path: _FAMILY,
    SUITES.path: {},
    MISTAKES.path: _MISTAKES,
}


def current_view(path: str, view: str) -> MovedView | None:
    """The current place of a view that a link names; None if its name has not changed.

    Entries are followed repeatedly, so a view that moved twice needs no entry for the second move.

    Args:
        path: The path of the room in the link.
        view: The name of the view in the link.
    """
    moved = MOVED_VIEWS.get(path, {}).get(view)
    if moved is None:
        return None
    later = current_view(path if moved.room is None else moved.room.path, moved.view)
    if later is None:
        return moved
    settings, renamed = {**later.settings, **moved.settings}, {**later.renamed, **moved.renamed}
    return MovedView(later.view, later.room or moved.room, settings, renamed)
