"""A component with a middleware of its own."""

from dataclasses import dataclass
from string.templatelib import Template
from typing import Any

from svcs_hopscotch.injectors import injectable

from tdom_svcs import Props, PropsResult, Target, hookable


@injectable
@dataclass
class TitleCaseMiddleware:
    """Writes titles with capitals."""

    priority: int = 0

    def __call__(self, target: Target, props: Props, context: Any) -> PropsResult:
        return {**props, "title": str(props.get("title", "")).title()}


@hookable(middleware={"before": [TitleCaseMiddleware]})
@dataclass
class Hero:
    """The large picture of the front page."""

    title: str = "Welcome"

    def __call__(self) -> Template:
        return t'<section class="hero"><h1>{self.title}</h1></section>'
