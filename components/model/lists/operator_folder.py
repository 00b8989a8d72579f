"""The operator's folder of lists: the environment variable ``RIVERBANK_LISTS`` names it."""

import os
from collections.abc import Mapping
from pathlib import Path

FOLDER_VARIABLE = "RIVERBANK_LISTS"


def operator_folder(name: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """A folder inside the operator's; None if the variable is not set. It need not be there."""
    path = environment.get(FOLDER_VARIABLE)
    return Path(path) / name if path else None
