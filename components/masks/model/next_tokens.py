"""Next-token prediction: every token of a text is a target, predicted from the tokens before it."""

import torch

from components.masks.model.results import NextTokenLosses, NextTokenTarget
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.forward import last_hidden_state
from components.model.results import Tokens
from components.model.user_errors import UserError


@torch.inference_mode()
def next_token_losses(opened: OpenModel, tokens: Tokens) -> NextTokenLosses:
    """The loss of a causal model at each token.

    Raises:
        UserError: The model is not causal, or the sentence has only one token or a blank.
    """
    if opened.record.role is not Role.CAUSAL:
        raise UserError(f"{opened.record.name} does not predict the next word. Choose a causal model.")
    if tokens.typed_masks:  # it would be scored, and read, as a word that no text has
        raise UserError(
            f"{opened.record.name} learned from whole sentences and never saw a blank. Type a sentence without one."
        )
    if len(tokens) < 2:
        raise UserError("One token has no next token. Type a longer sentence.")
    logits = (
        opened.head(last_hidden_state(opened, [tokens.ids])[0, :-1]).float().log_softmax(dim=-1)
    )  # (token - 1, vocabulary)
    target_ids = torch.tensor(tokens.ids[1:], device=logits.device)
    log_probabilities = logits.gather(1, target_ids[:, None])[:, 0].tolist()
    top_ids = logits.argmax(dim=-1).tolist()
    targets = tuple(
        NextTokenTarget(
            position,
            tokens.items[position].text,
            float(torch.tensor(log_probability).exp()),
            -log_probability,
            opened.tokenizer.text(top_id),
        )
        for position, (log_probability, top_id) in enumerate(zip(log_probabilities, top_ids, strict=True), 1)
    )
    return NextTokenLosses(tokens, targets, opened.conditions)
