"""A model of BERT-base's size with random weights, since time does not depend on the weights."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from transformers import BertConfig, BertForMaskedLM, BertTokenizer

from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import InFolder, ModelRecord, Role
from components.model.compiled.store import GraphStore, exported_folder

_PUBLISHED = Path(__file__).parents[2] / "shared" / "data" / "bert-base-uncased" / "vocab.txt"
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_WORDS = ("the", "old", "man", "saw", "a", "house", "near", "river", "and", "gave", "his", "young", "dog", "water")


@contextmanager
def base_model() -> Iterator[ModelRecord]:
    """A record of such a model, saved in a temporary folder."""
    config = BertConfig()
    with TemporaryDirectory() as folder:
        torch.manual_seed(0)
        BertForMaskedLM(config).save_pretrained(folder)
        words = vocabulary(config.vocab_size)
        BertTokenizer(vocab={word: number for number, word in enumerate(words)}).save_pretrained(folder)
        yield ModelRecord(
            id="base-size",
            name="BERT-base's size, random weights",
            family="BERT",
            role=Role.MASKED,
            home=InFolder(Path(folder)),
            parameters=None,
            licence="none",
            about="For measurements of time.",
        )


def folder_of(record: ModelRecord) -> Path:
    """The folder of the record's files, for a loader."""
    assert isinstance(record.home, InFolder)
    return record.home.folder


def open_compiled(record: ModelRecord) -> OpenModel:
    """The model, opened to predict with ONNX Runtime; exports its graph first if this machine has none.

    Raises:
        RuntimeError: ONNX Runtime is not installed, or the export failed.
    """
    opened = Loader(folder_of, graphs=GraphStore(exported_folder())).open(record)
    assert opened.compiling is not None, "models are compiled on the CPU only"
    if opened.compiling.result() is None:
        raise RuntimeError("this benchmark needs ONNX Runtime, and onnx and onnxscript to export a graph")
    return opened


def vocabulary(size: int) -> list[str]:
    """The published vocabulary if there is a copy beside this repository, else one of the same size."""
    if _PUBLISHED.exists():
        words = _PUBLISHED.read_text(encoding="utf-8").split()
        if len(words) == size:
            return words
    known = [*_SPECIAL, ".", *_WORDS]
    return known + [f"word{number}" for number in range(size - len(known))]


def sentence(number: int, *, tokens: int) -> str:
    """A sentence of ``tokens`` tokens, including the two special ones; each ``number`` gives another sentence."""
    words = [_WORDS[(number // len(_WORDS) ** digit) % len(_WORDS)] for digit in range(2)]
    words += [_WORDS[(3 * place + number) % len(_WORDS)] for place in range(tokens - 5)]
    return " ".join([*words, "."])
