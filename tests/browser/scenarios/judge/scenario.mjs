// Five claims are judged by keyboard: a finding appears and goes, quotations come from the saved page, a
// reload loses nothing. The results that come out are graded as the command line grades them, and the gate
// between two judges is the command line's. Gold stays out of sight until a grade is asked for.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, filesAreReady } from '../../steps.mjs';

const HOST = 'docs.tarnwell.example';
const FILES = [
  'claims.json', 'sources.json', 'limits.html', 'models.html', 'regions.md', 'gold.json',
  'results-baseline.json', 'results-candidate.json',
];

export default async function ({ page, url, fixture, proofmark }) {
  const example = fixture('examples/tarnwell');
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  await page.getByTestId('file-input').setInputFiles(FILES.map((name) => path.join(example, name)));
  await filesAreReady(page, FILES);
  await page.getByTestId('tab-judge').click();
  // Typed at once, while claims and pages are still opening: nothing of it is lost.
  await page.getByTestId('hosts').pressSequentially(HOST);
  await page.getByTestId('claim').waitFor();
  const hint = page.getByTestId('judge-problems');
  await hint.getByText('none of the 3 saved pages is from learn.microsoft.com').waitFor();
  await page.keyboard.press('Enter');
  await page.getByTestId('hosts').blur();
  await hint.waitFor({ state: 'detached' });
  assert.equal(await page.getByTestId('hosts').inputValue(), HOST, 'the host as it was typed');
  const all = JSON.parse(await readFile(path.join(example, 'claims.json'), 'utf8')).claims;
  await judged(page, 0);
  assert.equal(await shown(page), all[0].id, 'the first claim');

  // A value's row becomes the quotation by one key.
  await page.keyboard.press('1');
  await finding(page, 'quote_missing');
  await quotePassage(page, 'Stream 240,000');
  await page.getByTestId('no-finding').waitFor();
  await page.getByTestId('saved-quote').first().waitFor();
  await next(page);
  // The wrong verdict about the right row is found, and the finding goes with the right verdict.
  await quotePassage(page, 'River 1,200,000');
  await page.keyboard.press('1');
  await finding(page, 'value_differs');
  await page.keyboard.press('2');
  await page.getByTestId('no-finding').waitFor();
  await next(page);
  // A bound that tells too little: what is wrong is told, and goes with the verdict and the rule.
  await quotePassage(page, 'Otter large 2026');
  await page.keyboard.press('1');
  await page.getByTestId('finding').first().waitFor();
  await page.keyboard.press('2');
  await page.locator('#judge-rule').focus();
  await page.keyboard.type('R1');
  await page.getByTestId('no-finding').waitFor();
  await page.getByTestId('judge-reason').focus();
  await page.keyboard.type('Five times the bound. <b>\u202e');
  await page.keyboard.press('Escape');
  await next(page);
  // Silence about a list of every member is found, and the change that it asks for is one button. Undo takes
  // a verdict back.
  await page.keyboard.press('3');
  await finding(page, 'silence_on_enumeration');
  await page.keyboard.press('u');
  await judged(page, 3);
  await page.keyboard.press('3');
  await page.getByTestId('suggestion').focus();
  await page.keyboard.press('Enter');
  await finding(page, 'reason_missing');
  assert.equal(await page.locator('#judge-rule').inputValue(), 'R2', 'the rule');
  await page.getByTestId('judge-quote').focus();
  await page.keyboard.type('Otter small 2026-02-10 General availability 128,000 tokens 8,192 tokens');
  await page.getByTestId('judge-reason').focus();
  await page.keyboard.type('I looked through the list.');
  await page.getByTestId('no-finding').waitFor();
  await page.keyboard.press('Escape');
  await next(page);
  await page.keyboard.press('3');
  await judged(page, 5);
  assert.equal(await page.getByTestId('grade').count(), 0, 'no grade before it is asked for');
  assert.ok(!/outdated|unsourced/.test(await page.locator('body').innerText()), 'gold is out of sight');

  await eventually(() => kept(page), 5, 'the answers are stored');
  await page.reload();
  await page.getByTestId('claim').waitFor();
  await judged(page, 5);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('export-results').click(),
  ]);
  const bytes = await readFile(await download.path(), 'utf8');
  const results = JSON.parse(bytes);
  assert.deepEqual(results.results.map((one) => one.id), all.slice(0, 5).map((one) => one.id), 'in order');
  assert.deepEqual(results.results.map((one) => one.judge_verdict), [
    'grounded', 'not_grounded', 'not_grounded', 'not_grounded', 'source_silent',
  ]);
  assert.ok(results.results.every((one) => Object.keys(one).length === 6), 'the strict form');

  await signedResults(page, bytes, example, proofmark);

  await page.getByTestId('hosts').fill(HOST);
  await page.getByTestId('hosts').blur();
  await page.getByTestId('open-grade').click();
  await page.getByTestId('confusion').waitFor();
  const command = command_line(example, proofmark);
  await sameGrade(page, await command(['grade', '--results', path.join(example, 'results-candidate.json')]));
  const gate = await command([
    'gate', '--baseline', path.join(example, 'results-baseline.json'),
    '--candidate', path.join(example, 'results-candidate.json'),
  ]);
  await eventually(
    () => page.getByTestId('gate-decision').getAttribute('data-adopted'),
    String(gate.decision === 'adopt'),
    `the gate: ${gate.decision}`,
  );
  await page.getByTestId('side-candidate').selectOption('mine');
  const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-judge-'));
  try {
    const mine = path.join(folder, 'results.json');
    await writeFile(mine, bytes);
    await sameGrade(page, await command(['grade', '--results', mine]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // Another set of claims than the baseline's: the gate is refused, in words.
  await page.locator('[data-testid="gate"]', { hasText: 'different claims' }).waitFor();
}

/** What the page signs is what it exports, and the command line accepts it; a changed file it does not. */
async function signedResults(page, bytes, example, proofmark) {
  const files = new Map();
  const take = async (download) => {
    files.set(download.suggestedFilename(), await readFile(await download.path()));
  };
  page.on('download', take);
  await page.getByTestId('sign-results').click();
  const wanted = ['results.dsse.json', 'results.json', 'results.pub.pem'];
  await eventually(async () => [...files.keys()].sort(), wanted, 'what is saved');
  page.off('download', take);
  assert.equal(files.get('results.json').toString('utf8'), bytes, 'the same results');
  const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-judge-'));
  try {
    for (const [name, content] of files) await writeFile(path.join(folder, name), content);
    const verify = () => proofmark([
      'verify', path.join(folder, 'results.dsse.json'), '--json',
      '--public-key', path.join(folder, 'results.pub.pem'),
      '--claims', path.join(example, 'claims.json'), '--sources', path.join(example, 'sources.json'),
    ]);
    const found = JSON.parse(await verify());
    assert.equal(found.signature_valid, 'yes');
    assert.equal(found.signer_trusted, 'yes');
    assert.equal(found.inputs_match, 'yes');
    await writeFile(path.join(folder, 'results.json'), bytes.replace('grounded', 'not_grounded'));
    await assert.rejects(verify, (error) => error.code === 1, 'a changed file');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `proofmark judge`, whose exit code 1 is an answer as well. */
function command_line(example, proofmark) {
  const at = (name) => path.join(example, name);
  return async ([command, ...words]) => {
    const all = [
      'judge', command, '--json', '--host', HOST, '--claims', at('claims.json'),
      '--sources', at('sources.json'), '--gold', at('gold.json'), ...words,
    ];
    try {
      return JSON.parse(await proofmark(all));
    } catch (error) {
      if (error.code === 1) return JSON.parse(error.stdout);
      throw error;
    }
  };
}

async function sameGrade(page, grade) {
  const table = () => page.locator('[data-testid="confusion"] tbody tr').evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))));
  await eventually(table, grade.confusion, 'the confusion');
  for (const [name, share] of [['Precision', grade.precision], ['Recall', grade.recall], ['F1', grade.f1]]) {
    const row = page.locator(`[data-testid="score"][data-score="${name}"]`);
    await eventually(() => row.getAttribute('data-share'), share.join('/'), name);
  }
  await eventually(() => page.getByTestId('disagreement').count(), grade.disagreements.length, 'disagreements');
}

