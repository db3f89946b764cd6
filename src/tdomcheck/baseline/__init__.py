"""Accepted findings: the file that lists them, what makes a finding one of them, and how the two are matched."""
