// A worker that breaks is started again and everything is as it was; a long scoring can be stopped; a key
// comes in from PEM and signs; the page is turned, searched and its panes moved, by key and by pointer.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, exampleNames, filesAreReady, openExample, score } from '../../steps.mjs';

export default async function ({ page, url, root, fixture, proofmark }) {
  await openExample({ page, url, root });
  await score(page);
  await page.getByTestId('attempt').waitFor();
  const counts = await page.locator('.verdict-counts').innerText();
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('[data-testid="attempt-list"]') === null) {
        window.wasScoredAgain = true;
        watch.disconnect();
      }
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  const [worker] = page.workers();
  await worker.evaluate(() => { setTimeout(() => { throw new Error('broken on purpose'); }, 0); });
  await page.getByTestId('restarted').waitFor();
  // The old run stands until the files are read again.
  await eventually(() => page.evaluate(() => window.wasScoredAgain), true, 'scored again');
  await page.getByTestId('attempt').waitFor();
  await eventually(() => page.locator('.verdict-counts').innerText(), counts, 'the same run again');
  await page.getByTestId('restarted').getByRole('button', { name: 'Close' }).click();

  await looksAtThePage(page);
  await movesThePanes(page);
  await signsWithPem(page, proofmark);
  await stops({ page, root, fixture });
}

// The worker may be gone before the browser tells of its error; that it broke is seen by its restart.
export const allowed_breaches = [/broken on purpose/];

async function looksAtThePage(page) {
  const canvas = page.locator('[data-testid="page-canvas"][data-drawn="true"]').first();
  await canvas.waitFor();
  const shape = async () => {
    const box = await canvas.boundingBox();
    // Between two drawings there may be none.
    if (box === null) return 'none';
    return box.width > box.height ? 'wide' : 'tall';
  };
  assert.equal(await shape(), 'tall', 'upright');
  await page.getByTestId('page-desk').focus();
  await page.keyboard.press('r');
  await eventually(shape, 'wide', 'turned by a quarter');
  for (const _ of [2, 3, 4]) await page.keyboard.press('r');
  await eventually(shape, 'tall', 'upright again');

  await page.getByTestId('page-desk').focus();
  await page.keyboard.press('Control+f');
  // A person types when the box is there.
  await page.locator('[data-testid="find-words"]:focus').waitFor();
  await page.keyboard.type('the   OBSERVERS');
  const count = page.getByTestId('find-count');
  await eventually(async () => (await count.count()) > 0, true, 'the count');
  await page.getByTestId('find-words').fill('The');
  await eventually(async () => /^1 of \d+$/.test(await count.innerText()), true, 'the first place');
  await page.getByTestId('find').first().waitFor();
  await page.getByTestId('find-words').press('Enter');
  await eventually(async () => /^2 of \d+$/.test(await count.innerText()), true, 'the next place');
  await page.getByTestId('find-words').press('Shift+Enter');
  await eventually(async () => /^1 of \d+$/.test(await count.innerText()), true, 'and back');
  await page.getByTestId('find-words').press('Escape');
  await eventually(() => page.getByTestId('find').count(), 0, 'nothing is looked for');
}

async function movesThePanes(page) {
  const width = async () => Math.round((await page.locator('.pane-list').boundingBox()).width);
  const before = await width();
  const splitter = page.getByTestId('splitter-list');
  await splitter.focus();
  await page.keyboard.press('ArrowRight');
  await eventually(width, before + 16, 'by key');
  const box = await splitter.boundingBox();
  await page.mouse.move(box.x + 4, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 44, box.y + 300, { steps: 4 });
  await page.mouse.up();
  await eventually(width, before + 56, 'by pointer');
  await page.reload();
  await page.getByTestId('attempt').waitFor();
  await eventually(width, before + 56, 'after a reload');
}

async function signsWithPem(page, proofmark) {
  const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-pem-'));
  try {
    const file = path.join(folder, 'auditor.pem');
    await proofmark(['key', 'new', '--out', file]);
    const pem = await readFile(file, 'utf8');
    await page.getByTestId('tab-report').click();
    await page.getByTestId('import-key').click();
    await page.locator('#import-pem').fill('-----BEGIN PRIVATE KEY-----\nnot a key\n-----END PRIVATE KEY-----');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.locator('dialog .notice').waitFor();
    await page.locator('#import-pem').fill(pem);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByTestId('fingerprint').waitFor();
    await page.getByTestId('sign').click();
    await page.getByTestId('confirm-sign').click();
    await page.getByTestId('signed').waitFor();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A run of many repetitions is stopped while it is scored; the files stay. */
async function stops({ page, root, fixture }) {
  const example = fixture('examples/larkfield');
  const lines = (await readFile(path.join(example, 'outputs-merlin.jsonl'), 'utf8')).split('\n').filter(Boolean);
  const plan = JSON.parse(await readFile(path.join(example, 'run.json'), 'utf8'));
  const many = [];
  for (let repetition = 1; repetition <= 300; repetition += 1) {
    for (const line of lines.slice(0, 12)) many.push(JSON.stringify({ ...JSON.parse(line), repetition }));
  }
  const workflows = plan.workflows.filter((one) => one.id === 'merlin');
  const large = { ...plan, workflows, repetitions: 300, qualify: 'merlin' };
  await page.getByTestId('tab-files').click();
  for (const name of ['run.json', 'outputs-merlin.jsonl', 'outputs-kestrel.jsonl']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.locator(`[data-testid="file-row"][data-name="${name}"]`).waitFor({ state: 'detached' });
  }
  await page.getByTestId('file-input').setInputFiles([
    { name: 'run-large.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(large)) },
    { name: 'outputs-large.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(many.join('\n')) },
  ]);
  await filesAreReady(page, ['run-large.json', 'outputs-large.jsonl']);
  await page.locator('[data-testid="score"]:enabled').click();
  await page.locator('[data-testid="progress"]', { hasText: 'Scoring' }).waitFor();
  await page.getByTestId('cancel').click();
  await eventually(() => page.getByTestId('status').innerText(), 'Stopped', 'it is told');
  const stay = exampleNames(root).filter((name) => !/^run|^outputs/.test(name));
  await filesAreReady(page, [...stay, 'run-large.json', 'outputs-large.jsonl']);
  await page.locator('[data-testid="score"]:enabled').waitFor();
}
