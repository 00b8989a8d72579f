"""A text as next-token prediction: every token is a target, predicted from the tokens before it."""

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
        UserError: The model is no causal one, or the sentence has a single token.
    """
    if opened.record.role is not Role.CAUSAL:
        raise UserError(f"{opened.record.name} does not predict the next word. Choose a causal model.")
    if len(tokens) < 2:
        raise UserError("One token has no next token. Type a longer sentence.")
    logits = (
        opened.head(last_hidden_state(opened, [tokens.ids])[0, :-1]).float().log_softmax(dim=-1)
    )  # (token - 1, vocabulary)
    wanted = torch.tensor(tokens.ids[1:], device=logits.device)
    scores = logits.gather(1, wanted[:, None])[:, 0].tolist()
    first = logits.argmax(dim=-1).tolist()
    targets = tuple(
        NextTokenTarget(
            place,
            tokens.items[place].text,
            float(torch.tensor(nats).exp()),
            -nats,
            opened.tokenizer.text(choice),
        )
        for place, (nats, choice) in enumerate(zip(scores, first, strict=True), 1)
    )
    return NextTokenLosses(tokens, targets, opened.conditions)
