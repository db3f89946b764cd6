"""Middleware of the shop."""

from storefront.middleware.audit import AuditMiddleware
from storefront.middleware.defaults import DefaultsMiddleware
from storefront.middleware.hero import Hero, TitleCaseMiddleware

__all__ = ["AuditMiddleware", "DefaultsMiddleware", "Hero", "TitleCaseMiddleware"]
