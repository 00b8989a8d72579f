"""What the bundled models prefer in the app's own pairs, written by ``python -m cache.shipped.first_suites``."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import streamlit as st

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Conditions
from components.model.serialisation import from_json, to_json
from components.suites.model.pairs import shipped_pairs
from components.suites.model.results import PairScore, SuiteScores

FILE = Path(__file__).with_name("first_suites.json")
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


@st.cache_resource(max_entries=1, show_spinner=False)
def first_suites() -> dict[str, SuiteScores]:
    """The scores of the app's own pairs, by model."""
    stored = from_json(StoredSuites, FILE.read_text(encoding="utf-8"))
    return {
        model_id: SuiteScores(
            tuple(
                PairScore(pair, log_odds, passes)
                for pair, log_odds, passes in zip(shipped_pairs(), scores.log_odds, scores.passes, strict=True)
            ),
            scores.conditions,
        )
        for model_id, scores in stored.models.items()
    }


def pairs_checksum() -> str:
    """A checksum of the app's own pairs."""
    return sha256("\n".join(f"{pair.good}\t{pair.bad}" for pair in shipped_pairs()).encode()).hexdigest()[:16]


def main() -> None:
    """Compute and write them."""
    from cache.suites import suite_scores

    models = {}
    for model_id in MODELS:
        result = suite_scores(model_id, shipped_pairs(), lambda _done, _of: None)
        models[model_id] = StoredScores(
            result.conditions,
            tuple(round(score.log_odds or 0.0, DECIMALS) for score in result.scores),
            tuple(score.passes for score in result.scores),
        )
    FILE.write_text(to_json(StoredSuites(pairs_checksum(), models)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
