"""Activation patching: how much of an answer comes back when one vector is put into another run.

Two sentences differ in a word or two, and so do their answers. One run's vector of one token at one layer replaces that
of the other run, and the rest of the pass is computed from there. The share of the difference in log-odds that comes
back says how much of what tells the sentences apart passes through that vector. Sources: Vig et al. 2020,
https://arxiv.org/abs/2004.12265; Meng et al. 2022, https://arxiv.org/abs/2202.05262; on its limits Heimersheim & Nanda
2024, https://arxiv.org/abs/2404.15255.
"""

from collections.abc import Sequence

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.edits import ActivationEdit, EditSite
from components.model.inference.forward import POSITIONS_PER_CHUNK
from components.model.inference.resumed_pass import Progress, RecordedPass, ignore_progress, record_pass, resume_pass
from components.model.user_errors import UserError
from components.patching.model.results import (
    SMALLEST_DIFFERENCE,
    AlignedPair,
    AnswerPair,
    AnswerWord,
    LayerParts,
    PatchGrid,
    PatchSite,
)

EDIT_SITES = {
    PatchSite.WHOLE: EditSite.LAYER,
    PatchSite.ATTENTION: EditSite.ATTENTION,
    PatchSite.FEED_FORWARD: EditSite.FEED_FORWARD,
}


@torch.inference_mode()
def answer_pair(opened: OpenModel, pair: AlignedPair, words: tuple[str, str] = ("", "")) -> AnswerPair:
    """The two answers that are compared: those that are named, else the top answer of each sentence.

    If both sentences have the same top answer, the words are those whose probability differs most.

    Raises:
        UserError: A word is not a single token, or both are the same.
    """
    vectors = torch.stack(
        [_last_vector(record_pass(opened, tokens.ids), opened, pair.blank) for tokens in (pair.clean, pair.corrupt)]
    )
    clean, corrupt = opened.head(vectors).float().softmax(dim=-1)
    defaults = [int(clean.argmax()), int(corrupt.argmax())]
    if defaults[0] == defaults[1]:
        defaults = [int((clean - corrupt).argmax()), int((corrupt - clean).argmax())]
    if defaults[0] == defaults[1]:  # of a sentence and itself
        defaults = clean.topk(2).indices.tolist()
    ids = [
        opened.tokenizer.word_id(word) if word else default
        for word, default in zip([word.strip() for word in words], defaults, strict=True)
    ]
    if ids[0] == ids[1] and any(words):
        raise UserError("Both answers are the same word. Enter two different words.")
    first, second = (
        AnswerWord(i, opened.tokenizer.text(i), opened.tokenizer.continues(i), float(clean[i]), float(corrupt[i]))
        for i in ids
    )
    return first, second


def patch_grid(
    opened: OpenModel, pair: AlignedPair, words: AnswerPair, site: PatchSite, *, on_progress: Progress = ignore_progress
) -> PatchGrid:
    """Put the clean run's vector into the corrupt run, one layer and token at a time.

    Args:
        opened: A masked language model.
        pair: The sentences.
        words: The answers that are compared.
        site: The vectors that are put in.
        on_progress: Called with the number of cells done and their total; an error that it raises ends the computation.
    """
    clean, corrupt = (record_pass(opened, tokens.ids) for tokens in (pair.clean, pair.corrupt))
    states = range(len(clean.layers) + 1)
    layers = tuple(states if site is PatchSite.WHOLE else states[1:])
    positions = range(len(pair.clean))
    cells = [[clean.edit(EDIT_SITES[site], layer, position)] for layer in layers for position in positions]
    wholes = [[clean.edit(EditSite.LAYER, layer, position) for position in positions] for layer in states]
    rows: list[Sequence[ActivationEdit]] = [*cells, *wholes, ()]
    odds = edited_log_odds(opened, corrupt, rows, pair.blank, words, on_progress=on_progress)
    without, complete = plain_log_odds(opened, (corrupt, clean), pair.blank, words)
    shares = everything = nothing = None
    if abs(complete - without) >= SMALLEST_DIFFERENCE:
        regained = (odds - without) / (complete - without)
        shares = tuple(map(tuple, regained[: len(cells)].reshape(len(layers), -1).tolist()))
        everything = float(max(regained[len(cells) : -1], key=lambda share: abs(share - 1)))
        nothing = float(regained[-1])
    return PatchGrid(
        pair, words, site, layers, complete, without, shares, everything, nothing, conditions=opened.conditions
    )


def layer_parts(opened: OpenModel, pair: AlignedPair, words: AnswerPair, layer: int, position: int) -> LayerParts:
    """Put the parts of one layer in alone, at one token.

    Args:
        opened: A masked language model.
        pair: The sentences.
        words: The answers that are compared.
        layer: From 1.
        position: The token.

    Raises:
        UserError: The log-odds of the sentences differ by less than :data:`SMALLEST_DIFFERENCE`.
        ValueError: There is no such layer or token.
    """
    clean, corrupt = (record_pass(opened, tokens.ids) for tokens in (pair.clean, pair.corrupt))
    if not (1 <= layer <= len(clean.layers) and 0 <= position < len(pair.clean)):
        raise ValueError(f"no layer {layer} with a token {position}")
    without, complete = plain_log_odds(opened, (corrupt, clean), pair.blank, words)
    if abs(complete - without) < SMALLEST_DIFFERENCE:
        raise UserError("There is no answer to regain: both sentences give the two words about the same odds.")
    rows = [
        *([clean.edit(EditSite.HEADS, layer, position, head)] for head in range(clean.layers.num_heads)),
        [clean.edit(EditSite.ATTENTION, layer, position)],
        [clean.edit(EditSite.FEED_FORWARD, layer, position)],
    ]
    odds = edited_log_odds(opened, corrupt, rows, pair.blank, words)
    *heads, attention, feed_forward = ((odds - without) / (complete - without)).tolist()
    return LayerParts(layer, position, tuple(heads), attention, feed_forward)


def edited_log_odds(
    opened: OpenModel,
    recorded: RecordedPass,
    rows: Sequence[Sequence[ActivationEdit]],
    blank: int,
    words: AnswerPair,
    *,
    on_progress: Progress = ignore_progress,
) -> torch.Tensor:
    """The log-odds of the words at the blank in each edited pass. *Shape:* (row,)."""
    return _odds_of(opened, resume_pass(opened, recorded, rows, blank, on_progress=on_progress), words)


def plain_log_odds(
    opened: OpenModel, passes: Sequence[RecordedPass], blank: int, words: AnswerPair
) -> tuple[float, float]:
    """The log-odds in two passes as they are."""
    vectors = torch.stack([_last_vector(each, opened, blank) for each in passes])
    first, second = _odds_of(opened, vectors, words).tolist()
    return first, second


@torch.inference_mode()
def _odds_of(opened: OpenModel, vectors: torch.Tensor, words: AnswerPair) -> torch.Tensor:
    """The log-odds of the words from the blank's last vectors. *Shape:* ``vectors`` (row, width); (row,)."""
    first, second = (word.id for word in words)
    logits = [opened.head(part)[:, [first, second]].double() for part in vectors.split(POSITIONS_PER_CHUNK)]
    chosen = torch.cat(logits)
    return (chosen[:, 0] - chosen[:, 1]).cpu()


def _last_vector(recorded: RecordedPass, opened: OpenModel, position: int) -> torch.Tensor:
    """One token's last vector. *Shape:* (width,)."""
    return resume_pass(opened, recorded, [()], position)[0]
