"""T-strings as HTML: component tags, props, render calls, what components return."""
