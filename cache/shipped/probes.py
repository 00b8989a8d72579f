"""Recorded probes of the bundled models, written by ``python -m cache.shipped.probes FILE [MODEL …]``.

``FILE`` is the training part of the English Web Treebank (https://universaldependencies.org/treebanks/en_ewt), which
does not ship. Accuracies are stored, no text.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from cache.sized_cache import share_results
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.records import Bundled
from components.model.serialisation import from_json, to_json
from components.probing.model.results import LayerStack, ProbedTask

FOLDER = Path(__file__).with_name("probes")
TRAIN_SENTENCES, TEST_SENTENCES = 1000, 500
TRAIN_WORDS, TEST_WORDS = 3000, 1500  # of a task, at most
DECIMALS = 4
BUNDLED = tuple(model.id for model in MODELS if isinstance(model.home, Bundled))


@dataclass(frozen=True)
class TreebankCard:
    """Where recorded probes come from.

    Attributes:
        name: The treebank.
        licence: Its licence.
        source: Where it can be had.
        split: How training and test sentences were drawn.
    """

    name: str
    licence: str
    source: str
    split: str


CARD = TreebankCard(
    "Universal Dependencies English Web Treebank (UD_English-EWT), training part",
    "CC BY-SA 4.0",
    "https://universaldependencies.org/treebanks/en_ewt",
    f"{TRAIN_SENTENCES:,} training and {TEST_SENTENCES:,} other test sentences of 4 to 40 words, drawn with a fixed "
    f"seed; of these, at most {TRAIN_WORDS:,} training and {TEST_WORDS:,} test words for each task. Punctuation, "
    "symbols and parts of contractions are left out.",
)


@dataclass(frozen=True)
class RecordedProbes:
    """The probes of a model on a treebank; tasks about meaning are from the sentences that ship.

    Attributes:
        card: The treebank.
        stack: All tasks.
    """

    card: TreebankCard
    stack: LayerStack


@share_results(len(BUNDLED))
def recorded_probes(model_id: str) -> RecordedProbes | None:
    """The recorded probes of a model; None if it has none."""
    file = FOLDER / f"{model_id}.json"
    if model_id not in BUNDLED or not file.is_file():
        return None
    return from_json(RecordedProbes, file.read_text(encoding="utf-8"))


def recorded_task(model_id: str, task: str) -> ProbedTask | None:
    """The recorded probes of one task; None if there are none."""
    recorded = recorded_probes(model_id)
    tasks = () if recorded is None else recorded.stack.tasks
    return next((probed for probed in tasks if probed.task == task), None)


def rounded(value: Any) -> Any:
    """A dataclass, or a tuple of them, with every number rounded, so that files stay small."""
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, tuple):
        return tuple(rounded(each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: rounded(getattr(value, each.name)) for each in fields(value)})
    return value


def record(model_id: str, file: Path) -> RecordedProbes:
    """Train and test the probes of all tasks of a model."""
    from cache.engine import engine
    from cache.probing import probed_with_draws
    from components.probing.model.gravity import stack_layers
    from components.probing.model.probe import probe_layers
    from components.probing.model.tasks import TASKS
    from components.probing.model.treebank import read_treebank, sample_sentences, treebank_items
    from components.probing.model.vectors import span_vectors

    sentences = sample_sentences(read_treebank(file), TRAIN_SENTENCES, TEST_SENTENCES)
    opened = engine().open_model(model_id)
    vectors, probed = None, []
    for task in TASKS:
        print(model_id, task.key, flush=True)  # noqa: T201
        if not task.in_treebank:
            probed.append(probed_with_draws(model_id, task.key, lambda _text: None))
            continue
        items = treebank_items(task.key, sentences, TRAIN_WORDS, TEST_WORDS)
        vectors = vectors or span_vectors(opened, items.spans)
        probed.append(probe_layers(vectors, items, opened.conditions))
    stack: LayerStack = rounded(stack_layers(probed))
    return RecordedProbes(CARD, stack)


def main(arguments: Sequence[str]) -> None:
    """Compute and write them."""
    file, *models = arguments
    FOLDER.mkdir(exist_ok=True)
    for model_id in models or BUNDLED:
        text = to_json(record(model_id, Path(file)))
        (FOLDER / f"{model_id}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
