"""`patch`: a document of structural patches, judged as a whole and written at once."""
