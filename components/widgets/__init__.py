"""Custom inputs and elements: values in, a value out. They never compute."""
