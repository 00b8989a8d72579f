"""Label sentences by a prompt: which of two words is likelier after the sentence and the prompt?

Brown et al. 2020 (https://arxiv.org/abs/2005.14165) label texts in this way, without training.
"""

from collections.abc import Sequence

from components.masks.model.writing_results import PromptedSentence, ZeroShot
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.endings import ending_losses
from components.model.tokens.text_limits import is_visually_empty
from components.model.user_errors import UserError


def zero_shot(opened: OpenModel, sentences: Sequence[tuple[str, int]], prompt: str, words: Sequence[str]) -> ZeroShot:
    """Label sentences with one of two words.

    Args:
        opened: A causal model.
        sentences: Sentences with the index of their label, 0 or 1.
        prompt: What follows every sentence, such as "The sentiment is".
        words: The word of each label.

    Raises:
        UserError: The model is not causal, or the prompt is empty.
    """
    if opened.record.role is not Role.CAUSAL:
        raise UserError(f"{opened.record.name} does not predict the next word. Choose a causal model.")
    if is_visually_empty(prompt):
        raise UserError("Enter a prompt: the text between each sentence and its label.")
    texts = [f"{text.strip()} {prompt.strip()}" for text, _ in sentences]
    losses = [ending_losses(opened, texts, f" {word}") for word in words]
    return ZeroShot(
        tuple(
            PromptedSentence(text, label, first - second)
            for (text, label), first, second in zip(sentences, *losses, strict=True)
        ),
        opened.conditions,
    )
