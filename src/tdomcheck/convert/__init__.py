"""Codemods on files: one at a time, all that is asked for in one go, and nothing but the bytes that differ."""
