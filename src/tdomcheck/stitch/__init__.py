"""Structural patches: a node owns its range, a wish names a node, and only its range is spliced."""
