"""The code to copy that scores pairs as the view “Pairs” does."""

from collections.abc import Sequence

from components.model.checkpoints.records import ModelRecord, Role
from components.suites.model.results import PairScore
from components.suites.tables.pairs import code_remark
from pages.parts.rooms import SUITES
from pages.parts.snippets import snippet

CODE_LIMIT = 100  # pairs in the code


def pair_code(model: ModelRecord, scores: Sequence[PairScore]) -> str:
    """The code for some pairs, with a remark about those that it leaves out."""
    file = "causal" if model.role is Role.CAUSAL else "pairs"
    # Whole sentences, as the code reads them, or one word, whichever way it was named.
    pairs = [(each.pair.good, each.pair.bad) for each in scores if each.pair.words is None or each.passes == 1]
    remark = code_remark(len(scores), readable=len(pairs), limit=CODE_LIMIT)
    return snippet(SUITES, file, model, remark=remark, pairs=pairs[:CODE_LIMIT]) if pairs else f"# {remark}\n"
