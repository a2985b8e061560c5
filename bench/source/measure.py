"""Measures Proofmark's reading of PDFs beside poppler, MuPDF and pdf.js, and prints one table.

`cargo xtask bench source` sets up the programs and calls this. The table goes to standard output; the
results of every file and the list of misses go to the folder given with --out.
"""

import argparse
import collections
import csv
import json
import os
import random
import re
import statistics
import sys
import unicodedata

import numpy

import tools
from ssim import ssim

AGREE_F1 = 0.98
GOOD_F1 = 0.95
N_QUOTE_TOKENS = 12
N_QUOTES = 30
N_TIMES = 3
NEAR_PT = 1.0
GOOD_ORIGINS = 0.99
# Pages of one file whose origins are compared, and pages that are drawn.
N_ORIGIN_PAGES = 20
N_IMAGE_PAGES = 2
# Parts of a page's pixels that are dark: painted, and blank.
PAINTED, BLANK = 0.002, 0.0002


# Scripts without spaces are compared char by char: Thai, Lao, Burmese, Khmer, kana, Han.
BY_CHAR = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
TOKEN = re.compile(rf"[{BY_CHAR}]|[^\W{BY_CHAR}]+")


def tokens(pages):
    text = unicodedata.normalize("NFKC", "\f".join(pages)).casefold().replace("\u00ad", "")
    return TOKEN.findall(text)


def f1(found, expected):
    if not found or not expected:
        return float(found == expected)
    n = sum((collections.Counter(found) & collections.Counter(expected)).values())
    return 2 * n / (len(found) + len(expected))


def quotes(first, second):
    """Quotations that stand exactly once in each of two token lists; the same ones every time."""
    if len(first) < 40:
        return []
    texts = [" " + " ".join(part) + " " for part in (first, second)]
    starts = list(range(len(first) - N_QUOTE_TOKENS))
    random.Random(1).shuffle(starts)
    chosen = []
    for start in starts:
        quote = " " + " ".join(first[start : start + N_QUOTE_TOKENS]) + " "
        if all(text.count(quote) == 1 for text in texts):
            chosen.append(quote)
            if len(chosen) == N_QUOTES:
                break
    return chosen


def origins(ours, reference):
    """How many glyphs of the reference have one of ours within a point: the same char, and any."""
    n = n_same = n_any = 0
    for page, expected in zip(ours["glyphs"], reference):
        if not expected:
            continue
        cells = collections.defaultdict(list)
        unit = page["unit"]
        for char, x, y in page["chars"]:
            cells[int(x * unit), int(y * unit)].append((char, x * unit, y * unit))
        for char, x, y in expected:
            # Codes without a meaning, which the reference lists also where they paint nothing.
            if unicodedata.category(char) == "Cc":
                continue
            near = [
                other
                for column in (-1, 0, 1)
                for row in (-1, 0, 1)
                for other, ox, oy in cells.get((int(x) + column, int(y) + row), ())
                if abs(ox - x) <= NEAR_PT and abs(oy - y) <= NEAR_PT
            ]
            n += 1
            n_any += bool(near)
            n_same += char in near
    return n, n_same, n_any


def read_file(path, programs, with_images):
    """Everything measured of one file but the times."""
    result = {"file": os.path.relpath(path, programs.top)}
    texts = {program.name: program.text(path) for program in programs.all}
    for name, text in texts.items():
        result[name] = {"opens": text["ok"], "error": text.get("error", "")}
    ours = texts["ours"]
    result["ours"] |= {"fate": ours["fate"], "peak_mb": ours["peak_mb"]}
    result["needs_password"] = texts["mupdf"].get("needs_password", False)
    result["wrong"] = programs.wrong.get(os.path.basename(path), "")
    words = {name: tokens(text["pages"]) for name, text in texts.items()}
    first, second = words["mupdf"], words["poppler"]
    if "words" not in result["wrong"] and len(first) >= 5 and f1(second, first) >= AGREE_F1:
        asked = quotes(first, second)
        for name in ("ours", "pdf.js"):
            text = " " + " ".join(words[name]) + " "
            result[name]["f1"] = f1(words[name], first)
            result[name]["n_quotes"] = len(asked)
            result[name]["missed"] = [quote.strip() for quote in asked if quote not in text]
    if "origins" not in result["wrong"] and ours["ok"] and texts["mupdf"]["ok"]:
        n, n_same, n_any = origins(ours, programs.mupdf.glyphs(path, N_ORIGIN_PAGES))
        if n >= 10:
            result["origins"] = {"n": n, "same": n_same / n, "any": n_any / n}
    if with_images and ours["ok"] and texts["poppler"]["ok"]:
        n_pages = min(len(texts["poppler"]["pages"]), N_IMAGE_PAGES)
        result["images"] = [read_image(path, page_idx, programs) for page_idx in range(n_pages)]
    return result


