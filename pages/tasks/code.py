"""The folder of the bundled heads, for the copied code of every mode."""

from components.model.checkpoints.multitask import HEADS_FOLDER
from pages.parts.snippets import repository_path

ADDED = repository_path(HEADS_FOLDER)
