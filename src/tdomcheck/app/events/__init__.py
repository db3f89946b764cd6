"""What runs tell of themselves: the stream, the ledger, and what is made of them."""
