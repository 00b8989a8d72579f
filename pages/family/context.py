"""What every view of the room starts from."""

from dataclasses import dataclass

from components.family.model.members import FamilyMember


@dataclass(frozen=True)
class FamilyContext:
    """Two members: the second is the one looked at, the first the one it is compared with."""

    first: FamilyMember
    second: FamilyMember


@dataclass(frozen=True)
class PaperConditions:
    """Where figures were copied from."""

    copied_from: str = "published papers, by hand, with split and table; sizes by the formulas of components/family"


@dataclass(frozen=True)
class CountingConditions:
    """What the numbers were computed from."""

    computed_from: str = "configurations of the published checkpoints, by the formulas of components/family"
