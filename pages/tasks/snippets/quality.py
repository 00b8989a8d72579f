"""How good a head is, from its stored evaluation."""

import json

# Inputs: the page fills in your values here.
head = "relation"
added = "cache/pocket/heads"

with open(f"{added}/evaluation.json", encoding="utf-8") as file:
    evaluation = json.load(file)
for kind in ("figures", "frozen"):
    for result in evaluation[kind]:
        if result["head"] == head:
            low, value, high = result["interval"]
            print(f"{kind}: {result['what']}, {result['asked']} tested: {value} ({low} to {high})")
