// Files dropped together in any order are each known by their content; a wrong one says what is wrong
// and where, and the rest goes on.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { exampleNames, filesAreReady, score } from '../../steps.mjs';

export default async function ({ page, url, root, fixture }) {
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  const names = exampleNames(root).reverse();
  const files = names.map((name) => ({
    name,
    base64: readFileSync(fixture(`examples/larkfield/${name}`)).toString('base64'),
  }));
  const broken = '{"schema": "proofmark/bank/1",\n "questions": [}\n';
  files.push({ name: 'broken.json', base64: Buffer.from(broken).toString('base64') });

  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.getByTestId('drop-zone').dispatchEvent(type, { dataTransfer: data });
  }
  await filesAreReady(page, names);
  const row = page.locator('[data-testid="file-row"][data-name="broken.json"]');
  await row.waitFor();
  assert.equal(await row.getAttribute('data-state'), 'Refused', 'a file that cannot be read');
  // The place of the fault is told beside it: the second line of the file.
  const problems = row.locator('xpath=following-sibling::tr[1]');
  assert.match(await problems.innerText(), /line 2|:2\b|2:\d+/, 'the line of the fault');
  await score(page);
}