/** Steps through the values of the page until the passage of one holds `words`, by keyboard alone. */
async function quotePassage(page, words) {
  await page.getByTestId('saved-value').first().waitFor();
  for (let tries = 0; tries < 30; tries += 1) {
    await page.keyboard.press('q');
    const quote = await page.getByTestId('judge-quote').inputValue();
    if (quote.includes(words)) return;
    await page.keyboard.press(']');
  }
  assert.fail(`no value in a passage with ${words}`);
}

async function finding(page, code) {
  await page.locator(`[data-testid="finding"][data-code="${code}"]`).waitFor();
}

async function next(page) {
  const before = await shown(page);
  await page.keyboard.press('n');
  await eventually(async () => (await shown(page)) !== before, true, `on from ${before}`);
}

async function shown(page) {
  return page.getByTestId('claim').getAttribute('data-claim');
}

async function judged(page, n) {
  await eventually(
    async () => Number(await page.getByTestId('judge-progress').getAttribute('data-done')), n, 'claims judged',
  );
}

/** How many answers with a verdict the browser's store holds. */
function kept(page) {
  return page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('proofmark');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction('decisions').objectStore('decisions').getAll();
      all.onsuccess = () => {
        opening.result.close();
        const answers = all.result.filter(Array.isArray).flat();
        resolve(answers.filter(([, draft]) => draft.verdict !== '').length);
      };
    };
  }));
}
