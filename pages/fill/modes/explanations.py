"""Five explanations of one answer side by side, and the deletion test, which says how good each of them is."""

import time
from collections.abc import Callable, Sequence

import streamlit as st

import cache.fill
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.fill.charts.explanations import deletion_curves, explanation_grid
from components.fill.model.results import Attribution, Explanation, IntegratedGradients, PathBaseline, step_counts
from components.fill.tables.deletion import (
    area_table,
    deletion_finding,
    deletion_table,
    random_band_table,
    winners,
)
from components.fill.tables.explanations import (
    agreement_finding,
    column_key,
    completeness_finding,
    correlation_finding,
    correlation_table,
    explanation_table,
    occlusion_attribution,
    score_finding,
)
from components.model.blanks.results import Occlusion, PossibleAnswer
from components.tables.phrases import quoted
from pages.fill.guess import may_show_test
from pages.parts.errors import show_errors
from pages.parts.layout import headline, note
from pages.parts.long_work import show_progress
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.blank_choice import answer_label
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import choice, current_value

SLOW_S = 1.0  # seconds after which occlusion is shown while the others are computed
HIDE, PUT_BACK = "Hide words", "Put words back"
ACTIONS = {HIDE: "hidden", PUT_BACK: "put back"}
NAME_WIDTH = 120  # pixels
# What caches know an answer by: model, sentence, masked positions, blank, and the id of the token.
AnswerKey = tuple[str, str, tuple[int, ...], int, int]


def choose_baseline() -> PathBaseline:
    """Choose where the path of integrated gradients starts."""
    return PathBaseline(
        choice("Baseline of integrated gradients", "where-baseline", [each.value for each in PathBaseline])
    )


def explain(
    key: AnswerKey,
    explanations: Sequence[Explanation],
    baseline: PathBaseline,
    occlusions: Sequence[Occlusion],
    on_slow: Callable[[], None],
) -> tuple[list[Attribution], IntegratedGradients | None]:
    """Compute explanations; where one cannot be computed, a message says why.

    Args:
        key: The answer.
        explanations: Which ones.
        baseline: Where the path of integrated gradients starts.
        occlusions: Of the answer.
        on_slow: Called while it takes long.
    """
    began = time.monotonic()
    attributions: list[Attribution] = []
    integrated: IntegratedGradients | None = None
    if Explanation.OCCLUSION in explanations:
        attributions.append(occlusion_attribution(occlusions))
    if Explanation.GRADIENT_INPUT in explanations:
        with show_errors():
            attributions.append(cache.fill.gradient_times_input(*key))
    if Explanation.INTEGRATED_GRADIENTS in explanations:
        with show_errors(), show_progress("Integrated gradients", f"{key} {baseline}", key="where-path") as report:

            def on_points(count: int) -> None:
                report(f"{count} points on the path")
                if time.monotonic() - began > SLOW_S:
                    on_slow()

            integrated = cache.fill.integrated_gradients(*key, baseline, on_points)
            attributions.append(integrated.attribution)
    if any(explanation.reads_attention for explanation in explanations):
        with show_errors():
            by_attention = cache.fill.attention_explanations(*key[:-1])
            attributions += [each for each in by_attention if each.explanation in explanations]
    return attributions, integrated


def draw_side_by_side(
    context: BlankContext, answer: PossibleAnswer, attributions: Sequence[Attribution]
) -> list[ChartFigure]:
    """Draw one column per explanation, and what they agree on."""
    table = explanation_table(context.tokens, attributions, blanks=context.blanks)
    correlations = correlation_table(attributions)
    finding = agreement_finding(attributions, context.tokens, answer_label(answer))
    headline(finding)
    word = escape_markdown(quoted(answer_label(answer)))
    st.markdown(f"**How much each word matters for {word}**")
    st.caption(
        "Each number is the word’s share of its column: without the minus signs, a column adds up to 100%. "
        f"{escape_markdown(column_key([each.explanation for each in attributions], answer_label(answer)))}"
    )
    grid = explanation_grid(table)
    st.altair_chart(grid, key="where-grid", alt=f"{finding} {correlation_finding(correlations)}".strip())
    return [ChartFigure("explanations", grid, table), ChartFigure("correlations", None, correlations)]


def draw_occlusion_first(context: BlankContext, occlusions: Sequence[Occlusion]) -> None:
    """Draw occlusion alone, while the other explanations are computed."""
    table = explanation_table(context.tokens, [occlusion_attribution(occlusions)], blanks=context.blanks)
    st.altair_chart(explanation_grid(table), key="where-grid-first", alt="Occlusion; the others are being computed.")


def draw_single(
    context: BlankContext, answer: PossibleAnswer, attribution: Attribution, integrated: IntegratedGradients | None
) -> ChartFigure:
    """Draw the scores of one explanation, one row per word."""
    table = explanation_table(context.tokens, [attribution], blanks=context.blanks)
    finding = score_finding(attribution, context.tokens, answer_label(answer))
    headline(finding)
    if integrated is not None:
        note(completeness_finding(integrated))
    unit = "share of what reaches the blank" if attribution.explanation.reads_attention else "bits"
    st.markdown(f"**{attribution.explanation.value}**: {unit}")
    rows = table.assign(row=table["rank"]).fillna({"score": 0.0})
    chart = labelled_bars(
        rows, value="score", name="word", figure="figure", title=f"Score ({unit})", name_width=NAME_WIDTH
    )
    st.altair_chart(chart, key="where-scores", alt=finding)
    return ChartFigure("explanation", chart, table)


def draw_test(key: AnswerKey, answer: PossibleAnswer, attributions: Sequence[Attribution]) -> list[ChartFigure]:
    """Draw the deletion test of the explanations; with guessing on, after a guess which of them wins."""
    chosen = choice("Test", "where-test", list(ACTIONS))
    puts_back = chosen == PUT_BACK
    with show_progress("Testing the explanations", f"{key} {chosen}", key="where-test-run") as report:
        test = cache.fill.deletion_test(
            *key, tuple(attributions), puts_back, lambda done, of: report(f"pass {done} of {of}")
        )
    areas = area_table(test)
    if not may_show_test(f"{key} {chosen}", winners(areas)):
        return []
    finding = deletion_finding(test, answer_label(answer))
    note(finding)
    aim = "higher is better" if puts_back else "lower is better"
    word = escape_markdown(quoted(answer_label(answer)))
    st.markdown(f"**The test: probability of {word} while words are {ACTIONS[chosen]}, the most important first**")
    st.caption(
        f"In the legend: the average probability along the curve; {aim}. "
        "Grey: 20 random orders, without the highest and the lowest."
    )
    table, band = deletion_table(test), random_band_table(test)
    chart = deletion_curves(table, band, areas, action=ACTIONS[chosen])
    st.altair_chart(chart, key="where-deletion", alt=finding)
    return [
        ChartFigure("deletion-test", chart, table),
        ChartFigure("random-orders", None, band),
        ChartFigure("areas", None, areas),
    ]


def code_inputs(word_count: int, integrated: IntegratedGradients | None) -> dict[str, object]:
    """What the code for all explanations and the test needs to know besides the answer.

    Args:
        word_count: The number of words that are scored.
        integrated: What the page shows; None for the defaults of the code.
    """
    values: dict[str, object] = {
        "counts": list(step_counts(word_count)),
        "puts_back": current_value("where-test") == PUT_BACK,
    }
    if integrated is not None:
        values |= {"baseline": integrated.baseline.value, "edges": list(integrated.edges)}
    return values
