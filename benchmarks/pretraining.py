"""How long do the figures of the room “Pre-training” take, compared with one filled blank?

With pocket BERT, of whose size all of them are: a throw of the dice with its loss; a blank through all seven
checkpoints; the four models trained with other shares of [MASK]; a sentence replaced and judged; ten steps of training.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.spread import TimeSpread, spread
from cache.shipped.learning import checkpoint_ids
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.unlisted import DISCRIMINATOR, GENERATOR, MIXTURES, mixture_model_id
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions, require_mask_id
from components.pretraining.model.copying import copy_accuracy
from components.pretraining.model.detection import detect_replaced_tokens, load_detection_head, sample_hidden_positions
from components.pretraining.model.learning import learning_curve
from components.pretraining.model.loss import masking_loss
from components.pretraining.model.masking import apply_outcomes, sample_masking
from components.pretraining.model.one_step import train_on_sample
from components.pretraining.model.presets import PRETRAINING_PRESETS, STEP_OPENER, STEP_OTHER
from components.pretraining.model.results import TokenCorruption

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

    answer: TimeSpread
    figures: dict[str, TimeSpread]

    def line(self) -> str:
        """The table's lines."""
        return "\n".join(
            f"| {NAMES[key]} | {times.milliseconds()} | a blank filled: {self.answer.milliseconds()} | "
            f"{times.median / self.answer.median:.1f}× as long |"
            for key, times in self.figures.items()
        )


def measure() -> Pretraining:
    """Measure all of them, in turn."""
    engine = Engine(weights_folder)
    opened, tokens = engine.read(REFERENCE, PRETRAINING_PRESETS[0].sentence)
    (blank,) = tokens.typed_masks
    whole, other = (opened.tokenizer.tokens(sentence) for sentence in (BOATS, STEP_OTHER))
    step = opened.tokenizer.tokens(STEP_OPENER)
    hidden = apply_outcomes(
        step,
        dict.fromkeys(step.maskable[-2:-1], TokenCorruption.MASK),
        np.random.default_rng(0),
        mask_id=require_mask_id(opened),
        vocabulary_size=opened.tokenizer.size,
        first_word_id=opened.tokenizer.first_word_id,
    )
    generator, text = engine.read(GENERATOR, BOATS)
    discriminator = engine.open_model(DISCRIMINATOR)
    head = load_detection_head(weights_folder(discriminator.record))
    checkpoints = [(*step_info, engine.open_model(model_id)) for model_id, step_info in checkpoint_ids().items()]
    rng = np.random.default_rng(0)
    draw = partial(
        sample_masking,
        whole,
        rng,
        mask_id=require_mask_id(opened),
        vocabulary_size=opened.tokenizer.size,
        first_word_id=opened.tokenizer.first_word_id,
    )

    ways: dict[str, Callable[[], object]] = {
        "answer": lambda: predictions(opened, tokens),
        "throw": lambda: masking_loss(opened, whole, draw()),
        "checkpoints": lambda: learning_curve(checkpoints, tokens, (), blank),
        "shares": lambda: [
            copy_accuracy(share, engine.open_model(mixture_model_id(share)), tokens, (), blank) for share in MIXTURES
        ],
        "replaced": lambda: detect_replaced_tokens(
            generator, discriminator, head, text, sample_hidden_positions(text, rng), rng
        ),
        "steps": lambda: train_on_sample(
            opened,
            step,
            hidden,
            other,
            evaluation_steps=(0, 10),
            on_progress=lambda done, of: None,
        ),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for repeat in range(REPEATS + 1):  # the first is a warm-up
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            if repeat:
                times[name].append(time.perf_counter() - start)
    spreads = {name: spread(seconds) for name, seconds in times.items()}
    return Pretraining(spreads.pop("answer"), spreads)
