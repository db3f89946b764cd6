"""The JSON schema of the JSON report."""

from __future__ import annotations

from tdomcheck.model import Acceptance, Bucket, Doubt, FailOn, RuleState, Safety, Severity
from tdomcheck.model.changes import Tier
from tdomcheck.report.delta import SCHEMA as DELTA_SCHEMA
from tdomcheck.report.jsontext import Json, JsonObject

_TEXT: JsonObject = {"type": "string"}
_FLAG: JsonObject = {"type": "boolean"}
_COUNT: JsonObject = {"type": "integer", "minimum": 0}
_NUMBER: JsonObject = {"type": "integer", "minimum": 1}
_PLACE: JsonObject = {
    "line": _NUMBER,
    "column": {**_NUMBER, "description": "in code points, from one"},
    "end_line": _NUMBER,
    "end_column": {**_NUMBER, "description": "behind the last character"},
    "start_byte": {"type": "integer", "description": "in the file as it is on disk, from zero"},
    "end_byte": {"type": "integer"},
}


def json_schema() -> JsonObject:
    """The schema (draft 2020-12) that every JSON report keeps."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tdomcheck JSON report",
        **_object(
            {
                "version": {"const": 1},
                "tool": _object({"name": {"const": "tdomcheck"}, "version": _TEXT}),
                "shard": {**_TEXT, "pattern": "^[0-9]+/[0-9]+$", "description": "where it is of a part of the files"},
                "findings": _list(_ref("finding")),
                "suppressed": {**_list(_suppressed()), "description": "findings that somebody accepts"},
                "fixes": _list(_ref("applied")),
                "summary": _ref("summary"),
                "errors": _list(_TEXT),
                "warnings": _list(_TEXT),
                "timings": _list(_object({"code": _TEXT, "files": _COUNT, "seconds": {"type": "number"}})),
            },
            optional=("shard", "timings"),
        ),
        "$defs": {
            "finding": _finding(),
            "related": _object({"path": _TEXT, **_PLACE, "label": _TEXT}),
            "fix": _fix(),
            "applied": _applied(),
            "summary": _summary(),
        },
    }


def _unfollowed() -> JsonObject:
    reasons: JsonObject = {"enum": [each.value for each in Doubt]}
    return _object({"path": _TEXT, "component": _TEXT, "module": _TEXT, "reason": reasons})


def _object(properties: JsonObject, optional: tuple[str, ...] = ()) -> JsonObject:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _list(items: Json) -> JsonObject:
    return {"type": "array", "items": items}


def _ref(name: str) -> JsonObject:
    return {"$ref": f"#/$defs/{name}"}


def _suppressed() -> JsonObject:
    words: JsonObject = dict.fromkeys(("reason", "owner", "until"), _TEXT)
    kinds: JsonObject = {"enum": [kind.value for kind in Acceptance]}
    line: JsonObject = {"type": ["integer", "null"], "description": "of the comment; null for the baseline"}
    return _object({**_finding_fields(), "suppression": _object({"kind": kinds, **words, "line": line})})


def _finding() -> JsonObject:
    return _object(_finding_fields())


def _finding_fields() -> JsonObject:
    return {
        "path": {**_TEXT, "description": "with `/`; control characters and undecodable bytes as escapes"},
        **_PLACE,
        "code": _TEXT,
        "rule": {**_TEXT, "description": "slug of the rule"},
        "severity": {"enum": [severity.value for severity in Severity]},
        "message": _TEXT,
        "note": _TEXT,
        "help": _TEXT,
        "fingerprint": {**_TEXT, "description": "unique in the report, independent of line numbers"},
        "related": _list(_ref("related")),
        "fix": {"anyOf": [{"type": "null"}, _ref("fix")]},
    }


def _fix() -> JsonObject:
    wanted = _object({"module": _TEXT, "name": _TEXT})
    return _object(
        {
            "title": _TEXT,
            "safety": {"enum": [safety.value for safety in Safety]},
            "applicable": {**_FLAG, "description": "whether `fix`, asked the same way, would apply it"},
            "unsafe_because": _TEXT,
            "edits": _list(_object({**_PLACE, "content": _TEXT})),
            "imports": {
                **_list(wanted),
                "description": "what the fixed code needs besides the edits; without a name the module itself",
            },
        }
    )


def _applied() -> JsonObject:
    where: JsonObject = {"path": _TEXT, "code": _TEXT}
    return {
        "oneOf": [
            _object({**where, "applied": {"const": True}, "count": _COUNT}),
            _object({**where, "applied": {"const": False}, "reason": _TEXT, "winner": _TEXT}),
        ]
    }


def _summary() -> JsonObject:
    counted = ("findings", "errors", "warnings", "infos", "fixable", "fixable_unsafe", "fixed", "suppressed", "known")
    outcome = _object({"path": _TEXT, "reason": _TEXT}, optional=("reason",))
    states: JsonObject = {"enum": [state.value for state in RuleState]}
    ledger = _object(
        {
            "counts": _object({"planned": _COUNT, **{bucket.value: _COUNT for bucket in Bucket}}),
            "files": _object({bucket.value: _list(outcome) for bucket in Bucket}),
            "rules": _list(_object({"code": _TEXT, "state": states, "detail": _TEXT})),
            "blocks": {
                **_object({"checked": _COUNT, "skipped": _COUNT}),
                "description": "code blocks of documents, and sessions in docstrings",
            },
            "left_out": {
                **_list(_object({"path": _TEXT, "kind": _TEXT})),
                "description": "folders that no walk goes into by default, and what git ignores",
            },
            "templates": {
                **_object({"not_judged": _COUNT}),
                "description": "files whose templates are left alone, as nothing says that they are tdom's",
            },
            "components": {
                **_object({"not_judged": _list(_unfollowed())}),
                "description": "components that no rule could look at, as their imports lead out of what is known",
            },
            "dependents": {
                **_object({"judged": _COUNT, "not_judged": _COUNT, "not_read": _COUNT}),
                "description": "files whose findings can change by what the planned ones declare",
            },
        }
    )
    by_rule: JsonObject = {"type": "object", "additionalProperties": _COUNT}
    numbers: JsonObject = dict.fromkeys(counted, _COUNT)
    outcome = _object({"matched": _COUNT, "new": _COUNT, "stale": _COUNT})
    baseline: JsonObject = {"anyOf": [{"type": "null"}, outcome], "description": "null where there is none"}
    beside = _object({"changed_files": _COUNT, "beside": _COUNT})
    focus: JsonObject = {"anyOf": [{"type": "null"}, beside], "description": "of `--focus`; null where all is reported"}
    most: JsonObject = {"type": ["integer", "null"], "minimum": 0, "description": "null where any number is tolerated"}
    return _object(
        {
            **numbers,
            "baseline": baseline,
            "focus": focus,
            "exit_code": {"type": "integer"},
            "fail_on": {"enum": [each.value for each in FailOn]},
            "max_warnings": most,
            "by_rule": by_rule,
            "ledger": ledger,
        }
    )


def delta_schema() -> JsonObject:
    """The schema that deltas and plans keep; `codemod run --output-format json` adds a summary."""
    digest: JsonObject = {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"}
    edit = _object({"start_byte": _COUNT, "end_byte": _COUNT, "text": _TEXT})
    file = _object(
        {
            "path": {**_TEXT, "description": "from the root of the repository, with `/`"},
            "new_path": {"type": ["string", "null"], "description": "where it goes; null where it stays"},
            "old_sha256": {**digest, "description": "null where it is created"},
            "new_sha256": {**digest, "description": "null where it is deleted"},
            "newline": {"enum": ["\n", "\r\n", "\r"], "description": "what a line feed in the texts stands for"},
            "edits": _list(edit),
            "symbols": _list(_TEXT),
        }
    )
    tiers: JsonObject = {"enum": [tier.value for tier in Tier]}
    proposal = _object({"path": _TEXT, "line": _NUMBER, "tier": tiers, "reason": _TEXT, "text": _TEXT})
    names = ("symbol", "codemod", "recipe", "reason", "owner")
    remainder = _object({"path": _TEXT, "line": _NUMBER, "cycle": _NUMBER, **dict.fromkeys(names, _TEXT)})
    repository = _object({"head": {"type": ["string", "null"]}, "dirty": _FLAG})
    document = _object(
        {
            "schema": {"const": DELTA_SCHEMA},
            "id": {**_TEXT, "description": "the hash of the sorted files"},
            "repository": repository,
            "files": _list(file),
            "proposals": _list(proposal),
            "remainder": _list(remainder),
            "affected_tests": _list(_TEXT),
            "summary": {"type": "object"},
            "findings": {"type": "array"},
        },
        optional=("summary", "findings"),
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tdomcheck delta",
        **document,
    }
