"""Many files as one project: modules, hierarchy, claims, application, scans, graph."""
