"""Cases of TDC126, boolean-attr-string."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "t\"<a href={'/x' if on else ''} data-open='false' aria-checked='false'></a>\"",
    't"<input checked={state} disabled={str(n)}>"',
    "t\"<input disabled={'' if on else None}>\"",
    "t\"<input disabled={'{off}' if on else 'off'}>\"",
    "t\"<p hidden={'until-found' if found else 'hidden'}></p>\"",
    """
    def field(on):
        state = str(on).lower()
        state = state == "true"
        return t"<input checked={state}>"
    """,
    "t\"<p hidden={'until-found' if found else ''}></p>\"",
    """
    def field(on):
        state = ""
        if on:
            state = None
        return t"<input checked={state}>"
    """,
    """
    def field(on):
        state = "checked" if on else None
        return t"<input checked={state}>"
    """,
    """
    def option(on, more):
        extra = {"selected": on, "disabled": "disabled" if on else None, "value": "x" if on else "", **more}
        return t"<option {extra} {dict(hidden=on, name='x' if on else '')} {more}></option>"
    """,
    """
    def option(on):
        extra = {"selected": "selected" if on else ""}
        return t"<{Option} {extra} /><my-option {extra}></my-option><option {extra} selected={on}></option>"
    """,
    """
    def option(on, more):
        extra = {"selected": "selected" if on else ""}
        extra["selected"] = on
        return t"<option {extra} { {'checked': 'checked' if on else '', **more} }></option>"
    """,
    """
    def option(on):
        extra = {"selected": "selected" if on else ""}
        drop_empty(extra)
        other = {"selected": "selected" if on else ""}
        other.update(selected=on)
        third = {"selected": "selected" if on else ""}
        third["value"] = on
        del third["selected"]
        return t"<option {extra} {other} {third}></option>"
    """,
    """
    def option(on):
        extra = {"selected": "selected" if on else ""}
        extra = {key: value for key, value in extra.items() if value}
        shown = {key: value for key, value in {"checked": "checked" if on else ""}.items() if value}
        return t"<option {extra} {shown} { {'selected': 'selected' if on else ''} | {'selected': on} }></option>"
    """,
    """
    def option(on, extra):
        extra["selected"] = "selected" if on else ""
        other = {}
        other[on] = "selected" if on else ""
        third = more = {}
        third["selected"] = "selected" if on else None
        return t"<option {extra} {other} {third}></option>"
    """,
    """
    class Option:
        def _state(self, word="selected"): return word if self.on else ""
        def _extra(self): return {"selected": "selected"} if self.on else {}
        def _chosen(self, on): return "selected" if on else ""

        def __call__(self, other):
            return t"<option {self._extra()} selected={self._state()} checked={self._chosen(True)}></option>"
    """,
    "with pytest.raises(ValueError):\n    html(t\"<input disabled='false'></p>\")",
    """
    def state(x):
        return "checked" if x else ""

    def name(x):
        s = state(x)
        if s:
            return t"<input checked={s}>"
        return t"<input>"

    def local(x):
        s = "checked" if x else ""
        return t"<input checked={s}>" if x else t"<input>"

    def left(x):
        if not x:
            return t"<input>"
        return t"<input checked={state(x)}>"

    def each(names):
        return [t"<input checked={state(x)}>" for x in names if x]
    """,
    """
    def state(x):
        return "checked" if x else ""

    def added(x):
        extra = {}
        s = state(x)
        if s:
            extra["checked"] = s
        return t"<input {extra}>"

    def walrus(x):
        extra = {}
        if s := state(x):
            extra["checked"] = s
        return t"<input {extra}>"

    def chosen(x):
        s = state(x)
        extra = {"checked": s} if s else {}
        return t"<input {extra} {dict(selected=s) if s else {}}>"

    def begun(x):
        extra = {"name": "x", "selected": "selected" if x else ""}
        if not x:
            return t"<input>"
        extra["checked"] = state(x)
        return t"<option {extra}></option>"
    """,
    """
    class Option:
        @property
        def text(self):
            return "selected" if self.on else ""

        def __call__(self):
            if self.text:
                return t"<option selected={self.text}></option>"
            return t"<option></option>"

        def other(self):
            return t"<option selected={self.text}></option>" if self.on else t"<option></option>"
    """,
    "t\"<!-- <input disabled='false'> -->\"\nt\"<textarea><input disabled='false'></textarea>\"",
]

INVALID = [
    td.invalid('t"<input «DISABLED=False» name={name} />"', fixed='t"<input name={name} />"', unsafe=True),
    td.invalid(
        "t\"<input «checked='{'checked' if n > 1 else ''}'»>\"", fixed="t\"<input checked='{n > 1}'>\"", unsafe=True
    ),
    td.invalid("t\"<input «disabled={'' if on else 'disabled'}»>\""),
    td.invalid("t\"<input «checked={on and 'checked' or ''}»>\""),
    td.invalid('def field(on):\n    state = str(on).lower()\n    return t"<input «checked={state}»>"'),
    td.invalid("t\"<input «checked={'yes' if on else 'no'}»>\"", fixed='t"<input checked={bool(on)}>"', unsafe=True),
    td.invalid(
        """
        def field(on):
            state = "checked" if on else ""
            return t"<input «checked={state}»>"
        """
    ),
    td.invalid(
        """
        def field(on):
            state = "false"
            return t"<input disabled={on} «checked={state}»>"
        """,
        fixed="""
        def field(on):
            state = "false"
            return t"<input disabled={on}>"
        """,
        unsafe=True,
    ),
    td.invalid("t\"<option { {«'selected': 'selected' if x else ''»} }></option>\""),
    td.invalid("t\"<option {dict(value=x, «selected='selected' if x else ''»)}></option>\""),
    td.invalid(
        """
        def option(x, more):
            extra = {**more, «"disabled": "false"», "value": x}
            return t"<option {extra}></option>"
        """
    ),
    td.invalid(
        """
        def option(x):
            extra = {"value": x}
            «extra["selected"] = "selected" if x else ""»
            return t"<option {extra if x else None}></option>"
        """
    ),
    td.invalid(
        """
        def option(x, more):
            state = "true" if x else "false"
            return t"<option {more | {«'selected': state»}}></option>"
        """
    ),
    td.invalid(
        """
        class Option:
            @property
            def _extra(self):
                return {"value": self.name, «"selected": "selected" if self.on else ""»}

            def __call__(self):
                return t"<option {self._extra}></option>"
        """
    ),
    td.invalid(
        """
        def extra(x):
            return {«"selected": "selected" if x else ""»}

        def option(x):
            return t"<option {extra(x)}></option>"
        """
    ),
    td.invalid(
        """
        def options(names, chosen):
            if not names:
                return t"<p>none</p>"
            if chosen is None:
                chosen = names[0]
            return [t"<option «selected={'selected' if name == chosen else ''}»></option>" for name in names]
        """,
        fixed="""
        def options(names, chosen):
            if not names:
                return t"<p>none</p>"
            if chosen is None:
                chosen = names[0]
            return [t"<option selected={name == chosen}></option>" for name in names]
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        def state(x):
            return "checked" if x else ""

        def field(x, label):
            if not label:
                return t"<p></p>"
            return t"<input «checked={state(x)}»>"
        """
    ),
    td.invalid(
        """
        def state(x):
            if x:
                return "checked"
            return ""

        def field(x):
            return t"<input «checked={state(x)}»>"
        """
    ),
    td.invalid(
        """
        def option(on):
            attributes = {«"selected": "true" if on else "false"»}
            print(len(attributes))
            return t"<option {attributes}></option>"
        """
    ),
]
