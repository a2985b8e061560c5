// A citation's highlight lies where another program finds the same words.
//
// Tolerance: the left and right edges may differ by what a reader does not see, two points (side
// bearings, rounding); above and below, programs differ in what they call a line's height, so there the
// highlight's middle has to lie inside the other's line, and its height between half of it and half as
// much again.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { goToAttempt, openExample, score } from '../../steps.mjs';

const EDGE_TOLERANCE_PT = 2;

export default async function ({ page, url, root }) {
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
    const highlight = page.locator(
      '[data-testid="highlight"][data-citation="0"][data-kind="supports"] .highlight-fill',
    );
    await highlight.first().waitFor();
    const frame = await canvas.boundingBox();
    const scale = frame.width / box.width;
    assert.ok(Math.abs(frame.height / box.height - scale) < 0.02 * scale, `${box.words}: the page's shape`);
    const found = (await highlight.evaluateAll((all) => all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom };
    }))).map((rect) => ({
      left: (rect.left - frame.x) / scale,
      right: (rect.right - frame.x) / scale,
      top: (rect.top - frame.y) / scale,
      bottom: (rect.bottom - frame.y) / scale,
    }));
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
    await showsInk(page, canvas, box, scale);
  }
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
