"""The room “One encoder, many heads”: small task heads on one shared encoder."""
