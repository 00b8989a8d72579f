"""``electra``: the twin that learns from every piece, by telling those that were replaced from those that were not.

A small generator fills hidden pieces as BERT does, and its guesses are put into the text; the discriminator, as large
as the twins, says of *every* piece whether it was replaced. A guess that happens to be right counts as original.
Both are trained at once on the sum MLM + 50 · RTD, and no gradient goes from the discriminator through the guesses
(Clark et al. 2020, https://arxiv.org/abs/2003.10555, sections 2 and 3.1).

Two things differ from there, since a first run with this little text told nothing apart. In the paper both share
one table of pieces. Here the discriminator reads the generator's table through a gate that no gradient passes, and
adds what it learns itself (He et al. 2021, https://arxiv.org/abs/2111.09543, section 3.2, GDES). And when the
generator has learned something, the discriminator's lower layers are begun anew as the generator's: the paper finds
that a discriminator whose generator is far ahead may learn nothing beyond the majority class unless it begins with
the generator's weights.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import ElectraConfig, ElectraForMaskedLM, ElectraForPreTraining

from training.architectures import plain
from training.dataset import Batch, PairSampler
from training.evaluate import EVALUATION_SEED
from training.objectives import WORDS, MaskedWords, Term, autocast, chosen, encoded
from training.recipe import Architecture

REPLACED = "replaced"
SMALLER = 2  # times as few layers as the discriminator: a narrower one learned nothing in so few pieces
WEIGHT = 50.0  # of the discriminator's loss, as in the paper


@dataclass(frozen=True)
class Telling:
    """How well replaced pieces are told on held-out documents.

    Attributes:
        generator_loss: Cross-entropy of the hidden pieces, in nats.
        generator_top1: The share of hidden pieces that the generator's first choice gets right.
        replaced: The share of all pieces that were replaced: guesses that were right are not.
        accuracy: The share of pieces told rightly; ``replaced`` subtracted from 1 is what "all original" would reach.
        found: The share of the replaced ones that are called replaced.
        right: The share of those called replaced that are.
        pieces: How many were asked about.
    """

    generator_loss: float
    generator_top1: float
    replaced: float
    accuracy: float
    found: float
    right: float
    pieces: int

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON takes them."""
        return asdict(self)


class OwnPart(nn.Module):
    """The generator's table, which no gradient reaches from here, plus what the discriminator learns beside it."""

    def __init__(self, given: nn.Embedding) -> None:
        super().__init__()
        self._given = [given]  # in a list: a part of the generator, not of this
        self.weight = nn.Parameter(torch.zeros_like(given.weight))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """The vectors of pieces. *Shape:* (…) -> (…, width)."""
        given: torch.Tensor = self._given[0](ids).detach()
        return given + functional.embedding(ids, self.weight)

    @torch.no_grad()
    def together(self) -> torch.Tensor:
        """The table as one. *Shape:* (vocabulary, width)."""
        both: torch.Tensor = self._given[0].weight + self.weight
        return both


