// The page in one file, opened from a disk, does what the served one does.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { openExample, score, goToAttempt, shownStates, shownVerdict } from '../../steps.mjs';

export default async function ({ page, context, root, one_file }) {
  assert.ok(one_file, 'run with --one-file PAGE');
  await context.setOffline(true);
  const url = pathToFileURL(one_file).href;
  await openExample({ page, url, root });
  await score(page);
  await goToAttempt(page, 'kestrel/1/q01');
  assert.equal(await shownVerdict(page), 'pass');
  assert.deepEqual(await shownStates(page), ['supports']);
  await page.locator('[data-testid="page-canvas"][data-drawn="true"]').first().waitFor();
  // Its own parts are those that were built, and nothing can be reached.
  await page.evaluate(() => { window.location.hash = '#files'; });
  for (const group of ['package', 'runtime', 'local_only']) {
    await page.locator(`[data-testid="preflight"][data-group="${group}"][data-passed="true"]`).waitFor();
  }
  const page_text = await readFile(one_file, 'utf8');
  assert.ok(!/(src|href)="(?!data:)[^"#]/.test(page_text), 'nothing is loaded from beside the file');
}
