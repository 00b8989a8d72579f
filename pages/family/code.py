"""Code that counts a member's parameters with transformers."""

from components.family.model.configs import told
from components.family.model.members import Member
from components.family.model.shape import Shape
from pages.parts.rooms import FAMILY
from pages.parts.snippets import snippet

COUNTED = "The same count by transformers, for a notebook:"


def code_of(member: Member, shape: Shape | None = None) -> str:
    """The code for a member, or for it with other numbers."""
    asked = told(member, shape or member.shape)
    return snippet(FAMILY, "count", model_type=asked.model_type, values=asked.values, kind=asked.kind)
