"""Texts and bytes of a pass that is taken apart, for the building."""
