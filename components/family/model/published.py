"""What the papers report of their models: each figure with the table that it stands in, and none without one.

Copied by hand, and not all of them: a gap here says nothing of the paper. Splits and averages differ from paper to
paper (GLUE with or without WNLI, test or development set), so figures of two papers are no comparison.
"""

from dataclasses import dataclass

from components.family.model.members import Member, family_member


@dataclass(frozen=True)
class Reported:
    """One figure: of which member, on which task and split, and where it stands."""

    key: str
    task: str
    split: str
    value: float
    table: str

    @property
    def member(self) -> Member:
        """Whose it is."""
        return family_member(self.key)


@dataclass(frozen=True)
class Trained:
    """How a member was pre-trained, as its paper tells it."""

    key: str
    text: str
    steps: str
    hardware: str

    @property
    def member(self) -> Member:
        """Whose it is."""
        return family_member(self.key)


GLUE, MNLI, SQUAD, SQUAD_2, CONLL = (
    "GLUE, average",
    "MNLI, accuracy",
    "SQuAD 1.1, F1",
    "SQuAD 2.0, F1",
    "CoNLL-2003, F1",
)
TASKS = (GLUE, MNLI, SQUAD, SQUAD_2, CONLL)
REPORTED = (
    Reported("bert-base", GLUE, "test", 79.6, "Table 1"),
    Reported("bert-base", MNLI, "test", 84.6, "Table 1"),
    Reported("bert-base", SQUAD, "dev", 88.5, "Table 2"),
    Reported("bert-base", CONLL, "test", 92.4, "Table 7"),
    Reported("bert-large", GLUE, "test", 82.1, "Table 1"),
    Reported("bert-large", MNLI, "test", 86.7, "Table 1"),
    Reported("bert-large", SQUAD, "dev", 90.9, "Table 2"),
    Reported("bert-large", SQUAD_2, "dev", 81.9, "Table 3"),
    Reported("bert-large", CONLL, "test", 92.8, "Table 7"),
    Reported("distilbert", GLUE, "dev", 77.0, "Table 1"),
    Reported("distilbert", MNLI, "dev", 82.2, "Table 1"),
    Reported("distilbert", SQUAD, "dev", 85.8, "Table 2"),
    Reported("albert", MNLI, "dev", 81.6, "Table 2"),
    Reported("albert", SQUAD, "dev", 89.3, "Table 2"),
    Reported("albert", SQUAD_2, "dev", 80.0, "Table 2"),
    Reported("t5-small", GLUE, "test", 77.4, "Table 14"),
    Reported("t5-small", MNLI, "test", 82.4, "Table 14"),
    Reported("t5-small", SQUAD, "dev", 87.2, "Table 14"),
    Reported("electra-small", GLUE, "dev", 79.9, "Table 1"),
    Reported("mobilebert", GLUE, "test", 77.7, "Table 4"),
    Reported("mobilebert", MNLI, "test", 83.3, "Table 4"),
    Reported("mobilebert", SQUAD, "dev", 90.0, "Table 5"),
    Reported("mobilebert", SQUAD_2, "dev", 79.2, "Table 5"),
    Reported("deberta-v3", MNLI, "dev", 90.6, "Table 5"),
    Reported("deberta-v3", SQUAD_2, "dev", 88.4, "Table 5"),
    Reported("modernbert", GLUE, "dev", 88.4, "Table 1"),
)
TRAINED = (
    Trained("bert-base", "books and Wikipedia, 3,300 million words", "1,000,000 × 256 texts", "16 TPU chips, 4 days"),
    Trained("bert-large", "books and Wikipedia, 3,300 million words", "1,000,000 × 256 texts", "64 TPU chips, 4 days"),
    Trained("roberta", "160 GB of text", "500,000 × 8,000 texts", "1,024 V100"),
    Trained("distilbert", "books and Wikipedia", "batches of up to 4,000", "8 V100, 90 hours"),
    Trained("albert", "books and Wikipedia", "125,000 × 4,096 texts", "64 to 512 TPU v3"),
    Trained("t5-small", "C4, 750 GB of web pages, and labelled tasks", "1,000,000 × 2,048 texts", "slices of TPU pods"),
    Trained("electra-small", "books and Wikipedia", "1,000,000 × 128 texts", "1 V100, 4 days"),
    Trained("modernbert", "2 trillion tokens of web, code and papers", "up to 5 million tokens a batch", "8 H100"),
    Trained("gpt2", "WebText, 40 GB of web pages", "batches of 512 texts", ""),
)
