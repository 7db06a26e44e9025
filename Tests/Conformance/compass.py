"""Runs `compass` as another program would. Holds the schemas for its JSON: those that the services
publish (`compass service schema`), made strict, and those of the commands themselves."""

import json
import re

import jsonschema

import people
import programs

#: Each error.code and its exit code. Only the command line itself sets `usage`.
EXIT_CODES = {
    "validation_failed": 3, "key_reused": 3, "too_large": 3, "unauthenticated": 4, "forbidden": 5,
    "not_found": 6, "conflict": 7, "has_dependents": 7, "stale_version": 7, "busy": 8,
    "unavailable": 8, "timeout": 8, "in_progress": 8, "unimplemented": 1, "internal": 1,
    "data_loss": 1, "usage": 2,
}

ERROR = {
    "type": "object", "required": ["error"], "additionalProperties": False,
    "properties": {"error": {
        "type": "object", "additionalProperties": False,
        "required": ["code", "message", "request_id", "retryable"],
        "properties": {
            "code": {"enum": sorted(EXIT_CODES)},
            "message": {"type": "string", "minLength": 1},
            "errors": {
                "type": "object", "minProperties": 1,
                "propertyNames": {"pattern": "^[a-z]+[0-9]*(_[a-z]+)*$"},
                "additionalProperties": {"type": "string", "minLength": 1}},
            # The invalid fields of a file's rows.
            "rows": {"type": "array", "minItems": 1, "items": {
                "type": "object", "additionalProperties": False,
                "required": ["line", "field", "message"],
                "properties": {
                    "line": {"type": "integer", "minimum": 1},
                    "field": {"type": "string", "minLength": 1},
                    "message": {"type": "string", "minLength": 1}}}},
            "request_id": {"type": ["string", "null"], "format": "uuid"},
            "retryable": {"type": "boolean"},
        }}},
}

formats = jsonschema.FormatChecker(formats=())


@formats.checks("uuid")
def is_uuid(value):
    digits = "[0-9a-f]"
    form = f"{digits}{{8}}-{digits}{{4}}-7{digits}{{3}}-[89ab]{digits}{{3}}-{digits}{{12}}"
    return not isinstance(value, str) or bool(re.fullmatch(form, value))


@formats.checks("date-time")
def is_instant(value):
    form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    return not isinstance(value, str) or bool(re.fullmatch(form, value))


def strict(schema):
    """The schema, changed to allow no keys except those that it names."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema:
        closed["additionalProperties"] = False
    return closed


def problems(schema, value):
    """The schema violations of a value, one text each."""
    checker = jsonschema.Draft202012Validator(schema, format_checker=formats)
    return [f"{each.json_path}: {each.message}" for each in checker.iter_errors(value)]


def without_doubles(pairs):
    """The members of a JSON object. Duplicate keys are refused: parsers treat them differently."""
    members = dict(pairs)
    assert len(members) == len(pairs), f"a key twice: {[key for key, _ in pairs]}"
    return members


def read(text):
    """The only JSON document in a text that ends with a line feed."""
    assert text.endswith("\n") and not text.endswith("\n\n"), text[-80:]
    return json.loads(text, object_pairs_hook=without_doubles)


class Compass:
    """Runs `compass` in a system's home; each person has a stored login under their name."""

    def __init__(self, home, **variables):
        #: The folder in which commands run. None means the folder of the tests.
        self.folder = None
        self.environment = {
            "COMPASS_HOME": str(home), "PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
            **variables}

    def run(self, words, who=None, text=""):
        more = ["--as", who] if who else []
        return programs.run("compass", [*words, *more], self.environment, text, self.folder)

    def json(self, words, who=None, text="", exit_code=0):
        """Runs a command with --json and returns its parsed output."""
        ran = self.run([*words, "--json"], who, text)
        assert ran.returncode == exit_code, f"{words}: {ran.returncode} {ran.stdout} {ran.stderr}"
        return read(ran.stdout)

    def sign_in(self, person, who):
        self.json(["login", "--email", person.email, "--password-stdin"], who, people.PASSWORD)

    def commands(self):
        """The command table, as `help --json` prints it."""
        return {each["name"]: each for each in self.json(["help"])["commands"]}

    def contracts(self):
        """The strict response schema of every operation, by name."""
        schemas = {}
        for service in people.SERVICES:
            # A busy machine takes its time.
            words = ["service", "schema", service, "--timeout", "60s"]
            for operation in self.json(words)["operations"]:
                for part in ("request", "response"):
                    jsonschema.Draft202012Validator.check_schema(operation[part])
                schemas[operation["name"]] = strict(operation["response"])
        return schemas
