"""The room “Tasks”: small task heads on one shared encoder."""
