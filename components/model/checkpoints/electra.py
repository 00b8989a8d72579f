"""Pocket ELECTRA: a discriminator trained to detect replaced tokens, and the generator that replaced them.

The room “Pre-training” and links open them; they are not listed. ``python -m training electra`` trains them (Clark et
al. 2020, https://arxiv.org/abs/2003.10555).
"""

from components.model.checkpoints.catalogue import pocket_model
from components.model.checkpoints.records import Role

DISCRIMINATOR, GENERATOR = "pocket-electra", "pocket-electra-generator"


ELECTRA = (
    pocket_model(
        DISCRIMINATOR.removeprefix("pocket-"),
        "pocket ELECTRA",
        "ELECTRA",
        "Pocket BERT’s twin that learned to detect replaced words.",
        role=Role.ENCODER,
    ),
    pocket_model(
        GENERATOR.removeprefix("pocket-"),
        "pocket ELECTRA’s generator",
        "ELECTRA",
        "The small model that replaced the words for it.",
    ),
)
