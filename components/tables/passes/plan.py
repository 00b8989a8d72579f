"""What a page without a server has to know of a model beside its weights: its floors and boxes, in words.

``components/takeaway/machine_page`` computes the numbers, and shows them with these texts.
"""

from typing import Any

from components.model.checkpoints.open_model import OpenModel
from components.model.passes.operations import Operation, Step
from components.model.passes.results import ArchitectureFacts
from components.model.passes.steps import floor_count, floor_steps
from components.model.passes.traced_pass import architecture_facts
from components.model.passes.weights import model_weights
from components.tables.passes.activations import activation_text
from components.tables.passes.boxes import box_activation, box_text, difference_texts, floor_name, part_title
from components.tables.passes.level_boxes import LEVEL_BOXES


def machine_plan(opened: OpenModel) -> dict[str, Any]:
    """The floors of a model and their boxes, as values that JSON has."""
    weights = model_weights(opened)
    facts = architecture_facts(weights)
    floors = range(floor_count(weights))
    return {
        "floors": [floor_name(floor, facts) for floor in floors],
        "differences": list(difference_texts(facts)),
        "level_boxes": LEVEL_BOXES,
        "boxes": [[_planned(step, facts) for step in floor_steps(weights, floor)] for floor in floors],
    }


def _planned(step: Step, facts: ArchitectureFacts) -> dict[str, Any]:
    text, activation = box_text(step, facts), box_activation(step.key, facts)
    planned: dict[str, Any] = {
        "key": step.key,
        "title": text.title,
        "formula": text.formula,
        "about": text.about,
        "operation": str(step.operation),
        "inputs": list(step.inputs),
        "heads": step.heads,
    }
    if step.operation is Operation.ADD:
        planned["parts"] = [part_title(key) for key in step.inputs]
    if activation is not None:
        planned["rule"] = activation_text(activation).rule
    return planned
