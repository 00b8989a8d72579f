"""Both ways of every mistake, by its key."""

from collections.abc import Mapping
from types import MappingProxyType

from components.mistakes.model.experiment import Experiment, ExperimentFunction
from components.mistakes.model.results import Comparison

_EXPERIMENTS: Mapping[str, ExperimentFunction] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            passes.attention_mask,
            passes.padding_side,
            passes.segments,
            passes.softmax,
            passes.half,
            passes.dropout,
            passes.sentence_vector,
            reading.vocabulary,
            reading.case,
            reading.mask_string,
            reading.truncation,
            reading.pieces_and_labels,
            reading.surprise,
            steps.learning_rate,
            steps.tested_on_itself,
        )
    }
)


def run_experiment(experiment: Experiment) -> Comparison:
    """Both ways of a mistake on a model.

    Raises:
        UserError: The model cannot make it, or is too large to be trained here.
    """
    return _EXPERIMENTS[experiment.mistake.key](experiment)
