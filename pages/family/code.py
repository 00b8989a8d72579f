"""Code that counts the parameters of models with transformers."""

from components.family.model.configs import transformers_config
from components.model.family_members import FamilyMember
from pages.parts.rooms import FAMILY
from pages.parts.snippets import snippet

COUNTED = "The parameters of these models, counted by transformers, for a notebook:"


def code_of(*members: FamilyMember) -> str:
    """The code for members."""
    configs = [(member.name, transformers_config(member, member.shape)) for member in members]
    return snippet(
        FAMILY, "count", models=[(name, config.model_type, config.values, config.kind) for name, config in configs]
    )