def read_image(path, page_idx, programs):
    mine = programs.ours.image(path, page_idx)
    result = {"page": page_idx + 1, "fate": mine["fate"], "peak_mb": mine["peak_mb"]}
    theirs = programs.poppler.image(path, page_idx)
    if theirs is None or not mine["ok"]:
        return result | {"is_missing": theirs is not None}
    image, ms = theirs
    ink = [float(numpy.mean(part < 200)) for part in (mine["image"], image)]
    height, width = (min(pair) for pair in zip(mine["image"].shape, image.shape))
    result |= {"ours_ms": mine["ms"], "poppler_ms": ms}
    result["is_blank"] = ink[1] >= PAINTED and ink[0] < BLANK
    result["ssim"] = ssim(mine["image"][:height, :width], image[:height, :width])
    return result


def read_times(result, path, programs):
    """Processor time of reading all text with positions; the best of some tries, in turn."""
    times = {"ours": [], "mupdf": [], "poppler": []}
    for _ in range(N_TIMES):
        times["ours"].append(programs.ours.time(path))
        times["mupdf"].append(programs.mupdf.time(path))
        times["poppler"].append(max(programs.poppler.text(path)["ms"] - programs.poppler.start_ms, 0.0))
    if all(all(ms is not None for ms in tries) for tries in times.values()):
        result["ms"] = {name: min(tries) for name, tries in times.items()}


class Programs:
    def __init__(self, args):
        self.top = args.corpus
        with open(os.path.join(tools.HERE, "wrong_references.csv"), newline="") as file:
            self.wrong = {row["file"]: row["figures"] for row in csv.DictReader(file)}
        self.ours = tools.Ours(args.measure)
        self.mupdf = tools.Mupdf()
        self.poppler = tools.Poppler()
        self.all = [self.ours, self.mupdf, self.poppler, tools.PdfJs(args.npm)]


def share(n, of):
    return f"{n}/{of} = {n / of:.4f}" if of else "none"


