"""All facts of a file in one go, and the words that gates ask for."""
