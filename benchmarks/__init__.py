"""Figures of docs/measurements.md: ``python -m benchmarks``, or ``python -m benchmarks NAME...`` for some of them.

One module a question. What it compares is measured alternately in one run on one machine, and told as a ratio with the
median and the spread: absolute times are of the machine they were taken on, and nothing here fails for being slow.
"""

import os

# As the app does before it imports torch (cache/engine.py): threads that spin while they wait disturb the others.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
