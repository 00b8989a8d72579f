"""Training objectives: the losses of one batch, with names and weights.

*Masked words* (Devlin et al. 2019, https://arxiv.org/abs/1810.04805) with the next sentence where the model has a head
for it; *the next word* (Radford et al. 2018); *distillation* with the three losses of Sanh et al. 2019,
https://arxiv.org/abs/1910.01108, section 3. Losses are in nats.
"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from components.model.checkpoints.device import supports_bfloat16
from training.dataset import NO_LABEL, Batch, Ids
from training.gpu import mask_for_attention, to_device
from training.masking import Corruption, MaskedBatch, mask_batch
from training.vocabulary_loss import vocabulary_loss


@dataclass(frozen=True)
class LossTerm:
    """One loss and its weight in the sum that is minimised."""

    name: str
    value: torch.Tensor
    weight: float = 1.0


Model = Any  # a PreTrainedModel; the names of its parts differ by architecture
Objective = Callable[[Model, Batch, np.random.Generator], list[LossTerm]]
WORD_LOSS, NEXT_SENTENCE_LOSS, TEACHER_LOSS, DIRECTION_LOSS = "words", "next sentence", "teacher", "direction"


@dataclass(frozen=True)
class VocabularyIds:
    """The ids that masking needs: that of [MASK], and the number of special tokens at the start of the vocabulary."""

    mask: int
    special_count: int


@dataclass(frozen=True)
class MaskedLanguageModelling:
    """Masked language modelling, and next-sentence prediction if the model has a head for it.

    ``every_row`` as in :func:`training.masking.mask_batch`.
    """

    corruption: Corruption
    vocabulary_ids: VocabularyIds
    device: torch.device
    every_row: bool = True

    def __call__(self, model: Model, batch: Batch, rng: np.random.Generator) -> list[LossTerm]:
        """The losses of a batch, masked anew."""
        hidden = self.mask(model, batch, rng)
        out = run_encoder(model, batch, hidden.ids, self.device)
        vectors, targets = out.last_hidden_state, to_device(hidden.targets, self.device)
        decoder = vocabulary_decoder(model)
        before = transform_vectors(model, select_positions(vectors, hidden.positions))
        terms = [LossTerm(WORD_LOSS, vocabulary_loss(before, decoder.weight, decoder.bias, targets))]
        if has_next_sentence_head(model) and bool((batch.next_sentence != NO_LABEL).any()):
            labels = to_device(batch.next_sentence, self.device)
            logits = model.cls.seq_relationship(out.pooler_output).float()
            terms.append(LossTerm(NEXT_SENTENCE_LOSS, functional.cross_entropy(logits, labels, ignore_index=NO_LABEL)))
        return terms

    def mask(self, model: Model, batch: Batch, rng: np.random.Generator) -> MaskedBatch:
        """Mask a batch."""
        vocabulary = model.config.vocab_size
        return mask_batch(
            batch,
            rng,
            self.corruption,
            mask=self.vocabulary_ids.mask,
            vocabulary=vocabulary,
            specials=self.vocabulary_ids.special_count,
            every_row=self.every_row,
        )

    def word_loss(self, logits: torch.Tensor, hidden: MaskedBatch) -> torch.Tensor:
        """Cross-entropy of the chosen tokens. *Shape:* ``logits`` (chosen, vocabulary)."""
        return functional.cross_entropy(logits.float(), to_device(hidden.targets, self.device))


@dataclass(frozen=True)
class CausalLanguageModelling:
    """Next-token prediction: every token from those before it."""

    device: torch.device

    def __call__(self, model: Model, batch: Batch, rng: np.random.Generator) -> list[LossTerm]:
        """The loss of a batch; nothing is masked except later tokens."""
        del rng
        positions, targets = next_token_targets(batch)
        out = run_encoder(model, batch, batch.ids, self.device)
        logits = word_logits(model, out.last_hidden_state, positions)
        return [LossTerm(WORD_LOSS, functional.cross_entropy(logits.float(), to_device(targets, self.device)))]


@dataclass(frozen=True)
class Distillation:
    """Distillation: masked words of the text, the teacher's distributions, and the direction of its vectors.

    Teacher and student see the same masked batch. KL(teacher || student) is between the distributions softened by
    ``temperature``, times its square so that gradients keep their scale (Hinton et al. 2015,
    https://arxiv.org/abs/1503.02531). The direction loss is one minus the cosine of the last layers' vectors.
    """

    words: MaskedLanguageModelling
    teacher: Model
    temperature: float = 2.0
    # For words, teacher and direction, as in the README of the paper's code.
    weights: tuple[float, float, float] = (2.0, 5.0, 1.0)

    def __call__(self, model: Model, batch: Batch, rng: np.random.Generator) -> list[LossTerm]:
        """The losses of a batch, masked anew."""
        device = self.words.device
        hidden = self.words.mask(model, batch, rng)
        with torch.no_grad():
            teacher_vectors = run_encoder(self.teacher, batch, hidden.ids, device).last_hidden_state
            teacher_logits = word_logits(self.teacher, teacher_vectors, hidden.positions).float()
        student_vectors = run_encoder(model, batch, hidden.ids, device).last_hidden_state
        logits = word_logits(model, student_vectors, hidden.positions).float()
        text = to_device(batch.attention_mask, device) == 1
        words, teacher, direction = self.weights
        return [
            LossTerm(WORD_LOSS, self.words.word_loss(logits, hidden), words),
            LossTerm(TEACHER_LOSS, softened_loss(logits, teacher_logits, self.temperature), teacher),
            LossTerm(
                DIRECTION_LOSS, direction_loss(student_vectors[text].float(), teacher_vectors[text].float()), direction
            ),
        ]


def softened_loss(student_logits: torch.Tensor, teacher_logits: torch.Tensor, temperature: float) -> torch.Tensor:
    """KL(teacher || student) of logits softened by ``temperature``, times its square. *Shape:* (chosen, vocabulary)."""
    softened = functional.kl_div(
        (student_logits / temperature).log_softmax(dim=-1),
        (teacher_logits / temperature).log_softmax(dim=-1),
        reduction="batchmean",
        log_target=True,
    )
    return softened * temperature**2


def direction_loss(student_vectors: torch.Tensor, teacher_vectors: torch.Tensor) -> torch.Tensor:
    """One minus the mean cosine of vectors to those of the teacher. *Shape:* (token, width)."""
    return 1 - functional.cosine_similarity(student_vectors, teacher_vectors, dim=-1).mean()


def next_token_targets(batch: Batch) -> tuple[Ids, Ids]:
    """Flat positions that are followed by a token of the text, and those tokens."""
    follows = batch.attention_mask[:, 1:] == 1
    positions = np.flatnonzero(np.pad(follows, ((0, 0), (0, 1))))
    return positions, batch.ids.ravel()[positions + 1]


def run_encoder(model: Model, batch: Batch, ids: Ids, device: torch.device) -> Any:
    """Run the encoder on ``ids`` with the attention mask and segments of ``batch``."""
    inputs = {
        "input_ids": to_device(ids, device),
        "attention_mask": mask_for_attention(model, batch.attention_mask, device),
    }
    if getattr(model.config, "type_vocab_size", 0) > 1:
        inputs["token_type_ids"] = to_device(batch.segments, device)
    return model.base_model(**inputs)


def word_logits(model: Model, hidden: torch.Tensor, positions: Ids) -> torch.Tensor:
    """Logits at flat ``positions`` only: at all positions the head is two fifths of the arithmetic at this size.

    *Shape:* (chosen, vocabulary)
    """
    logits: torch.Tensor = vocabulary_decoder(model)(transform_vectors(model, select_positions(hidden, positions)))
    return logits


def select_positions(hidden: torch.Tensor, positions: Ids) -> torch.Tensor:
    """The vectors at flat ``positions``. *Shape:* (chosen, width)."""
    return hidden.flatten(0, 1)[to_device(positions, hidden.device)]


def transform_vectors(model: Model, vectors: torch.Tensor) -> torch.Tensor:
    """Apply the part of the vocabulary head before the decoder matrix. *Shape:* (chosen, width)."""
    match model.config.model_type:
        case "gpt2":
            transformed = vectors
        case "distilbert":
            transformed = model.vocab_layer_norm(model.activation(model.vocab_transform(vectors)))
        case _:
            transformed = model.cls.predictions.transform(vectors)
    return transformed


def vocabulary_decoder(model: Model) -> torch.nn.Linear:
    """The decoder of the vocabulary head, with one row per token of the vocabulary."""
    decoder: torch.nn.Linear = model.get_output_embeddings()
    return decoder


def has_next_sentence_head(model: Model) -> bool:
    """Whether the model has a head for the next sentence."""
    return hasattr(getattr(model, "cls", None), "seq_relationship")


def autocast(device: torch.device) -> torch.autocast | nullcontext[None]:
    """bfloat16 if the device multiplies it natively, else float32; emulated it is a hundred times slower."""
    return torch.autocast(device.type, torch.bfloat16) if supports_bfloat16(device.type) else nullcontext()
