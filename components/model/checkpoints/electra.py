"""The twin that learned by telling replaced words from original ones, and the small generator that replaced them.

They are asked for by the room on pre-training and by links, and stand in no list; ``python -m training electra`` makes
them (Clark et al. 2020, https://arxiv.org/abs/2003.10555).
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
