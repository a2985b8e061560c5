// What scenarios do again and again, as a person would do it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The names of the example's files, in the order in which the reviewer loads them. */
export function exampleNames(root) {
  const list = readFileSync(path.join(root, 'examples/larkfield/files.txt'), 'utf8');
  return list.split('\n').filter((name) => name !== '');
}

/** Opens the reviewer and loads the example by its button. */
export async function openExample({ page, url, root }) {
  await page.goto(url);
  await page.getByTestId('load-example').click();
  await filesAreReady(page, exampleNames(root));
}

/** Waits until every named file is listed and ready. */
export async function filesAreReady(page, names) {
  for (const name of names) {
    await page.locator(`[data-testid="file-row"][data-name="${name}"][data-state="Ready"]`).waitFor();
  }
}

/** Scores what is loaded and waits for the review. */
export async function score(page) {
  await page.locator('[data-testid="score"]:enabled').click();
  await page.getByTestId('attempt-list').waitFor();
}

/** Goes to an attempt by its link, as somebody does who was sent one. */
export async function goToAttempt(page, id) {
  const row = page.locator(
    `[data-testid="attempt-row"][data-attempt="${id}"][aria-selected="true"]`,
  );
  // The page writes its own view into the fragment, which may overtake a link set in the same moment:
  // a person would follow the link again.
  for (let tries = 3; tries > 0; tries -= 1) {
    await page.evaluate((id) => {
      window.location.hash = `#review&a=${id}`;
    }, id);
    try {
      await row.waitFor({ timeout: tries > 1 ? 10_000 : 60_000 });
      break;
    } catch (error) {
      if (tries === 1) throw error;
    }
  }
  // The view may still hold the one before; its own line of names tells.
  const question = id.split('/')[2];
  await page
    .locator('[data-testid="attempt"] .attempt-meta', { hasText: question })
    .waitFor();
}

/** The attempt's verdict as shown. */
export async function shownVerdict(page) {
  return page.getByTestId('attempt').getAttribute('data-verdict');
}

/** The states of the shown attempt's citations, in order of emission. */
export async function shownStates(page) {
  const lines = await page.getByTestId('citation').evaluateAll((all) =>
    all.map((one) => [Number(one.dataset.citation), one.dataset.state]));
  return lines.sort(([a], [b]) => a - b).map(([, state]) => state);
}

/** Waits until `read` gives what `expected` says; shows the last difference otherwise. */
export async function eventually(read, expected, message, patience_millis = 30_000) {
  const end = Date.now() + patience_millis;
  for (;;) {
    const found = await read();
    try {
      assert.deepEqual(found, expected, message);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
