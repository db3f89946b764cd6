"""What one source says about imports, definitions, wiring and templates, and what many say together."""
