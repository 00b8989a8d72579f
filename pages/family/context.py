"""What every mode of the room starts from."""

from dataclasses import dataclass

from components.family.model.members import Member


@dataclass(frozen=True)
class FamilyContext:
    """Two members: the one that is looked at is the second, and the first is what it is compared with."""

    one: Member
    other: Member


@dataclass(frozen=True)
class FromPapers:
    """Where figures were copied from."""

    copied_from: str = "the papers, by hand; each figure with its table"


@dataclass(frozen=True)
class FamilyConditions:
    """What the numbers were computed from."""

    computed_from: str = "configurations of the published checkpoints, by the formulas of components/family"
