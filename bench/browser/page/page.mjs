import * as pdfjs from './pdfjs/build/pdf.mjs';

pdfjs.GlobalWorkerOptions.workerSrc = './pdfjs/build/pdf.worker.mjs';
const theirs = new pdfjs.PDFWorker();
const ours = new Worker('worker.mjs', { type: 'module' });
const base = new URL('./pdfjs/', location.href).href;

/** Wall time in milliseconds of both, of the file `name`. */
globalThis.measure = async (name) => {
  const bytes = await (await fetch(`files/${encodeURIComponent(name)}`)).arrayBuffer();
  return { ours: await byOurs(name, bytes.slice(0)), pdfjs: await byPdfJs(bytes) };
};

async function byOurs(name, bytes) {
  const start = performance.now();
  const answer = await new Promise((resolve) => {
    ours.onmessage = (event) => resolve(event.data);
    ours.postMessage({ name, bytes }, [bytes]);
  });
  if (answer.state === 'refused') throw new Error(answer.problems.join('\n'));
  return performance.now() - start;
}

async function byPdfJs(bytes) {
  const start = performance.now();
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes),
    worker: theirs,
    verbosity: 0,
    cMapUrl: `${base}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
  });
  const document = await task.promise;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  const ms = performance.now() - start;
  await task.destroy();
  return ms;
}

await theirs.promise;
