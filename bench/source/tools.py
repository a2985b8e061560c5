"""The programs that are measured side by side, each behind the same few calls.

Times are processor time in milliseconds, so that other work on the machine does not count. Every program
gets the same time to answer and is ended when it takes longer.
"""

import json
import os
import select
import signal
import subprocess
import tempfile
import time

import numpy
import pymupdf

TIMEOUT_S = 20
IMAGE_DPI = 108
HERE = os.path.dirname(os.path.abspath(__file__))

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def run(words, stdin=None):
    """Runs a program: {ok, out, ms, fate}; fate is "", "hang", "panic" or "signal N"."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(words, stdin=stdin or subprocess.DEVNULL, stdout=out, stderr=err)
        deadline = time.monotonic() + TIMEOUT_S
        is_late = False
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline and not is_late:
                child.kill()
                is_late = True
            time.sleep(0.002)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        complaint = err.read(1 << 20).decode("utf-8", "replace")
        fate = ""
        if is_late:
            fate = "hang"
        elif child.returncode < 0:
            fate = f"signal {-child.returncode}"
        elif child.returncode == 101 or "panicked at" in complaint:
            fate = "panic"
        return {
            "ok": child.returncode == 0,
            "out": out.read(),
            "ms": (usage.ru_utime + usage.ru_stime) * 1000,
            "fate": fate,
        }


def in_child(work):
    """Runs `work` in a copy of this process, which may crash or hang: its result, or the fate as a text."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        code = 1
        try:
            with os.fdopen(writer, "w") as pipe:
                json.dump(work(), pipe)
            code = 0
        except Exception:  # the fate is told by the code
            pass
        finally:
            os._exit(code)
    os.close(writer)
    parts = []
    deadline = time.monotonic() + TIMEOUT_S
    while True:
        ready, _, _ = select.select([reader], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            os.kill(pid, signal.SIGKILL)
            break
        part = os.read(reader, 1 << 20)
        if not part:
            break
        parts.append(part)
    os.close(reader)
    os.waitpid(pid, 0)
    try:
        return json.loads(b"".join(parts))
    except ValueError:
        return {"ok": False, "pages": []}


class Mupdf:
    """MuPDF by PyMuPDF."""

    name = "mupdf"
    FLAGS = pymupdf.TEXTFLAGS_RAWDICT & ~pymupdf.TEXT_PRESERVE_IMAGES

    def text(self, path):
        def work():
            document = pymupdf.open(path)
            if document.needs_pass:
                return {"ok": False, "needs_password": True, "pages": []}
            if len(document) == 0:
                return {"ok": False, "pages": []}
            return {"ok": True, "pages": [page.get_text("text") for page in document]}

        return in_child(work)

    def time(self, path):
        def work():
            start = time.process_time()
            document = pymupdf.open(path)
            for page in document:
                page.get_textpage(flags=self.FLAGS)
            return {"ms": (time.process_time() - start) * 1000}

        return in_child(work).get("ms")

    def glyphs(self, path, n_pages):
        """For each page, [char, x, y] of what is painted, in points from the top left; None for turned ones."""

        def work():
            document = pymupdf.open(path)
            pages = []
            for page in list(document)[:n_pages]:
                if page.rotation:
                    pages.append(None)
                    continue
                blocks = page.get_text("rawdict", flags=self.FLAGS)["blocks"]
                chars = [
                    [char["c"], *char["origin"]]
                    for block in blocks
                    for line in block.get("lines", [])
                    for span in line["spans"]
                    for char in span["chars"]
                    if not char["c"].isspace()
                ]
                pages.append(chars)
            return {"pages": pages}

        return in_child(work).get("pages", [])


class Poppler:
    """pdftotext and pdftoppm."""

    name = "poppler"

    def __init__(self):
        # What it costs to start the program at all.
        self.start_ms = min(run(["pdftoppm", "-v"])["ms"] for _ in range(5))

    def text(self, path):
        result = run(["pdftotext", "-raw", path, "-"])
        text = result["out"].decode("utf-8", "replace")
        return {"ok": result["ok"], "pages": text.split("\f")[:-1], "ms": result["ms"]}

    def image(self, path, page_idx):
        """A grey image and the time; None when the page is not drawn."""
        number = str(page_idx + 1)
        result = run(["pdftoppm", "-r", str(IMAGE_DPI), "-cropbox", "-f", number, "-l", number, path])
        if not result["ok"] or not result["out"]:
            return None
        return grey(result["out"]), max(result["ms"] - self.start_ms, 0.0)


class PdfJs:
    """pdf.js under Node.js, one process for many files."""

    name = "pdf.js"

    def __init__(self, folder):
        self.folder = folder
        self.process = None

    def text(self, path):
        if self.process is None:
            self.process = subprocess.Popen(
                ["node", os.path.join(HERE, "pdfjs.mjs")],
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        self.process.stdin.write(path.encode() + b"\n")
        self.process.stdin.flush()
        parts = []
        deadline = time.monotonic() + TIMEOUT_S
        while not parts or not parts[-1].endswith(b"\n"):
            left = max(0, deadline - time.monotonic())
            ready, _, _ = select.select([self.process.stdout], [], [], left)
            part = os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
            if not part:
                self.process.kill()
                self.process.wait()
                self.process = None
                return {"ok": False, "pages": []}
            parts.append(part)
        return json.loads(b"".join(parts))


class Ours:
    """Proofmark's reader by its example program `measure`."""

    name = "ours"

    def __init__(self, program):
        self.program = program

    def text(self, path):
        result = run([self.program, "text", path])
        answer = json.loads(result["out"]) if result["out"] else {"ok": False, "pages": []}
        return answer | {"fate": result["fate"], "peak_mb": answer.get("peak_mb", 0)}

    def time(self, path):
        result = run([self.program, "time", path])
        return json.loads(result["out"])["ms"] if result["out"] else None

    def image(self, path, page_idx):
        with tempfile.NamedTemporaryFile() as file:
            scale = str(IMAGE_DPI / 72)
            result = run([self.program, "image", path, str(page_idx), scale, file.name])
            answer = json.loads(result["out"]) if result["out"] else {"ok": False}
            answer |= {"fate": result["fate"], "peak_mb": answer.get("peak_mb", 0)}
            if answer["ok"]:
                answer["image"] = grey(file.read())
            return answer


def grey(ppm):
    """The lightness, 0 to 255, of a binary PPM file's pixels."""
    kind, width, height, depth = ppm.split(maxsplit=4)[:4]
    assert kind == b"P6" and depth == b"255"
    n = int(width) * int(height) * 3
    pixels = numpy.frombuffer(ppm[-n:], dtype=numpy.uint8).reshape(int(height), int(width), 3)
    return pixels @ numpy.array([0.299, 0.587, 0.114])
