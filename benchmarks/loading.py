"""Do concurrent loads succeed, when eight threads load two models forty times?

transformers patches a method while it loads; two concurrent loads can leave the patch behind, and then every later load
in the process fails. Counts failures with Riverbank's loader, and with plain ``from_pretrained``, each in its own
process, since the second may break it. A load succeeds if the model also gives the same output as one loaded alone.
Every load uses a new loader, so nothing is cached; the lock is shared by the process.
"""

import multiprocessing
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer, BertConfig, BertForMaskedLM, PreTrainedModel

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.records import InFolder, ModelRecord, Role

THREADS, LOADS = 8, 40
BUNDLED = POCKET_FOLDER / "bert"


@dataclass(frozen=True)
class Loading:
    """How many of ``loads`` failed, with the loader and without it."""

    failures: int
    failures_without: int
    loads: int

    def line(self) -> str:
        """The table's line."""
        return (
            f"| {THREADS} threads open two models {self.loads} times | {self.failures} failures | "
            f"from_pretrained without the lock: {self.failures_without} failures | – |"
        )


def measure() -> Loading:
    """Count both."""
    with tempfile.TemporaryDirectory() as folder:
        torch.manual_seed(0)
        tokenizer = AutoTokenizer.from_pretrained(BUNDLED)
        config = BertConfig(vocab_size=len(tokenizer), hidden_size=128, num_hidden_layers=2, num_attention_heads=2)
        BertForMaskedLM(config).save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        counts: list[int] = []
        for opener in (_by_loader, _by_hand):
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
                counts.append(process.submit(_failures, opener, (BUNDLED, Path(folder))).result())
    failures, without = counts
    return Loading(failures, without, LOADS)


def _failures(opener: Callable[[Path], PreTrainedModel], folders: tuple[Path, ...]) -> int:
    expected = {folder: _scores(opener(folder)) for folder in folders}

    def failed(number: int) -> bool:
        folder = folders[number % len(folders)]
        try:
            return not torch.allclose(_scores(opener(folder)), expected[folder], atol=1e-5)
        except Exception:  # any error counts as a failure
            return True

    with ThreadPoolExecutor(THREADS) as threads:
        return sum(threads.map(failed, range(LOADS)))


def _by_loader(folder: Path) -> PreTrainedModel:
    record = ModelRecord(
        id=folder.name,
        name=folder.name,
        family="BERT",
        role=Role.MASKED,
        home=InFolder(folder),
        parameters=None,
        licence="none",
        about="For counting failures.",
    )
    opened: PreTrainedModel = Loader(lambda _: folder, capacity=1).open(record).model
    return opened


def _by_hand(folder: Path) -> PreTrainedModel:
    model: PreTrainedModel = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32)
    model.eval()
    return model


@torch.inference_mode()
def _scores(model: PreTrainedModel) -> torch.Tensor:
    """Logits of some ids. *Shape:* (1, length, vocabulary)."""
    scores: torch.Tensor = model(input_ids=torch.arange(1, 9)[None]).logits
    return scores
