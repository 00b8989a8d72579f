"""Published results of the family: each figure with its split and the table it was copied from.

Copied by hand and incomplete: a gap here does not mean that the paper has no figure. Splits and averages differ from
paper to paper (GLUE with or without WNLI, test or development set), so two papers' figures are not comparable.
"""

from dataclasses import dataclass

from components.model.family_members import FamilyMember, family_member


@dataclass(frozen=True)
class PublishedScore:
    """A published score of a member: task, split, value, and the table of the paper."""

    key: str
    task: str
    split: str
    value: float
    table: str

    @property
    def member(self) -> FamilyMember:
        """Whose it is."""
        return family_member(self.key)


@dataclass(frozen=True)
class PreTraining:
    """How a member was pre-trained, according to its paper.

    ``gigabytes`` is the size of the text, None where no paper gives it. Books and Wikipedia are the 16 GB of Liu and
    others 2019, section 3.2 (https://arxiv.org/abs/1907.11692), the same text for BERT and those trained on its data.
    """

    key: str
    text: str
    gigabytes: float | None
    steps: str
    hardware: str

    @property
    def member(self) -> FamilyMember:
        """Whose it is."""
        return family_member(self.key)


GLUE, MNLI, SST_2, SQUAD, SQUAD_2, CONLL = (
    "GLUE, average",
    "MNLI, accuracy",
    "SST-2, accuracy",
    "SQuAD 1.1, F1",
    "SQuAD 2.0, F1",
    "CoNLL-2003, F1",
)
TASKS = (GLUE, MNLI, SST_2, SQUAD, SQUAD_2, CONLL)
PUBLISHED_SCORES = (
    PublishedScore("bert-base", GLUE, "test", 79.6, "Table 1"),
    PublishedScore("bert-base", MNLI, "test", 84.6, "Table 1"),
    PublishedScore("bert-base", SST_2, "dev", 92.7, "Table 5"),
    PublishedScore("bert-base", SQUAD, "dev", 88.5, "Table 2"),
    PublishedScore("bert-base", CONLL, "test", 92.4, "Table 7"),
    PublishedScore("bert-large", GLUE, "test", 82.1, "Table 1"),
    PublishedScore("bert-large", MNLI, "test", 86.7, "Table 1"),
    PublishedScore("bert-large", SST_2, "dev", 93.7, "Table 6"),
    PublishedScore("bert-large", SQUAD, "dev", 90.9, "Table 2"),
    PublishedScore("bert-large", SQUAD_2, "dev", 81.9, "Table 3"),
    PublishedScore("bert-large", CONLL, "test", 92.8, "Table 7"),
    PublishedScore("roberta", MNLI, "dev", 87.6, "Table 8"),
    PublishedScore("roberta", SST_2, "dev", 94.8, "Table 8"),
    PublishedScore("distilbert", GLUE, "dev", 77.0, "Table 1"),
    PublishedScore("distilbert", MNLI, "dev", 82.2, "Table 1"),
    PublishedScore("distilbert", SST_2, "dev", 91.3, "Table 1"),
    PublishedScore("distilbert", SQUAD, "dev", 85.8, "Table 2"),
    # Version 1, as in the paper: version 2 was trained for longer and has no table there.
    PublishedScore("albert", MNLI, "dev", 81.6, "Table 2"),
    PublishedScore("albert", SST_2, "dev", 90.3, "Table 2"),
    PublishedScore("albert", SQUAD, "dev", 89.3, "Table 2"),
    PublishedScore("albert", SQUAD_2, "dev", 80.0, "Table 2"),
    PublishedScore("albert-xxlarge", MNLI, "dev", 88.0, "Table 2"),
    PublishedScore("albert-xxlarge", SST_2, "dev", 95.2, "Table 2"),
    PublishedScore("albert-xxlarge", SQUAD, "dev", 94.1, "Table 2"),
    PublishedScore("albert-xxlarge", SQUAD_2, "dev", 88.1, "Table 2"),
    PublishedScore("t5-small", GLUE, "test", 77.4, "Table 14"),
    PublishedScore("t5-small", MNLI, "test", 82.4, "Table 14"),
    PublishedScore("t5-small", SQUAD, "dev", 87.2, "Table 14"),
    PublishedScore("electra-small", GLUE, "dev", 79.9, "Table 1"),
    PublishedScore("mobilebert", GLUE, "test", 77.7, "Table 4"),
    PublishedScore("mobilebert", MNLI, "test", 83.3, "Table 4"),
    PublishedScore("mobilebert", SQUAD, "dev", 90.0, "Table 5"),
    PublishedScore("mobilebert", SQUAD_2, "dev", 79.2, "Table 5"),
    PublishedScore("deberta-v3", MNLI, "dev", 90.6, "Table 5"),
    PublishedScore("deberta-v3", SQUAD_2, "dev", 88.4, "Table 5"),
    PublishedScore("modernbert", GLUE, "dev", 88.4, "Table 1"),
    PublishedScore("modernbert", MNLI, "dev", 89.1, "Table 5"),
    PublishedScore("modernbert", SST_2, "dev", 96.0, "Table 5"),
)
_BERTS = "books and Wikipedia"
PRE_TRAININGS = (
    PreTraining("bert-base", f"{_BERTS}, 3.3 billion words", 16, "1,000,000 steps × 256 texts", "16 TPU chips, 4 days"),
    PreTraining(
        "bert-large", f"{_BERTS}, 3.3 billion words", 16, "1,000,000 steps × 256 texts", "64 TPU chips, 4 days"
    ),
    PreTraining("gpt2", "WebText, web pages", 40, "batches of 512 texts", ""),
    PreTraining("roberta", f"{_BERTS}, news and web pages", 160, "500,000 steps × 8,000 texts", "1,024 V100 GPUs"),
    PreTraining("distilbert", _BERTS, 16, "batches of up to 4,000 texts", "8 V100 GPUs, 90 hours"),
    PreTraining("albert", _BERTS, 16, "125,000 steps × 4,096 texts", "64 to 512 TPU v3 chips"),
    PreTraining("albert-xxlarge", _BERTS, 16, "125,000 steps × 4,096 texts", "64 to 512 TPU v3 chips"),
    PreTraining(
        "t5-small", "C4, web pages, and labelled tasks", 750, "1,000,000 steps × 2,048 texts", "slices of TPU pods"
    ),
    PreTraining("electra-small", _BERTS, 16, "1,000,000 steps × 128 texts", "1 V100 GPU, 4 days"),
    PreTraining("electra-generator", _BERTS, 16, "trained together with the discriminator", "1 V100 GPU, 4 days"),
    PreTraining("mobilebert", _BERTS, 16, "", ""),
    PreTraining("deberta-v3", f"{_BERTS}, news and web pages", 160, "500,000 steps × 8,192 texts", ""),
    PreTraining(
        "modernbert",
        "2 trillion tokens of web pages, code and papers",
        None,
        "up to 5 million tokens a batch",
        "8 H100 GPUs",
    ),
)


@dataclass(frozen=True)
class BestBefore:
    """The best published result before BERT, beside both BERTs, all on one split (Devlin and others 2018).

    Attributes:
        task: The task and its measure.
        split: Test or development set.
        before: The best of the earlier results in the paper's table.
        whose: Whose it was.
        base: BERT base; None where the table has none.
        large: BERT large, a single model.
        table: The table of the paper.
    """

    task: str
    split: str
    before: float
    whose: str
    base: float | None
    large: float
    table: str


BEST_BEFORE = (
    BestBefore(GLUE, "test", 75.1, "OpenAI GPT", 79.6, 82.1, "Table 1"),
    BestBefore(MNLI, "test", 82.1, "OpenAI GPT", 84.6, 86.7, "Table 1"),
    BestBefore(SST_2, "test", 93.2, "before OpenAI GPT", 93.5, 94.9, "Table 1"),
    BestBefore(SQUAD, "dev", 87.9, "R.M. Reader, ensemble", 88.5, 90.9, "Table 2"),
    BestBefore(SQUAD_2, "test", 78.0, "MIR-MRC (F-Net)", None, 83.1, "Table 3"),
    BestBefore(CONLL, "test", 93.1, "CSE", 92.4, 92.8, "Table 7"),
)
