"""Many files as one project: modules, classes and their heirs, premises, what is registered and rendered."""