def summarize(results):
    """Rows of the table, (what, found, goal), and the misses, (figure, file, detail)."""
    rows, misses = [], []
    others = ("mupdf", "poppler", "pdf.js")
    expected = [r for r in results if sum(r[name]["opens"] for name in others) >= 2 and "opens" not in r["wrong"]]
    closed = [r for r in expected if not r["ours"]["opens"]]
    misses += [("opens", r["file"], r["ours"]["error"]) for r in closed]
    rows.append(("opens, of what two references open", share(len(expected) - len(closed), len(expected)), "all"))
    images = [(r, image) for r in results for image in r.get("images", [])]
    fates = [(r["file"], r["ours"]["fate"]) for r in results if r["ours"]["fate"]]
    fates += [(r["file"], f"image of page {i['page']}: {i['fate']}") for r, i in images if i["fate"]]
    misses += [("fate", *fate) for fate in fates]
    rows.append(("panics, crashes, hangs over 20 s", str(len(fates)), "0"))
    peaks = [(r["ours"]["peak_mb"], r["file"]) for r in results]
    peaks += [(i["peak_mb"], r["file"]) for r, i in images]
    peak, file = max(peaks)
    rows.append(("peak memory", f"{peak:.0f} MB ({file})", "< 500 MB"))
    for name in ("ours", "pdf.js"):
        judged = [r for r in results if "f1" in r[name]]
        bad = [r for r in judged if r[name]["f1"] < GOOD_F1]
        rows.append((f"files with F1 >= {GOOD_F1}, {name}", share(len(judged) - len(bad), len(judged)), "0.97"))
        n = sum(r[name]["n_quotes"] for r in judged)
        n_missed = sum(len(r[name]["missed"]) for r in judged)
        rows.append((f"twelve-token quotes, {name}", share(n - n_missed, n), "0.995"))
        if name == "ours":
            misses += [("f1", r["file"], f"{r[name]['f1']:.3f}") for r in bad]
            misses += [("quote", r["file"], quote) for r in judged for quote in r[name]["missed"]]
    placed = [r for r in results if "origins" in r]
    for kind, what in (("any", "files with 99 % of origins"), ("same", "the same, of the same char")):
        bad = [r for r in placed if r["origins"][kind] < GOOD_ORIGINS]
        rows.append((what, share(len(placed) - len(bad), len(placed)), "0.97"))
        misses += [(f"origins of {kind} char", r["file"], f"{r['origins'][kind]:.3f}") for r in bad]
    timed = [r for r in results if "ms" in r]
    if timed:
        totals = {name: sum(r["ms"][name] for r in timed) for name in ("ours", "mupdf", "poppler")}
        rows.append(("text with positions, time / MuPDF's", f"{totals['ours'] / totals['mupdf']:.3f}", "0.6"))
        rows.append(("the same / pdftotext's", f"{totals['ours'] / totals['poppler']:.3f}", ""))
        middle = statistics.median(r["ms"]["ours"] / max(r["ms"]["mupdf"], 0.01) for r in timed)
        rows.append(("the same / MuPDF's, median file", f"{middle:.3f}", ""))
        slow = sorted(timed, key=lambda r: r["ms"]["mupdf"] * 0.6 - r["ms"]["ours"])[:15]
        misses += [
            ("time", r["file"], f"{r['ms']['ours']:.1f} ms, MuPDF {r['ms']['mupdf']:.1f} ms")
            for r in slow
            if r["ms"]["ours"] > 0.6 * r["ms"]["mupdf"]
        ]
    drawn = [(r, i) for r, i in images if "ssim" in i]
    if drawn:
        rows.append(("page images", str(len(drawn)), ""))
        rows.append(("SSIM to pdftoppm, median", f"{statistics.median(i['ssim'] for _, i in drawn):.4f}", "0.975"))
        totals = [sum(i[key] for _, i in drawn) for key in ("ours_ms", "poppler_ms")]
        rows.append(("page image time / pdftoppm's", f"{totals[0] / totals[1]:.3f}", "0.6"))
        blank = [(r, i) for r, i in drawn if i["is_blank"]]
        rows.append(("blank where pdftoppm paints", str(len(blank)), "0"))
        missing = [(r, i) for r, i in images if i.get("is_missing")]
        rows.append(("not drawn where pdftoppm draws", str(len(missing)), "0"))
        misses += [("blank", r["file"], f"page {i['page']}") for r, i in blank]
        misses += [("not drawn", r["file"], f"page {i['page']}") for r, i in missing]
        misses += [
            ("ssim", r["file"], f"page {i['page']}: {i['ssim']:.3f}")
            for r, i in sorted(drawn, key=lambda pair: pair[1]["ssim"])
            if i["ssim"] < 0.9
        ]
        slow = sorted(drawn, key=lambda pair: -pair[1]["ours_ms"])[:10]
        misses += [
            ("image time", r["file"], f"page {i['page']}: {i['ours_ms']:.0f} ms, pdftoppm {i['poppler_ms']:.0f} ms")
            for r, i in slow
        ]
    return rows, misses


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", required=True, help="folder with PDFs, searched to its depth")
    parser.add_argument("--measure", required=True, help="the example program `measure`, built for speed")
    parser.add_argument("--npm", required=True, help="folder whose node_modules holds pdfjs-dist")
    parser.add_argument("--out", required=True, help="folder for results.json and misses.csv")
    parser.add_argument("--no-images", action="store_true")
    parser.add_argument("--no-times", action="store_true")
    parser.add_argument("names", nargs="*", help="only files whose path holds one of these texts")
    args = parser.parse_args()
    paths = sorted(
        os.path.join(folder, name)
        for folder, _, names in os.walk(args.corpus)
        for name in names
        if name.lower().endswith(".pdf")
    )
    if args.names:
        paths = [path for path in paths if any(name in path for name in args.names)]
    if not paths:
        sys.exit(f"no PDF in {args.corpus}")
    programs = Programs(args)
    results = []
    for number, path in enumerate(paths):
        result = read_file(path, programs, not args.no_images)
        opens = all(result[name]["opens"] for name in ("ours", "mupdf", "poppler"))
        if not args.no_times and opens:
            read_times(result, path, programs)
        results.append(result)
        if number % 50 == 49:
            print(f"{number + 1} of {len(paths)} files", file=sys.stderr, flush=True)
    rows, misses = summarize(results)
    os.makedirs(args.out, exist_ok=True)
    with open(os.path.join(args.out, "results.json"), "w") as file:
        json.dump({"summary": rows, "files": results}, file, indent=1)
    with open(os.path.join(args.out, "misses.csv"), "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("figure", "file", "detail"))
        writer.writerows(misses)
    print(f"{'files':<42} {len(paths)}")
    n_wrong = sum(bool(result["wrong"]) for result in results)
    print(f"{'left out of some figures':<42} {n_wrong} (see wrong_references.csv)")
    for what, found, goal in rows:
        print(f"{what:<42} {found:<34} {'goal ' + goal if goal else ''}".rstrip())


if __name__ == "__main__":
    main()
