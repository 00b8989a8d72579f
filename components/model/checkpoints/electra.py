"""The twin that learned by telling replaced words from original ones, and the small generator that replaced them.

They are asked for by the room on pre-training and by links, and stand in no list; ``python -m training electra`` makes
them (Clark et al. 2020, https://arxiv.org/abs/2003.10555).
"""

from components.model.checkpoints.catalogue import MODELS, POCKET_FOLDER, REFERENCE
from components.model.checkpoints.records import Bundled, ModelRecord, Role

DISCRIMINATOR, GENERATOR = "pocket-electra", "pocket-electra-generator"


def _record(model_id: str, name: str, role: Role, about: str) -> ModelRecord:
    return ModelRecord(
        id=model_id,
        name=name,
        family="ELECTRA",
        role=role,
        home=Bundled(POCKET_FOLDER / model_id.removeprefix("pocket-")),
        parameters=None,
        licence=next(model for model in MODELS if model.id == REFERENCE).licence,
        about=about,
    )


ELECTRA = (
    _record(
        DISCRIMINATOR,
        "pocket ELECTRA",
        Role.ENCODER,
        "Pocket BERT’s twin that learned to tell replaced words from original ones.",
    ),
    _record(GENERATOR, "pocket ELECTRA’s generator", Role.MASKED, "The small model that replaced words for it."),
)
