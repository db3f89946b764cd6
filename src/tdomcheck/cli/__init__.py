"""The command line: options in, one use case called, text out, a number returned."""
