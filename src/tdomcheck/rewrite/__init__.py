"""From fixes to new bytes: which are applied together, and whether they did what they promised."""
