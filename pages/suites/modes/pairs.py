"""Pairs: which of two sentences a model prefers, by phenomenon and model."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

import cache.engine
import cache.suites
from cache.shipped.first_suites import first_suites
from components.charts.files import ChartFigure
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.suites.charts.grid import CHOSEN, accuracy_grid
from components.suites.charts.pairs import PICKED, pair_bars
from components.suites.model.pairs import MinimalPair, phenomena_of, shipped_pairs
from components.suites.model.published import COLUMNS
from components.suites.model.results import PairScore, SuiteScores, worst
from components.suites.tables.grid import full_table, grid_table, row_note, suite_finding, tie_note, unread_note
from components.suites.tables.pairs import LINKED, SHOWN, worst_finding, worst_table
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import draw_chart, headline, in_drawer, note, try_this
from pages.parts.long_work import run_with_progress
from pages.parts.presenting import hides_controls, is_presenting
from pages.parts.settings import linked_choice, linked_number, write_number
from pages.suites.class_figure import show_class
from pages.suites.code import pair_code
from pages.suites.inputs import (
    BY,
    CLASS_LIST,
    PAIR,
    PHENOMENON,
    choose_phenomenon,
    current_list,
    forget_choices,
    operator_pairs,
    own_pairs,
)
from pages.suites.onward import link_to_pair

GRID, WORST = "suite-grid", "suite-worst"
TRIED = "suites-tried"  # in the session: a visitor's list, and the models that have read it
WIDTHS, PROJECTOR_WIDTHS = (1, 1), (0.9, 1)  # of the grid and of the pairs beside it
BESIDE = (DEFAULT_MODEL, "pocket-bert", "pocket-gpt", "pocket-distilbert")  # stand beside the chosen model
PROJECTOR_MODELS = 3  # columns that can be read from the last row
ROW_LIMIT = 12  # phenomena of a visitor's list that fit into the grid


def show(model: ModelRecord) -> Findings:
    """Draw the grid of phenomena and models, and the worst pairs of the chosen cell."""
    is_ready = cache.engine.engine_stage() is cache.engine.EngineStage.READY
    if is_ready and current_list() == CLASS_LIST:
        return show_class(model)
    custom = own_pairs() or operator_pairs(current_list()) if is_ready else ()
    scores = _own_scores(model, custom) if custom else _shipped_scores(model)
    all_phenomena = phenomena_of(custom or shipped_pairs())
    phenomena = all_phenomena[:ROW_LIMIT]
    if custom:
        forget_choices(phenomena, list(scores))
    phenomenon = linked_choice(PHENOMENON, phenomena)
    name = linked_choice(BY, list(scores))
    cell = scores[name].of(phenomenon)
    finding = suite_finding(cell, phenomenon, model=name)
    headline(finding)
    conditions = scores[name].conditions
    reader = model_record(conditions.model_id)
    note(tie_note(scores[name].scores), unread_note(scores[name], model=name))
    note(row_note(len(all_phenomena), ROW_LIMIT))
    if is_presenting():
        columns = [name, *(each for each in scores if each != name)][:PROJECTOR_MODELS]
        table = grid_table({each: scores[each] for each in scores if each in columns}, phenomena)
    else:
        table = grid_table(scores, phenomena)
    row, column = phenomena.index(phenomenon) + 1, int(table.loc[table["name"] == name, "column"].iloc[0])
    left, right = st.columns(PROJECTOR_WIDTHS if is_presenting() else WIDTHS, gap="medium")
    clickable = not hides_controls()
    grid = accuracy_grid(table, row=row, column=column, clickable=clickable)
    choose = partial(_choose, tuple(phenomena), tuple(scores))
    draw_chart(
        grid,
        key=GRID,
        alt=finding,
        place=left,
        **({"on_select": choose, "selection_mode": CHOSEN} if clickable else {}),
    )
    with right:
        figures = _draw_worst(reader, cell)
    try_this("Click a pale cell, and read the pairs that fool the model.")
    every = grid_table(scores if custom else _named(first_suites()), all_phenomena, tuple(COLUMNS))
    in_drawer("Every model, with intervals", partial(st.dataframe, full_table(every), hide_index=True, key="suite-all"))
    return Findings(
        "pairs",
        [ChartFigure("grid", grid, table), *figures, ChartFigure("every-model", None, every)],
        conditions,
        pair_code(reader, cell),
        computed=(Provenance(reader, conditions, live=bool(custom) or conditions.model_id not in first_suites()),),
    )


def _draw_worst(model: ModelRecord, scores: Sequence[PairScore]) -> list[ChartFigure]:
    """Draw the pairs that fool the model most, with a link to one of them."""
    lowest = worst(scores, LINKED)
    if not lowest:
        return []
    clickable = not hides_controls()
    chosen = linked_number(PAIR, low=1, high=len(lowest), default=1) if clickable else 0
    lowest = lowest[: max(SHOWN, chosen)]
    table = worst_table(lowest, chosen=chosen)
    bars = pair_bars(table, clickable=clickable, titled=not is_presenting())
    alt = worst_finding(table)
    if clickable:
        draw_chart(bars, key=WORST, alt=alt, on_select=_pick, selection_mode=PICKED)
        link_to_pair(model, lowest[chosen - 1].pair)
    else:
        draw_chart(bars, key=WORST, alt=alt)
    every = worst_table(worst(scores, len(scores)))
    shown = every[["name", "log_odds"]].rename(columns={"name": "Pair", "log_odds": "Log-odds (nats)"})
    in_drawer("Every pair of this kind", partial(st.dataframe, shown, hide_index=True, key="every-pair"))
    return [ChartFigure("worst-pairs", bars, table), ChartFigure("pairs", None, every)]


def _shipped_scores(model: ModelRecord) -> dict[str, SuiteScores]:
    """The scores of the app's own pairs: the chosen model's, and stored ones of models to compare it with."""
    stored = first_suites()
    scores = {model.name: stored[model.id] if model.id in stored else _scores(model, shipped_pairs())}
    return scores | {
        name: result for name, result in _named({each: stored[each] for each in BESIDE}).items() if name != model.name
    }


def _own_scores(model: ModelRecord, pairs: tuple[MinimalPair, ...]) -> dict[str, SuiteScores]:
    """The scores of a visitor's pairs: the chosen model's, and of the models that were chosen before with this list."""
    previous = st.session_state.get(TRIED)
    tried: dict[str, ModelRecord] = previous[1] if previous is not None and previous[0] == pairs else {}
    st.session_state[TRIED] = (pairs, tried)
    scores = {model.name: _scores(model, pairs)}
    scores |= {each.name: _scores(each, pairs) for each in tried.values() if each.id != model.id}
    tried[model.id] = model
    return scores


def _scores(model: ModelRecord, pairs: tuple[MinimalPair, ...]) -> SuiteScores:
    return run_with_progress(
        f"{model.name} reads the pairs", cache.suites.suite_scores, model.id, pairs, unit="pass", key="suites"
    )


def _named(scores: dict[str, SuiteScores]) -> dict[str, SuiteScores]:
    return {model_record(model_id).name: result for model_id, result in scores.items()}


def _choose(phenomena: Sequence[str], names: Sequence[str]) -> None:
    """Look into the cell that was clicked."""
    for point in st.session_state[GRID].selection[CHOSEN]:
        row, column = int(point["row"]) - 1, int(point["column"]) - 1
        if row in range(len(phenomena)) and column in range(len(names)):
            choose_phenomenon(phenomena[row])
            if column:
                st.query_params[BY] = names[column]
            else:
                st.query_params.pop(BY, None)


def _pick() -> None:
    for point in st.session_state[WORST].selection[PICKED]:
        write_number(PAIR, int(point["row"]), default=1)
