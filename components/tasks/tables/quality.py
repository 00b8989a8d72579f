"""How good the heads are, from their stored evaluation (:func:`cache.tasks.figures`)."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from components.model.heads.specs import REVIEWS, SPEECH, TextPooling
from components.model.statistics.bootstrap import Interval
from components.tables.numbers import fixed, interval_text, percentage
from components.tables.phrases import capitalised
from components.tasks.tables.text import POOLING_NAMES

KINDS = {  # what the first figure of each head measures
    "reviews": "held-out sentences of SST-2 classified correctly",
    "opinion": "hand-written opinions classified correctly",
    "subject": "hand-written sentences with the right topic first",
    "speech": "words of hand-written sentences tagged correctly",
    "names": "words of hand-written sentences tagged correctly",
    "span": "hand-written questions answered word for word",
    "answers": "questions answered by the passage ranked first of sixteen",
}
# What a published BERT has at the same task; only the reviews and the treebank are the same texts.
PUBLISHED = {
    "reviews": "BERT base, fine-tuned, gets 92.7% on SST-2’s development set (Sanh et al. 2019).",
    "opinion": "Nobody has published a figure for BERT on these texts. On film reviews (SST-2), BERT base gets 92.7%.",
    "subject": "Nobody has published a figure for BERT on these texts and topics.",
    "speech": "BERT base, fine-tuned, tags 97% of the words of a treebank correctly (UD English-EWT, development set).",
    "names": "BERT base, fine-tuned, gets an F1 of 92.4% for whole names, in newspaper text (CoNLL-2003, Devlin et al. "
    "2019).",
    "span": "BERT base, fine-tuned, answers 80.8% of the questions of SQuAD 1.1 word for word (F1 88.5%, Devlin et al. "
    "2019).",
    "answers": "Nobody has published a figure for BERT on these passages.",
}
FROZEN = ", frozen"  # a head trained on the unchanged encoder
_KINDS_OF_TEXT = {
    ", written": ", hand-written",
    ", put aside": ", held out",
    "(cls)": "([CLS])",
}  # from the wording of the file to that of the page


def measure_text(what: str) -> str:
    """What a figure measures, in the wording of the page."""
    for stored, shown in _KINDS_OF_TEXT.items():
        what = what.replace(stored, shown)
    return what


_CHOICES = {"answers": "passages"}  # of heads whose view shows another number of choices than was measured
POOLING_SUFFIX = {pooling: f" ({pooling.value})" for pooling in TextPooling}  # ends “what”
ANSWERABLE, ANSWERABLE_AUC = "is there an answer?", "is there an answer? (AUC)"
FEW = 20  # texts: below this a share is written as a count


def quality_table(evaluation: dict[str, Any], head: str) -> pd.DataFrame:
    """One row per figure of a head, followed by the same figure with a frozen encoder; made for interval bars."""
    rows = []
    for key, ending in (("figures", ""), ("frozen", FROZEN)):
        for figure in evaluation[key]:
            if figure["head"] == head:
                low, value, high = figure["interval"]
                rows.append(
                    {
                        "name": f"{measure_text(figure['what'])}{ending}",
                        "low": low,
                        "value": value,
                        "high": high,
                        "asked": figure["asked"],
                    }
                )
    table = pd.DataFrame(rows)
    table["what"] = table["name"].str.removesuffix(FROZEN)
    order = {what: place for place, what in enumerate(dict.fromkeys(table["what"]))}
    table = table.assign(order=table["what"].map(order)).sort_values("order", kind="stable")
    short = table["name"].where(~table["name"].str.endswith(FROZEN), FROZEN.removeprefix(", "))
    return table.drop(columns=["order", "what"]).assign(
        name=short,
        row=range(1, len(table) + 1),
        figure=[_figure(value, count) for value, count in zip(table["value"], table["asked"], strict=True)],
    )


def _figure(share: float, count: int) -> str:
    """A share in percent, or as a count if there are few texts."""
    return f"{round(share * count)} of {count}" if count < FEW else percentage(share)


def quality_finding(evaluation: dict[str, Any], head: str) -> str:
    """A head's first figure, for the worst and the best pooling if it has several, compared with guessing."""
    figures = _first_figures(evaluation["figures"], head)
    subject = figures[0]["what"] if len(figures) == 1 else figures[0]["what"].rpartition(" (")[0]
    subject = measure_text(capitalised(subject))
    if len(figures) == 1:
        what = figures[0]["what"]
        frozen = next(each for each in evaluation["frozen"] if each["head"] == head and each["what"] == what)
        value = f"{_interval_text(figures[0])} correct; with a frozen encoder {percentage(frozen['interval'][1])}"
        return f"{subject}: {value}. {chance_note(figures)}".strip()
    low, high = (pick(figures, key=lambda figure: figure["interval"][1]) for pick in (min, max))
    return (
        f"{subject}: from {_interval_text(low)} correct with {_pooling_name(low)} to {_interval_text(high)} with "
        f"{_pooling_name(high)}. {chance_note(figures)}"
    ).strip()


