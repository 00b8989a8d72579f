"""The runs that the room begins with: each computed beforehand, and done again here by a button."""

from dataclasses import dataclass, replace

from components.teaching.model.plan import Plan, Pooling, Start


@dataclass(frozen=True)
class TeachingPreset:
    """A run and what to notice in it."""

    name: str
    plan: Plan
    notice: str


USUAL = Plan()
TEACHING_PRESETS = (
    TeachingPreset(
        "Good or bad?", USUAL, "The same steps are done from random weights: compare both on sentences that are new."
    ),
    TeachingPreset(
        "Which book is this from?",
        replace(USUAL, sentences="books", labels=100, epochs=8),
        "A hundred labels, where style may give the book away.",
    ),
    TeachingPreset(
        "Twenty labels",
        replace(USUAL, labels=20, epochs=30),
        "Compare the loss on the twenty sentences with what it gets right of new ones.",
    ),
    TeachingPreset(
        "Far too high a rate",
        replace(USUAL, rate=1e-2),
        "See how many different answers it still gives, and what has become of the blanks.",
    ),
    TeachingPreset(
        "Far too low a rate", replace(USUAL, rate=1e-6), "Compare how far the loss falls with the run at 1e-4."
    ),
    TeachingPreset(
        "Only the head learns",
        replace(USUAL, frozen=6, rate=1e-2),
        "Nothing inside changes: a line is drawn through vectors that were there before.",
    ),
    TeachingPreset(
        "The pooler, as in the paper",
        replace(USUAL, pooling=Pooling.POOLER),
        "The head reads [CLS] through a layer that pre-training made, or that begins at random where a model has none.",
    ),
    TeachingPreset(
        "From random weights",
        replace(USUAL, start=Start.RANDOM),
        "Nothing was read before these 300 sentences.",
    ),
)
