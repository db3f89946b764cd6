"""How far facts are followed: what is beyond is generated, hostile or prose, and counts as unknown."""

MOST_LEVELS = 100
"""Of an expression that functions walk which call themselves."""
MOST_ANCESTORS = 100
"""A class with more is not followed, as one whose bases are not known; the deepest of the standard library has nine."""
MOST_LEVELS_OF_ATTRS = 50
"""Of the expression for the attributes that a processor gives components."""
LONGEST_TARGET = 1_000
"""Of a loop, in bytes: one that is longer gives names their values that nobody follows."""
MOST_LISTS = 10
"""Of names, from that of a list to those of others that it is made of."""
MOST_LEVELS_OF_SUM = 50
"""Of a sum of templates, and of what is chosen between in it."""
MOST_ENTRIES = 200
"""A mapping with more is no set of attributes, and it may be spread often."""
MOST_PARTS_OF_IMPORT = 10
"""Of a dotted name that is imported: no gate asks for a longer one."""
MOST_NAMES_IN_QUOTES = 8
"""Of one text in quotes; a longer one is prose."""
MOST_STEPS = 6
"""From what another file defines to a value: attributes, calls, items."""
MOST_USES = 50
"""Of a name; one that is read in more places is read in some that are for no message."""
MOST_PUTS = 100
"""A list that is given more is none that somebody reads through, and it may be shown often."""
MOST_VALUES = 50
"""Of a name; each is looked at beside all that come later. More are of a generated file, or of a script."""
MOST_QUOTED = 2_000
"""Characters of a quoted annotation past which it is not read; people write a hundred."""
MOST_PARTS_OF_TEXT = 300
"""A text of more is not looked at: each place that shows it would look at all of them."""
MOST_MODULES = 20
"""Through which re-exports hand a name on."""
MOST_PARTS_OF_NAME = 30
"""A longer name is that of an import that leads to itself: `from .a import a` adds one each time round."""
MOST_FILES = 200
"""That are looked at behind one value: what its file imports, and what those import."""
MOST_CONSTANTS = 10
"""Each of which is given the next one."""
MOST_HELPERS = 3
"""Helpers that give back what the next one does."""
