"""Run the experiment of a mistake."""

from collections.abc import Mapping
from types import MappingProxyType

from components.mistakes.model import inference_experiments, input_experiments, training_experiments
from components.mistakes.model.experiment import Experiment, ExperimentFunction
from components.mistakes.model.results import Comparison

_EXPERIMENTS: Mapping[str, ExperimentFunction] = MappingProxyType(
    {
        experiment.__name__: experiment
        for experiment in (
            inference_experiments.attention_mask,
            inference_experiments.padding_side,
            inference_experiments.segments,
            inference_experiments.softmax,
            inference_experiments.half,
            inference_experiments.dropout,
            inference_experiments.sentence_vector,
            inference_experiments.next_sentence,
            inference_experiments.unmasked,
            input_experiments.vocabulary,
            input_experiments.case,
            input_experiments.mask_string,
            input_experiments.drop_in,
            input_experiments.truncation,
            input_experiments.pieces_and_labels,
            input_experiments.surprise,
            training_experiments.learning_rate,
            training_experiments.warmup,
            training_experiments.tested_on_itself,
        )
    }
)


def run_experiment(experiment: Experiment) -> Comparison:
    """The right and the wrong version of a mistake, run on a model.

    Raises:
        UserError: The model cannot make it, or is too large to be trained here.
    """
    return _EXPERIMENTS[experiment.mistake.key](experiment)
