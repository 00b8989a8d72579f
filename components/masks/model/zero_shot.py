"""Label sentences by a prompt: which of two words is likelier after the sentence and the prompt?

Brown et al. 2020 (https://arxiv.org/abs/2005.14165) label texts in this way, without training. ``calibrated``
subtracts the log-odds after a text without content, because one of the two words is more frequent than the other (Zhao
et al. 2021, https://arxiv.org/abs/2102.09690).
"""

from collections.abc import Sequence

from components.masks.model.writing_results import PromptedSentence, ZeroShot
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.endings import NEUTRAL, ending_losses
from components.model.tokens.text_limits import is_visually_empty
from components.model.user_errors import UserError


def zero_shot(
    opened: OpenModel,
    sentences: Sequence[tuple[str, int]],
    prompt: str,
    words: Sequence[str],
    *,
    calibrated: bool,
) -> ZeroShot:
    """Label sentences with one of two words.

    Args:
        opened: A causal model.
        sentences: Sentences with the index of their label, 0 or 1.
        prompt: What follows every sentence, such as "The sentiment is".
        words: The word of each label.
        calibrated: Whether the log-odds after a text without content are subtracted.

    Raises:
        UserError: The model is not causal, the prompt or a word is empty, or the words are the same.
    """
    if opened.record.role is not Role.CAUSAL:
        raise UserError(f"{opened.record.name} does not predict the next word. Choose a causal model.")
    if is_visually_empty(prompt) or any(map(is_visually_empty, words)):
        raise UserError("Enter a prompt and a word for each label.")
    first, second = (word.strip() for word in words)
    if first.casefold() == second.casefold():
        raise UserError("Enter two different words: with the same word for both labels there is nothing to choose.")
    texts = [f"{text.strip()} {prompt.strip()}" for text in (NEUTRAL, *(text for text, _ in sentences))]
    losses = [ending_losses(opened, texts, f" {word}") for word in (first, second)]
    neutral, *odds = (negative - positive for negative, positive in zip(*losses, strict=True))
    bias = neutral if calibrated else 0.0
    return ZeroShot(
        tuple(
            PromptedSentence(text, label, log_odds - bias)
            for (text, label), log_odds in zip(sentences, odds, strict=True)
        ),
        opened.conditions,
    )
