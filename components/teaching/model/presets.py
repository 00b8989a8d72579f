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
        "Good or bad?", USUAL, "The same steps from random weights get nowhere with sentences that are new."
    ),
    TeachingPreset(
        "Which book is this from?",
        replace(USUAL, sentences="books", labels=100, epochs=8),
        "A hundred labels are enough where style gives it away.",
    ),
    TeachingPreset(
        "Twenty labels",
        replace(USUAL, labels=20, epochs=30),
        "The loss falls to nothing: twenty sentences are soon known by heart.",
    ),
    TeachingPreset(
        "Far too high a rate",
        replace(USUAL, rate=1e-2),
        "What pre-training knew is gone: every sentence gets the same answer.",
    ),
    TeachingPreset("Far too low a rate", replace(USUAL, rate=1e-6), "The curve of the loss hardly bends."),
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
