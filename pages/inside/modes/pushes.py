"""What pushes one word against another at a blank: part by part, and by switching parts off."""

from collections.abc import Sequence

import streamlit as st

import cache.inside
from components.charts.files import ChartFigure
from components.inside.charts.pushes import group_bars, push_grid
from components.inside.model.results import ArchitectureFacts, Contributions
from components.inside.tables.pushes import agreement_finding, group_table, part_correlation, push_finding, push_table
from components.model.checkpoints.records import Role
from components.model.results import Candidate
from components.model.user_errors import UserError
from pages.inside.selection import default_token
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.long_work import run_on_request
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import text

TOWARDS, AGAINST = "towards", "against"  # in the link
_AT_ONCE = 3e10  # multiplications, about two seconds on one core
_TITLE = "Nats towards “{}” (blue) or “{}”"


def show(context: BlankContext) -> Findings:
    """Draw the contributions of all parts, and what happens without each of them."""
    question = context.model.id, context.sentence, context.masked
    traced = cache.inside.traced_pass(*question)
    # A causal model predicts the word after the last one.
    blank = default_token(context) if context.model.role is Role.CAUSAL else choose_blank(context, key="pushes")
    first, second = _default_words(cache.inside.answers(*question, blank))
    words = text("Word", TOWARDS, first).strip(), text("Against", AGAINST, second).strip()
    parts = cache.inside.contributions(*question, blank, words)
    finding = push_finding(parts)
    headline(finding)
    groups, table = group_table(parts), push_table(parts.parts)
    towards, against = map(escape_markdown, parts.words)
    st.markdown(f"**What pushes towards “{towards}”** (below 0: towards “{against}”), in nats")
    bars = group_bars(groups)
    st.altair_chart(bars, key="pushes-groups", alt=finding)
    figures = [ChartFigure("groups", bars, groups)]
    left, right = st.columns(2)
    title = _TITLE.format(*parts.words)
    with left:
        st.markdown("**Written directly by each part**, with each LayerNorm’s scale held fixed")
        grid = push_grid(table, title=title)
        st.altair_chart(grid, key="pushes-direct", alt=finding)
        figures.append(ChartFigure("direct", grid, table))
    with right:
        st.markdown("**Lost when the part is switched off** (replaced by its mean over the sentence)")
        figures += _switched_off(context, blank, words, parts, traced.facts, title)
    ids = {"input_ids": list(traced.ids), "blank": blank, "words": [word.casefold() for word in words]}
    return Findings("pushes", figures, traced.conditions, ids)


def _switched_off(
    context: BlankContext,
    blank: int,
    words: tuple[str, str],
    parts: Contributions,
    facts: ArchitectureFacts,
    title: str,
) -> list[ChartFigure]:
    question = context.model.id, context.sentence, context.masked
    if _multiplications(facts, len(context.tokens)) <= _AT_ONCE:
        effects = cache.inside.switched_off(*question, blank, words)
    else:
        waits = f"The model reads the sentence {len(parts.parts):,} times, once without each part."
        with run_on_request(
            "Switch every part off", waits, question=(question, blank, words), key="pushes"
        ) as on_progress:
            if on_progress is None:
                return []
            effects = cache.inside.switched_off(*question, blank, words, on_progress)
    finding = agreement_finding(part_correlation(parts.parts, effects), effects, parts.words)
    table = push_table(effects)
    grid = push_grid(table, title=title)
    st.altair_chart(grid, key="pushes-effects", alt=finding)
    note(finding)
    return [ChartFigure("switched-off", grid, table)]


def _multiplications(facts: ArchitectureFacts, count: int) -> float:
    """Multiplications of all passes without one part each: from its layer to the last."""
    one_layer = count * (4 * facts.width**2 + 2 * facts.width * facts.units)
    return float(one_layer) * (facts.num_heads + 1) * facts.layers * (facts.layers + 1) / 2


def _default_words(answers: Sequence[Candidate]) -> tuple[str, str]:
    """The two most likely whole words.

    Raises:
        UserError: The model predicts no words.
    """
    words = [answer.text for answer in answers if not answer.continues and answer.text.isalpha()]
    if not answers:
        raise UserError("This model has no vocabulary head, so it predicts no words. Choose another model.")
    different = list(dict.fromkeys(word.casefold() for word in words))
    return (*different, "yes", "no")[0], (*different, "yes", "no")[1]
