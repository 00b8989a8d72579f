"""The context of the room's modes."""

from dataclasses import dataclass

from components.model.family_members import FamilyMember


@dataclass(frozen=True)
class FamilyContext:
    """Two members: ``second`` is the one shown, ``first`` the one it is compared with."""

    first: FamilyMember
    second: FamilyMember
