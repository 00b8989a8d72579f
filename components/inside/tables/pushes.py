"""What pushes one word against another, as tables and in words."""

from collections.abc import Sequence

import pandas as pd

from components.inside.model.results import FEED_FORWARD, Contributions, PartContribution
from components.tables.attention_weights import head_name
from components.tables.numbers import fixed, likelier_phrase, sum_as_shown
from components.tables.phrases import quoted
from components.tables.ranks import rank_correlation

_TABLES = {"word": "Word embedding", "position": "Position embedding", "segment": "Segment embedding"}
_EVEN = 0.005  # nats: reads as 0.00


def part_name(part: PartContribution) -> str:
    """The name of a part in a sentence."""
    if part.head == FEED_FORWARD:
        return f"the feed-forward part of layer {part.layer + 1}"
    return head_name(part.layer, part.head)


def push_table(parts: Sequence[PartContribution]) -> pd.DataFrame:
    """One row a part.

    Columns: ``layer``, from 1; ``column``, the head from 1 or "FF"; ``name``; ``push`` in nats, ``figure`` as text.
    """
    return pd.DataFrame(
        {
            "layer": [part.layer + 1 for part in parts],
            "column": ["FF" if part.head == FEED_FORWARD else str(part.head + 1) for part in parts],
            "name": [part_name(part) for part in parts],
            "push": [part.direct for part in parts],
            "figure": [fixed(part.direct, 2) for part in parts],
        }
    )


def group_table(parts: Contributions) -> pd.DataFrame:
    """The parts in groups, and their sum; the numbers shown add up.

    Columns: ``row``, from 1; ``group``; ``push`` in nats, ``figure`` as text.
    """
    groups = _groups(parts)
    figures = sum_as_shown(*groups.values())
    return pd.DataFrame(
        {
            "row": range(1, len(groups) + 2),
            "group": [*groups, "All together"],
            "push": [*groups.values(), parts.total],
            "figure": figures,
        }
    )


def push_finding(parts: Contributions) -> str:
    """How much more likely the first word is, which group pushes most, and which single part."""
    whole = f"{likelier_phrase(parts.log_odds, *parts.words)} (log-odds {fixed(parts.log_odds, 2)})."
    groups = _groups(parts)
    name = max(groups, key=lambda group: abs(groups[group]))
    strongest = max(parts.parts, key=lambda part: abs(part.direct))
    return (
        f"{whole} The largest contribution comes from {_in_sentence(name)}: {_towards(groups[name], parts.words)}. "
        f"The strongest single part is {part_name(strongest)}: {_towards(strongest.direct, parts.words)}."
    )


def part_correlation(first: Sequence[PartContribution], second: Sequence[PartContribution]) -> float | None:
    """The rank correlation of two measures of the same parts; None if one of them is the same for all."""
    by_place = {(part.layer, part.head): part.direct for part in second}
    return rank_correlation([part.direct for part in first], [by_place[part.layer, part.head] for part in first])


def agreement_finding(correlation: float | None, effects: Sequence[PartContribution], words: tuple[str, str]) -> str:
    """Whether switching parts off tells the same story, and which part matters most by it."""
    strongest = max(effects, key=lambda part: abs(part.direct))
    added = _towards(strongest.direct, words)
    change = f"Switching off {part_name(strongest)} changes the log-odds most: it had added {added}."
    if correlation is None:
        return change
    how = (
        "agree well"
        if correlation >= 0.7
        else "agree in part"
        if correlation >= 0.3
        else "hardly agree"
        if correlation > -0.3
        else "contradict each other"
    )
    return f"The two measures {how}: their rank correlation is {fixed(correlation, 2)}. {change}"


def _groups(parts: Contributions) -> dict[str, float]:
    groups = {_TABLES.get(key, "Task embedding"): value for key, value in parts.embeddings}
    groups["All attention heads"] = sum(part.direct for part in parts.parts if part.head != FEED_FORWARD)
    groups["All feed-forward layers"] = sum(part.direct for part in parts.parts if part.head == FEED_FORWARD)
    groups["Biases"] = parts.biases
    return groups


def _in_sentence(group: str) -> str:
    return f"the {group[0].lower()}{group[1:]}" if not group.startswith("All") else f"a{group[1:]}"


def _towards(push: float, words: tuple[str, str]) -> str:
    if abs(push) < _EVEN:
        return "0.00, towards neither word"
    return f"{fixed(abs(push), 2)} towards {quoted(words[0 if push > 0 else 1])}"
