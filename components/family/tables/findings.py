"""What the pictures of the family show, in sentences made from their numbers."""

from collections.abc import Sequence

from components.family.model.counting import multiply_adds, parameters, parts
from components.family.model.members import FamilyMember
from components.family.model.shape import ArchitectureShape
from components.family.tables.stacks import TABLES, comparison_table, part_kind
from components.tables.numbers import fixed, percentage
from components.tables.phrases import by_count

LENGTH = 128  # tokens, where two are compared


def stacks_finding(members: Sequence[FamilyMember]) -> str:
    """The smallest and the largest model, and the share of embeddings in the one with the largest vocabulary."""
    ordered = sorted(members, key=lambda member: parameters(member.shape))
    least, largest = ordered[0], ordered[-1]
    wordy = max(members, key=lambda member: member.shape.vocabulary)
    tables = sum(part.total for part in parts(wordy.shape) if part_kind(part) == TABLES) / parameters(wordy.shape)
    return (
        f"The models range from {fixed(parameters(least.shape) / 1e6, 1)} million parameters ({least.name}) to "
        f"{fixed(parameters(largest.shape) / 1e6, 0)} million ({largest.name}). Area shows parameters; height shows "
        f"the width of the vectors. In {wordy.name}, with {wordy.shape.vocabulary:,} tokens in its vocabulary, "
        f"embeddings take {percentage(tables)} of the parameters."
    )


def comparison_finding(first: FamilyMember, second: FamilyMember) -> str:
    """By how much sizes differ, and how many properties."""
    table = comparison_table(first, second)
    size = parameters(second.shape) / parameters(first.shape)
    time = multiply_adds(second.shape, LENGTH) / multiply_adds(first.shape, LENGTH)
    return (
        f"{second.name} has {fixed(size, 2)} times the parameters of {first.name} and needs {fixed(time, 2)} times its "
        f"multiply–adds. They differ in {int(table['differs'].sum())} of {len(table)} properties."
    )


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
        f"{subject} has {parameters(shape):,} parameters and needs {fixed(billions, 2)} billion multiply–adds "
        f"for {length:,} tokens.{shared}"
    )
