"""The precomputed first result of the room “Tasks”, written by ``python -m cache.shipped.first_task``."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cache.sized_cache import share_results
from components.model.heads.results import PooledReading, TextReading
from components.model.heads.specs import REVIEW_SPEC, REVIEWS
from components.model.results import Conditions, Token, Tokens
from components.tasks.model.presets import OPINION_TEXT
from components.tasks.tables.encoder import encoder_text

FILE = Path(__file__).with_name("first_task.json")
_DIGITS = 5


@dataclass(frozen=True)
class FirstTask:
    """The reading of the first example, and what stands on the encoder."""

    reading: TextReading
    encoder: str


@share_results(1)
def first_task() -> FirstTask:
    """The precomputed result."""
    content = json.loads(FILE.read_text(encoding="utf-8"))
    tokens = Tokens(content["text"], tuple(Token(**token) for token in content["tokens"]))
    arrays = {name: np.array(values, dtype=np.float32) for name, values in content["pooled"].items()}
    pooled = PooledReading(REVIEW_SPEC.poolings[0], **arrays)
    reading = TextReading(tokens, REVIEW_SPEC, (pooled,), Conditions(**content["conditions"]))
    return FirstTask(reading, content["encoder"])


def main() -> None:
    """Compute and write it."""
    from cache.shared.heads import encoder_of, text_reading
    from cache.tasks import encoder_parameters

    reading = text_reading(REVIEWS, OPINION_TEXT)
    pooled: dict[str, Any] = asdict(reading.poolings[0])
    del pooled["pooling"]
    content = {
        "text": OPINION_TEXT,
        "tokens": [asdict(token) for token in reading.tokens.items],
        "pooled": {name: np.round(values.astype(float), _DIGITS).tolist() for name, values in pooled.items()},
        "encoder": encoder_text(encoder_parameters(encoder_of(REVIEWS))),
        "conditions": asdict(reading.conditions),
    }
    FILE.write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
