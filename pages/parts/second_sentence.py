"""A second sentence beside the one on the screen; the link holds it."""

from pages.parts.settings import text

PAIR_OPENER = ("She went to the bank to open an account.", "The clerk asked her for her name and some money.")
BESIDE = "beside"  # in the link
ELSEWHERE = "It was a cold day in winter."  # beside a sentence of a visitor's own, until they type another


def second_sentence(sentence: str) -> str:
    """What a visitor typed beside ``sentence``, and until then what fits there."""
    return text("The second sentence", BESIDE, PAIR_OPENER[1] if sentence == PAIR_OPENER[0] else ELSEWHERE)
