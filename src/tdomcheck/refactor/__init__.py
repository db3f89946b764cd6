"""Refactorings over a project: from a target and the sources to the edits that it takes, and what is not proven."""

from __future__ import annotations
