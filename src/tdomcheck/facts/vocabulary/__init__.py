"""Names: of tdom, svcs and HTML, and the words that gates and claims are made of."""
