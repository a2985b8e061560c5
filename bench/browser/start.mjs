// What the reviewer costs before it can be used: bytes that are fetched, the time until files can be dropped, and from
// there until the first page of a long document shows.
// `cargo xtask bench start` calls this: --dist DIR --modules DIR --browser PROGRAM.
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { longPdf } from '../../tests/browser/long_pdf.mjs';
import { serve } from '../../tests/browser/server.mjs';

const N_TRIES = 9;
const N_PAGES = 300;
const names = ['dist', 'modules', 'browser'];
const { values: given } = parseArgs({
  options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const { chromium } = createRequire(path.join(given.modules, 'x.js'))('playwright-core');
const dist = path.resolve(given.dist);
const server = await serve(dist);
const browser = await chromium.launch({
  executablePath: given.browser,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const context = await browser.newContext();
const page = await context.newPage();
const fetched = new Set();
context.on('request', (request) => fetched.add(new URL(request.url()).pathname));

const cold = await start();
// What the worker fetches by itself is not told of.
const fetched_cold = [...new Set([...fetched, '/reviewer/worker.js', '/reviewer/worker_bg.wasm'])];
const warm = [];
for (let n = 0; n < N_TRIES; n += 1) warm.push(await start());
const first_page = [];
for (let n = 0; n < N_TRIES; n += 1) first_page.push(await firstPage());
await browser.close();
await server.close();

const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
row('start of the page', 'value');
row('---', '---:');
row('first visit, until files can be dropped, ms', cold.toFixed(0));
row(`later visit, median of ${N_TRIES}, ms`, median(warm).toFixed(0));
row(`first page of ${N_PAGES} after they are dropped, median of ${N_TRIES}, ms`, median(first_page).toFixed(0));
let all = { raw: 0, brotli: 0 };
for (const name of fetched_cold.sort()) {
  const file = path.join(dist, decodeURIComponent(name.replace(/^\/reviewer\//, '')) || 'index.html');
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) continue;
  const brotli = brotliCompressSync(bytes).length;
  all = { raw: all.raw + bytes.length, brotli: all.brotli + brotli };
  if (name.endsWith('.wasm')) row(`${path.basename(name)}, bytes, and by brotli`, `${bytes.length}, ${brotli}`);
}
row('all that is fetched, bytes, and by brotli', `${all.raw}, ${all.brotli}`);

/** Milliseconds from the navigation until the worker answers and the drop zone is there. */
async function start() {
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.getByTestId('drop-zone').waitFor();
  return page.evaluate(() => performance.now());
}

/** Milliseconds from dropping a long document until its first page is on the screen, in a browser that keeps nothing. */
async function firstPage() {
  const fresh = await browser.newContext();
  const page = await fresh.newPage();
  await page.addInitScript(() => {
    let dropped;
    document.addEventListener('change', () => { dropped = performance.now(); }, true);
    new MutationObserver(() => {
      if (!document.querySelector('[data-testid="first-page"]') || window.first_page) return;
      // The frame with the image in it is on the screen when the next one begins.
      window.first_page = new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - dropped)));
      });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(server.url);
  await page.getByTestId('drop-zone').waitFor();
  // The preflight, which the worker does first, is a matter of the start.
  await page.getByText('A run qualifies only where all four hold.').waitFor();
  const file = { name: 'long.pdf', mimeType: 'application/pdf', buffer: longPdf(N_PAGES) };
  await page.getByTestId('file-input').setInputFiles(file);
  await page.waitForFunction(() => window.first_page !== undefined);
  const millis = await page.evaluate(() => window.first_page);
  await fresh.close();
  return millis;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
