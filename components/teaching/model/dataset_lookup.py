"""Find the dataset that a plan names."""

import os
from collections.abc import Mapping
from pathlib import Path

from components.model.lists.datasets import FOUR, LabelledDataset, shipped_dataset
from components.model.lists.operator_folder import operator_folder
from components.model.user_errors import UserError
from components.teaching.model.sst2 import KEY as SST2
from components.teaching.model.sst2 import load_sst2

SHIPPED = ("opinions", "books", FOUR)
CUSTOM = "own"
_GONE = "These sentences are not on this server. Choose others, or upload them again."


def film_reviews_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The operator's folder with SST-2, or None. Only the presence of its file is checked."""
    folder = operator_folder(SST2, environment)
    return folder if folder is not None and (folder / "train.tsv").is_file() else None


def load_film_reviews(environment: Mapping[str, str] = os.environ) -> LabelledDataset | None:
    """The operator's copy of SST-2, or None."""
    folder = film_reviews_folder(environment)
    try:
        return load_sst2(folder.resolve()) if folder is not None else None
    except (OSError, RuntimeError, ValueError):  # damaged or unreadable
        return None


def find_dataset(key: str, environment: Mapping[str, str] = os.environ) -> LabelledDataset:
    """The dataset with a key: a shipped one, or the operator's.

    Raises:
        UserError: This server has no such dataset.
    """
    if key in SHIPPED:
        return shipped_dataset(key)
    if key == SST2 and (reviews := load_film_reviews(environment)) is not None:
        return reviews
    raise UserError(_GONE)
