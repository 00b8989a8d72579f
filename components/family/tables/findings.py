"""What the pictures of the family show, in sentences made from their numbers."""

from collections.abc import Sequence

from components.family.model.counting import multiply_adds, parameters, parts
from components.family.tables.stacks import TABLES, comparison_table, part_kind
from components.model.architecture_shape import ArchitectureShape
from components.model.family_members import FamilyMember
from components.tables.numbers import fixed, percentage
from components.tables.phrases import by_count, possessive

LENGTH = 128  # tokens, where two are compared
HALF = 0.55  # of the parameters: more than this is clearly more than half
PERCENT_LIMIT = 1.5  # from here on, “3.1 times” reads better than “310%”


def stacks_finding(members: Sequence[FamilyMember]) -> str:
    """The smallest and the largest model, and the share of embeddings in the one with the largest vocabulary."""
    ordered = sorted(members, key=lambda member: parameters(member.shape))
    least, largest = ordered[0], ordered[-1]
    wordy = max(members, key=lambda member: member.shape.vocabulary)
    tables = sum(part.total for part in parts(wordy.shape) if part_kind(part) == TABLES) / parameters(wordy.shape)
    return (
        f"The models range from {fixed(parameters(least.shape) / 1e6, 1)} million parameters ({least.name}) to "
        f"{fixed(parameters(largest.shape) / 1e6, 0)} million ({largest.name}). "
        f"The length of a stack shows them. In {wordy.name}, with {wordy.shape.vocabulary:,} tokens in its vocabulary, "
        f"embeddings take {percentage(tables)} of the parameters."
    )


def comparison_finding(first: FamilyMember, second: FamilyMember) -> str:
    """That half the layers are not half the parameters, if so; then by how much two models differ."""
    table = comparison_table(first, second)
    size = parameters(second.shape) / parameters(first.shape)
    halved = ""
    if 2 * second.shape.layers == first.shape.layers and HALF < size < 1:
        share = percentage(size)
        halved = f"{second.name} has half of {possessive(first.name)} layers, but {share} of its parameters. "
    return (
        f"{halved}{second.name} has {_share_text(size)} {possessive(first.name)} parameters, "
        f"{computation_text(first, second)} its computation. "
        f"They differ in {int(table['differs'].sum())} of {len(table)} properties."
    )


def computation_text(first: FamilyMember, second: FamilyMember) -> str:
    """The multiply-adds of the second model beside those of the first: "50% of", "3.1 times"."""
    return _share_text(multiply_adds(second.shape, LENGTH) / multiply_adds(first.shape, LENGTH))


def _share_text(ratio: float) -> str:
    """A ratio as "61% of", or as "3.1 times" if it is well above 1."""
    return f"{percentage(ratio)} of" if ratio < PERCENT_LIMIT else f"{fixed(ratio, 1)} times"


def cost_finding(member: FamilyMember, shape: ArchitectureShape, length: int) -> str:
    """The parameters and multiply-adds of a model with the numbers on the screen."""
    billions = multiply_adds(shape, length) / 1e9
    changed = {
        by_count(shape.layers, "layer", "layers"): (shape.layers, member.shape.layers),
        "numbers per vector": (shape.width, member.shape.width),
    }
    with_numbers = " and ".join(f"{now:,} {what}" for what, (now, before) in changed.items() if now != before)
    subject = f"{member.name} with {with_numbers}" if with_numbers else member.name
    shared = (
        " All its layers share their weights: more layers add multiply–adds but no parameters."
        if "one layer" in member.shared_weights
        else ""
    )
    return (
        f"{subject} has {parameters(shape):,} parameters. It needs {fixed(billions, 2)} billion multiply–adds "
        f"for {length:,} tokens.{shared}"
    )
