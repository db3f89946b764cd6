"""The GitHub Action: what it does before, around and after a run of tdomcheck. The standard library only."""
