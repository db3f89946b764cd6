"""All facts of a file in one go; the features for gates."""
