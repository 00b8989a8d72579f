"""Heads of tasks: the bundled ones, those that a checkpoint was published with, and what they say of a text."""
