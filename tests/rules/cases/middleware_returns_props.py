"""Cases of TDC501, middleware-returns-props."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from tdom_svcs import hookable, middleware, register_middleware\nfrom shop import Base, log\n\n"
_CLASS = "@middleware\nclass Seen:\n    priority = 0\n\n"
_MADE = f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n        "

VALID = [
    (
        f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n        with log(target):\n"
        "            return props"
    ),
    (
        f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n        if context:\n"
        "            return props\n        else:\n            raise ValueError(target)"
    ),
    (
        f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n"
        "        match context:\n            case _:\n"
        "                return props"
    ),
    *map(
        _MADE.__add__,
        (
            "for seen in log(target):\n            return props\n        else:\n            return None",
            "for seen in ('a', 'b'):\n            return props",
            "try:\n            return log(props)\n        except ValueError:\n            return props",
            "if context:\n            return props\n        elif not context:\n            return None",
            (
                "if isinstance(target, Base):\n            return props\n        elif isinstance(target, type):\n"
                "            return None"
            ),
            (
                "match props:\n            case {'seen': True}:\n                return props\n"
                "            case dict():\n                return None"
            ),
            (
                "match context:\n            case Base.ON:\n                return props\n"
                "            case Base.OFF:\n                return None"
            ),
            "if context:\n            return props\n        else:\n            log(target)",
            "while context:\n            return props",
            "for attempt in Base(stop=3):\n            with attempt:\n                return props",
            "if context:\n            return props\n        await self._deny()",
            (
                "if context and target:\n            return props\n"
                "        elif not context or not target:\n            return None"
            ),
            (
                "if self.mode == 'light':\n            return props\n        elif self.mode == 'dark':\n"
                "            return None"
            ),
            (
                "match self.theme.mode:\n            case 'light':\n                return props\n"
                "            case 'dark':\n                return None"
            ),
        ),
    ),
]

INVALID = [
    td.invalid(
        """
        # file: shop/audit.py
        class Audit:
            '''Audit is a name that the wiring knows.'''

            priority = 0

            def «__call__»(self, target, props, context):
                print(target)
        # file: shop/wiring.py
        from shop import audit
        from tdom_svcs import register_middleware

        def wire(registry):
            register_middleware(registry, audit.Audit)
        """
    ),
    *map(
        td.invalid,
        map(
            _MADE.replace("__call__", "«__call__»").__add__,
            (
                "if context:\n            return props\n        elif target:\n            return None",
                "if context:\n            return props\n        else:\n            props['seen'] = True",
                "if context:\n            return props\n        else:\n            props.update(seen=True)",
                "for seen in context:\n            return {**props, 'seen': seen}",
                (
                    "match props:\n            case {'seen': str()}:\n                return props\n"
                    "            case {'unseen': str()}:\n                return None"
                ),
                (
                    "match context:\n            case None:\n                return props\n"
                    "            case _:\n                props['seen'] = True"
                ),
                (
                    "if props['mode'] == 'light':\n            return props\n"
                    "        elif props['mode'] == 'dark':\n            return None"
                ),
                "try:\n            props['x'] = context.seen\n        except KeyError:\n            return props",
                "try:\n            return context['props']\n        except KeyError:\n            pass",
            ),
        ),
    ),
]
