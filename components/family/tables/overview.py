"""The whole family as one table: sizes, training text, published figures, and what each model is best for."""

from collections.abc import Sequence

import pandas as pd

from components.family.model.counting import multiply_adds, parameters
from components.family.model.needs import NEEDS, best_for
from components.family.model.published import BEST_BEFORE, GLUE, PRE_TRAININGS, PUBLISHED_SCORES, TASKS
from components.model.family_members import FamilyMember
from components.tables.numbers import fixed

LENGTH = 128  # tokens that multiply-adds are counted for
NONE = "–"
_FIRST, _LARGER = "bert-base", "roberta"  # whose training texts are compared: the same layers, more text


def overview_table(members: Sequence[FamilyMember]) -> pd.DataFrame:
    """One row a model.

    Columns: ``name``; ``year``; ``million`` parameters; ``billion`` multiply-adds for 128 tokens; ``vocabulary``;
    ``longest``, tokens read at once; ``gigabytes`` of training text, NaN where none are published; a column a task,
    in percent, NaN where no figure was copied; ``best_for``; ``attention``, what a token sees; ``objective``;
    ``paper``; ``link``.
    """
    figures = {(score.key, score.task): score.value for score in PUBLISHED_SCORES}
    gigabytes = {training.key: training.gigabytes for training in PRE_TRAININGS}
    rows = [
        {
            "name": member.name,
            "year": member.year,
            "million": parameters(member.shape) / 1e6,
            "billion": multiply_adds(member.shape, LENGTH) / 1e9,
            "vocabulary": member.shape.vocabulary,
            "longest": member.token_limit,
            "gigabytes": gigabytes.get(member.key),
            **{task: figures.get((member.key, task)) for task in TASKS},
            "best_for": best_for(member) or NONE,
            "attention": member.attention.value,
            "objective": member.objective,
            "paper": member.paper,
            "link": member.link or None,
        }
        for member in members
    ]
    return pd.DataFrame(rows).astype(dict.fromkeys(("gigabytes", *TASKS), float))


def need_table() -> pd.DataFrame:
    """What people need a model for: ``need``; ``models`` that suit, the first choice first; ``reason``."""
    return pd.DataFrame(
        [(need.name, ", ".join(member.name for member in need.members), need.reason) for need in NEEDS],
        columns=["need", "models", "reason"],
    )


def text_finding() -> str:
    """How much more text a model of the same layers as BERT base read."""
    text = {member.key: member for member in PRE_TRAININGS}
    before, after = text[_FIRST], text[_LARGER]
    assert before.gigabytes is not None
    assert after.gigabytes is not None
    return (
        f"{after.member.name} read {after.gigabytes / before.gigabytes:g} times as much text as {before.member.name}: "
        f"{after.gigabytes:g} GB instead of {before.gigabytes:g}."
    )


def source_table() -> pd.DataFrame:
    """Where each published figure stands: ``model``, ``paper``, and a column a task with figure, split and table."""
    cells = {
        (score.key, score.task): f"{fixed(score.value, 1)} ({score.split}, {score.table})" for score in PUBLISHED_SCORES
    }
    members = dict.fromkeys(score.member for score in PUBLISHED_SCORES)
    return pd.DataFrame(
        [
            {"model": score.name, "paper": f"{score.paper} {score.year}"}
            | {task: cells.get((score.key, task), NONE) for task in TASKS}
            for score in members
        ]
    )


def pre_training_table() -> pd.DataFrame:
    """How they were pre-trained: ``model``, ``text``, ``gigabytes``, ``steps``, ``hardware``."""
    return pd.DataFrame(
        [
            (
                training.member.name,
                training.text,
                NONE if training.gigabytes is None else f"{training.gigabytes:g} GB",
                training.steps or NONE,
                training.hardware or NONE,
            )
            for training in PRE_TRAININGS
        ],
        columns=["model", "text", "gigabytes", "steps", "hardware"],
    )


def best_before_table() -> pd.DataFrame:
    """What BERT improved on.

    Columns: ``task``; ``before`` and ``whose``; ``base``; ``large``; ``gain`` of BERT large; ``source``.
    """
    return pd.DataFrame(
        [
            (
                best.task,
                best.before,
                best.whose,
                best.base,
                best.large,
                best.large - best.before,
                f"{best.split}, {best.table}",
            )
            for best in BEST_BEFORE
        ],
        columns=["task", "before", "whose", "base", "large", "gain", "source"],
    ).astype({"base": float})


def best_before_finding() -> str:
    """Where BERT large gained most over the best result before it, and where it gained least or lost."""
    table = best_before_table().sort_values("gain")
    names = table["task"].str.partition(",")[0]
    gains = [fixed(gain, 1) for gain in table["gain"].abs()]
    behind = table["gain"].iloc[0] < 0
    return (
        f"BERT large improved most on {names.iloc[-1]}: by {gains[-1]} points over the best earlier result. "
        f"On {names.iloc[0]} it {'is' if behind else 'improved least: by'} {gains[0]} points"
        f"{f' worse than {table.whose.iloc[0]}' if behind else ''}."
    )


def source_finding() -> str:
    """How many figures of how many papers."""
    papers = {(score.member.paper, score.member.year) for score in PUBLISHED_SCORES}
    return f"{len(PUBLISHED_SCORES)} figures, copied from {len(papers)} papers; each names its split and its table."


def small_model_finding() -> str:
    """The GLUE scores of ELECTRA small and of the best model before BERT."""
    small = next(score for score in PUBLISHED_SCORES if (score.key, score.task) == ("electra-small", GLUE))
    before = next(result for result in BEST_BEFORE if result.task == GLUE)
    splits = "" if small.split == before.split else ": two splits, so only roughly comparable"
    return (
        f"On GLUE, {small.member.name} has {fixed(small.value, 1)} ({small.split}), {before.whose} "
        f"{fixed(before.before, 1)} ({before.split}, from BERT’s paper){splits}."
    )


def year_finding(members: Sequence[FamilyMember]) -> str:
    """How many were published in which year."""
    years = [member.year for member in members]
    busiest = max(set(years), key=years.count)
    after = ", the year after BERT" if busiest == min(years) + 1 else ""
    when = f"{busiest}{after}; the latest is from {max(years)}"
    return f"{years.count(busiest)} of these {len(years)} models are from {when}."
