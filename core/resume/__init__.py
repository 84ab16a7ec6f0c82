"""The document: its shape, places in it, patches, merging, what was shown."""
