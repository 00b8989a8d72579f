"""The people that sentences are about, with the pronouns that refer back to them."""

from __future__ import annotations

from dataclasses import dataclass

from training.supplement.frames import read_table


@dataclass(frozen=True)
class Person:
    """A subject and its pronouns; ``was`` is the past form of "be" that follows."""

    subject: str
    he: str
    his: str
    him: str
    himself: str
    was: str
    kind: str

    @property
    def is_group(self) -> bool:
        return self.kind == "group"

    def slots(self) -> dict[str, list[str]]:
        """Frame slots that keep every mention of this person consistent."""
        return {
            "X": [self.subject],
            "X_object": [self.subject if self.kind not in ("pronoun", "speaker") else self.him],
            "he": [self.he],
            "his": [self.his],
            "him": [self.him],
            "himself": [self.himself],
            "was": [self.was],
        }


def people() -> list[Person]:
    """Everyone in the table."""
    return [Person(*row) for row in read_table("persons.tsv")]
