"""Edits: spliced into the original bytes, with the imports that they ask for."""
