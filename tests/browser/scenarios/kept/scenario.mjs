// What the browser keeps: a run comes back from the list in a new tab, two tabs on one audit overwrite
// nothing of each other, everything can be cleared, and a full store is told before anything is lost.
import assert from 'node:assert/strict';
import { eventually, exampleNames, filesAreReady, openExample, score } from '../../steps.mjs';

export default async function ({ page, context, url, root, fixture }) {
  await openExample({ page, url, root });
  await score(page);
  await page.getByTestId('tab-audit').click();
  await page.getByTestId('deciding').waitFor();
  await page.getByTestId('change-reviewer').click();
  await page.getByTestId('reviewer-name').fill('One');
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await done(page, 1);
  await page.getByTestId('kept').waitFor();

  // Another tab starts empty and offers the run.
  const second = await context.newPage();
  await second.goto(url);
  const run = second.getByTestId('continue-run');
  await eventually(async () => (await run.count()) === 1 && second.locator('[data-testid="continue"]')
    .innerText().then((text) => /1 of \d+ decided/.test(text)), true, 'the list tells how far it is');
  await run.click();
  await second.getByTestId('deciding').waitFor();
  await done(second, 1);

  // Each decides something, and both have both.
  await second.keyboard.press('n');
  await second.getByTestId('attempt').waitFor();
  await second.keyboard.press('2');
  await done(second, 2);
  await done(page, 2);
  await page.keyboard.press('n');
  await page.getByTestId('attempt').waitFor();
  await page.keyboard.press('3');
  await done(page, 3);
  await done(second, 3);
  await second.keyboard.press('u');
  await done(page, 2);

  // A reload of a screen that is about files keeps the person there.
  await second.getByTestId('tab-files').click();
  await second.reload();
  await filesAreReady(second, exampleNames(root));
  await second.close();

  // Cleared: after a reload nothing is there, and nothing is offered.
  await page.getByTestId('tab-files').click();
  await page.getByTestId('clear-kept').click();
  await page.getByTestId('confirm-clear').click();
  await eventually(() => page.getByTestId('status').innerText(), 'Nothing is kept any more', 'cleared');
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  await page.locator('[data-testid="preflight"]').first().waitFor();
  assert.equal(await page.getByTestId('file-row').count(), 0, 'no file');
  assert.equal(await page.getByTestId('continue-run').count(), 0, 'no run');

  // A full store, which the browser tells by refusing to write: the files are read all the same, and it is
  // said at once.
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...words) {
      if (this.name === 'files') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return put.apply(this, words);
    };
  });
  await page.reload();
  await page.getByTestId('drop-zone').waitFor();
  const names = exampleNames(root);
  await page.getByTestId('file-input').setInputFiles(names.map((name) => fixture(`examples/larkfield/${name}`)));
  await filesAreReady(page, names);
  await page.getByTestId('not-kept').waitFor();
  await score(page);
}

async function done(page, n) {
  await eventually(
    async () => Number(await page.getByTestId('audit-progress').getAttribute('data-done')), n, 'decided',
  );
}
