"""A small online shop made of t-string components and injected services."""

__version__ = "1.4.0"
