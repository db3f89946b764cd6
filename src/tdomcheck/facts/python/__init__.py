"""One file of plain Python: scopes, imports, classes, value flow, control flow, calls. Knows no tdom."""
