"""Structural search: code with holes, matched against syntax trees."""
