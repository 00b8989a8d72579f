"""Made-up results of pronouns beside occupations."""

from collections.abc import Sequence

from components.model.results import Conditions
from components.suites.model.occupations import NEUTRAL, pronoun_templates
from components.suites.model.pronoun_results import OccupationPronouns, PronounSuite

CONDITIONS = Conditions("minilm", "bundled", "a processor", "float32", "")


def made_suite(
    shares: Sequence[float], words: Sequence[str], *, spread: float = 0.0, neutral: float = 0.4
) -> PronounSuite:
    """A suite in which each word has this share of "she", in every other sentence more and in the others less.

    Args:
        shares: One per word, at least ``spread`` from 0 and 1.
        words: The occupations.
        spread: How much more and less.
        neutral: The share without an occupation.
    """
    count = len(pronoun_templates())

    def entry(word: str, share: float) -> OccupationPronouns:
        around = [share + spread * (-1) ** number for number in range(count)]
        return OccupationPronouns(word, tuple((0.5 * she, 0.5 * (1 - she), 0.1) for she in around))

    return PronounSuite(pronoun_templates(), tuple(map(entry, words, shares)), entry(NEUTRAL, neutral), CONDITIONS)
