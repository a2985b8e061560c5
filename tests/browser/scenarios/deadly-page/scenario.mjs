// A page on which the worker breaks whenever it is drawn is left out by name; everything else goes on.
import assert from 'node:assert/strict';
import { eventually, openExample, score } from '../../steps.mjs';

export default async function ({ page, url, root }) {
  await page.addInitScript(() => {
    window.nBroken = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      const image = message?.request?.Image;
      if (image !== undefined) {
        const name = `${image.document} ${image.page_idx}`;
        window.deadly ??= name;
        if (name === window.deadly) {
          // One page may be asked for in two sizes at once.
          if (!this.isBroken) {
            this.isBroken = true;
            window.nBroken += 1;
            setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'broken on purpose' })), 0);
          }
          return;
        }
      }
      post.call(this, message, ...rest);
    };
  });
  await openExample({ page, url, root });
  await score(page);
  await page.getByText('This page cannot be drawn: each time it was asked for').first().waitFor();
  assert.equal(await page.evaluate(() => window.nBroken), 2, 'two workers broke');
  await page.getByTestId('restarted').getByRole('button', { name: 'Close' }).click();

  // The pages beside it are drawn: they were waited for when the workers broke, and are tried one at a time.
  const drawn = page.locator('[data-testid="page-canvas"][data-drawn="true"]');
  await eventually(async () => (await drawn.count()) > 0, true, 'another page is drawn');
  const [document, idx] = await page.evaluate(() => window.deadly.split(' '));
  const deadly = page.locator(`[data-testid="page-canvas"][data-document="${document}"][data-page="${Number(idx) + 1}"]`);
  assert.equal(await deadly.first().getAttribute('data-drawn'), 'false', 'the page itself is not');
  assert.equal(await page.evaluate(() => window.nBroken), 2, 'no other worker broke');
}

export const allowed_breaches = [/broken on purpose/];
