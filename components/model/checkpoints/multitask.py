"""MiniLM with the adapter that all heads of the room “Tasks” share.

That room and links open it; it is not listed. ``python -m training.heads`` trains the adapter.
"""

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.records import Bundled, ModelRecord, Role

HEADS_FOLDER = POCKET_FOLDER / "heads"
MULTITASK_MODEL_ID = "minilm-heads"
MULTITASK_MODEL = ModelRecord(
    id=MULTITASK_MODEL_ID,
    name="MiniLM with eight heads",
    family="BERT",
    role=Role.ENCODER,
    home=Bundled(POCKET_FOLDER / "minilm", published=True, adapter=HEADS_FOLDER / "adapter.safetensors"),
    parameters=None,
    licence="Apache-2.0 and MIT; with the text it was trained on here, CC BY-SA 4.0",
    about="MiniLM, fine-tuned here with eight small heads at once.",
)
