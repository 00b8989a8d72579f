"""What papers report on next-sentence and sentence-order prediction: each figure with its table.

Copied by hand; all are on development sets, in percent. Two papers' rows are not comparable with each other.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Ablation:
    """A comparison of objectives in one paper.

    Attributes:
        paper: Its authors and year.
        link: Its address.
        table: The number of its table.
        tasks: The columns.
        rows: For each objective, its figures in the order of ``tasks``.
        without_objective: The name of the row without the objective.
        with_objective: The name of the row with it.
    """

    paper: str
    link: str
    table: str
    tasks: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    without_objective: str
    with_objective: str

    def gain(self, task: str) -> float:
        """How much better the row with the objective is than the one without it, in percentage points."""
        column, figures = self.tasks.index(task), dict(self.rows)
        return figures[self.with_objective][column] - figures[self.without_objective][column]


BERT_ABLATION = Ablation(
    paper="Devlin and others 2018 (BERT)",
    link="https://arxiv.org/abs/1810.04805",
    table="Table 5",
    tasks=("MNLI-m", "QNLI", "MRPC", "SST-2", "SQuAD 1.1 F1"),
    rows=(
        ("MLM and NSP (BERT base)", (84.4, 88.4, 86.7, 92.7, 88.5)),
        ("MLM, no NSP", (83.9, 84.9, 86.5, 92.6, 87.9)),
        ("left to right, no NSP", (82.1, 84.3, 77.5, 92.1, 77.8)),
    ),
    without_objective="MLM, no NSP",
    with_objective="MLM and NSP (BERT base)",
)
ROBERTA_ABLATION = Ablation(
    paper="Liu and others 2019 (RoBERTa)",
    link="https://arxiv.org/abs/1907.11692",
    table="Table 2",
    tasks=("SQuAD 1.1 F1", "SQuAD 2.0 F1", "MNLI-m", "SST-2", "RACE"),
    rows=(
        ("NSP, pairs of segments (as BERT)", (90.4, 78.7, 84.0, 92.9, 64.2)),
        ("NSP, pairs of sentences", (88.7, 76.2, 82.9, 92.1, 63.0)),
        ("no NSP, full sentences", (90.4, 79.1, 84.7, 92.5, 64.8)),
        ("no NSP, one document", (90.6, 79.7, 84.7, 92.7, 65.6)),
    ),
    without_objective="no NSP, one document",
    with_objective="NSP, pairs of segments (as BERT)",
)
ALBERT_ABLATION = Ablation(
    paper="Lan and others 2019 (ALBERT)",
    link="https://arxiv.org/abs/1909.11942",
    table="Table 5",
    tasks=("NSP accuracy", "SOP accuracy", "SQuAD 2.0 F1", "RACE"),
    rows=(
        ("no sentence objective", (52.4, 53.3, 78.1, 61.7)),
        ("NSP", (90.5, 52.0, 77.2, 62.3)),
        ("SOP", (78.9, 86.5, 80.0, 64.0)),
    ),
    without_objective="no sentence objective",
    with_objective="SOP",
)
ABLATIONS = (BERT_ABLATION, ROBERTA_ABLATION, ALBERT_ABLATION)
