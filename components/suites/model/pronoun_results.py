"""Results of the pronouns that a model puts beside occupations: frozen, of plain Python and numpy."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions
from components.model.statistics.bootstrap import Interval, interval, resample_indices
from components.suites.model.occupations import PRONOUNS

Probabilities = npt.NDArray[np.float64]
_SHE, _HE = map(PRONOUNS.index, ("she", "he"))


@dataclass(frozen=True)
class OccupationPronouns:
    """The probabilities of the pronouns for one occupation.

    Attributes:
        word: The occupation.
        rows: For each sentence, in the order of the templates, the probabilities of "she", "he" and "they".
    """

    word: str
    rows: tuple[tuple[float, float, float], ...]

    @property
    def probabilities(self) -> Probabilities:
        """The rows as an array.

        *Shape:* (template, pronoun)
        """
        return np.array(self.rows, dtype=np.float64)

    @property
    def means(self) -> tuple[float, float, float]:
        """The probability of each pronoun, averaged over the sentences."""
        she, he, they = self.probabilities.mean(axis=0).tolist()
        return she, he, they

    @cached_property  # of the stored numbers, which every page and every sentence of it uses
    def share(self) -> Interval:
        """P(she) / (P(she) + P(he)), of the averages, with a 95% bootstrap interval over the sentences."""
        probabilities = self.probabilities[:, [_SHE, _HE]]
        value = _share(probabilities.mean(axis=0))
        if len(probabilities) == 1:
            return Interval(float("nan"), float(value), float("nan"))
        resampled = probabilities[resample_indices(len(probabilities))].mean(axis=1)  # (resample, pronoun)
        return interval(float(value), _share(resampled))


@dataclass(frozen=True)
class PronounSuite:
    """What one model puts into the sentences about all occupations.

    Attributes:
        templates: The sentences with their slot for the occupation.
        occupations: One entry per occupation.
        neutral: The same sentences about a person, without an occupation.
        conditions: Model, device and versions.
    """

    templates: tuple[str, ...]
    occupations: tuple[OccupationPronouns, ...]
    neutral: OccupationPronouns
    conditions: Conditions

    def of(self, word: str) -> OccupationPronouns:
        """The entry of an occupation.

        Raises:
            KeyError: It is not in the list.
        """
        for each in self.occupations:
            if each.word == word:
                return each
        raise KeyError(word)


def _share(pair: Probabilities) -> Probabilities:
    """The first as a share of both.

    *Shape:* from (…, 2) to (…)
    """
    # A model may give both nothing at all, in half precision: then neither is preferred.
    total = pair.sum(axis=-1)
    share: Probabilities = np.where(total > 0, pair[..., 0] / np.where(total > 0, total, 1.0), 0.5)
    return share
