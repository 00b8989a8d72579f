"""``electra``: replaced-token detection, which learns from every token.

A small generator fills masked tokens as BERT does, and its guesses are inserted into the text. The discriminator, as
large as the other twins, predicts for *every* token whether it was replaced. A correct guess counts as original. Both
are trained together on MLM + 50 · RTD, without a gradient from the discriminator through the guesses (Clark et al.
2020, https://arxiv.org/abs/2003.10555, sections 2 and 3.1).

Two things differ from the paper, because a first run with this little text learned nothing. In the paper both models
share the embedding table. Here the discriminator reads the generator's table behind a stop-gradient and adds its own
learned difference (He et al. 2021, https://arxiv.org/abs/2111.09543, section 3.2, GDES). And once the generator has
learned something, the discriminator's lower layers are replaced by copies of the generator's: the paper finds that a
discriminator whose generator is far ahead may only learn the majority class unless it starts from the generator's
weights.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import ElectraConfig, ElectraForMaskedLM, ElectraForPreTraining

from training.architectures import without_fused_attention
from training.dataset import Batch
from training.evaluate import EVALUATION_SEED, ROWS, interval_by_document
from training.gpu import to_device
from training.objectives import WORD_LOSS, LossTerm, MaskedLanguageModelling, run_encoder, select_positions
from training.recipe import Architecture
from training.segments import HeldOutText

REPLACED = "replaced"
GENERATOR_REDUCTION = 2  # the discriminator has this many times the layers; a narrower generator learned nothing
DETECTION_WEIGHT = 50.0  # weight of the discriminator's loss, as in the paper


@dataclass(frozen=True)
class DiscriminatorMetrics:
    """Replaced-token detection on held-out documents.

    Attributes:
        generator_loss: Cross-entropy of the masked tokens, in nats.
        generator_top1: The generator's top-1 accuracy on masked tokens.
        replaced: The share of all tokens that were replaced; correct guesses do not count.
        accuracy: The discriminator's accuracy; always answering "original" would reach ``1 - replaced``.
        recall: The share of the replaced ones that are called replaced.
        precision: The share of those called replaced that are.
        pieces: How many tokens were asked about.
        masked: How many of them the generator had to predict.
        documents: How many documents they are from.
        intervals: The ends of the 95% interval of each figure, over resamples of whole documents, by its name.
    """

    generator_loss: float
    generator_top1: float
    replaced: float
    accuracy: float
    recall: float
    precision: float
    pieces: int
    masked: int
    documents: int
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The figures under the keys of ``evaluation.json``, where recall is "found" and precision is "right"."""
        names = {"recall": "found", "precision": "right"}
        return {
            **{names.get(name, name): value for name, value in asdict(self).items()},
            "intervals": {names.get(name, name): ends for name, ends in self.intervals.items()},
        }


class ResidualEmbedding(nn.Module):
    """The generator's embedding table behind a stop-gradient, plus a learned difference."""

    def __init__(self, given: nn.Embedding) -> None:
        super().__init__()
        self._given = [given]  # in a list, so that it is not registered as a submodule
        self.weight = nn.Parameter(torch.zeros_like(given.weight))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Embed token ids. *Shape:* (…) -> (…, width)."""
        given: torch.Tensor = self._given[0](ids).detach()
        return given + functional.embedding(ids, self.weight)

    @torch.no_grad()
    def merged_table(self) -> torch.Tensor:
        """The sum of both tables. *Shape:* (vocabulary, width)."""
        both: torch.Tensor = self._given[0].weight + self.weight
        return both


class ElectraPair(nn.Module):
    """Generator and discriminator."""

    def __init__(self, size: Architecture) -> None:
        super().__init__()
        self.generator: Any = without_fused_attention(
            ElectraForMaskedLM, _config(size, size.layers // GENERATOR_REDUCTION)
        )
        self.discriminator: Any = without_fused_attention(ElectraForPreTraining, _config(size, size.layers))
        embeddings = self.discriminator.electra.embeddings
        embeddings.word_embeddings = ResidualEmbedding(self.generator.electra.embeddings.word_embeddings)

    @torch.no_grad()
    def copy_generator_layers(self) -> None:
        """Copy the generator's position and segment embeddings and its layers to the discriminator's first layers."""
        discriminator, generator = self.discriminator.electra, self.generator.electra
        pairs = [
            (discriminator.embeddings.position_embeddings, generator.embeddings.position_embeddings),
            (discriminator.embeddings.token_type_embeddings, generator.embeddings.token_type_embeddings),
            (discriminator.embeddings.LayerNorm, generator.embeddings.LayerNorm),
            *zip(discriminator.encoder.layer, generator.encoder.layer, strict=False),
        ]
        for to, source in pairs:
            to.load_state_dict(source.state_dict())

    def export_models(self) -> tuple[Any, Any]:
        """The discriminator, with a merged embedding table, and the generator, as transformers models."""
        alone = ElectraForPreTraining(self.discriminator.config)
        weights = self.discriminator.state_dict()
        table = next(name for name in weights if name.endswith("word_embeddings.weight"))
        alone.load_state_dict({**weights, table: self.discriminator.electra.embeddings.word_embeddings.merged_table()})
        return alone, self.generator

    def load_models(self, discriminator: Any, generator: Any) -> None:
        """Load weights from a discriminator and a generator as :meth:`export_models` returns them."""
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
class CorruptedBatch:
    """A batch with the generator's guesses. *Shape:* ``ids``, ``labels`` (batch, length); label 1 is "replaced"."""

    ids: np.ndarray[Any, Any]
    labels: np.ndarray[Any, Any]