def chance_text(chance: float) -> str:
    """The accuracy of guessing, in percent."""
    return "less than 1%" if 0 < chance < 0.005 else percentage(chance)


def chance_note(figures: Sequence[dict[str, Any]]) -> str:
    """Whether figures are better than guessing, by their intervals; empty if the share of guessing is unknown."""
    if any(figure["chance"] is None for figure in figures):
        return ""
    chance, choices = figures[0]["chance"], _CHOICES.get(figures[0]["head"], "")
    guess = chance_text(chance) + (f" (one of {round(1 / chance)} {choices})" if choices else "")
    above = sum(figure["interval"][0] > figure["chance"] for figure in figures)
    if above == len(figures):
        return f"Guessing gets {guess}."
    if above:
        return f"Guessing gets {guess}; {above} of {len(figures)} are clearly better than that."
    return f"Guessing gets {guess}, so this is not clearly better than guessing."


def quality_note(evaluation: dict[str, Any], head: str, pooling: TextPooling | None = None) -> str:
    """The first figure of a head with the given pooling; for published heads, that none was measured.

    Raises:
        StopIteration: The head has no figure for that pooling.
    """
    if head not in KINDS:
        return "The head and its labels are shown as published; how good they are was not measured here."
    figures = _first_figures(evaluation["figures"], head)
    suffix = "" if pooling is None else POOLING_SUFFIX[pooling]
    figure = next(each for each in figures if each["what"].endswith(suffix))
    size = "This head was trained on SST-2" if head == REVIEWS else "This is a small head"
    note = f"{size}: {_interval_text(figure)} of {figure['asked']:,} {KINDS[head]}."
    return (
        note
        if figure["chance"] is None or figure["interval"][0] > figure["chance"]
        else (f"{note} {chance_note([figure])}")
    )


def answerable_note(evaluation: dict[str, Any], head: str) -> str:
    """How well the margin predicts whether there is an answer: accuracy at the threshold, and AUC."""
    figures = {figure["what"]: figure for figure in evaluation["figures"] if figure["head"] == head}
    if not {ANSWERABLE, ANSWERABLE_AUC} <= figures.keys():
        return ""
    share, area = figures[ANSWERABLE], figures[ANSWERABLE_AUC]
    low, value, high = area["interval"]
    skill = "better than" if low > 0.5 else "not shown to be better than"
    too = " too" if percentage(share["interval"][1]) == percentage(share["chance"]) else ""
    return (
        f"For {_interval_text(share)} of {share['asked']} questions it says correctly whether an answer exists. Always "
        f"saying the same gives {percentage(share['chance'])}{too}. Over all thresholds the AUC is {fixed(value, 2)} "
        f"({fixed(low, 2)}–{fixed(high, 2)}), {skill} chance (0.50)."
    )


def training_note(evaluation: dict[str, Any], head: str) -> str:
    """What “frozen” means, and whether both heads were trained in the same way."""
    if head == REVIEWS:
        return (
            "“Frozen” is logistic regression on MiniLM’s vectors before fine-tuning. Here the weights’ changes are "
            "rounded to a byte each; “Fine-tuning” has the figure before that."
        )
    if head == SPEECH:
        return "“Frozen” is the same kind of head on the unchanged MiniLM, fitted to the same words."
    steps, frozen_steps = evaluation["run"]["steps"], evaluation["frozen_run"]["steps"]
    length = "for just as long" if steps == frozen_steps else f"for {frozen_steps:,} steps (the other: {steps:,})"
    return f"“Frozen” is the same kind of head on the unchanged MiniLM, trained {length}."


def _first_figures(figures: Sequence[dict[str, Any]], head: str) -> list[dict[str, Any]]:
    """The figures of a head on its first test set: one for each pooling."""
    judged = [figure for figure in figures if figure["head"] == head]
    suffix = next((each for each in POOLING_SUFFIX.values() if judged[0]["what"].endswith(each)), "")
    if not suffix:
        return judged[:1]
    subject = judged[0]["what"].removesuffix(suffix)
    return [figure for figure in judged if figure["what"].startswith(f"{subject} (")]


def _pooling_name(figure: dict[str, Any]) -> str:
    return next(POOLING_NAMES[pooling] for pooling, end in POOLING_SUFFIX.items() if figure["what"].endswith(end))


def _interval_text(figure: dict[str, Any]) -> str:
    return interval_text(Interval(*figure["interval"]))
