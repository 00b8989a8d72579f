"""Lists of pairs in the operator's folder: the files in ``suites`` inside it, and in folders there."""

import os
from collections.abc import Mapping
from pathlib import Path

from components.model.lists.operator_folder import operator_folder
from components.suites.model.readers import BYTES_LIMIT

FOLDER = "suites"
LIST_LIMIT = 200  # files that are offered
ENDINGS = {".csv", ".json", ".jsonl", ".tab", ".tsv", ".txt"}


def operator_lists(environment: Mapping[str, str] = os.environ) -> dict[str, Path]:
    """The files by name, such as "blimp/adjunct_island.jsonl". They are not opened; those too large are left out."""
    folder = operator_folder(FOLDER, environment)
    if folder is None:
        return {}
    try:
        files = [file for pattern in ("*", "*/*") for file in sorted(folder.glob(pattern)) if _is_list(file)]
    except OSError:  # a folder that may not be read
        return {}
    return {file.relative_to(folder).as_posix(): file for file in files[:LIST_LIMIT]}


def _is_list(file: Path) -> bool:
    return file.suffix.lower() in ENDINGS and file.is_file() and file.stat().st_size <= BYTES_LIMIT
