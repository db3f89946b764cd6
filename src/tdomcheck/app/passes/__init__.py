"""The four passes over the files of a project: reuse, gate, judge, project; each takes what the one before gives."""
