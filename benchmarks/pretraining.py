"""What do the figures of the room on pre-training take, against one blank filled by the same model?

With pocket BERT, of whose size all of them are: a throw of the dice with its loss; a blank through all seven
checkpoints; the four models trained with other shares of [MASK]; a sentence replaced and judged; ten steps of training.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.spread import Spread, spread
from cache.shipped.learning import checkpoint_ids
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.electra import DISCRIMINATOR, GENERATOR
from components.model.checkpoints.masking_shares import SHARES, shares_id
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions, require_mask_id
from components.pretraining.model.dice import throw
from components.pretraining.model.in_sight import read_by
from components.pretraining.model.learning import learning
from components.pretraining.model.loss import throw_loss
from components.pretraining.model.one_step import taught
from components.pretraining.model.presets import PRETRAINING_PRESETS, STEP_OPENER, STEP_OTHER, STEP_WORDS
from components.pretraining.model.replaced import hidden_places, replaced_head, replaced_pieces
from components.pretraining.model.results import Scheme

BOATS = "We sat by the bank of the river and counted our boats."
REPEATS = 8
NAMES = {
    "throw": "A throw of the dice with its loss",
    "checkpoints": "A blank through the seven checkpoints",
    "shares": "The four models with other shares of [MASK]",
    "replaced": "A sentence replaced and judged",
    "steps": "Ten steps of training on a sentence",
}


@dataclass(frozen=True)
class Pretraining:
    """Seconds: of a blank filled, and of each figure by its key in :data:`NAMES`."""

    answer: Spread
    figures: dict[str, Spread]

    def line(self) -> str:
        """The table's lines."""
        return "\n".join(
            f"| {NAMES[key]} | {found.milliseconds()} | a blank filled: {self.answer.milliseconds()} | "
            f"{found.median / self.answer.median:.1f}× as long |"
            for key, found in self.figures.items()
        )


def measure() -> Pretraining:
    """Measure all of them, in turn."""
    engine = Engine(weights_folder)
    opened, tokens = engine.read(REFERENCE, PRETRAINING_PRESETS[0].sentence)
    (blank,) = tokens.typed_masks
    whole, other = (opened.tokenizer.tokens(sentence) for sentence in (BOATS, STEP_OTHER))
    step = opened.tokenizer.tokens(STEP_OPENER)
    generator, text = engine.read(GENERATOR, BOATS)
    discriminator = engine.open_model(DISCRIMINATOR)
    head = replaced_head(weights_folder(discriminator.record))
    checkpoints = [(*at, engine.open_model(model_id)) for model_id, at in checkpoint_ids().items()]
    rng = np.random.default_rng(0)
    draw = partial(
        throw,
        whole,
        Scheme.PIECES,
        rng,
        mask=require_mask_id(opened),
        vocabulary=opened.tokenizer.size,
        specials=opened.tokenizer.first_word_id,
    )

    ways: dict[str, Callable[[], object]] = {
        "answer": lambda: predictions(opened, tokens),
        "throw": lambda: throw_loss(opened, whole, draw()),
        "checkpoints": lambda: learning(checkpoints, tokens, (), blank),
        "shares": lambda: [read_by(one, engine.open_model(shares_id(one)), tokens, (), blank) for one in SHARES],
        "replaced": lambda: replaced_pieces(generator, discriminator, head, text, hidden_places(text, rng), rng),
        "steps": lambda: taught(
            opened, step, STEP_WORDS[0], other, STEP_WORDS[1], marks=(0, 10), on_progress=lambda done, of: None
        ),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for repeat in range(REPEATS + 1):  # the first is to warm up
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            if repeat:
                times[name].append(time.perf_counter() - start)
    found = {name: spread(seconds) for name, seconds in times.items()}
    return Pretraining(found.pop("answer"), found)
