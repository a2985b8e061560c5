// What a reviewer does all day: narrows the list by everything it can be narrowed by, reads why, steps through the
// places of a quotation, sees the nearest passage of one that is not there, copies, prints, and turns keys off.
import assert from 'node:assert/strict';
import { eventually, goToAttempt, openExample, score } from '../../steps.mjs';

export default async function ({ page, context, url, root }) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openExample({ page, url, root });
  await score(page);
  await narrow(page);
  await reasons(page);
  await places(page);
  await nearest(page);
  await between(page);
  await printed(page);
  await withoutLetters(page);
}

async function count(page) {
  return Number.parseInt(await page.getByTestId('list-count').innerText(), 10);
}

/** Each filter narrows, the counts follow, the address holds them, and one button clears them. */
async function narrow(page) {
  const all = await count(page);
  for (const [filter, value] of [
    ['workflow', 'merlin'], ['repetition', '2'], ['reason', 'value_conflict'], ['document', 'rules'],
  ]) {
    await page.getByTestId(`filter-${filter}`).selectOption(value);
    await eventually(async () => (await count(page)) < all, true, `narrowed by ${filter}`);
    await eventually(() => new RegExp(`=${value}(&|$)`).test(page.url()), true, 'the address holds it');
    const shown = await page.getByTestId('attempt-row').evaluateAll((rows) => rows.map((row) => row.dataset.attempt));
    if (filter === 'workflow') assert.ok(shown.every((id) => id.startsWith('merlin/')), 'of that workflow');
    if (filter === 'repetition') assert.ok(shown.every((id) => id.includes('/2/')), 'of that repetition');
    const counted = Number.parseInt(await page.getByTestId('count-all').innerText(), 10);
    assert.equal(counted, await count(page), 'the counts follow');
    await page.getByTestId(`filter-${filter}`).selectOption('');
    await eventually(() => count(page), all, `no longer narrowed by ${filter}`);
  }
  await page.getByTestId('count-unresolved').click();
  await eventually(async () => page.getByTestId('attempt-row').evaluateAll((rows) =>
    rows.length > 0 && rows.every((row) => row.dataset.verdict === 'unresolved')), true, 'of that verdict');
  await page.getByTestId('search').fill('no such words anywhere');
  await page.getByText('No attempt matches.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await eventually(() => count(page), all, 'cleared');
}

/** Reasons are sentences with their code; the same sentence stands once. */
async function reasons(page) {
  await goToAttempt(page, 'merlin/1/q02');
  const reasons = page.getByTestId('reason');
  await reasons.first().waitFor();
  const said = await reasons.allInnerTexts();
  assert.equal(new Set(said).size, said.length, 'no sentence stands twice');
  const text = await reasons.first().innerText();
  assert.match(text, /stand in each other’s roles/, 'in words');
  assert.ok(text.endsWith(await reasons.first().getAttribute('data-code')), 'with the code after them');
  // Where there is more than one segment kind, each has its own dress and stands in the key.
  const dresses = await page.getByTestId('raw-output').locator('span[class^="segment-"]').evaluateAll((all) =>
    [...new Set(all.map((one) => one.className))]);
  assert.ok(dresses.length >= 3, `segments are told apart: ${dresses}`);
  await page.getByTestId('raw-output').locator('.segment-quote').first().click();
  await eventually(() => page.evaluate(() => document.activeElement?.id), 'field-exposure times', 'a segment leads to its field');
}

/** All places of an ambiguous quotation are marked; choosing it again goes to the next. */
async function places(page) {
  await goToAttempt(page, 'kestrel/3/q05');
  const marks = page.locator('[data-testid="highlight"][data-kind="ambiguous"]');
  await marks.first().waitFor();
  const citation = page.locator('[data-testid="citation"][data-state="ambiguous"]').first();
  await citation.click();
  await citation.getByText(/1 of \d shown|2 of \d shown/).waitFor();
  const first = await citation.innerText();
  await citation.click();
  await eventually(async () => (await citation.innerText()) !== first, true, 'the next place');
  // The legend hides a kind and shows it again.
  const legend = page.getByTestId('legend').getByRole('button', { name: 'Ambiguous' });
  await legend.click();
  await eventually(() => marks.count(), 0, 'hidden by the legend');
  await legend.click();
  await marks.first().waitFor();
  // From the page back to the citation.
  const box = await marks.first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await eventually(() => citation.getAttribute('aria-current'), 'true', 'a highlight leads to its citation');
  await page.getByTestId('copy-citation').click();
  await page.getByTestId('copy-citation').getByText('Copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const quote = await citation.locator('q').innerText();
  assert.ok(copied.startsWith(`“${quote.replace(/^[“"]|[”"]$/g, '')}” (`), `what was copied: ${copied}`);
  assert.match(copied, /handbook|rules|leaflet/, 'with its document');
}

/** What is not found shows the nearest passage, with what differs marked in both directions. */
async function nearest(page) {
  await goToAttempt(page, 'merlin/3/q03');
  const near = page.locator('.citation-near');
  await near.waitFor();
  assert.match(await near.innerText(), /Nearest passage, page \d+, for reading only/, 'named as what it is');
  assert.ok(await near.locator('ins').count() > 0, 'what the document says is marked');
  assert.ok(await near.locator('del').count() > 0, 'what the citation says is marked');
  await page.locator('[data-testid="highlight"][data-kind="near"]').first().waitFor();
}

/** Repetitions, citations and thumbnails lead on; the address of an attempt is copied. */
async function between(page) {
  await goToAttempt(page, 'merlin/1/q02');
  // A thumbnail bears the marks of its page.
  await page.locator('.thumb[data-page="2"] .thumb-supports').first().waitFor();
  await page.getByTestId('thumb').last().click();
  const last = await page.getByTestId('thumb').last().getAttribute('data-page');
  await eventually(() => page.getByTestId('thumb').last().getAttribute('aria-current'), 'page', `page ${last}`);
  await page.getByTestId('copy-link').click();
  await page.getByTestId('copy-link').getByText('Copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await eventually(() => page.url(), link, 'the address');
  await page.getByTestId('attempt-list').focus();
  await page.keyboard.press(']');
  await eventually(() => page.url().includes('merlin/2/q02'), true, 'the next repetition');
}

/** On paper the attempt goes on over as many pages as it needs, without what only serves the screen. */
async function printed(page) {
  await page.emulateMedia({ media: 'print' });
  const cut = await page.evaluate(() => {
    const pane = document.querySelector('.pane-attempt');
    const origin = document.querySelector('.attempt-origin').getBoundingClientRect();
    const box = pane.getBoundingClientRect();
    return origin.bottom > box.bottom + 1 || getComputedStyle(pane).overflowY !== 'visible';
  });
  assert.equal(cut, false, 'the attempt is whole');
  assert.equal(await page.locator('.app-bar').isVisible(), false, 'no bar');
  assert.equal(await page.getByTestId('attempt-list').isVisible(), false, 'no list');
  await page.emulateMedia({ media: 'screen' });
}

/** Whoever speaks to the computer can turn single letters off; the choice stays. */
async function withoutLetters(page) {
  const shown = () => page.locator('[data-testid="attempt-row"][aria-selected="true"]').getAttribute('data-attempt');
  const before = await shown();
  await page.keyboard.press('?');
  await page.getByTestId('letter-keys').uncheck();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  assert.equal(await page.locator('dialog').count(), 0, 'no letter does anything');
  assert.equal(await shown(), before, 'nor leads away');
  await page.getByTestId('attempt-list').focus();
  await page.keyboard.press('ArrowDown');
  await eventually(async () => (await shown()) !== before, true, 'arrows still do');
}
