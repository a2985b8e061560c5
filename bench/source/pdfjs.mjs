// Reads PDFs with pdf.js: one file name a line on standard input, one JSON answer a line on standard output.
// Answers: {ok, pages, ms, error?}; `ms` is processor time of opening and reading all pages' text.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(join(process.cwd(), "package.json"));
const top = dirname(require.resolve("pdfjs-dist/package.json"));
// Used for drawing only, which is not asked for here.
for (const name of ["DOMMatrix", "Path2D", "ImageData"]) globalThis[name] ??= class {};
// What the library prints would stand between the answers.
console.log = console.warn = console.info = () => {};
const { getDocument, VerbosityLevel } = await import(
  pathToFileURL(join(top, "legacy/build/pdf.mjs"))
);

async function read(name) {
  const data = new Uint8Array(await readFile(name));
  const start = process.cpuUsage();
  const task = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: join(top, "cmaps") + "/",
    cMapPacked: true,
    standardFontDataUrl: join(top, "standard_fonts") + "/",
    wasmUrl: join(top, "wasm") + "/",
    useSystemFonts: false,
  });
  try {
    const document = await task.promise;
    const pages = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      try {
        const page = await document.getPage(number);
        const content = await page.getTextContent();
        pages.push(
          content.items.map((item) => (item.str ?? "") + (item.hasEOL ? "\n" : "")).join(""),
        );
        page.cleanup();
      } catch {
        pages.push("");
      }
    }
    const used = process.cpuUsage(start);
    return { ok: true, pages, ms: (used.user + used.system) / 1000 };
  } finally {
    await task.destroy();
  }
}

for await (const name of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = await read(name);
  } catch (error) {
    answer = { ok: false, pages: [], error: `${error.name}: ${error.message}` };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
