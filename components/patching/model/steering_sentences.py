"""One direction on many sentences of the same kind, none of which it was made from."""

from collections.abc import Callable, Sequence

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.memory import reports_out_of_memory
from components.model.inference.resumed_pass import record_pass, resume_pass
from components.model.user_errors import UserError
from components.patching.model.presets import PairProbe
from components.patching.model.steering import steering_vectors, strength_rows, text_positions
from components.patching.model.steering_results import SteeredSentence, SteeredSentences, SteeringPlace, SteeringSets


@reports_out_of_memory
@torch.inference_mode()
def steer_sentences(
    opened: OpenModel,
    probes: Sequence[PairProbe],
    sets: SteeringSets,
    layer: int,
    place: SteeringPlace,
    *,
    on_progress: Callable[[int, int], None],
) -> SteeredSentences:
    """Steer the first sentence of every pair away from its answer, to that of the second.

    Args:
        opened: A masked language model.
        probes: The pairs.
        sets: The sentences that the direction is made from.
        layer: 0 to add it after the embeddings, else after that layer.
        place: The tokens to which it is added.
        on_progress: Called with the number of sentences done and their total. An error that it raises ends the
            computation.

    Raises:
        UserError: The sets cannot be used, or there is no such layer.
        OutOfMemory: Memory runs out.
    """
    vectors = steering_vectors(opened, sets, place).vectors
    if not 0 <= layer < len(vectors):
        raise UserError(f"{opened.record.name} has {len(vectors) - 1} layers. Choose one of them.")
    steered = []
    for done, probe in enumerate(probes):
        on_progress(done, len(probes))
        try:
            targets = [opened.tokenizer.word_id(word) for word in (probe.second, probe.first)]
            tokens = opened.tokenizer.tokens(probe.clean)
        except UserError:  # its words are no single tokens for this model
            continue
        (blank,) = tokens.typed_masks
        positions = (blank,) if place is SteeringPlace.BLANK else text_positions(tokens)
        rows = strength_rows(layer, vectors[layer], positions)
        hidden = resume_pass(opened, record_pass(opened, tokens.ids), rows, blank)
        scores = opened.head(hidden).float()[:, targets]  # (strength, word)
        log_odds = tuple((scores[:, 0] - scores[:, 1]).tolist())
        steered.append(SteeredSentence(probe.clean, (probe.second, probe.first), log_odds))
    return SteeredSentences(tuple(steered), len(probes) - len(steered), opened.conditions)
