"""One function a transformation, from a site to its edits: a rule fixes its finding by it, a codemod every site."""
