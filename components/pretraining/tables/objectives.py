"""Tables and findings on both objectives, on pairs and the order of sentences, and on published ablations."""

from collections.abc import Sequence

import pandas as pd

from components.pretraining.model.joint_results import JointLosses
from components.pretraining.model.published_objectives import (
    ALBERT_ABLATION,
    BERT_ABLATION,
    ROBERTA_ABLATION,
    Ablation,
)
from components.pretraining.model.results import PairKind
from components.tables.numbers import fixed, probability_text, sum_as_shown
from components.tables.phrases import count_phrase, list_phrase, quoted

CLEAR_GAIN = 1.0  # percentage points: smaller differences also come from another seed
KINDS = {"next": "next", "exchanged": "swapped", "same text": "same text", "another text": "another text"}


def objectives_table(losses: JointLosses, *, follows: bool) -> pd.DataFrame:
    """MLM and NSP line by line: ``line``, ``mlm``, ``nsp``."""
    words = list_phrase([quoted(str(target.prediction.hidden)) for target in losses.targets])
    label = "follows" if follows else "does not follow"
    return pd.DataFrame(
        [
            ("Input", "the pair, with some tokens hidden", "the same input"),
            ("Target", words, quoted(label)),
            ("Read from", "the vectors of the hidden tokens", "the vector of [CLS]"),
            ("Outputs", "a probability for every token of the vocabulary", "two probabilities"),
            (
                "Loss here",
                f"{fixed(losses.masked_loss, 3)} nats",
                f"{fixed(losses.next_sentence_loss(follows=follows), 3)} nats",
            ),
            ("What it teaches", "words in context: grammar, meaning, facts", "whether two texts belong together"),
            (
                "Later models",
                "kept by most (not ELECTRA, DeBERTa v3)",
                "dropped (RoBERTa) or replaced (ALBERT: sentence order)",
            ),
        ],
        columns=["line", "mlm", "nsp"],
    )


def objectives_finding(losses: JointLosses, *, follows: bool) -> str:
    """Both losses and their sum, which training lowers."""
    masked, following = losses.masked_loss, losses.next_sentence_loss(follows=follows)
    if fixed(masked, 2) == fixed(following, 2):
        share = "both are equally large"
    else:
        share = f"the larger part is {'masked words' if masked > following else 'the next sentence'}"
    shown, beside, total = sum_as_shown(masked, following)
    return (
        f"One input, two losses: {shown} nats for {count_phrase(len(losses.targets), 'masked token')} and "
        f"{beside} for the next sentence. Training lowers their sum, {total}; here {share}."
    )


def next_sentence_rows(losses: JointLosses, *, follows: bool) -> pd.DataFrame:
    """Both answers: ``row`` from 1, ``name``, ``probability``, ``correct``, ``figure``."""
    answers = (("follows", losses.follows, follows), ("does not follow", 1 - losses.follows, not follows))
    return pd.DataFrame(
        [
            (row, name, share, correct, probability_text(share) + (" · target" if correct else ""))
            for row, (name, share, correct) in enumerate(answers, 1)
        ],
        columns=["row", "name", "probability", "correct", "figure"],
    )


def kinds_table(kinds: Sequence[PairKind]) -> pd.DataFrame:
    """One row per kind of pair.

    Columns: ``row`` from 1; ``name``; ``value``, the share called next, with ``low`` and ``high``; ``figure``.
    """
    return pd.DataFrame(
        [
            (
                row,
                KINDS[kind.name],
                kind.share.value,
                kind.share.low,
                kind.share.high,
                probability_text(kind.share.value),
            )
            for row, kind in enumerate(kinds, 1)
        ],
        columns=["row", "name", "value", "low", "high", "figure"],
    )


def order_table(next_probability: float, before_probability: float, swapped: tuple[float, float]) -> pd.DataFrame:
    """How a head trained on order judges the pair as it stands and swapped.

    Columns: ``row`` from 1; ``name``; ``probability`` that the order is right; ``figure``.

    Args:
        next_probability: Of "the second follows the first", for the pair.
        before_probability: Of "the second comes before the first".
        swapped: Both for the swapped pair.
    """
    pairs = (("as it stands", (next_probability, before_probability)), ("swapped", swapped))
    rows = []
    for row, (name, (after, before)) in enumerate(pairs, 1):
        right = after / (after + before) if after + before > 0 else 0.5
        rows.append((row, name, right, probability_text(right)))
    return pd.DataFrame(rows, columns=["row", "name", "probability", "figure"])


def order_finding(table: pd.DataFrame) -> str:
    """Which order the head calls right, or both or neither; no preference if the probabilities are shown the same."""
    first, second = table["probability"].tolist()
    stands, swapped = probability_text(first), probability_text(second)
    given = f"“right order” gets {stands} as typed and {swapped} swapped"
    if stands == swapped:
        return f"A head trained on order prefers neither order: {given}."
    if (first > 0.5) == (second > 0.5):
        return f"A head trained on order calls {'both orders' if first > 0.5 else 'neither order'} right: {given}."
    if first > second:
        return f"A head trained on order prefers this order: {given}."
    return f"A head trained on order does not prefer this order: {given}."


def ablation_table(ablation: Ablation) -> pd.DataFrame:
    """A paper's comparison: ``objective``, and a column a task."""
    return pd.DataFrame([(name, *figures) for name, figures in ablation.rows], columns=["objective", *ablation.tasks])


def published_finding() -> str:
    """Where NSP helped, where it did not, and what replaced it: computed from the copied figures."""
    helped = [
        f"{task} (+{fixed(BERT_ABLATION.gain(task), 1)})"
        for task in BERT_ABLATION.tasks
        if BERT_ABLATION.gain(task) >= CLEAR_GAIN
    ]
    without = [task for task in ROBERTA_ABLATION.tasks if ROBERTA_ABLATION.gain(task) < 0]
    return (
        f"In BERT’s paper NSP helps clearly on {list_phrase(helped)}. In RoBERTa’s, training without it is better on "
        f"{len(without)} of {len(ROBERTA_ABLATION.tasks)} tasks. ALBERT’s SOP gains "
        f"{fixed(ALBERT_ABLATION.gain('SQuAD 2.0 F1'), 1)} points on SQuAD 2.0."
    )
