// Times the reading of PDFs, text with positions, in Chromium: this project's module and pdf.js, each in a
// worker that has started before, and the native program beside them. `cargo xtask bench browser` calls this.
//
// Wall time from the bytes in the page's memory to the text of all pages; the best of some tries, in turn.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serve } from '../../tests/browser/server.mjs';

const N_TRIES = 3;
const here = path.dirname(fileURLToPath(import.meta.url));
const names = ['corpus', 'pdfjs', 'modules', 'browser', 'native', 'ours'];
const { values: given } = parseArgs({
  options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const { chromium } = createRequire(path.join(given.modules, 'x.js'))('playwright-core');

const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-bench-'));
await cp(path.join(here, 'page'), folder, { recursive: true });
for (const [name, target] of [['ours', given.ours], ['pdfjs', given.pdfjs], ['files', given.corpus]]) {
  await symlink(path.resolve(target), path.join(folder, name));
}
const server = await serve(folder);
const browser = await chromium.launch({
  executablePath: given.browser,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(error));
await page.goto(server.url);
await page.waitForFunction(() => globalThis.measure !== undefined);

const files = (await readdir(given.corpus)).filter((name) => name.toLowerCase().endsWith('.pdf')).sort();
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
row(['file', 'ours, ms', 'pdf.js, ms', 'ours / pdf.js', 'native, ms', 'browser / native']);
row(['---', '---:', '---:', '---:', '---:', '---:']);
const totals = { ours: 0, pdfjs: 0, native: 0 };
for (const name of files) {
  const best = { ours: Infinity, pdfjs: Infinity, native: Infinity };
  for (let n = 0; n < N_TRIES; n += 1) {
    const times = await page.evaluate((file) => globalThis.measure(file), name);
    const said = execFileSync(given.native, ['time', path.join(given.corpus, name)]);
    times.native = JSON.parse(said).ms;
    for (const key of Object.keys(best)) best[key] = Math.min(best[key], times[key]);
  }
  for (const key of Object.keys(best)) totals[key] += best[key];
  print(name, best);
}
print('all', totals);
await browser.close();
await server.close();
await rm(folder, { recursive: true });

function print(name, { ours, pdfjs, native }) {
  const numbers = [ours.toFixed(1), pdfjs.toFixed(1), (ours / pdfjs).toFixed(2), native.toFixed(1)];
  row([name, ...numbers, (ours / native).toFixed(2)]);
}
