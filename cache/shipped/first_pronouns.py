"""Precomputed pronouns beside occupations, of two bundled models.

``python -m cache.shipped.first_pronouns`` writes them. A test compares them with what the models compute now.
"""

from cache.shipped.shipped import shipped
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE
from components.suites.model.pronoun_results import PronounSuite

MODELS = (DEFAULT_MODEL, REFERENCE)


@shipped("first_pronouns.json", digits=5)
def stored_pronouns() -> tuple[PronounSuite, ...]:
    """The results, model by model."""
    from cache.suites import pronoun_suite

    return tuple(pronoun_suite(model_id, lambda _done, _of: None) for model_id in MODELS)


def first_pronouns() -> dict[str, PronounSuite]:
    """The results by model."""
    return {suite.conditions.model_id: suite for suite in stored_pronouns.read()}


if __name__ == "__main__":
    stored_pronouns.write()
