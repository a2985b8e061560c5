// Once the page has opened, it needs no server: everything below happens with the network gone, and not
// one request is made.
import assert from 'node:assert/strict';
import { exampleNames, filesAreReady, score } from '../../steps.mjs';

/** The browser, not the page, asks for the tab's icon again whenever it likes. */
const ICON = /\/icon-[0-9a-f]+\.svg\b/;
export const allowed_breaches = [ICON];

export default async function ({ page, context, url, root, fixture }) {
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  // The preflight reads the build's own files; then the page is complete.
  await page.locator('[data-testid="preflight"][data-group="package"]').waitFor();
  await context.setOffline(true);
  const requests = [];
  context.on('request', (request) => {
    if (!request.url().startsWith('blob:') && !ICON.test(request.url())) requests.push(request.url());
  });
  const names = exampleNames(root);
  await page.getByTestId('file-input').setInputFiles(names.map((name) => fixture(`examples/larkfield/${name}`)));
  await filesAreReady(page, names);
  await score(page);
  await page.locator('[data-testid="page-canvas"][data-drawn="true"]').first().waitFor();
  assert.deepEqual(requests, [], 'requests after the page had opened');
}
