"""An invitation to the newsletter."""

from string.templatelib import Template

from markupsafe import Markup

import tdom as t

# Text of our own, checked by hand; nothing in it comes from a visitor.
CONSENT = Markup("By signing up you accept our <a href='/terms/'>terms</a>.")


def Newsletter(frequency: str = "month") -> Template:
    """A short form."""
    return (
        t'<div class="newsletter">'
        t"<h2>News, once a {frequency}</h2>"
        t'<form method="post" action="/newsletter/">'
        t'<input type="email" name="email" aria-label="E-mail" required>'
        t"<button>Subscribe</button></form>"
        t"<p>{CONSENT}</p></div></div>"
    )


def preview() -> str:
    """The form alone, for the editors."""
    return t.html(t"<main><{Newsletter} /></main>")
