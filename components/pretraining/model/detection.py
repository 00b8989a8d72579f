"""Replaced token detection: a generator fills hidden tokens, and a discriminator judges every token.

Clark et al. 2020, ELECTRA, https://arxiv.org/abs/2003.10555, section 2. Guesses are drawn from the generator's
distribution, as in training, and a correct guess counts as original. The discriminator's head is read from the
file, since transformers does not load it with ``AutoModel``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from torch.nn import functional

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import last_hidden_state
from components.model.inference.prediction import masked_ids
from components.model.inference.prediction_io import PredictionInput
from components.model.results import Tokens
from components.pretraining.model.masking import CHOSEN_SHARE
from components.pretraining.model.replaced_results import ReplacedTokens, TokenJudgement

WEIGHTS_FILE = "model.safetensors"
_NAMES = tuple(
    f"discriminator_predictions.{module}.{kind}"
    for module in ("dense", "dense_prediction")
    for kind in ("weight", "bias")
)


@dataclass(frozen=True, eq=False)
class DetectionHead:
    """A dense layer and a score. *Shape:* (width, width), (width,), (1, width), (1,)."""

    dense: torch.Tensor
    dense_bias: torch.Tensor
    score: torch.Tensor
    score_bias: torch.Tensor

    def __call__(self, hidden: torch.Tensor) -> torch.Tensor:
        """The logit of "replaced". *Shape:* (…, width) -> (…)."""
        inner = functional.gelu(functional.linear(hidden, self.dense, self.dense_bias))
        return functional.linear(inner, self.score, self.score_bias)[..., 0]


@lru_cache(2)
def load_detection_head(folder: Path) -> DetectionHead:
    """Load the head from a discriminator's folder."""
    with safe_open(str(folder / WEIGHTS_FILE), framework="pt") as weights:
        return DetectionHead(*(weights.get_tensor(name).float() for name in _NAMES))


def sample_hidden_positions(tokens: Tokens, rng: np.random.Generator) -> tuple[int, ...]:
    """Draw the positions to hide: 15% of the tokens, and at least one."""
    places = np.array(tokens.maskable, dtype=int)
    draw = rng.random(len(places))
    chosen = places[draw < CHOSEN_SHARE]
    return tuple(int(place) for place in (chosen if len(chosen) else places[[draw.argmin()]]))


def detect_replaced_tokens(
    generator: OpenModel,
    discriminator: OpenModel,
    head: DetectionHead,
    tokens: Tokens,
    hidden: Sequence[int],
    rng: np.random.Generator,
    *,
    word: str = "",
) -> ReplacedTokens:
    """Hide tokens, fill them with samples of the generator, and let the discriminator judge all tokens.

    Args:
        generator: A masked language model.
        discriminator: An encoder with the same vocabulary.
        head: The head of the discriminator.
        tokens: The sentence.
        hidden: The positions to hide, at least one.
        rng: The random generator.
        word: Replaces the generator's guess at the first hidden position, unless empty.

    Raises:
        UserError: The word is not a single token.
    """
    places = tuple(sorted(hidden))
    ids = masked_ids(generator, tokens, places)
    targets = tuple(tokens.ids[place] for place in places)
    (answer,) = generator.predict([PredictionInput(ids, places, targets, full_distribution=True)])
    assert answer.distribution is not None
    assert answer.log_probability is not None
    guesses = [sample_token(row, rng) for row in answer.distribution.double().exp().cpu().numpy()]
    if word.strip():
        guesses[0] = generator.tokenizer.word_id(word)
    guess_at = dict(zip(places, guesses, strict=True))
    input_ids = tuple(guess_at.get(place, token_id) for place, token_id in enumerate(tokens.ids))
    replaced = torch.tensor([new != old for new, old in zip(input_ids, tokens.ids, strict=True)])
    logits = head(last_hidden_state(discriminator, [input_ids])[0].cpu())  # (token,)
    costs = functional.binary_cross_entropy_with_logits(logits, replaced.float(), reduction="none").tolist()
    probabilities = logits.sigmoid().tolist()
    pieces = tuple(
        TokenJudgement(
            place,
            discriminator.tokenizer.text(input_ids[place]) if place in guess_at else token.text,
            token.text,
            token.special,
            place in guess_at,
            input_ids[place] != token.id,
            probabilities[place],
            costs[place],
        )
        for place, token in enumerate(tokens.items)
    )
    generator_losses = tuple(-float(each) for each in answer.log_probability)
    return ReplacedTokens(tokens, input_ids, pieces, generator_losses, discriminator.conditions)


def sample_token(probabilities: np.ndarray, rng: np.random.Generator) -> int:
    """Draw a token id from a distribution. *Shape:* (vocabulary,)."""
    return int(rng.choice(len(probabilities), p=probabilities / probabilities.sum()))
