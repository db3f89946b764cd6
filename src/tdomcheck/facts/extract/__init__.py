"""All facts of a file in one go; the words for gates."""