class Electra(nn.Module):
    """Generator and discriminator."""

    def __init__(self, size: Architecture) -> None:
        super().__init__()
        self.generator: Any = plain(ElectraForMaskedLM, _config(size, size.layers // SMALLER))
        self.discriminator: Any = plain(ElectraForPreTraining, _config(size, size.layers))
        embeddings = self.discriminator.electra.embeddings
        embeddings.word_embeddings = OwnPart(self.generator.electra.embeddings.word_embeddings)

    @torch.no_grad()
    def begin_as_the_generator(self) -> None:
        """Give the discriminator the generator's positions and segments, and its layers as the first ones."""
        own, given = self.discriminator.electra, self.generator.electra
        pairs = [
            (own.embeddings.position_embeddings, given.embeddings.position_embeddings),
            (own.embeddings.token_type_embeddings, given.embeddings.token_type_embeddings),
            (own.embeddings.LayerNorm, given.embeddings.LayerNorm),
            *zip(own.encoder.layer, given.encoder.layer, strict=False),
        ]
        for to, source in pairs:
            to.load_state_dict(source.state_dict())

    def parts(self) -> tuple[Any, Any]:
        """The discriminator, with a table of its own, and the generator, as transformers keeps them."""
        alone = ElectraForPreTraining(self.discriminator.config)
        weights = self.discriminator.state_dict()
        table = next(name for name in weights if name.endswith("word_embeddings.weight"))
        alone.load_state_dict({**weights, table: self.discriminator.electra.embeddings.word_embeddings.together()})
        return alone, self.generator

    def take(self, discriminator: Any, generator: Any) -> None:
        """Go on from two such parts."""
        self.generator.load_state_dict(generator.state_dict())
        weights = discriminator.state_dict()
        table = next(name for name in weights if name.endswith("word_embeddings.weight"))
        given = self.generator.electra.embeddings.word_embeddings.weight
        self.discriminator.load_state_dict({**weights, table: weights[table] - given})


def _config(size: Architecture, layers: int) -> ElectraConfig:
    return ElectraConfig(
        vocab_size=size.vocabulary,
        embedding_size=size.width,
        hidden_size=size.width,
        num_hidden_layers=layers,
        num_attention_heads=size.heads,
        intermediate_size=4 * size.width,
        max_position_embeddings=size.positions,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        pad_token_id=0,
    )


@dataclass(frozen=True)
class Replaced:
    """A batch after the generator. *Shape:* ``ids``, ``labels`` (batch, length), 1 where another piece stands now."""

    ids: np.ndarray[Any, Any]
    labels: np.ndarray[Any, Any]


@dataclass(frozen=True)
class ReplacedPieces:
    """The generator's loss behind [MASK], and the discriminator's on every piece of the text."""

    words: MaskedWords

    def __call__(self, model: Electra, batch: Batch, rng: np.random.Generator) -> list[Term]:
        """The losses of a batch, masked anew."""
        hidden = self.words.masked(model.generator, batch, rng)
        logits = self._guesses(model, batch, hidden.ids, hidden.positions)
        loss = functional.cross_entropy(logits.float(), torch.from_numpy(hidden.targets).to(self.words.device))
        replaced = put_in(batch, hidden.positions, sampled(logits.detach(), rng))
        scores = self.scores(model, batch, replaced)
        text = torch.from_numpy(batch.attended).to(self.words.device) == 1
        labels = torch.from_numpy(replaced.labels).to(self.words.device)
        told = functional.binary_cross_entropy_with_logits(scores[text].float(), labels[text].float())
        return [Term(WORDS, loss), Term(REPLACED, told, WEIGHT)]

    def _guesses(
        self, model: Electra, batch: Batch, ids: np.ndarray[Any, Any], positions: np.ndarray[Any, Any]
    ) -> torch.Tensor:
        vectors = chosen(encoded(model.generator, batch, ids, self.words.device).last_hidden_state, positions)
        guesses: torch.Tensor = model.generator.generator_lm_head(model.generator.generator_predictions(vectors))
        return guesses

    def scores(self, model: Electra, batch: Batch, replaced: Replaced) -> torch.Tensor:
        """How much each piece looks replaced. *Shape:* (batch, length), logits."""
        hidden = encoded(model.discriminator, batch, replaced.ids, self.words.device).last_hidden_state
        found: torch.Tensor = model.discriminator.discriminator_predictions(hidden)
        return found

    @torch.inference_mode()
    def telling(self, model: Electra, sampler: PairSampler, *, pairs: int, length: int = 128) -> Telling:
        """How well it tells replaced pieces of ``pairs`` held-out pairs, the same ones at every call."""
        model.eval()
        rng = np.random.default_rng(EVALUATION_SEED)
        loss = first = asked = replaced = hits = found = called = pieces = 0.0
        for _ in range(pairs // 32):
            batch = sampler.batch(rng, rows=32, length=length)
            hidden = self.words.masked(model.generator, batch, rng)
            with autocast(self.words.device):
                logits = self._guesses(model, batch, hidden.ids, hidden.positions).float()
                swapped = put_in(batch, hidden.positions, sampled(logits, rng))
                scores = self.scores(model, batch, swapped).float().cpu().numpy()
            targets = torch.from_numpy(hidden.targets).to(logits.device)
            loss += functional.cross_entropy(logits, targets, reduction="sum").item()
            first += (logits.argmax(dim=-1) == targets).sum().item()
            asked += len(targets)
            text = batch.attended == 1
            truth, says = swapped.labels[text] == 1, scores[text] > 0
            replaced, called, pieces = replaced + truth.sum(), called + says.sum(), pieces + len(truth)
            hits, found = hits + (truth == says).sum(), found + (truth & says).sum()
        return Telling(
            generator_loss=loss / asked,
            generator_top1=first / asked,
            replaced=replaced / pieces,
            accuracy=hits / pieces,
            found=found / max(1, replaced),
            right=found / max(1, called),
            pieces=int(pieces),
        )


def sampled(logits: torch.Tensor, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """One guess a row, drawn from the generator's distribution by Gumbel's trick. *Shape:* (chosen, vocabulary)."""
    noise = torch.from_numpy(rng.gumbel(size=tuple(logits.shape)).astype(np.float32)).to(logits.device)
    drawn: np.ndarray[Any, Any] = (logits.float() + noise).argmax(dim=-1).cpu().numpy()
    return drawn


def put_in(batch: Batch, positions: np.ndarray[Any, Any], guesses: np.ndarray[Any, Any]) -> Replaced:
    """The text with guesses at flat ``positions``; one that is right is no replacement."""
    ids = batch.ids.copy()
    ids.ravel()[positions] = guesses
    return Replaced(ids, (ids != batch.ids).astype(np.int64))
