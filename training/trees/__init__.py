"""Structural probes: training on a treebank, evaluation on held-out documents, and their card."""
