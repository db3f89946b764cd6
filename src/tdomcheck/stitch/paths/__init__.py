"""Values in JSON, TOML and YAML, by their path."""
