"""Checks that two masked models share a vocabulary. Otherwise no divergence or loss between them is defined."""

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import require_mask_id
from components.model.results import Tokens
from components.model.user_errors import UserError


def share_vocabulary(first: OpenModel, second: OpenModel) -> bool:
    """Whether two models have the same tokens with the same ids."""
    first_tokenizer, second_tokenizer = first.tokenizer, second.tokenizer
    return (
        first.model.config.vocab_size == second.model.config.vocab_size
        and (first_tokenizer.mask_id, first_tokenizer.unknown_id)
        == (second_tokenizer.mask_id, second_tokenizer.unknown_id)
        and first_tokenizer.whole_words == second_tokenizer.whole_words
    )


def require_shared_vocabulary(teacher: OpenModel, student: OpenModel) -> None:
    """Check that two models can be compared token by token.

    Raises:
        UserError: One of them is no masked model, or their vocabularies differ.
    """
    for opened in (teacher, student):
        require_mask_id(opened)
    if not share_vocabulary(teacher, student):
        raise UserError(
            f"{teacher.record.name} and {student.record.name} have different vocabularies. "
            "Choose two models with one vocabulary, such as BERT and DistilBERT."
        )


def require_same_tokens(teacher: OpenModel, student: OpenModel, tokens: Tokens) -> None:
    """Check that the student tokenizes a sentence as the teacher does; ``tokens`` are the teacher's.

    Raises:
        UserError: The tokens differ, or the student cannot read the sentence.
    """
    if student.tokenizer.tokens(tokens.sentence).ids != tokens.ids:
        raise UserError(
            f"{teacher.record.name} and {student.record.name} split this sentence into different tokens. "
            "Choose two models that share a tokenizer."
        )
