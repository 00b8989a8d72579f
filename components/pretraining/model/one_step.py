"""Training on one masked sentence, step by step: forward pass, loss, gradient, update.

A copy of the model is trained with AdamW (Loshchilov and Hutter 2019, https://arxiv.org/abs/1711.05101), and discarded.
"""

import copy
from collections.abc import Callable, Sequence

import torch
from torch.nn import functional

from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import require_mask_id
from components.model.results import Tokens
from components.model.user_errors import NothingMasked, UserError
from components.pretraining.model.results import MaskingSample, SentenceTraining, StepPrediction

LEARNING_RATE = 1e-4
PARAMETER_LIMIT = 40_000_000  # training takes five times the memory of the weights


def train_on_sample(
    opened: OpenModel,
    tokens: Tokens,
    sample: MaskingSample,
    other: Tokens | None = None,
    *,
    evaluation_steps: Sequence[int],
    on_progress: Callable[[int, int], None],
) -> SentenceTraining:
    """Train on one masked sentence, and measure its targets, and the first of them in another sentence.

    Args:
        opened: A masked language model; it is copied, not changed.
        tokens: The sentence.
        sample: Its masking.
        other: Another sentence with one typed mask, which is not trained on.
        evaluation_steps: After how many steps to look, in rising order, from 0.
        on_progress: Called with how many steps are done and how many there are.

    Raises:
        NothingMasked: There is no target.
        UserError: The other sentence does not have exactly one mask, or the model has no [MASK] or is too large.
    """
    require_mask_id(opened)
    if opened.parameters > PARAMETER_LIMIT:
        raise UserError(
            f"{opened.record.name} has {opened.parameters / 1e6:.0f} million parameters; the limit here is "
            f"{PARAMETER_LIMIT / 1e6:.0f} million. Choose a smaller model."
        )
    if not sample.targets:
        raise NothingMasked
    if other is not None and len(other.typed_masks) != 1:
        raise UserError("The other sentence needs exactly one blank. Type [MASK] once in it.")
    positions = [target.position for target in sample.targets]
    with torch.inference_mode(mode=False), torch.enable_grad():
        model = copy.deepcopy(opened.model).requires_grad_(True)  # in evaluation mode, so that results are reproducible
        head = vocabulary_head(model)
        before = {name: weights.detach().clone() for name, weights in model.named_parameters()}
        optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)
        device = opened.device.torch_device
        targets = torch.tensor([target.token_id for target in sample.targets], device=device)

        def logits_of(ids: Sequence[int], places: Sequence[int]) -> torch.Tensor:
            rows = torch.tensor([ids], device=device)
            hidden = model.base_model(input_ids=rows, attention_mask=torch.ones_like(rows)).last_hidden_state
            return head(hidden[0, list(places)]).float()  # (place, vocabulary)

        updates: list[StepPrediction] = []
        for step in range(evaluation_steps[-1] + 1):
            logits = logits_of(sample.input_ids(tokens.ids), positions)
            loss = functional.cross_entropy(logits, targets)
            if step in evaluation_steps:
                elsewhere, elsewhere_first = None, ""
                if other is not None:
                    with torch.no_grad():
                        row = logits_of(other.ids, other.typed_masks)[0].softmax(dim=-1)
                    elsewhere, elsewhere_first = float(row[targets[0]]), opened.tokenizer.text(int(row.argmax()))
                probabilities = logits.detach().softmax(dim=-1)
                updates.append(
                    StepPrediction(
                        step,
                        loss.item(),
                        tuple(probabilities.gather(1, targets[:, None])[:, 0].tolist()),
                        opened.tokenizer.text(int(probabilities[0].argmax())),
                        elsewhere,
                        elsewhere_first,
                    )
                )
                on_progress(step, evaluation_steps[-1])
            if step == evaluation_steps[-1]:
                break
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if before:
                first_step = _first_step(model, before)
                before.clear()  # as large as the model
    words = tuple(opened.tokenizer.text(target.token_id) for target in sample.targets)
    return SentenceTraining(
        words, "" if other is None else other.sentence, tuple(updates), first_step, LEARNING_RATE, opened.conditions
    )


def _first_step(model: torch.nn.Module, before: dict[str, torch.Tensor]) -> float:
    """The median change of the weights that have a gradient."""
    distances = [
        (weights.detach() - before[name]).abs()[weights.grad != 0]
        for name, weights in model.named_parameters()
        if weights.grad is not None
    ]
    return float(torch.cat(distances).median())
