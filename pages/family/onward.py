"""Links to the rooms that open a member; for others, their size."""

import streamlit as st

from cache.downloads import availabilities
from components.family.model.counting import parameters
from components.model.checkpoints.availability import Availability
from components.model.checkpoints.records import OnHub, Role
from components.model.checkpoints.registry import model_record
from components.model.family_members import FamilyMember
from components.tables.numbers import fixed
from pages.family.context import FamilyContext
from pages.parts.presenting import hides_controls
from pages.parts.rooms import FILL, MASKS

HERE = (Availability.BUNDLED, Availability.ON_THIS_MACHINE)


def link_to_models(context: FamilyContext) -> None:
    """Draw a link for each of the two members, to the room that opens or downloads it."""
    if hides_controls():
        return
    for member in dict.fromkeys((context.first, context.second)):
        _link_to(member)


def _link_to(member: FamilyMember) -> None:
    if not member.model_id:
        count = f"{fixed(parameters(member.shape) / 1e6, 1)} million parameters"
        st.text(f"{member.name} ({count}) cannot be opened here.")
        return
    model = model_record(member.model_id)
    room = MASKS if model.role is Role.CAUSAL else FILL
    size = f", {fixed(model.home.download_bytes / 1e6, 0)} MB to download" if isinstance(model.home, OnHub) else ""
    availability_note = "" if availabilities()[model.id] in HERE else f" (not on this machine{size})"
    st.page_link(
        room.file,
        label=f"Open {member.name} in “{room.title}”{availability_note}",
        icon=room.icon,
        query_params={"model": model.id},
    )
