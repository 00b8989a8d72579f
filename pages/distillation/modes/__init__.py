"""The modes of the room "What a small one keeps", one module each; nothing is computed before a mode is opened."""
