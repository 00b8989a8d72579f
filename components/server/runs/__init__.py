"""Runs of visitors’ scripts: in which order, with which address, and without work that was done before."""
