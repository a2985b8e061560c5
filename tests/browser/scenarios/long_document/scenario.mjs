// A document of three hundred pages: its first page shows soon after it is read, every page is a moment away, a
// page that was seen comes back at once, and a page that is zoomed far in is drawn in sharp tiles.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { birds, longPdf } from '../../long_pdf.mjs';
import { eventually, filesAreReady } from '../../steps.mjs';

const N_PAGES = 300;
/** Generous: the machine may be busy with something else. */
const PAGE_MILLIS = 5_000;
const TASK_MILLIS = 400;

export default async function ({ page, context, url }) {
  await context.addInitScript(() => {
    window.long_tasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.long_tasks.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
    // From the moment the files are there to the first image of a page of theirs.
    let dropped;
    document.addEventListener('change', () => { dropped = performance.now(); }, true);
    new MutationObserver(() => {
      const image = document.querySelector('[data-testid="first-page"]');
      if (!image || window.first_page !== undefined) return;
      requestAnimationFrame(() => {
        const n_columns = image.width;
        const pixels = image.getContext('2d').getImageData(0, 0, n_columns, image.height).data;
        window.first_page ??= { millis: Math.round(performance.now() - dropped), n_columns, has_ink: pixels.some((value) => value < 128) };
      });
    }).observe(document, { childList: true, subtree: true });
  });
  const times = {};
  const timed = async (what, act) => {
    const start = Date.now();
    await act();
    times[what] = Date.now() - start;
  };
  const canvas = (number) =>
    page.locator(`[data-testid="page-canvas"][data-page="${number}"][data-drawn="true"]`);
  const pdf = longPdf(N_PAGES);
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  const file = (name, mimeType, buffer) => ({ name, mimeType, buffer });
  await timed('reading', async () => {
    await page.getByTestId('file-input').setInputFiles([
      file('long.pdf', 'application/pdf', pdf),
      file('bank.json', 'application/json', Buffer.from(bank(pdf))),
    ]);
    await filesAreReady(page, ['long.pdf', 'bank.json']);
  });
  const first = await page.evaluate(() => window.first_page);
  assert.ok(first?.has_ink, `while the document is read its first page is shown: ${JSON.stringify(first)}`);
  times['first page while reading'] = first.millis;
  await page.evaluate(() => { window.long_tasks.length = 0; });
  await timed('first page', async () => {
    await page.getByTestId('tab-bank').click();
    await canvas(7).waitFor();
  });
  await page.locator('[data-testid="highlight"][data-highlight="probe"]').waitFor();

  const jump = async (number) => {
    await page.getByTestId('page-number').fill(String(number));
    await page.getByTestId('page-number').press('Enter');
    await canvas(number).waitFor();
  };
  await timed('jump to 290', () => jump(290));
  await eventually(() => page.getByTestId('page-number').inputValue(), '290', 'the number of the page in view');
  await timed('back to 7', () => jump(7));

  // Dragged through from end to end: what is passed is not drawn, and the last page is.
  await timed('scrolled through', async () => {
    await page.getByTestId('page-desk').evaluate(async (desk) => {
      for (let step = 0; step <= 60; step += 1) {
        desk.scrollTop = (desk.scrollHeight - desk.clientHeight) * (step / 60);
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
    await canvas(N_PAGES).waitFor();
  });
  const n_sheets = await page.getByTestId('page-canvas').count();
  assert.ok(n_sheets <= 6, `${n_sheets} pages are in the document, not those near the view alone`);
  const tasks = await page.evaluate(() => window.long_tasks.slice());
  console.log(`# ${N_PAGES} pages: ${Object.entries(times).map(([what, millis]) => `${what} ${millis} ms`).join(', ')}; `
    + `tasks over 50 ms: ${tasks.join(', ') || 'none'}`);
  for (const [what, millis] of Object.entries(times)) {
    if (what !== 'reading') assert.ok(millis < PAGE_MILLIS, `${what} took ${millis} ms`);
  }
  assert.ok(tasks.every((duration) => duration < TASK_MILLIS), `a task of ${Math.max(...tasks)} ms`);

  await tiles(page, jump);
}

/** Zoomed in as far as it goes: the page is coarse and whole, and what is in view is sharp over it. */
async function tiles(page, jump) {
  await jump(12);
  assert.equal(await page.getByTestId('page-tile').count(), 0, 'no tiles at the usual size');
  for (let step = 0; step < 12; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.locator('[data-testid="page-tile"][data-drawn="true"]').first().waitFor();
  // In the middle of the view a tile lies over the page, drawn as finely as the screen shows it.
  await eventually(() => page.getByTestId('page-desk').evaluate((desk) => {
    const box = desk.getBoundingClientRect();
    const middle = [box.left + box.width / 2, box.top + box.height / 2];
    const tile = [...document.querySelectorAll('[data-testid="page-tile"][data-drawn="true"]')].find((one) => {
      const at = one.getBoundingClientRect();
      return at.left <= middle[0] && middle[0] < at.right && at.top <= middle[1] && middle[1] < at.bottom;
    });
    if (!tile) return 'no tile in the middle';
    const pixels = tile.width / tile.getBoundingClientRect().width;
    return pixels > 0.95 ? 'sharp' : `${pixels} pixels to the pixel`;
  }), 'sharp', 'the middle of the view');
  const largest = await page.getByTestId('page-canvas').evaluateAll((all) =>
    Math.max(...all.map((one) => one.width * one.height)));
  assert.ok(largest <= 16 * 1024 * 1024, `an image of ${largest} pixels`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fit width' }).click();
  await eventually(() => page.getByTestId('page-tile').count(), 0, 'no tiles any more');
}

function bank(pdf) {
  const n_birds = birds(7, 3);
  return JSON.stringify({
    schema: 'proofmark/bank/1',
    contract: '1.5.0',
    title: 'A long document',
    documents: [{ id: 'long', file: 'long.pdf', sha256: createHash('sha256').update(pdf).digest('hex') }],
    questions: [{
      id: 'q1',
      question: 'How many birds does line 3 of page 7 note?',
      required_fields: ['birds'],
      expected_abstention: false,
      essential_claims: [{
        id: 'q1-a',
        field: 'birds',
        description: 'The birds noted.',
        value: `${n_birds} birds`,
        accepted_values: [`${n_birds} birds`],
        answer_scope: 'field',
        role_phrases: [],
        evidence: {
          document: 'long',
          page: 7,
          quote: `Page 7, line 3: the warden notes the wind, the water and ${n_birds} birds.`,
        },
      }],
    }],
  });
}
