"""Inputs and elements of our own: values in, value out. They never compute."""
