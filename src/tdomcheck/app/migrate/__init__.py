"""`codemod`: what is asked for, which files it is about, and how the result is written, proved and told."""
