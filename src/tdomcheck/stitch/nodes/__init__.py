"""Definitions, elements and rules: who owns which bytes, and what a wish does to them."""
