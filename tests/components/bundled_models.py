"""The bundled masked models, and a masked word of a sentence with the answer that a model gives."""

from components.model.blanks.occlusion import possible_answers
from components.model.inference.engine import Engine

MASKED = ["minilm", "pocket-bert", "pocket-distilbert", "pocket-rope", "pocket-nopos", "pocket-sinusoidal"]


def blank_and_answer(engine: Engine, model_id: str, sentence: str) -> tuple[int, int]:
    """The position of the first [MASK] in a sentence, and the id of the token that the model puts there first."""
    opened, tokens = engine.read(model_id, sentence)
    blank = tokens.typed_masks[0]
    return blank, possible_answers(opened, tokens, (), blank)[0].id
