"""Entry points: each takes a container and gives a page as a string."""
