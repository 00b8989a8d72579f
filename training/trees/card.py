"""The card of the structural probes."""

from collections.abc import Sequence
from pathlib import Path
from string import Template

from components.model.checkpoints.registry import model_record
from components.model.statistics.bootstrap import Interval
from components.probing.model.parsed_sentences import ParsedSentence
from components.probing.model.structural_probe import WORD_LIMIT
from components.probing.model.tree_results import TreeEvaluation
from components.tables.numbers import percent_number, percentage
from training.trees.fitting import BATCH_SIZE, EPOCHS, LEARNING_RATE
from training.trees.treebank import SHORTEST

_TEMPLATE = Template(Path(__file__).with_name("card.md").read_text(encoding="utf-8"))


def tree_card(
    evaluations: Sequence[TreeEvaluation],
    parts: dict[str, list[ParsedSentence]],
    ranks: Sequence[tuple[int, float]],
    versions: str,
) -> str:
    """The card.

    Args:
        evaluations: The figures.
        parts: The parts of the treebank.
        ranks: The ranks that were tried, with the share of right arcs on the development part.
        versions: Of the libraries.
    """
    first = evaluations[0]
    return _TEMPLATE.substitute(
        train=f"{len(parts['train']):,}",
        dev=f"{len(parts['dev']):,}",
        test=f"{len(parts['test']):,}",
        arcs=f"{first.arc_count:,}",
        shortest=SHORTEST,
        longest=WORD_LIMIT,
        rank=first.rank,
        ranks=", ".join(f"{rank}: {percentage(share, 1)}" for rank, share in ranks),
        neighbours=_share(first.neighbours),
        rows="\n".join(map(_row, evaluations)),
        epochs=EPOCHS,
        batch=BATCH_SIZE,
        rate=LEARNING_RATE,
        versions=versions,
    )


def _row(evaluation: TreeEvaluation) -> str:
    trained, random = evaluation.trained, evaluation.random
    best = trained.best_layer
    cells = (
        model_record(evaluation.model_id).name,
        _share(trained.accuracy[0]),
        f"{_share(trained.accuracy[best])}, layer {best}",
        _points(trained.margin[best]),
        _share(trained.accuracy[-1]),
        f"{_share(random.accuracy[random.best_layer])}, layer {random.best_layer}",
        f"{evaluation.sentence_count:,}",
    )
    return f"| {' | '.join(cells)} |"


def _share(interval: Interval) -> str:
    return f"{percentage(interval.value, 1)} ({percent_number(interval.low, 1)}–{percent_number(interval.high, 1)})"


def _points(interval: Interval) -> str:
    ends = f"{percent_number(interval.low, 1)} to {percent_number(interval.high, 1)}"
    return f"{percent_number(interval.value, 1)} ({ends})"
