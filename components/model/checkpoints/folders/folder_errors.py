"""The error for a folder that cannot be used as a model."""

import json
from pathlib import Path


class UnusableFolder(Exception):
    """A folder cannot be used. The message is the reason, worded to follow the folder's name."""


def read_json_object(file: Path, limit: int) -> dict[str, object]:
    """The object in a small JSON file.

    Args:
        file: The file.
        limit: How many bytes it may have.

    Raises:
        UnusableFolder: It is too large, or holds no JSON object.
    """
    if file.stat().st_size > limit:
        raise UnusableFolder(f"has a {file.name} of more than {limit // 1_000_000} MB.")
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise UnusableFolder(f"has a damaged {file.name}.") from error
    if not isinstance(content, dict):
        raise UnusableFolder(f"has a {file.name} that is not a JSON object.")
    return content
