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

from components.model.checkpoints.device import supports_bfloat16
from training.dataset import NO_LABEL, Batch, Ids
from training.masking import Corruption, Masked, masked
from training.vocabulary_loss import vocabulary_loss


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
        vectors, targets = out.last_hidden_state, torch.from_numpy(hidden.targets).to(self.device)
        decoder = decoder_of(model)
        before = before_decoder(model, chosen(vectors, hidden.positions))
        terms = [Term(WORDS, vocabulary_loss(before, decoder.weight, decoder.bias, targets))]
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
    # Words, teacher, direction: those of the command in the README of the paper's code.
    weights: tuple[float, float, float] = (2.0, 5.0, 1.0)

    def __call__(self, model: Model, batch: Batch, rng: np.random.Generator) -> list[Term]:
        """The losses of a batch, masked anew."""
        device = self.words.device
        hidden = self.words.masked(model, batch, rng)
        with torch.no_grad():
            taught = encoded(self.teacher, batch, hidden.ids, device).last_hidden_state
            wanted = word_logits(self.teacher, taught, hidden.positions).float()
        own = encoded(model, batch, hidden.ids, device).last_hidden_state
        logits = word_logits(model, own, hidden.positions).float()
        text = torch.from_numpy(batch.attended).to(device) == 1
        words, teacher, direction = self.weights
        return [
            Term(WORDS, self.words.word_loss(logits, hidden), words),
            Term(TEACHER, softened_loss(logits, wanted, self.temperature), teacher),
            Term(DIRECTION, direction_loss(own[text].float(), taught[text].float()), direction),
        ]


def softened_loss(own: torch.Tensor, wanted: torch.Tensor, temperature: float) -> torch.Tensor:
    """KL(teacher || student) of logits softened by ``temperature``, times its square. *Shape:* (chosen, vocabulary)."""
    softened = functional.kl_div(
        (own / temperature).log_softmax(dim=-1),
        (wanted / temperature).log_softmax(dim=-1),
        reduction="batchmean",
        log_target=True,
    )
    return softened * temperature**2


def direction_loss(own: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """One minus the mean cosine of vectors to those of the teacher. *Shape:* (token, width)."""
    return 1 - functional.cosine_similarity(own, taught, dim=-1).mean()


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
    logits: torch.Tensor = decoder_of(model)(before_decoder(model, chosen(hidden, positions)))
    return logits


def chosen(hidden: torch.Tensor, positions: Ids) -> torch.Tensor:
    """The vectors at flat ``positions``. *Shape:* (chosen, width)."""
    return hidden.flatten(0, 1)[torch.from_numpy(positions).to(hidden.device)]


def before_decoder(model: Model, vectors: torch.Tensor) -> torch.Tensor:
    """What the vocabulary head makes of vectors before it compares them with every piece. *Shape:* (chosen, width)."""
    match model.config.model_type:
        case "gpt2":
            found = vectors
        case "distilbert":
            found = model.vocab_layer_norm(model.activation(model.vocab_transform(vectors)))
        case _:
            found = model.cls.predictions.transform(vectors)
    return found


def decoder_of(model: Model) -> torch.nn.Linear:
    """The matrix of the vocabulary head, a row a piece."""
    decoder: torch.nn.Linear = model.get_output_embeddings()
    return decoder


def tells_next_sentence(model: Model) -> bool:
    """Whether the model has a head for the next sentence."""
    return hasattr(getattr(model, "cls", None), "seq_relationship")


def autocast(device: torch.device) -> torch.autocast | nullcontext[None]:
    """bfloat16 where the device multiplies it by itself, else float32: imitated, it is a hundred times slower."""
    return torch.autocast(device.type, torch.bfloat16) if supports_bfloat16(device.type) else nullcontext()
