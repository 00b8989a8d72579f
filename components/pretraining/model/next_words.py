"""The same text as next-word prediction: every piece is asked for, and each from those before it alone."""

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.forward import last_hidden
from components.model.results import Tokens
from components.model.user_errors import UserError
from components.pretraining.model.results import NextPiece, NextPieces


@torch.inference_mode()
def next_pieces(opened: OpenModel, tokens: Tokens) -> NextPieces:
    """What each piece costs a causal model.

    Raises:
        UserError: The model is no causal one, or the sentence has a single piece.
    """
    if opened.record.role is not Role.CAUSAL:
        raise UserError(f"{opened.record.name} does not predict the next word. Please choose a causal model.")
    if len(tokens) < 2:
        raise UserError("One piece has nothing after it. Please type a longer sentence.")
    logits = (
        opened.head(last_hidden(opened, [tokens.ids])[0, :-1]).float().log_softmax(dim=-1)
    )  # (token - 1, vocabulary)
    wanted = torch.tensor(tokens.ids[1:], device=logits.device)
    said = logits.gather(1, wanted[:, None])[:, 0].tolist()
    first = logits.argmax(dim=-1).tolist()
    targets = tuple(
        NextPiece(
            place,
            tokens.items[place].text,
            float(torch.tensor(nats).exp()),
            -nats,
            opened.tokenizer.text(choice),
        )
        for place, (nats, choice) in enumerate(zip(said, first, strict=True), 1)
    )
    return NextPieces(tokens, targets, opened.conditions)
