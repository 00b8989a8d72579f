"""Small models that differ in one thing: what became of the pieces chosen while they were trained.

Four trainings on the same batches, with the shares of [MASK] / a random piece / the piece itself that are their names.
They are asked for by the room on pre-training and stand in no list; ``python -m training.figures shares`` makes them.
"""

from pathlib import Path

from components.model.checkpoints.catalogue import POCKET_FOLDER, pocket_model
from components.model.checkpoints.records import ModelRecord

MIXTURES_FOLDER = POCKET_FOLDER / "shares"
MIXTURES = ("80/10/10", "100/0/0", "0/0/100", "50/50/0")


def mixture_weights_file(shares: str) -> Path:
    """Where the weights are of the model trained with ``shares``."""
    return MIXTURES_FOLDER / f"{shares.replace('/', '-')}.safetensors"


def mixture_model_id(shares: str) -> str:
    """The id of the model trained with ``shares``."""
    return f"pocket-shares-{shares.replace('/', '-')}"


def _record(shares: str) -> ModelRecord:
    return pocket_model(
        mixture_model_id(shares).removeprefix("pocket-"),
        f"pocket {shares}",
        "BERT",
        f"Of the tokens chosen in its training, {shares}% became [MASK], a random token, or stayed unchanged.",
        folder="bert",
        weights=mixture_weights_file(shares),
    )


MIXTURE_MODELS = tuple(_record(shares) for shares in MIXTURES)
