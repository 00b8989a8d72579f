"""Small models that differ only in how the tokens selected for prediction were corrupted in training.

Four runs on the same batches, each named by its percentages of [MASK] / a random token / the unchanged token. The room
on pre-training opens them; they are not listed. ``python -m training.figures shares`` trains them.
"""

from pathlib import Path

from components.model.checkpoints.catalogue import POCKET_FOLDER, pocket_model
from components.model.checkpoints.records import ModelRecord

MIXTURES_FOLDER = POCKET_FOLDER / "shares"
MIXTURES = ("80/10/10", "100/0/0", "0/0/100", "50/50/0")


def mixture_weights_file(shares: str) -> Path:
    """The file with the weights of the model trained with a mixture."""
    return MIXTURES_FOLDER / f"{shares.replace('/', '-')}.safetensors"


def mixture_model_id(shares: str) -> str:
    """The id of the model trained with a mixture."""
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
