"""The pre-training corpus: a folder of ``.txt`` files, split into documents.

A file has one paragraph per line. Files do not mark the ends of chapters or articles, so a *document* is a run of
consecutive paragraphs of one file with about :data:`DOCUMENT_CHARACTERS` characters. Held-out documents are chosen by a
hash of file name and document number, so adding a file never moves documents of other files between the two sides.
"""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

DOCUMENT_CHARACTERS = 20_000
HELD_OUT_EVERY = 40


@dataclass(frozen=True)
class Document:
    """A run of consecutive paragraphs of one file."""

    source: str
    number: int
    paragraphs: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        """Whether this document is only for evaluation, never for training."""
        digest = hashlib.sha256(f"{self.source}:{self.number}".encode()).digest()
        return int.from_bytes(digest[:4], "big") % HELD_OUT_EVERY == 0


def corpus_files(folder: Path) -> list[str]:
    """The names of the text files in ``folder``.

    Raises:
        FileNotFoundError: The folder is missing or holds no ``.txt`` file.
    """
    files = sorted(file.name for file in folder.glob("*.txt"))
    if not files:
        raise FileNotFoundError(f"no .txt files in {folder}: give a folder of text with --corpus")
    return files


def documents(folder: Path, only: Collection[str] | None = None) -> Iterator[Document]:
    """Every document of every ``.txt`` file in ``folder``, in the order of the files' names.

    Args:
        folder: The folder of the corpus.
        only: The names of the files to read; None reads all.

    Raises:
        FileNotFoundError: The folder is missing or holds no ``.txt`` file.
    """
    for name in corpus_files(folder):
        if only is None or name in only:
            yield from _documents_of(folder / name)


def _documents_of(file: Path) -> Iterator[Document]:
    paragraphs: list[str] = []
    characters, number = 0, 0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            paragraph = line.strip()
            if not paragraph:
                continue
            paragraphs.append(paragraph)
            characters += len(paragraph)
            if characters >= DOCUMENT_CHARACTERS:
                yield Document(file.name, number, tuple(paragraphs))
                paragraphs, characters, number = [], 0, number + 1
    if paragraphs:
        yield Document(file.name, number, tuple(paragraphs))
