"""A pass, taken apart: every box from weight matrices, every number by itself, and the way of a token."""
