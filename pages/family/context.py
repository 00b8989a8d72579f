"""The context of the room's modes, and the conditions of its figures."""

from dataclasses import dataclass

from components.family.model.members import FamilyMember


@dataclass(frozen=True)
class FamilyContext:
    """Two members: ``second`` is the one shown, ``first`` the one it is compared with."""

    first: FamilyMember
    second: FamilyMember


@dataclass(frozen=True)
class PaperConditions:
    """Where published figures were copied from."""

    copied_from: str = "published papers, by hand, with split and table; sizes by the formulas of components/family"


@dataclass(frozen=True)
class CountingConditions:
    """What computed the counts."""

    computed_from: str = "configurations of the published checkpoints, by the formulas of components/family"
