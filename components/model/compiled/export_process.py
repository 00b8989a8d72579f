"""Exports the graph of an encoder in a separate process: ``python -m … CLASS ATTENTION FOLDER FILE``.

It reads only the configuration in the folder. The weights are random, since the graph contains none.
"""

import os
import sys
from pathlib import Path

import torch
import transformers
from transformers import AutoConfig, PreTrainedModel

from components.model.compiled.graph import export_graph

LOWEST_PRIORITY = 19


def main(arguments: list[str]) -> int | str:
    """Write the graph of an encoder to a file. Returns the exit status, or an error message.

    Args:
        arguments: The name of the encoder's class in transformers, the attention implementation, the folder with the
            configuration, and the file.
    """
    name, attention, folder, file = arguments
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    torch.set_num_threads(1)
    kind = getattr(transformers, name, None)
    if not (isinstance(kind, type) and issubclass(kind, PreTrainedModel)):
        return f"{name} is no model of transformers"
    config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    encoder = kind._from_config(config, attn_implementation=attention, dtype=torch.float32).eval()
    Path(file).write_bytes(export_graph(encoder).to_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
