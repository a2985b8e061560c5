"""Reads the exports of a report with readers of other makers: exports.py FOLDER

Prints what they found as JSON. Ends with an error where one of them cannot read its file.
"""

import csv
import json
import sys
from collections import Counter
from pathlib import Path

from junitparser import Error, Failure, JUnitXml, Skipped

from annotations import check

folder = Path(sys.argv[1])
csv.field_size_limit(sys.maxsize)


def rows(name):
    with open(folder / name, encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file, dialect="excel", strict=True)
        header, *rest = reader
    for number, row in enumerate(rest):
        if len(row) != len(header):
            sys.exit(f"{name}: row {number + 1} has {len(row)} cells, the header {len(header)}")
    for row in [header, *rest]:
        for cell in row:
            if cell.startswith(("=", "+", "-", "@", "\t", "\r")):
                sys.exit(f"{name}: a cell begins like a formula: {cell[:20]!r}")
    return [dict(zip(header, row)) for row in rest]


def outcome(case):
    for result in case.result:
        for kind in (Failure, Error, Skipped):
            if isinstance(result, kind):
                return kind.__name__.lower()
    return "passed"


def walk(suites):
    for suite in suites:
        yield suite
        yield from walk(suite.testsuites())


attempts = rows("attempts.csv")
junit = JUnitXml.fromfile(str(folder / "junit.xml"))
suites = list(walk(junit))
cases = [case for suite in suites for case in suite]
stated = {
    "tests": sum(suite.tests or 0 for suite in suites),
    "failures": sum(suite.failures or 0 for suite in suites),
    "errors": sum(suite.errors or 0 for suite in suites),
    "skipped": sum(suite.skipped or 0 for suite in suites),
}
with open(folder / "annotations.jsonld", encoding="utf-8") as file:
    page = json.load(file)
check(page)
print(
    json.dumps(
        {
            "attempts": len(attempts),
            "verdicts": Counter(row["verdict"] for row in attempts),
            "obligations": len(rows("obligations.csv")),
            "citations": len(rows("citations.csv")),
            "cases": len(cases),
            "outcomes": Counter(outcome(case) for case in cases),
            "stated": stated,
            "annotations": len(page["items"]),
        }
    )
)
