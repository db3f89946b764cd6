"""Events as JSON lines, and what many of them come to: numbers, a page, examples."""
