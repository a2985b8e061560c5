// A citation's highlight lies on the right words: where `proofmark locate` says they are, and where another
// program finds them.
//
// Against `locate`, all four edges within two pixels of the screen. Against the other program, two points
// at the left and right edges (side bearings, rounding); above and below, programs differ in what they call
// a line's height, so there the highlight's middle has to lie inside the other's line, and its height
// between half of it and half as much again.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { goToAttempt, openExample, score } from '../../steps.mjs';

const EDGE_TOLERANCE_PX = 2;
const EDGE_TOLERANCE_PT = 2;

export default async function ({ page, url, root, proofmark }) {
  const boxes = JSON.parse(readFileSync(new URL('boxes.json', import.meta.url), 'utf8'));
  await openExample({ page, url, root });
  await score(page);
  for (const box of boxes) {
    await goToAttempt(page, box.attempt);
    await page.locator('[data-testid="citation"][data-citation="0"]').click();
    const canvas = page.locator(
      `[data-testid="page-canvas"][data-page="${box.page}"][data-drawn="true"]`,
    );
    await canvas.waitFor();
    const frame = await canvas.boundingBox();
    const scale = frame.width / box.width;
    assert.ok(Math.abs(frame.height / box.height - scale) < 0.02 * scale, `${box.words}: the page's shape`);
    const found = await shownBoxes(page, box.page, frame);
    await liesWhereLocateSays(proofmark, root, box, found, scale);
    liesWhereOthersFindIt(box, found.map((rect) => scaled(rect, 1 / scale)));
    await showsInk(page, canvas, box, scale);
  }
}

/** The boxes of the first citation on a page, in pixels from the page's corner. */
async function shownBoxes(page, number, frame) {
  const highlight = page.locator(
    '[data-testid="highlight"][data-citation="0"][data-kind="supports"] .highlight-fill',
  );
  await highlight.first().waitFor();
  const rects = await highlight.evaluateAll((all) => all.map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  }));
  return rects
    .map((rect) => ({
      left: rect.left - frame.x, right: rect.right - frame.x,
      top: rect.top - frame.y, bottom: rect.bottom - frame.y,
    }))
    // A passage over a page seam has a part on another sheet.
    .filter((rect) => rect.bottom > 0 && rect.top < frame.height);
}

/** Every box lies on one that the command line gives for the cited quotation, and none is left out. */
async function liesWhereLocateSays(proofmark, root, box, found, scale) {
  const quote = citedQuote(root, box.attempt);
  const output = await proofmark([
    'locate', '--json', path.join(root, 'examples/larkfield', box.document), '--quote', quote,
  ]);
  const told = JSON.parse(output).quads
    .filter(({ page }) => page === box.page)
    .map(({ quad_view }) => ({
      left: Math.min(...quad_view.map(([x]) => x)), right: Math.max(...quad_view.map(([x]) => x)),
      top: Math.min(...quad_view.map(([, y]) => y)), bottom: Math.max(...quad_view.map(([, y]) => y)),
    }))
    .map((rect) => scaled(rect, scale));
  const inOrder = (rects) => rects.toSorted((a, b) => a.top - b.top || a.left - b.left);
  const what = `${box.attempt}: locate gives ${JSON.stringify(told)}, shown ${JSON.stringify(found)}`;
  assert.ok(told.length > 0, what);
  assert.equal(found.length, told.length, what);
  const shown = inOrder(found);
  inOrder(told).forEach((rect, idx) => {
    for (const edge of ['left', 'right', 'top', 'bottom']) {
      assert.ok(Math.abs(rect[edge] - shown[idx][edge]) <= EDGE_TOLERANCE_PX, `${edge} of ${what}`);
    }
  });
}

/** What the answer of an attempt puts between its first quotation marks. */
function citedQuote(root, attempt) {
  const [workflow, repetition, question] = attempt.split('/');
  const file = path.join(root, `examples/larkfield/outputs-${workflow}.jsonl`);
  const line = readFileSync(file, 'utf8').split('\n').filter(Boolean).map((one) => JSON.parse(one))
    .find((one) => String(one.repetition) === repetition && one.question_id === question);
  return line.raw.match(/"([^"]+)"/)[1];
}

function liesWhereOthersFindIt(box, found) {
  const middle = (rect) => (rect.top + rect.bottom) / 2;
  const there = found.filter((rect) => middle(rect) > box.top && middle(rect) < box.bottom
    && rect.left < box.right && rect.right > box.left);
  const told = `${box.attempt}: looked for ${JSON.stringify(box)}, found ${JSON.stringify(found)}`;
  assert.equal(there.length, 1, told);
  const [rect] = there;
  assert.ok(Math.abs(rect.left - box.left) <= EDGE_TOLERANCE_PT, told);
  assert.ok(Math.abs(rect.right - box.right) <= EDGE_TOLERANCE_PT, told);
  const ratio = (rect.bottom - rect.top) / (box.bottom - box.top);
  assert.ok(ratio > 0.5 && ratio < 1.5, told);
}

function scaled({ left, right, top, bottom }, by) {
  return { left: left * by, right: right * by, top: top * by, bottom: bottom * by };
}

/** The words themselves are painted there: the page's image has dark pixels under the highlight. */
async function showsInk(page, canvas, box, scale) {
  const n_dark = await canvas.evaluate((canvas, { box, scale }) => {
    const ratio = canvas.width / canvas.getBoundingClientRect().width;
    const [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom]
      .map((points) => Math.round(points * scale * ratio));
    const { data } = canvas.getContext('2d').getImageData(left, top, right - left, bottom - top);
    let n_dark = 0;
    for (let idx = 0; idx < data.length; idx += 4) {
      if (data[idx] < 128 && data[idx + 3] > 128) n_dark += 1;
    }
    return n_dark / (data.length / 4);
  }, { box, scale });
  // Text covers between a twentieth and a half of its line.
  assert.ok(n_dark > 0.03 && n_dark < 0.6, `${box.attempt}: ${n_dark} of the line is ink`);
}
