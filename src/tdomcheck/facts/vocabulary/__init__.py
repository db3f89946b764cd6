"""Names: of tdom, svcs and HTML, and what became of moved names."""
