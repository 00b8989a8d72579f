"""Two masked models with one vocabulary: only then is a divergence over all pieces, or a loss, defined."""

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import require_mask_id
from components.model.results import Tokens
from components.model.user_errors import UserError


def share_vocabulary(first: OpenModel, second: OpenModel) -> bool:
    """Whether two models number the same pieces in the same way."""
    one, other = first.tokenizer, second.tokenizer
    return (
        first.model.config.vocab_size == second.model.config.vocab_size
        and (one.mask_id, one.unknown_id) == (other.mask_id, other.unknown_id)
        and one.whole_words == other.whole_words
    )


def require_shared_vocabulary(teacher: OpenModel, student: OpenModel) -> None:
    """Refuse two models that cannot be compared piece by piece.

    Raises:
        UserError: One does not fill blanks, or their vocabularies differ.
    """
    for opened in (teacher, student):
        require_mask_id(opened)
    if not share_vocabulary(teacher, student):
        raise UserError(
            f"{teacher.record.name} and {student.record.name} have different vocabularies. "
            "Choose two models with one vocabulary, such as BERT and DistilBERT."
        )


def require_same_tokens(teacher: OpenModel, student: OpenModel, tokens: Tokens) -> None:
    """Refuse a sentence that the student reads otherwise than the teacher; ``tokens`` are the teacher's.

    Raises:
        UserError: It does, or cannot read it at all.
    """
    if student.tokenizer.tokens(tokens.sentence).ids != tokens.ids:
        raise UserError(
            f"{teacher.record.name} and {student.record.name} split this sentence into different tokens. "
            "Choose two models that share a tokenizer."
        )
