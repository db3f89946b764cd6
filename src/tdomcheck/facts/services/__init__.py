"""Injection markers, registrations, containers."""
