"""Reports of shards, and the one report that they come to."""
