"""The stored pronouns are what the bundled models compute now."""

import numpy as np
import pytest

from cache.shipped.first_pronouns import MODELS, first_pronouns
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import model_record
from components.suites.model.occupations import occupations, pronoun_templates
from components.suites.model.pronouns import pronoun_suite

SOME = [each.word for each in occupations()][::15]


@pytest.mark.parametrize("model_id", MODELS)
def test_they_are_of_all_occupations_and_what_the_model_computes_now(model_id: str) -> None:
    stored = first_pronouns()[model_id]
    assert stored.templates == pronoun_templates(), "run python -m cache.shipped.first_pronouns"
    assert [each.word for each in stored.occupations] == [each.word for each in occupations()]
    live = pronoun_suite(Loader(weights_folder).open(model_record(model_id)), SOME, pronoun_templates())
    for entry in (*live.occupations, live.neutral):
        recorded = stored.neutral if entry is live.neutral else stored.of(entry.word)
        np.testing.assert_allclose(recorded.probabilities, entry.probabilities, atol=1e-3)
