"""What a model is asked for while it is trained: losses of one batch, by name and weight.

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

from training.dataset import NO_LABEL, Batch, Ids
from training.masking import Corruption, Masked, masked


@dataclass(frozen=True)
class Term:
    """One loss and its weight in the sum that is made smaller."""

    name: str
    value: torch.Tensor
    weight: float = 1.0


Model = Any  # a PreTrainedModel, whose parts have names of their own in every architecture
Objective = Callable[[Model, Batch, np.random.Generator], list[Term]]
WORDS, NEXT_SENTENCE, TEACHER, DIRECTION = "words", "next sentence", "teacher", "direction"


@dataclass(frozen=True)
class Marks:
    """What of the vocabulary masking has to know: the id of [MASK], and how many special tokens it begins with."""

    mask: int
    specials: int


@dataclass(frozen=True)
class MaskedWords:
    """The pieces that were chosen and hidden and, where the model can tell, whether b follows a."""

    corruption: Corruption
    marks: Marks
    device: torch.device

    def __call__(self, model: Model, batch: Batch, rng: np.random.Generator) -> list[Term]:
        """The losses of a batch, masked anew."""
        hidden = self.masked(model, batch, rng)
        out = encoded(model, batch, hidden.ids, self.device)
        terms = [Term(WORDS, self.word_loss(word_logits(model, out.last_hidden_state, hidden.positions), hidden))]
        if tells_next_sentence(model) and bool((batch.next_sentence != NO_LABEL).any()):
            labels = torch.from_numpy(batch.next_sentence).to(self.device)
            logits = model.cls.seq_relationship(out.pooler_output).float()
            terms.append(Term(NEXT_SENTENCE, functional.cross_entropy(logits, labels, ignore_index=NO_LABEL)))
        return terms

    def masked(self, model: Model, batch: Batch, rng: np.random.Generator) -> Masked:
        """A batch with pieces hidden."""
        vocabulary = model.config.vocab_size
        return masked(
            batch, rng, self.corruption, mask=self.marks.mask, vocabulary=vocabulary, specials=self.marks.specials
        )

    def word_loss(self, logits: torch.Tensor, hidden: Masked) -> torch.Tensor:
        """Cross-entropy of the chosen pieces. *Shape:* ``logits`` (chosen, vocabulary)."""
        return functional.cross_entropy(logits.float(), torch.from_numpy(hidden.targets).to(self.device))


@dataclass(frozen=True)
class NextWord:
    """Every piece, from those before it."""

    device: torch.device

    def __call__(self, model: Model, batch: Batch, rng: np.random.Generator) -> list[Term]:
        """The loss of a batch as it stands: nothing is hidden but what comes later."""
        del rng
        positions, targets = followed(batch)
        out = encoded(model, batch, batch.ids, self.device)
        logits = word_logits(model, out.last_hidden_state, positions)
        return [Term(WORDS, functional.cross_entropy(logits.float(), torch.from_numpy(targets).to(self.device)))]


@dataclass(frozen=True)
class Distilled:
    """Masked words as the text has them and as a teacher sees them, and vectors that point where the teacher's do.

    Teacher and student see the same masked batch. KL(teacher || student) is between both distributions softened by
    ``temperature``, times its square, so that gradients keep their size (Hinton et al. 2015,
    https://arxiv.org/abs/1503.02531); ``direction`` is one minus the cosine of the last layers' vectors.
    """

    words: MaskedWords
    teacher: Model
    temperature: float = 2.0
    weights: tuple[float, float, float] = (2.0, 5.0, 1.0)  # words, teacher, direction: those of the paper's code

    def __call__(self, model: Model, batch: Batch, rng: np.random.Generator) -> list[Term]:
        """The losses of a batch, masked anew."""
        device = self.words.device
        hidden = self.words.masked(model, batch, rng)
        with torch.no_grad():
            taught = encoded(self.teacher, batch, hidden.ids, device).last_hidden_state
            wanted = word_logits(self.teacher, taught, hidden.positions).float()
        own = encoded(model, batch, hidden.ids, device).last_hidden_state
        logits = word_logits(model, own, hidden.positions).float()
        softened = functional.kl_div(
            (logits / self.temperature).log_softmax(dim=-1),
            (wanted / self.temperature).log_softmax(dim=-1),
            reduction="batchmean",
            log_target=True,
        )
        text = torch.from_numpy(batch.attended).to(device) == 1
        cosine = functional.cosine_similarity(own[text].float(), taught[text].float(), dim=-1)
        words, teacher, direction = self.weights
        return [
            Term(WORDS, self.words.word_loss(logits, hidden), words),
            Term(TEACHER, softened * self.temperature**2, teacher),
            Term(DIRECTION, 1 - cosine.mean(), direction),
        ]


def followed(batch: Batch) -> tuple[Ids, Ids]:
    """Flat positions that a piece of the text comes after, and those pieces."""
    follows = batch.attended[:, 1:] == 1
    positions = np.flatnonzero(np.pad(follows, ((0, 0), (0, 1))))
    return positions, batch.ids.ravel()[positions + 1]


def encoded(model: Model, batch: Batch, ids: Ids, device: torch.device) -> Any:
    """What the encoder makes of ``ids``, which stand in the batch's places."""
    inputs = {
        "input_ids": torch.from_numpy(ids).to(device),
        "attention_mask": torch.from_numpy(batch.attended).to(device),
    }
    if getattr(model.config, "type_vocab_size", 0) > 1:
        inputs["token_type_ids"] = torch.from_numpy(batch.segments).to(device)
    return model.base_model(**inputs)


def word_logits(model: Model, hidden: torch.Tensor, positions: Ids) -> torch.Tensor:
    """The vocabulary head on flat ``positions`` only: on all of them it is two fifths of the arithmetic at this size.

    *Shape:* (chosen, vocabulary)
    """
    chosen = hidden.flatten(0, 1)[torch.from_numpy(positions).to(hidden.device)]
    match model.config.model_type:
        case "gpt2":
            found = model.lm_head(chosen)
        case "distilbert":
            found = model.vocab_projector(model.vocab_layer_norm(model.activation(model.vocab_transform(chosen))))
        case _:
            found = model.cls.predictions(chosen)
    logits: torch.Tensor = found
    return logits


def tells_next_sentence(model: Model) -> bool:
    """Whether the model has a head for the next sentence."""
    return hasattr(getattr(model, "cls", None), "seq_relationship")


def autocast(device: torch.device) -> torch.autocast | nullcontext[None]:
    """bfloat16 where matrix products gain from it, float32 on the rest."""
    return torch.autocast(device.type, torch.bfloat16) if device.type in ("cpu", "cuda") else nullcontext()
