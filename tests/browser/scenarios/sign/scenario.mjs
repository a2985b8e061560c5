// A report is signed with a key made in the browser, and the bundle verifies: the signature, the trust
// in the given key, the inputs, and the replay. A changed byte is noticed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { openExample, score } from '../../steps.mjs';

export default async function ({ page, url, root }) {
  await openExample({ page, url, root });
  await score(page);
  await page.evaluate(() => { window.location.hash = '#report'; });
  await page.getByTestId('make-key').click();
  await page.getByTestId('fingerprint').waitFor();
  await page.getByTestId('sign').click();
  await page.getByTestId('confirm-sign').click();
  await page.getByTestId('signed').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('export-archive').click(),
  ]);
  const bytes = await readFile(await download.path());
  assert.equal(bytes.subarray(0, 2).toString('latin1'), 'PK', 'a zip file');
  const name = download.suggestedFilename();
  await verify(page, name, bytes);
  assert.equal(await outcome(page, 'signature'), 'yes');
  assert.equal(await outcome(page, 'inputs'), 'yes');
  assert.equal(await outcome(page, 'replay'), 'yes');

  // Inside the report, stored or packed, any flipped bit has to be noticed.
  const spoilt = Buffer.from(bytes);
  spoilt[Math.floor(spoilt.length / 3)] ^= 1;
  await verify(page, `spoilt-${name}`, spoilt);
  const answer = page.locator('[data-testid="answer"][data-answer="signature"]');
  const is_refused = (await answer.count()) === 0 || (await answer.getAttribute('data-outcome')) !== 'yes'
    || (await outcome(page, 'replay')) !== 'yes';
  assert.ok(is_refused, 'a changed byte was not noticed');
}

async function verify(page, name, buffer) {
  const input = page.getByTestId('verify-input');
  await input.setInputFiles({ name, mimeType: 'application/zip', buffer });
  // The result of the file before may stand there until the new one is in; a refusal counts as well.
  await page
    .locator('[data-testid="verify-result"]', { hasText: name })
    .or(page.locator('.notice'))
    .first()
    .waitFor();
}

async function outcome(page, id) {
  return page.locator(`[data-testid="answer"][data-answer="${id}"]`).getAttribute('data-outcome');
}
