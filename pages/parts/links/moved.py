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
    "Two models": MovedView(
        "Same blanks", DISTILLATION, {"model": DEFAULT_MODEL}, {"model2": "student", "models-blank": "blanks-blank"}
    ),
    "A word I name": MovedView("", settings={"word": "bank, house, hospital"}),
    "Several blanks": MovedView("", settings={"sentence": "The judge sent the [MASK] to [MASK]."}),
    "A list of my own": MovedView("", settings={"list": "true"}),
    "Left side only": MovedView(
        "What it does to prediction",
        MASKS,
        {"part": "Left side only", "sentence": "The [MASK] raised its interest rates and refused the loan."},
        {"left-blank": "sides-blank", "left-answer": "sides-answer"},
    ),
}

_SENSES: dict[str, MovedView] = {
    "How well apart?": MovedView("How well separated?"),
    "Groups": MovedView("How well separated?", settings={"pairs": "true"}),
    "My sentences": MovedView("The map", settings={"sentences": "true"}),
    "Two models": MovedView("How well separated?", settings={"compare": "true"}),
}

_INPUT: dict[str, MovedView] = {
    "Cutting": MovedView("Tokenization"),
    "Two vocabularies": MovedView("Vocabularies (WordPiece, BPE)"),
    "Making a vocabulary": MovedView(
        "Vocabularies (WordPiece, BPE)",
        settings={"part": "How one is made", "sentence": "An unbelievably old bank stood by the river."},
    ),
    "Without one part": MovedView(
        "The sum", settings={"segment": "off", "sentence": "The keys to the house [MASK] lost."}
    ),
    "A pair": MovedView("Next sentence (NSP)", PRETRAINING, {"sentence": "She went to the bank to open an account."}),
    "Padding": MovedView("", MISTAKES, {"part": "More and more padding"}),
    "Too long": MovedView("Truncation (512 tokens)"),
}

_ATTENTION: dict[str, MovedView] = {
    "Averages": MovedView("Every head", settings={"over": "heads"}),
    "Rollout": MovedView("Every head", settings={"shown": "Rollout"}),
    "bertviz": MovedView("Every head", settings={"bertviz": "true"}),
    "Into one weight": MovedView("Inside one weight"),
}

_MASKS: dict[str, MovedView] = {
    "The proof on “bank”": MovedView("The proof"),
    "Two models": MovedView("Side by side", settings={"right": "Another model"}),
}

_POSITIONS: dict[str, MovedView] = {
    "The four panels": MovedView("The tables and their similarity", settings={"methods": "RoPE and ALiBi too"}),
    "A function of distance?": MovedView("The tables and their similarity", settings={"distance": "true"}),
    "The shape of the table": MovedView("The tables and their similarity", settings={"shape": "true"}),
}

_PRETRAINING: dict[str, MovedView] = {
    "The dice": MovedView(
        "Masking 80/10/10", settings={"sentence": "We sat by the bank of the river and counted our boats."}
    ),
    "Why not always [MASK]?": MovedView(
        "Masking 80/10/10",
        settings={"part": "Why not always [MASK]?", "sentence": "She put the money in the [MASK]."},
    ),
    "One step": MovedView("One training step"),
    "Next sentence": MovedView(
        "Next sentence (NSP)", settings={"sentence": "She went to the bank to open an account."}
    ),
    "Replaced words": MovedView("Replaced tokens (ELECTRA)"),
    "Left to right": MovedView(
        "What it does to prediction",
        MASKS,
        {"part": "Left to right", "sentence": "We sat by the bank of the river and counted our boats."},
    ),
}

_TEACHING: dict[str, MovedView] = {
    "Learning rates": MovedView("Learning rate and labels"),
    "How many labels?": MovedView("Learning rate and labels", settings={"vary": "number of labels"}),
    "Trainer and loop": MovedView("", settings={"export": "true"}),
}

_TASKS: dict[str, MovedView] = {
    "Whole text": MovedView(""),
    "Every word": MovedView("Tagging words"),
    "A span": MovedView("Question answering"),
    "A pair": MovedView("Sentence pairs"),
    "Alike?": MovedView("Search", settings={"compare": "two texts"}),
    "How good are they?": MovedView("", settings={"quality": "true"}),
}

_SPEED: dict[str, MovedView] = {
    "Timed live": MovedView("How fast?"),
    "By length and batch": MovedView("How fast?", settings={"compare": "lengths and batches"}),
} | {
    name: MovedView(name, DISTILLATION)
    for name in ("The same blanks", "Soft targets", "Three losses", "Layer by layer", "What the teacher was worth")
}

_DISTILLATION: dict[str, MovedView] = {
    "The same blanks": MovedView("Same blanks"),
    "Soft targets": MovedView("Soft targets and losses"),
    "Three losses": MovedView("Soft targets and losses", settings={"part": "the three losses"}),
    "Layer by layer": MovedView("Layers and the teacher’s worth"),
    "What the teacher was worth": MovedView(
        "Layers and the teacher’s worth", settings={"about": "the teacher’s worth"}
    ),
}

_FAMILY: dict[str, MovedView] = {
    "Count it": MovedView("Two side by side", settings={"count": "true"}),
    "Which one?": MovedView("One table", settings={"need": "A label for a text"}),
    "Timeline": MovedView("One table", settings={"timeline": "true"}),
    "Published figures": MovedView("One table", settings={"sources": "true"}),
    "Encoder, decoder or both": MovedView("Side by side", MASKS),
}

_MISTAKES: dict[str, MovedView] = {}

_PROBING: dict[str, MovedView] = {"Why is every cosine 0.9?": MovedView("What is a high cosine?")}

MOVED_VIEWS: Mapping[str, Mapping[str, MovedView]] = {
    FILL.path: _FILL,
    SENSES.path: _SENSES,
    INPUT.path: _INPUT,
    ATTENTION.path: _ATTENTION,
    INSIDE.path: {},
    PROBING.path: _PROBING,
    PATCHING.path: {},
    MASKS.path: _MASKS,
    POSITIONS.path: _POSITIONS,
    PRETRAINING.path: _PRETRAINING,
    TEACHING.path: _TEACHING,
    TASKS.path: _TASKS,
    SPEED.path: _SPEED,
    DISTILLATION.path: _DISTILLATION,
    FAMILY.path: _FAMILY,
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
