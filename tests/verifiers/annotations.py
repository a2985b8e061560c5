"""The W3C Web Annotation Data Model's structural rules, for a page of annotations.

Written from the Recommendation of 23 February 2017: which properties a page, an annotation, a body,
a target and a selector must have, how often, and of what kind.
"""

import re

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
MOTIVATIONS = {
    "assessing", "bookmarking", "classifying", "commenting", "describing", "editing",
    "highlighting", "identifying", "linking", "moderating", "questioning", "replying", "tagging",
}
# Every property that the context defines for the classes that are met here.
PAGE = {"@context", "id", "type", "partOf", "items", "next", "prev", "startIndex"}
ANNOTATION = {
    "@context", "id", "type", "body", "bodyValue", "target", "motivation", "creator", "created",
    "generator", "generated", "modified", "audience", "rights", "canonical", "via",
    "stylesheet",
}
TEXTUAL_BODY = {
    "id", "type", "value", "format", "language", "processingLanguage", "textDirection", "purpose",
    "creator", "created", "modified",
}
SPECIFIC_RESOURCE = {
    "id", "type", "source", "purpose", "selector", "state", "styleClass", "renderedVia", "scope",
}
FRAGMENT = {"id", "type", "value", "conformsTo", "refinedBy"}
QUOTE = {"id", "type", "exact", "prefix", "suffix", "refinedBy"}


class Wrong(Exception):
    """A rule that does not hold, with the place."""


def need(holds, at, rule):
    if not holds:
        raise Wrong(f"{at or '/'}: {rule}")


def many(value):
    return value if isinstance(value, list) else [value]


def iri(value, at, absolute):
    need(isinstance(value, str) and value, at, "must be an IRI")
    need(not re.search(r'[\x00-\x20<>"{}|\\^`]', value), at, "has a char that no IRI has")
    need(not re.search(r"%(?![0-9A-Fa-f]{2})", value), at, "has a broken escape")
    if absolute:
        need(re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", value), at, "must have a scheme")
    else:
        # A colon in the first segment would be read as a scheme.
        need(":" not in value.split("/")[0] or re.match(r"[A-Za-z]", value), at, "is no reference")


def text(value, at):
    need(isinstance(value, str), at, "must be one text")


def known(node, at, cls, names):
    need(isinstance(node, dict), at, "must be an object")
    need(cls in many(node.get("type")), at, f"must have the type {cls}")
    for name in node:
        need(name in names, f"{at}/{name}", f"is no property of {cls}")


def selector(node, at):
    kinds = many(node.get("type"))
    if "FragmentSelector" in kinds:
        known(node, at, "FragmentSelector", FRAGMENT)
        text(node.get("value"), f"{at}/value")
        need(re.fullmatch(r"page=[1-9][0-9]*", node["value"]), f"{at}/value", "names no page")
        if "conformsTo" in node:
            iri(node["conformsTo"], f"{at}/conformsTo", absolute=True)
    else:
        known(node, at, "TextQuoteSelector", QUOTE)
        text(node.get("exact"), f"{at}/exact")
        need(node["exact"], f"{at}/exact", "selects nothing")
        for name in ("prefix", "suffix"):
            if name in node:
                text(node[name], f"{at}/{name}")


def target(node, at):
    known(node, at, "SpecificResource", SPECIFIC_RESOURCE)
    iri(node.get("source"), f"{at}/source", absolute=False)
    selectors = many(node.get("selector", []))
    need(selectors, at, "selects nothing")
    for number, one in enumerate(selectors):
        selector(one, f"{at}/selector/{number}")


def body(node, at):
    known(node, at, "TextualBody", TEXTUAL_BODY)
    text(node.get("value"), f"{at}/value")
    for purpose in many(node.get("purpose", [])):
        need(purpose in MOTIVATIONS, f"{at}/purpose", "is no motivation")
    if "format" in node:
        text(node["format"], f"{at}/format")


def annotation(node, at):
    known(node, at, "Annotation", ANNOTATION)
    iri(node.get("id"), f"{at}/id", absolute=True)
    for motivation in many(node.get("motivation", [])):
        need(motivation in MOTIVATIONS, f"{at}/motivation", "is no motivation")
    need(not ("body" in node and "bodyValue" in node), at, "has body and bodyValue")
    for number, one in enumerate(many(node.get("body", []))):
        body(one, f"{at}/body/{number}")
    targets = many(node.get("target", []))
    need(targets, at, "must have a target")
    for number, one in enumerate(targets):
        target(one, f"{at}/target/{number}")


def check(page):
    """Raises Wrong where the page breaks a rule of the model."""
    known(page, "", "AnnotationPage", PAGE)
    need(CONTEXT in many(page.get("@context")), "/@context", "must be the model's")
    iri(page.get("id"), "/id", absolute=True)
    need(isinstance(page.get("items"), list), "/items", "must be one list")
    if "startIndex" in page:
        index = page["startIndex"]
        need(type(index) is int and index >= 0, "/startIndex", "must be a number from 0")
    ids = set()
    for number, one in enumerate(page["items"]):
        annotation(one, f"/items/{number}")
        need(one["id"] not in ids, f"/items/{number}/id", "names an earlier annotation")
        ids.add(one["id"])
