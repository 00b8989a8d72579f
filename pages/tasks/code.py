"""What the code of every mode needs beside the model: where the heads are."""

from components.model.checkpoints.multitask import HEADS_FOLDER
from pages.parts.snippets import repository_path

ADDED = repository_path(HEADS_FOLDER)
