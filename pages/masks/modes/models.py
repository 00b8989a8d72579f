"""Two models on one sentence, each under the mask that it was trained with."""

from functools import partial

import cache.engine
import cache.masks
import cache.traces
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, masked_heatmap
from components.masks.tables.findings import models_finding
from components.masks.tables.grids import GridPanel, mask_matrix_table
from components.model.checkpoints.records import Role
from pages.masks.inputs import example_word_position
from pages.masks.selections import choose_head, draw_grids, linked_selection, row_tiles
from pages.parts.findings import Findings, Provenance, joint_conditions
from pages.parts.layout import headline
from pages.parts.model_choice import choose_model
from pages.parts.sentence.context import SentenceContext
from pages.parts.snippets import model_source


def show(context: SentenceContext) -> Findings | None:
    """Draw both grids, each with its own layer and head."""
    model, sentence = context.model, context.sentence
    role = Role.MASKED if model.role is Role.CAUSAL else Role.CAUSAL
    second = choose_model(role, key="model2", label="Model on the right")
    if second is None:
        return None
    heads = []
    for record, suffix in ((model, ""), (second, "2")):
        shape = cache.traces.trace(record.id, sentence).attention.shape[:2]
        heads.append(choose_head(shape, suffix=suffix, label=f" of {record.name}"))
    left, right = (
        cache.masks.model_panel(record.id, sentence, *chosen)
        for record, chosen in zip((model, second), heads, strict=True)
    )
    payload = cache.masks.two_model_grid_bytes(model.id, second.id, sentence, *heads[0], *heads[1])
    selection = linked_selection(len(left.tokens), example_word_position(left.tokens))
    row_tiles(left.tokens, selection.row)
    draw_grids(payload, f"{model.id} {second.id} {sentence}", selection)
    headline(models_finding(left, right))
    first_conditions, second_conditions = (cache.engine.conditions(each.id) for each in (model, second))
    inputs = zip((model, second), (left.tokens, right.tokens), heads, strict=True)
    return Findings(
        "two",
        [_figure("left", left), _figure("right", right)],
        joint_conditions(first_conditions, second_conditions),
        {"models": [(*model_source(each), list(tokens.ids), *chosen) for each, tokens, chosen in inputs]},
        computed=(Provenance(model, first_conditions), Provenance(second, second_conditions)),
    )


def _figure(name: str, panel: GridPanel) -> ChartFigure:
    table = mask_matrix_table(panel.tokens, panel.weights, panel.allowed)
    return ChartFigure(name, partial(masked_heatmap, table) if len(panel.tokens) <= TOKEN_LIMIT else None, table)
