"""The core steps of scoring as a plain script: text by PyMuPDF, words by a regular expression, quotations by
looking one string up in another. It has no rules for seams, signs, units, negations or roles; it is here to be
measured, not to be right.

run FOLDER pdf|text N CORPUS    score the outputs that the measuring program wrote
verify FOLDER N                 check the signed export that the measuring program wrote
search FOLDER MEGABYTES         look its quotations up in its text
"""

import base64
import hashlib
import json
import re
import resource
import sys
import time
import zipfile
from bisect import bisect_right
from collections import Counter
from pathlib import Path

WORD = re.compile(r"[-+±]?[$£€]?[^\W_]+(?:['\-/_@&.,:][^\W_]+)*[%°]?")
MARKER = re.compile(r"\"([^\"]+)\"\s*[\[(]([^\],)]+)(?:,\s*p(?:age|\.)?\s*(\d+))?[\])]")
SOURCE = re.compile(r"^Source:\s*([^,\n]+),\s*p\.\s*(\d+):\s*\"([^\"]+)\"", re.M)
ENTRY = re.compile(r"^\[\d+\]\s*([^,\n]+),\s*p\.\s*(\d+):\s*\"([^\"]+)\"", re.M)
DECLINE = {"unknown", "not stated", "not stated in the documents", "not given", "not mentioned"}
FUNCTION = set("a an the of in is are was were it this that to by from at on and".split())


def words(text):
    return [word.casefold() for word in WORD.findall(text)]


class Document:
    """A document's words as one string, with the page of every position."""

    def __init__(self, pages):
        parts, self.starts, length = [], [], 1
        for page in pages:
            self.starts.append(length)
            text = "".join(word + " " for word in words(page))
            parts.append(text)
            length += len(text)
        self.text = " " + "".join(parts)
        self.known = {}

    def locate(self, quote):
        """`located` with start and end, `ambiguous` or `not_found`."""
        if quote not in self.known:
            wanted = " " + " ".join(words(quote)) + " "
            first = self.text.find(wanted)
            if first < 0:
                self.known[quote] = ("not_found", 0, 0)
            elif self.text.find(wanted, first + 1) >= 0:
                self.known[quote] = ("ambiguous", 0, 0)
            else:
                self.known[quote] = ("located", first, first + len(wanted))
        return self.known[quote]

    def page(self, position):
        return bisect_right(self.starts, position)


def read_documents(bank, form, folder, corpus):
    documents = {}
    for listed in bank["documents"]:
        if form == "pdf":
            import pymupdf

            with pymupdf.open(corpus / listed["file"]) as file:
                pages = [page.get_text() for page in file]
        else:
            pages = (folder / "text" / listed["file"]).read_text().split("\f")
        documents[listed["id"]] = Document(pages)
    return documents


def read_answer(attempt):
    """The field's prose and the emitted citations."""
    raw = attempt["raw"]
    if attempt["adapter"] == "structured-json":
        field = json.loads(raw)["fields"]["amount"]
        cites = [(c["document"], c["quote"]) for c in field["citations"]]
        return field["answer"], cites
    cites = []
    for pattern, document, quote in ((SOURCE, 1, 3), (ENTRY, 1, 3), (MARKER, 2, 1)):
        cites += [(m[document].strip(), m[quote]) for m in pattern.finditer(raw)]
        raw = pattern.sub(" ", raw)
    prose = re.sub(r"^\W*amount\W*:\W*", "", raw.replace("References", ""), flags=re.I)
    return re.sub(r"\[\d+\]", " ", prose), cites


def judge(question, attempt, documents):
    prose, cites = read_answer(attempt)
    text = prose.strip().strip(".").lower()
    if question["expected_abstention"]:
        return "pass" if text in DECLINE else "fail"
    claim = question["essential_claims"][0]
    states = []
    for document, quote in cites:
        if document not in documents:
            states.append("absent")
            continue
        state, start, end = documents[document].locate(quote)
        anchor = documents[claim["evidence"]["document"]].locate(claim["evidence"]["quote"])
        if state == "located" and document == claim["evidence"]["document"]:
            documents[document].page(start)
            state = "supports" if start <= anchor[1] and anchor[2] <= end else "unregistered"
        states.append(state)
    said, wanted = words(prose), words(claim["value"])
    at = [i for i in range(len(said)) if said[i : i + len(wanted)] == wanted]
    if text in DECLINE or "not_found" in states or "absent" in states or not states:
        return "fail"
    if not at:
        return "fail" if re.search(r"\d", prose) else "unresolved"
    context = FUNCTION | set(words(question["question"])) | set(question["required_fields"])
    rest = said[: at[0]] + said[at[0] + len(wanted) :]
    if "supports" not in states or any(word not in context for word in rest):
        return "unresolved"
    return "pass"


def run(folder, form, n, corpus):
    start = time.perf_counter()
    bank = json.loads((folder / f"bank-{form}.json").read_text())
    documents = read_documents(bank, form, folder, corpus)
    read = time.perf_counter()
    questions = {question["id"]: question for question in bank["questions"]}
    verdicts = Counter()
    with open(folder / f"outputs-{n}.jsonl", encoding="utf-8") as lines:
        for line in lines:
            attempt = json.loads(line)
            verdicts[judge(questions[attempt["question_id"]], attempt, documents)] += 1
    end = time.perf_counter()
    shown = " ".join(f"{verdict}={verdicts[verdict]}" for verdict in sorted(verdicts))
    print(
        f"total_ms={(end - start) * 1000:.0f} read_ms={(read - start) * 1000:.0f} "
        f"score_ms={(end - read) * 1000:.0f} peak_mb={peak()} {shown}"
    )


def verify(folder, n):
    """Signature by the enclosed key, digest of the report, and the report read."""
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    start = time.perf_counter()
    with zipfile.ZipFile(folder / f"signed-{n}.zip") as export:
        parts = {name: export.read(name) for name in export.namelist()}
    envelope = json.loads(parts["report.dsse.json"])
    payload = base64.b64decode(envelope["payload"])
    kind = envelope["payloadType"].encode()
    signed = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
    pem = next(part for name, part in parts.items() if name.endswith(".pem"))
    signature = base64.b64decode(envelope["signatures"][0]["sig"])
    load_pem_public_key(pem).verify(signature, signed, ECDSA(SHA256()))
    statement = json.loads(payload)
    digest = hashlib.sha256(parts["report.json"]).hexdigest()
    assert statement["subject"][0]["digest"]["sha256"] == digest, "another report was signed"
    json.loads(parts["report.json"])
    print(f"verify_ms={(time.perf_counter() - start) * 1000:.0f} signature=Yes findings=0")


def search(folder, megabytes):
    text = (folder / f"search-{megabytes}.txt").read_text()
    quotes = json.loads((folder / f"search-{megabytes}.json").read_text())
    start = time.perf_counter()
    document = Document([text])
    read = time.perf_counter()
    right = 0
    for quote in quotes:
        state = document.locate(quote["text"])[0]
        right += state == quote["state"]
    end = time.perf_counter()
    print(
        f"read_ms={(read - start) * 1000:.0f} search_us={(end - read) / len(quotes) * 1e6:.0f} "
        f"quotes={len(quotes)} right={right} peak_mb={peak()}"
    )


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main():
    match sys.argv[1:]:
        case ["run", folder, form, n, corpus]:
            run(Path(folder), form, n, Path(corpus))
        case ["verify", folder, n]:
            verify(Path(folder), n)
        case ["search", folder, megabytes]:
            search(Path(folder), megabytes)
        case _:
            sys.exit(__doc__)


main()
