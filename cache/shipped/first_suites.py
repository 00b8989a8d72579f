"""What the bundled models prefer in the app's own pairs, written by ``python -m cache.shipped.first_suites``."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from cache.shipped.shipped import shipped
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Conditions
from components.suites.model.pairs import shipped_pairs
from components.suites.model.results import PairScore, SuiteScores

MODELS = (
    DEFAULT_MODEL,
    *(f"pocket-{name}" for name in ("bert", "distilbert", "scratch", "gpt", "sinusoidal", "rope", "nopos")),
)
DECIMALS = 4  # of log-odds, in nats


@dataclass(frozen=True)
class StoredScores:
    """The scores of one model: log-odds and passes of each pair, in the order of the pairs."""

    conditions: Conditions
    log_odds: tuple[float, ...]
    passes: tuple[int, ...]


@dataclass(frozen=True)
class StoredSuites:
    """The scores of all models, and a checksum of the pairs."""

    pairs: str
    models: dict[str, StoredScores]


@shipped("first_suites.json")
def stored_suites() -> StoredSuites:
    """The scores as they are stored."""
    from cache.suites import suite_scores

    models = {}
    for model_id in MODELS:
        result = suite_scores(model_id, shipped_pairs(), lambda _done, _of: None)
        models[model_id] = StoredScores(
            result.conditions,
            tuple(round(score.log_odds or 0.0, DECIMALS) for score in result.scores),
            tuple(score.passes for score in result.scores),
        )
    return StoredSuites(pairs_checksum(), models)


@cache
def first_suites() -> dict[str, SuiteScores]:
    """The scores of the app's own pairs, by model."""
    return {
        model_id: SuiteScores(
            tuple(
                PairScore(pair, log_odds, passes)
                for pair, log_odds, passes in zip(shipped_pairs(), scores.log_odds, scores.passes, strict=True)
            ),
            scores.conditions,
        )
        for model_id, scores in stored_suites.read().models.items()
    }


def pairs_checksum() -> str:
    """A checksum of the app's own pairs."""
    return sha256("\n".join(f"{pair.good}\t{pair.bad}" for pair in shipped_pairs()).encode()).hexdigest()[:16]


if __name__ == "__main__":
    stored_suites.write()
