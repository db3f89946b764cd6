"""Helpers that render."""

import html as stdlib_html
from string.templatelib import Template

import svcs
from markupsafe import Markup

import tdom
from tdom_svcs import html


def render_page(body: Template, container: svcs.Container) -> str:
    """Render what a view has put together. The template is a parameter."""
    return html(body, container=container)


def render_fragment(body: Template) -> Markup:
    """Render without services, for pieces that are stored in the cache."""
    return Markup(tdom.html(body))


def cached_banner(text: str) -> Template:
    """A banner with a part that is rendered already, and marked as such."""
    stored = render_fragment(t"<em>{text}</em>")
    return t'<aside class="banner">{stored}{Markup(tdom.html(t"<hr>"))}</aside>'


def plain_error(status: int, reason: str) -> str:
    """An error page for the day on which nothing else works; needs no tdom."""
    return f"<!doctype html><h1>{status}</h1><p>{stdlib_html.escape(reason)}</p>"
