"""Where the answer is, layer after layer, over many pairs of one phenomenon.

Single tokens of different sentences cannot be averaged, so three groups are put in together: the words that differ, the
blank, and all others.
"""

from collections.abc import Sequence

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.edits import EditSite
from components.model.inference.resumed_pass import Progress, ignore_progress, record_pass
from components.model.user_errors import NothingMasked, UserError
from components.patching.model.alignment import align_pair
from components.patching.model.grid import answer_pair, edited_log_odds, plain_log_odds
from components.patching.model.presets import PairProbe
from components.patching.model.results import (
    SMALLEST_DIFFERENCE,
    AlignedPair,
    AnswerPair,
    PairPath,
    PhenomenonPaths,
    TokenGroup,
)


def phenomenon_paths(
    opened: OpenModel, phenomenon: str, probes: Sequence[PairProbe], *, on_progress: Progress = ignore_progress
) -> PhenomenonPaths:
    """The paths of all pairs that the model can be tested on.

    Args:
        opened: A masked language model.
        phenomenon: What the pairs are about.
        probes: The pairs.
        on_progress: Called with the number of pairs done and their total; an error that it raises ends the computation.
    """
    paths = []
    for done, probe in enumerate(probes):
        on_progress(done, len(probes))
        path = _probe_path(opened, probe)
        if path is not None:
            paths.append(path)
    return PhenomenonPaths(phenomenon, tuple(paths), len(probes) - len(paths), opened.conditions)


def _probe_path(opened: OpenModel, probe: PairProbe) -> PairPath | None:
    """The path of one pair; None if the model cannot be tested on it."""
    try:
        clean, corrupt = (opened.tokenizer.tokens(sentence) for sentence in (probe.clean, probe.corrupt))
        pair = align_pair(opened, clean, corrupt)
        words = answer_pair(opened, pair, (probe.first, probe.second))
    except NothingMasked:
        raise
    except UserError:
        return None
    return pair_path(opened, pair, words)


def pair_path(opened: OpenModel, pair: AlignedPair, words: AnswerPair) -> PairPath | None:
    """The path of one pair; None if the clean sentence gives the first answer less than the smallest difference."""
    clean, corrupt = (record_pass(opened, tokens.ids) for tokens in (pair.clean, pair.corrupt))
    without, complete = plain_log_odds(opened, (corrupt, clean), pair.blank, words)
    if complete - without < SMALLEST_DIFFERENCE:
        return None
    differing = [position for position in pair.differing if position != pair.blank]
    groups = {
        TokenGroup.DIFFERING: differing,
        TokenGroup.BLANK: [pair.blank],
        TokenGroup.OTHERS: [p for p in range(len(pair.clean)) if p != pair.blank and p not in differing],
    }
    layers = range(len(clean.layers) + 1)
    rows = [
        [clean.edit(EditSite.LAYER, layer, position) for position in groups[group]]
        for group in TokenGroup
        for layer in layers
    ]
    odds = edited_log_odds(opened, corrupt, rows, pair.blank, words)
    shares = ((odds - without) / (complete - without)).reshape(len(TokenGroup), -1)
    return PairPath(pair, words, tuple(map(tuple, shares.tolist())))
