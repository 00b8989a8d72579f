"""What kinds of text the corpus has, so that a model's figures can be told for each."""

from collections.abc import Mapping
from types import MappingProxyType

EVERYDAY = "everyday sentences"
GENRES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "encyclopedia": ("wikipedia-",),
        "fiction": ("fiction-", "ebooks-", "childrens-", "stories-"),
        "dialogue": ("dialogues-",),
        "definitions": ("wordnet-",),
        "textbooks": ("textbook", "deep-learning-"),
        EVERYDAY: ("sentences-",),
    }
)


def genre_files(genre: str, files: list[str]) -> list[str]:
    """Those of ``files`` that are of ``genre``."""
    return [name for name in files if name.startswith(GENRES[genre])]
