"""Holds JSON values against JSON Schemas with a validator of another maker: schemas.py FILE

FILE holds `{"schemas": {name: schema}, "values": [[name, value], …]}`. Prints one list: `null` for a
value that the schema accepts, else what is wrong with it and where. Ends with an error where a schema
is none.
"""

import json
import sys

from jsonschema import Draft202012Validator

# An unknown format is passed over in silence, so the one that is used must be known.
assert "date-time" in Draft202012Validator.FORMAT_CHECKER.checkers, "rfc3339-validator is missing"

with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
validators = {}
for name, schema in job["schemas"].items():
    Draft202012Validator.check_schema(schema)
    validators[name] = Draft202012Validator(
        schema, format_checker=Draft202012Validator.FORMAT_CHECKER
    )


def wrong(name, value):
    error = next(validators[name].iter_errors(value), None)
    return error and f"{error.message[:200]} at {error.json_path}"


print(json.dumps([wrong(name, value) for name, value in job["values"]]))
