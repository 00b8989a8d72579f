"""Cached results of the room “Masked words”, beside those of :mod:`cache.shared.blanks`."""

from typing import TYPE_CHECKING

from cache.engine import engine
from cache.sized_cache import share_results

if TYPE_CHECKING:
    from components.fill.model.results import JointFill, ListRow, NamedWords, SentencePair
    from components.model.blanks.results import Occlusion
    from components.model.results import TokenScore


@share_results(500)
def joint_fill(model_id: str, sentence: str, masked: tuple[int, ...] = ()) -> "JointFill":
    """All blanks filled, independently and jointly."""
    from components.fill.model.joint_fill import joint_fill

    return joint_fill(*engine().read(model_id, sentence), masked)


@share_results(500)
def sentence_pair(model_id: str, first: str, masked: tuple[int, ...], second: str) -> "SentencePair":
    """One model at the only blank of ``first``, typed or ``masked``, and at the one typed in ``second``."""
    from components.fill.model.sentence_pair import sentence_pair

    opened, tokens = engine().read(model_id, first)
    return sentence_pair(opened, tokens, masked, opened.tokenizer.tokens(second))


@share_results(5000)
def every_position(model_id: str, sentence: str, positions: tuple[int, ...]) -> "tuple[TokenScore, ...]":
    """The probability of the token at each of ``positions``, given all other tokens."""
    from components.model.inference.prediction import token_scores

    return token_scores(*engine().read(model_id, sentence), positions)


@share_results(5000)
def occlusions(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int, answer: int, others: tuple[int, ...]
) -> "tuple[Occlusion, ...]":
    """What the answer loses when each position of ``others`` is masked as well."""
    from components.model.blanks.occlusion import occlusions

    return occlusions(*engine().read(model_id, sentence), masked, blank, answer, others=others)


@share_results(500)
def list_answers(model_id: str, items: tuple[tuple[str, str | None], ...]) -> "tuple[ListRow, ...]":
    """The model's first choice for each sentence of a list, and the score of the right word if one is given."""
    from components.fill.model.list_answers import list_answers
    from components.fill.model.results import ListItem

    return list_answers(engine().open_model(model_id), [ListItem(*item) for item in items])


@share_results(1000)
def named_words(
    model_id: str, sentence: str, masked: tuple[int, ...], blank: int, words: tuple[str, ...]
) -> "NamedWords":
    """The probability of each of ``words`` at the blank."""
    from components.fill.model.named_words import named_words

    return named_words(*engine().read(model_id, sentence), masked, blank, words)
