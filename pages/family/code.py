"""Code that counts a member's parameters with transformers."""

from components.family.model.configs import transformers_config
from components.family.model.members import FamilyMember
from components.family.model.shape import ArchitectureShape
from pages.parts.rooms import FAMILY
from pages.parts.snippets import snippet

COUNTED = "The same count by transformers, for a notebook:"


def code_of(member: FamilyMember, shape: ArchitectureShape | None = None) -> str:
    """The code for a member, or for it with other numbers."""
    config = transformers_config(member, shape or member.shape)
    return snippet(FAMILY, "count", model_type=config.model_type, values=config.values, kind=config.kind)
