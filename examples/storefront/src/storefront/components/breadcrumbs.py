"""Where the reader is."""

from string.templatelib import Template


def Breadcrumbs(trail: tuple[tuple[str, str], ...], current: str) -> Template:
    """Links to the pages above this one."""
    links = [t"<li><a href={href}>{label}</a></li>" for href, label in trail]
    here = t'<li><strong aria-current="page">{current}</b></li>'
    return t'<ol class="breadcrumbs">{links}{here}</ol>'
