"""Training on one sentence, step by step: forward pass, loss, gradient, update.

A copy of the model is trained with AdamW (Loshchilov and Hutter 2019,
https://arxiv.org/abs/1711.05101), on one blank whose word is given, and discarded.
"""

import copy
from collections.abc import Callable, Sequence

import torch
from torch.nn import functional

from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import require_mask_id
from components.model.results import Tokens
from components.model.user_errors import UserError
from components.pretraining.model.results import MatrixGradient, SentenceTraining, StepPrediction

LEARNING_RATE = 1e-4
MATRIX_LIMIT = 6
PARAMETER_LIMIT = 40_000_000  # training takes five times the memory of the weights
_NO_BLANK = "Each of the two sentences needs exactly one blank. Type [MASK] once in each."


def train_on_sentence(
    opened: OpenModel,
    tokens: Tokens,
    word: str,
    other: Tokens,
    other_word: str,
    *,
    evaluation_steps: Sequence[int],
    on_progress: Callable[[int, int], None],
) -> SentenceTraining:
    """Train on one sentence, and measure its blank, the blank of another sentence, and the weights.

    Args:
        opened: A masked language model; it is copied, not changed.
        tokens: A sentence with one typed mask.
        word: The correct word for it.
        other: Another sentence with one typed mask, which is not trained on.
        other_word: The word whose probability is measured there.
        evaluation_steps: After how many steps to look, in rising order, from 0.
        on_progress: Called with how many steps are done and how many there are.

    Raises:
        UserError: A sentence does not have exactly one mask, a word is not a single token, or the model has no [MASK]
            or is too large.
    """
    require_mask_id(opened)
    if opened.parameters > PARAMETER_LIMIT:
        raise UserError(
            f"{opened.record.name} has {opened.parameters / 1e6:.0f} million parameters; the limit here is "
            f"{PARAMETER_LIMIT / 1e6:.0f} million. Choose a smaller model."
        )
    if len(tokens.typed_masks) != 1 or len(other.typed_masks) != 1:
        raise UserError(_NO_BLANK)
    word_id, other_id = opened.tokenizer.word_id(word), opened.tokenizer.word_id(other_word)
    with torch.inference_mode(mode=False), torch.enable_grad():
        model = copy.deepcopy(opened.model).requires_grad_(True)  # in evaluation mode, so that results are reproducible
        head = vocabulary_head(model)
        before = {name: weights.detach().clone() for name, weights in model.named_parameters()}
        optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)
        device = opened.device.torch_device
        target = torch.tensor([word_id], device=device)

        def logits_of(sentence: Tokens) -> torch.Tensor:
            ids = torch.tensor([sentence.ids], device=device)
            hidden = model.base_model(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state
            return head(hidden[:, sentence.typed_masks[0]]).float()  # (1, vocabulary)

        updates: list[StepPrediction] = []
        for step in range(evaluation_steps[-1] + 1):
            logits = logits_of(tokens)
            loss = functional.cross_entropy(logits, target)
            if step in evaluation_steps:
                with torch.no_grad():
                    other_probabilities = logits_of(other)[0].softmax(dim=-1)
                probabilities = logits.detach()[0].softmax(dim=-1)
                updates.append(
                    StepPrediction(
                        step,
                        loss.item(),
                        float(probabilities[word_id]),
                        opened.tokenizer.text(int(probabilities.argmax())),
                        float(other_probabilities[other_id]),
                        opened.tokenizer.text(int(other_probabilities.argmax())),
                    )
                )
                on_progress(step, evaluation_steps[-1])
            if step == evaluation_steps[-1]:
                break
            optimizer.zero_grad()
            loss.backward()
            if before:
                gradients = _gradients(model)
            optimizer.step()
            if before:
                first_step = _first_step(model, before)
                before.clear()  # as large as the model
    return SentenceTraining(word, other_word, tuple(updates), gradients, first_step, LEARNING_RATE, opened.conditions)


def _gradients(model: torch.nn.Module) -> tuple[MatrixGradient, ...]:
    """The matrices with the largest gradient relative to their own norm.

    Biases and embedding tables are left out: many of their values are small, or get no gradient.
    """
    tables = {id(part.weight) for part in model.modules() if isinstance(part, torch.nn.Embedding)}
    shares = [
        MatrixGradient(f"{name}.weight", float(part.weight.grad.norm() / part.weight.detach().norm()))
        for name, part in model.named_modules()
        if isinstance(part, torch.nn.Linear) and part.weight.grad is not None and id(part.weight) not in tables
    ]
    return tuple(sorted(shares, key=lambda gradient: -gradient.share)[:MATRIX_LIMIT])


def _first_step(model: torch.nn.Module, before: dict[str, torch.Tensor]) -> float:
    """The median change of the weights that have a gradient."""
    distances = [
        (weights.detach() - before[name]).abs()[weights.grad != 0]
        for name, weights in model.named_parameters()
        if weights.grad is not None
    ]
    return float(torch.cat(distances).median())
