"""MiniLM after the recorded fine-tuning run that the room “Fine-tuning” opens on.

That room and links open it; it is not listed. ``python -m cache.shipped.first_runs`` writes the files.
"""

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.records import Bundled, ModelRecord, Role

RECORDED_FOLDER = POCKET_FOLDER / "opinions"  # the changes, and the head
RECORDED_RUN = ModelRecord(
    id="minilm-opinions",
    name="MiniLM, fine-tuned on opinions",
    family="BERT",
    role=Role.MASKED,
    home=Bundled(POCKET_FOLDER / "minilm", published=True, changes=RECORDED_FOLDER / "minilm-opinions.safetensors"),
    parameters=None,
    licence="Apache-2.0 and MIT; with the text it was trained on here, CC BY-SA 4.0",
    about="MiniLM after 300 labelled sentences; the change is stored with one byte per weight.",
)
