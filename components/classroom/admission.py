"""A phone that may join a class and an entry that may be stored, each with the allowance that remains."""

from dataclasses import dataclass

from components.classroom.entries import ClassQuestion
from components.classroom.rate_limits import Allowance
from components.classroom.store import AddressUse, ClassState, Student


@dataclass(frozen=True)
class Admission:
    """A phone that may join: the state of the class, and the allowance that remains."""

    state: ClassState
    count: int
    joining: Allowance
    from_address: AddressUse


@dataclass(frozen=True)
class Submission:
    """An entry that may be stored, and the allowance that remains."""

    student: Student
    state: ClassState
    question: ClassQuestion
    allowance: Allowance
    from_address: AddressUse
