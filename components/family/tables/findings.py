"""What the pictures of the family say, in sentences made from their numbers."""

from collections.abc import Sequence

from components.family.model.counting import multiply_adds, parameters, parts
from components.family.model.members import Member
from components.family.model.shape import Shape
from components.family.tables.stacks import TABLES, compared_table, kind_of
from components.tables.numbers import percentage

LENGTH = 128  # tokens, where two are compared


def stacks_finding(members: Sequence[Member]) -> str:
    """Smallest and largest, and what the tables of the largest vocabulary take."""
    ordered = sorted(members, key=lambda member: parameters(member.shape))
    least, most = ordered[0], ordered[-1]
    wordy = max(members, key=lambda member: member.shape.vocabulary)
    tables = sum(part.total for part in parts(wordy.shape) if kind_of(part) == TABLES) / parameters(wordy.shape)
    return (
        f"From {parameters(least.shape) / 1e6:.1f} million parameters ({least.name}) to "
        f"{parameters(most.shape) / 1e6:.0f} million ({most.name}). Area is parameters, and each row is as high as the "
        f"model’s vectors are wide. Of {wordy.name}, with its {wordy.shape.vocabulary:,} pieces, tables are "
        f"{percentage(tables)}."
    )


def compared_finding(one: Member, other: Member) -> str:
    """By how much sizes differ, and how many lines."""
    if one is other:
        return f"Both are {one.name}: choose another to compare it with."
    table = compared_table(one, other)
    size = parameters(other.shape) / parameters(one.shape)
    time = multiply_adds(other.shape, LENGTH) / multiply_adds(one.shape, LENGTH)
    return (
        f"{other.name} has {size:.2f} times the parameters of {one.name} and takes {time:.2f} times its multiply-adds. "
        f"{int(table['differs'].sum())} of {len(table)} lines differ."
    )


def cost_finding(member: Member, shape: Shape, length: int) -> str:
    """What the numbers on the screen come to."""
    billions = multiply_adds(shape, length) / 1e9
    shared = (
        " All its layers are one: more of them add multiply-adds, and no parameters."
        if "layers are one" in member.shared
        else ""
    )
    return f"{parameters(shape):,} parameters, and {billions:.2f} billion multiply-adds for {length} tokens.{shared}"