@dataclass(frozen=True)
class ReplacedTokenDetection:
    """The training objective: the generator's loss at [MASK], and the discriminator's at every token."""

    words: MaskedLanguageModelling

    def __call__(self, model: ElectraPair, batch: Batch, rng: np.random.Generator) -> list[LossTerm]:
        """The losses of a batch, with new random masks."""
        hidden = self.words.mask(model.generator, batch, rng)
        logits = self._guesses(model, batch, hidden.ids, hidden.positions)
        device = self.words.device
        loss = functional.cross_entropy(logits.float(), to_device(hidden.targets, device))
        replaced = insert_guesses(batch, hidden.positions, sample_guesses(logits.detach(), rng))
        scores = self.scores(model, batch, replaced)
        text = np.flatnonzero(batch.attention_mask == 1)
        labels = to_device(replaced.labels.ravel()[text], device)
        detection_loss = functional.binary_cross_entropy_with_logits(
            scores.flatten()[to_device(text, device)].float(), labels.float()
        )
        return [LossTerm(WORD_LOSS, loss), LossTerm(REPLACED, detection_loss, DETECTION_WEIGHT)]

    def _guesses(
        self, model: ElectraPair, batch: Batch, ids: np.ndarray[Any, Any], positions: np.ndarray[Any, Any]
    ) -> torch.Tensor:
        vectors = select_positions(
            run_encoder(model.generator, batch, ids, self.words.device).last_hidden_state, positions
        )
        guesses: torch.Tensor = model.generator.generator_lm_head(model.generator.generator_predictions(vectors))
        return guesses

    def scores(self, model: ElectraPair, batch: Batch, replaced: CorruptedBatch) -> torch.Tensor:
        """Logits that each token was replaced. *Shape:* (batch, length)."""
        hidden = run_encoder(model.discriminator, batch, replaced.ids, self.words.device).last_hidden_state
        logits: torch.Tensor = model.discriminator.discriminator_predictions(hidden)
        return logits

    @torch.inference_mode()
    def evaluate(
        self, model: ElectraPair, held_out: HeldOutText, *, segments: int, length: int = 128
    ) -> DiscriminatorMetrics:
        """Evaluate on ``segments`` held-out segments of at most ``length`` tokens, the same ones at every call."""
        model.eval()
        rng = np.random.default_rng(EVALUATION_SEED)
        objective = replace(self, words=replace(self.words, every_row=False))
        scores: dict[str, list[np.ndarray[Any, Any]]] = defaultdict(list)
        for drawn in held_out.segments.batches(rng, segments=segments, rows=ROWS, length=length):
            batch = drawn.batch
            hidden = objective.words.mask(model.generator, batch, rng)
            logits = self._guesses(model, batch, hidden.ids, hidden.positions).float()
            replaced = insert_guesses(batch, hidden.positions, sample_guesses(logits, rng))
            targets = torch.from_numpy(hidden.targets).to(logits.device)
            text = batch.attention_mask == 1
            measured = {
                "loss": functional.cross_entropy(logits, targets, reduction="none").cpu().numpy(),
                "top1": (logits.argmax(dim=-1) == targets).cpu().numpy(),
                "masked_documents": drawn.documents[hidden.positions // batch.ids.shape[1]],
                "replaced": replaced.labels[text] == 1,
                "flagged": self.scores(model, batch, replaced).float().cpu().numpy()[text] > 0,
                "documents": drawn.documents[np.nonzero(text)[0]],
            }
            for name, values in measured.items():
                scores[name].append(values)
        return _metrics({name: np.concatenate(values) for name, values in scores.items()})


def _metrics(scores: Mapping[str, np.ndarray[Any, Any]]) -> DiscriminatorMetrics:
    replaced, flagged, documents = scores["replaced"], scores["flagged"], scores["documents"]
    every = np.ones(len(replaced), dtype=bool)
    measured = {
        "generator_loss": (scores["loss"], scores["masked_documents"]),
        "generator_top1": (scores["top1"], scores["masked_documents"]),
        **{
            name: (values[among], documents[among])
            for name, values, among in (
                ("replaced", replaced, every),
                ("accuracy", replaced == flagged, every),
                ("recall", flagged, replaced),
                ("precision", replaced, flagged),
            )
            if among.any()
        },
    }
    figures = {
        name: interval_by_document(values.astype(float), of_document)
        for name, (values, of_document) in measured.items()
    }
    values: dict[str, Any] = {name: figure.value for name, figure in figures.items()}
    return DiscriminatorMetrics(
        **{"recall": 0.0, "precision": 0.0, **values},
        pieces=len(replaced),
        masked=len(scores["loss"]),
        documents=len(np.unique(documents)),
        intervals={name: (figure.low, figure.high) for name, figure in figures.items()},
    )


def sample_guesses(logits: torch.Tensor, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Sample one guess per row with the Gumbel-max trick. *Shape:* (masked, vocabulary) -> (masked,)."""
    if logits.is_cuda:  # noise for a large batch would take longer to draw and copy than the step takes
        generator = torch.Generator(logits.device).manual_seed(int(rng.integers(2**63)))
        uniform = torch.rand(logits.shape, generator=generator, device=logits.device)
        noise = -(-uniform.clamp(1e-20, 1 - 1e-7).log()).log()
    else:
        noise = torch.from_numpy(rng.gumbel(size=tuple(logits.shape)).astype(np.float32))
    drawn: np.ndarray[Any, Any] = (logits.float() + noise).argmax(dim=-1).cpu().numpy()
    return drawn


def insert_guesses(batch: Batch, positions: np.ndarray[Any, Any], guesses: np.ndarray[Any, Any]) -> CorruptedBatch:
    """Insert guesses at flat ``positions``; a correct guess is not a replacement."""
    ids = batch.ids.copy()
    ids.ravel()[positions] = guesses
    return CorruptedBatch(ids, (ids != batch.ids).astype(np.int64))
