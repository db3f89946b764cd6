"""Lint and codemods for t-string components and service containers."""

__version__ = "0.1.0"
