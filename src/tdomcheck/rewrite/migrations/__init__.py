"""From a site to its edits: what a rule offers for one finding, and a codemod does to all that are alike."""
