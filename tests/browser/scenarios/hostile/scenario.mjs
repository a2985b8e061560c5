// Markup, direction marks, NUL and a line of a megabyte in every text of every file show as text, on every
// screen, and break nothing.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../steps.mjs';

const MARKUP = '<img src=x onerror="window.was_run = true"><script>window.was_run = true</script>\u202e&amp;\u2066';

export default async function ({ page, url, fixture }) {
  const example = fixture('examples/larkfield');
  const bank = JSON.parse(await readFile(path.join(example, 'bank.json'), 'utf8'));
  delete bank.freeze;
  bank.title = `${MARKUP} title`;
  for (const question of bank.questions) {
    question.question = `${question.question} ${MARKUP}`;
    for (const claim of question.essential_claims ?? []) claim.description = MARKUP;
  }
  const lines = (await readFile(path.join(example, 'outputs-kestrel.jsonl'), 'utf8')).split('\n').filter(Boolean);
  const outputs = lines.map((line) => {
    // Another bank than the one they were made with, and frozen later.
    const { bank_sha256: _, produced_at: __, ...attempt } = JSON.parse(line);
    return attempt;
  });
  outputs[0].raw = `${MARKUP}\u0000\n${outputs[0].raw}\n${'long '.repeat(200_000)}`;
  outputs[1].error = MARKUP;
  outputs[1].raw = null;
  const workflow = '<b>kestrel</b>/\u202e&#38;';
  for (const one of outputs) one.workflow = workflow;
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  const name = '<img src=x onerror=alert(1)>.json';
  const documents = bank.documents.map((one) => path.join(example, one.file));
  await page.getByTestId('file-input').setInputFiles(documents);
  await page.getByTestId('file-input').setInputFiles([
    { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(bank)) },
    { name: 'outputs.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(outputs.map((one) => JSON.stringify(one)).join('\n')) },
    { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from(`{"${MARKUP.replaceAll('"', '\\"')}": [}`) },
  ]);
  await page.locator('[data-testid="file-row"]', { hasText: name }).waitFor();
  await safe(page, 'files');
  await page.getByTestId('tab-bank').click();
  await page.getByTestId('bank-claim').waitFor();
  await page.locator('.attempt-question', { hasText: '<img src=x' }).waitFor();
  await safe(page, 'bank');
  // The attestations went with the freeze; two people give them.
  if (await page.getByTestId('bank-state').getAttribute('data-errors') !== '0') {
    await page.locator('#author-name').fill(MARKUP);
    await page.locator('#author-words').fill(MARKUP);
    await page.locator('#reviewer-name').fill('another');
    await page.locator('#reviewer-words').fill('checked');
    await page.getByTestId('freeze-bank').click();
    await eventually(
      async () => page.getByTestId('bank-state').getAttribute('data-errors'), '0', 'the bank is sound',
    );
  }
  await page.getByTestId('tab-files').click();
  await page.locator('[data-testid="score"]:enabled').click();
  await page.getByTestId('attempt-list').waitFor();
  await page.getByTestId('attempt').waitFor();
  const { repetition, question_id } = outputs[0];
  await page.evaluate(([flow, rep, id]) => {
    window.location.hash = `#review&a=${encodeURIComponent(flow)}/${rep}/${encodeURIComponent(id)}`;
  }, [workflow, repetition, question_id]);
  await page.locator('.attempt-meta', { hasText: '<b>kestrel</b>' }).waitFor();
  await page.locator('.raw-output pre', { hasText: '<script>window.was_run = true</script>' }).waitFor();
  await safe(page, 'review');
  for (const tab of ['audit', 'summary', 'report']) {
    await page.getByTestId(`tab-${tab}`).click();
    await page.locator(`.app[data-screen="${tab}"]`).waitFor();
    await safe(page, tab);
  }
}

/** Nothing of the files became an element, and nothing of it ran. */
async function safe(page, screen) {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll('#app img, #app script, #app iframe, #app b b, [onerror]').length,
    was_run: window.was_run === true,
    is_wide: document.documentElement.scrollWidth > window.innerWidth,
  }));
  assert.deepEqual(found, { elements: 0, was_run: false, is_wide: false }, screen);
}
