"""The browser's model as Node runs it: a packed model in a file, and what its passes give."""

import base64
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import PreTrainedModel

from components.model.checkpoints.open_model import OpenModel
from components.takeaway.accuracy import rounded_model
from components.takeaway.packing import pack_model, packed_weights

NEEDS_NODE = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
MODULES = Path(__file__).parents[3] / "components" / "takeaway" / "browser_model"
HEADS = MODULES.with_name("heads_page") / "read_heads.js"
_MODULE = """
import fs from "node:fs";
import { BrowserBert } from MODULE/bert.js";
import { fillBlanks } from MODULE/blanks.js";
const request = JSON.parse(fs.readFileSync(0, "utf-8"));
const file = fs.readFileSync(request.model);
const bert = new BrowserBert(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
"""
_PASSES = """
for (const ids of request.rows) {
  const { hiddenStates, attentions } = bert.forward(ids);
  const logits = ids.map((_, position) => bert.logits(hiddenStates.at(-1), position));
  for (const part of [...hiddenStates, ...attentions, ...logits]) fs.writeSync(1, new Uint8Array(part.buffer));
}
"""
_IDS = "console.log(JSON.stringify(request.texts.map((text) => bert.tokenizer.encode(text))));"
_SPANS = """
const spans = request.texts.map((text) => bert.tokenizer.tokens(text).map(({ start, end }) => [start, end]));
console.log(JSON.stringify(spans));
"""
_FILLS = "console.log(JSON.stringify(request.sentences.map((s) => fillBlanks(bert, s, request.count))));"


_HEADS = """
const { readHeads } = await import(HEADS);
for (const sentence of request.sentences) {
  const { payload, ...rest } = readHeads(bert, sentence, request.labels);
  console.log(JSON.stringify({ ...rest, payload: payload && Buffer.from(payload).toString("base64") }));
}
"""


@dataclass(frozen=True)
class PackedExample:
    """A packed model in a file, and PyTorch's model with the same dequantized weights."""

    file: Path
    opened: OpenModel
    rounded: PreTrainedModel

    def passes(self, rows: list[list[int]]) -> list[tuple[np.ndarray[Any, Any], ...]]:
        """What the browser's code computes of each row of ids.

        Hidden states (layer, token, width), attention weights (layer, head, query, key), logits (token, vocabulary).
        """
        numbers = np.frombuffer(self.run(_PASSES, rows=rows), dtype="<f4")
        config, results = self.opened.model.config, []
        for ids in rows:
            layers, heads, size = config.num_hidden_layers, config.num_attention_heads, len(ids)
            parts = []
            for shape in (
                (layers + 1, size, config.hidden_size),
                (layers, heads, size, size),
                (size, config.vocab_size),
            ):
                part, numbers = np.split(numbers, [int(np.prod(shape))])
                parts.append(part.reshape(shape))
            results.append(tuple(parts))
        assert not len(numbers)
        return results

    def ids(self, texts: list[str]) -> list[list[int]]:
        """The token ids of texts."""
        ids: list[list[int]] = json.loads(self.run(_IDS, texts=texts))
        return ids

    def spans(self, texts: list[str]) -> list[list[list[int]]]:
        """Start and end of every token of texts, in code points."""
        spans: list[list[list[int]]] = json.loads(self.run(_SPANS, texts=texts))
        return spans

    def fills(self, sentences: list[str], count: int) -> list[dict[str, Any]]:
        """The likeliest words for the blanks of sentences, or the error."""
        fills: list[dict[str, Any]] = json.loads(self.run(_FILLS, sentences=sentences, count=count))
        return fills

    def heads(self, sentences: list[str], labels: list[list[object]]) -> list[dict[str, Any]]:
        """What the page of every head makes of sentences: the atlas's payload, or the error."""
        script = _HEADS.replace("HEADS", json.dumps(HEADS.as_uri()))
        answers = [json.loads(line) for line in self.run(script, sentences=sentences, labels=labels).splitlines()]
        return [
            {**answer, "payload": base64.b64decode(answer["payload"])} if "payload" in answer else answer
            for answer in answers
        ]

    def evaluate(self, imports: str, expression: str, **request: object) -> Any:
        """The value of an expression in JavaScript, about ``bert`` and ``request``; imports begin with "../"."""
        imports = imports.replace('"../', f'"{MODULES.parent.as_uri()}/')
        return json.loads(self.run(f"{imports}\nconsole.log(JSON.stringify({expression}));", **request))

    def run(self, script: str, **request: object) -> bytes:
        """What a script writes that has ``bert``, the model, and ``request``, values as JSON has them."""
        done = subprocess.run(
            ["node", "--input-type=module", "-e", _MODULE.replace("MODULE", f'"{MODULES.as_uri()}') + script],
            input=json.dumps({"model": str(self.file), **request}).encode(),
            capture_output=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout


def packed_example(opened: OpenModel, folder: Path) -> PackedExample:
    """A model packed into a file of the folder."""
    weights = packed_weights(opened)
    file = folder / f"{opened.record.id}.bin"
    file.write_bytes(pack_model(opened, weights))
    rounded = rounded_model(opened, weights)
    rounded.set_attn_implementation("eager")  # the one that returns its weights
    return PackedExample(file, opened, rounded)


@torch.inference_mode()
def torch_pass(model: PreTrainedModel, ids: list[int]) -> tuple[np.ndarray[Any, Any], ...]:
    """The same three arrays as PyTorch computes them."""
    output = model(input_ids=torch.tensor([ids]), output_hidden_states=True, output_attentions=True)
    logits = output.prediction_logits if "prediction_logits" in output else output.logits
    return torch.cat(output.hidden_states).numpy(), torch.cat(output.attentions).numpy(), logits[0].numpy()
