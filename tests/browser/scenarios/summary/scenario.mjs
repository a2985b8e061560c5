// Every figure of the summary leads to the attempts behind it: gates, questions, workflows and reasons.
import assert from 'node:assert/strict';
import { eventually, openExample, score } from '../../steps.mjs';

export default async function ({ page, url, root }) {
  await openExample({ page, url, root });
  await score(page);
  await gates(page);
  await questions(page);
  await workflows(page);
  await reasons(page);
}

async function toSummary(page) {
  await page.getByTestId('tab-summary').click();
  await page.getByTestId('gates').waitFor();
}

const rows = (page) => page.getByTestId('attempt-row').evaluateAll((all) =>
  all.map((row) => row.dataset.attempt));

/** Follows a link and waits for the list. */
async function follow(page, link) {
  await link.click();
  await page.getByTestId('attempt-list').waitFor();
}

async function gates(page) {
  for (const gate of ['complete_supported', 'clean_abstention', 'citation_precision']) {
    await toSummary(page);
    const cell = page.locator(`[data-testid="gate"][data-gate="${gate}"][data-repetition="2"]`);
    assert.match(await cell.innerText(), /\d+\/\d+|nothing to measure/, 'exact counts');
    await follow(page, cell.locator('a'));
    await eventually(async () => {
      const shown = await rows(page);
      return shown.length > 0 && shown.every((id) => id.startsWith('kestrel/2/'));
    }, true, `the attempts behind ${gate}`);
  }
}

async function questions(page) {
  await toSummary(page);
  const cell = page.getByTestId('grid-cell').nth(4);
  const label = await cell.getAttribute('aria-label');
  await follow(page, cell);
  const chosen = page.locator('[data-testid="attempt-row"][aria-selected="true"]');
  await chosen.waitFor();
  const [, , question] = (await chosen.getAttribute('data-attempt')).split('/');
  assert.ok(label.includes(question), `${label} leads to ${question}`);
}

async function workflows(page) {
  await toSummary(page);
  const cells = page.locator('.workflow-table tbody tr').first().locator('td a');
  const unresolved = cells.nth(2);
  const n = Number(await unresolved.innerText());
  assert.ok(n > 0, 'the example leaves something unresolved');
  await follow(page, unresolved);
  await eventually(async () => Number.parseInt(await page.getByTestId('list-count').innerText(), 10), n,
    'as many as were counted');
}

async function reasons(page) {
  await toSummary(page);
  const row = page.locator('.reason-table tbody tr').first();
  const n = Number((await row.innerText()).match(/(\d+)\s*$/)[1]);
  await follow(page, row.locator('a'));
  await eventually(async () => Number.parseInt(await page.getByTestId('list-count').innerText(), 10), n,
    'as many as were counted');
  await eventually(() => /reason=/.test(page.url()), true, 'by reason');
}
