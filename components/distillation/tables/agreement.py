"""Tables and findings on the agreement of a student with its teacher over a set of blanks."""

import pandas as pd

from components.distillation.model.agreement_results import TOP_COUNT, Agreement, AgreementSummary
from components.model.blanks.blank_probes import BLANK
from components.model.statistics.bootstrap import Interval
from components.tables.numbers import fixed, interval_text, nats_to_bits, probability_text
from components.tables.phrases import quoted
from components.tables.predictions import candidate_label

Names = tuple[str, str]  # the teacher's and the student's


def blank_table(agreement: Agreement) -> pd.DataFrame:
    """One row per blank, in the order of the probe set.

    Columns: ``row`` from 1; ``group``, ``sentence``, ``word``; ``teacher``, ``student``, the top candidates, and
    ``teacher_percent``, ``student_percent``, their probabilities as text; ``teacher_five``, ``student_five``, the top
    five candidates; ``same``, whether the top candidates are equal; ``common``, how many of the top five are common;
    ``kl`` and ``js`` in bits; ``teacher_rank``, ``student_rank`` of the word, missing if it is not a single token.
    """
    rows = [
        {
            "row": number,
            "group": blank.group,
            "sentence": blank.sentence,
            "word": blank.word,
            "teacher": candidate_label(blank.teacher[0]),
            "student": candidate_label(blank.student[0]),
            "teacher_percent": probability_text(blank.teacher[0].probability),
            "student_percent": probability_text(blank.student[0].probability),
            "teacher_five": ", ".join(map(candidate_label, blank.teacher)),
            "student_five": ", ".join(map(candidate_label, blank.student)),
            "same": blank.same_first,
            "common": blank.common,
            "kl": nats_to_bits(blank.kl),
            "js": nats_to_bits(blank.js),
            "teacher_rank": blank.teacher_rank,
            "student_rank": blank.student_rank,
        }
        for number, blank in enumerate(agreement.blanks, start=1)
    ]
    return pd.DataFrame(rows).astype({"teacher_rank": "Int64", "student_rank": "Int64"})


def largest_divergences(table: pd.DataFrame, *, count: int) -> pd.DataFrame:
    """The ``count`` rows of a blank table with the largest KL(teacher || student), largest first."""
    largest = table.sort_values("kl", ascending=False, kind="stable", ignore_index=True).head(count)
    return largest.assign(row=range(1, len(largest) + 1))


def guess_table(blanks: pd.DataFrame) -> pd.DataFrame:
    """The rows of a blank table as text with few columns, so that they fit on a narrow screen.

    Columns: ``sentence``, with the correct word in brackets in the place of the mask; ``teacher``, ``student``, the top
    candidates, each followed by the rank that this model gives the correct word, in brackets, if it has one; ``kl`` in
    bits.
    """
    filled = [
        sentence.replace(BLANK, f"[{word}]") for sentence, word in zip(blanks["sentence"], blanks["word"], strict=True)
    ]
    columns: dict[str, object] = {"sentence": filled}
    for name in ("teacher", "student"):
        ranks = ["" if pd.isna(rank) else f" ({rank:,})" for rank in blanks[f"{name}_rank"]]
        columns[name] = blanks[name] + ranks
    return pd.DataFrame({**columns, "kl": [fixed(value, 2) for value in blanks["kl"]]})


def agreement_table(summary: AgreementSummary) -> pd.DataFrame:
    """The shares of a summary with their intervals, all of them between 0 and about 1.

    Columns: ``row`` from 1; ``name``; ``value``, ``low``, ``high``; ``figure``, all three as text.
    """
    shares: list[tuple[str, Interval | None]] = [
        ("Same top guess", summary.first_choice),
        (f"Shared in top {TOP_COUNT}", _scale(summary.common, 1 / TOP_COUNT)),
        ("Teacher correct", summary.teacher_top1),
        ("Student correct", summary.student_top1),
        ("Student ÷ teacher", summary.accuracy_ratio),
    ]
    rows = [
        (name, interval.value, interval.low, interval.high, interval_text(interval))
        for name, interval in shares
        if interval is not None
    ]
    table = pd.DataFrame(rows, columns=["name", "value", "low", "high", "figure"])
    table.insert(0, "row", range(1, len(table) + 1))
    return table


def agreement_finding(agreement: Agreement, names: Names) -> str:
    """The agreement over all blanks in words."""
    summary, (teacher, student) = agreement.summary, names
    sentences = (
        f"On {summary.blanks} blanks, {student} and {teacher} have the same top guess in "
        f"{interval_text(summary.first_choice)} of the blanks "
        f"and share {fixed(summary.common.value, 1)} of their top "
        f"{TOP_COUNT} words on average. "
        f"The mean divergence KL({teacher} || {student}) is {fixed(nats_to_bits(summary.kl.value), 2)} "
        f"bits "
        f"({fixed(nats_to_bits(summary.kl.low), 2)}–{fixed(nats_to_bits(summary.kl.high), 2)})."
    )
    return f"{sentences} {quality_finding(summary, names)}"


def quality_finding(summary: AgreementSummary, names: Names) -> str:
    """The accuracies of both models and their ratio, in words."""
    teacher, student = names
    if summary.teacher_top1 is None or summary.student_top1 is None:
        return "None of the correct words is a single token here, so accuracy cannot be measured."
    accuracies = (
        f"The top guess is correct in {interval_text(summary.teacher_top1)} of the blanks for {teacher} and in "
        f"{interval_text(summary.student_top1)} for {student}"
    )
    if summary.accuracy_ratio is None:
        return f"{accuracies}. The teacher is never correct, so there is no ratio."
    return f"{accuracies}: {interval_text(summary.accuracy_ratio)} as often. Brackets hold 95% intervals."


def held_out_note(summary: AgreementSummary, held_out: Interval) -> str:
    """On which blanks the ratio of accuracies was measured, and the ratio on other text."""
    return (
        f"“Student ÷ teacher” is about the {summary.ranked} blanks written for this room. On text that neither model "
        f"was trained on, it is {interval_text(held_out, 1)}."
    )


def divergence_finding(table: pd.DataFrame, names: Names) -> str:
    """The blank where the two differ most; ``table`` as :func:`largest_divergences` makes it."""
    row = table.iloc[0]
    if row["kl"] < 0.005:
        return f"{names[0]} and {names[1]} agree on every blank: the largest divergence is below 0.01 bits."
    return (
        f"They differ most on {quoted(row['sentence'])}: {names[0]} says {quoted(row['teacher'])} "
        f"({row['teacher_percent']}), {names[1]} says {quoted(row['student'])} ({row['student_percent']}), a "
        f"divergence of {fixed(row['kl'], 1)} bits. The correct word was {quoted(row['word'])}."
    )


def _scale(interval: Interval, factor: float) -> Interval:
    return Interval(interval.low * factor, interval.value * factor, interval.high * factor)
