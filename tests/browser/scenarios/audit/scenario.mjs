// A whole audit by keyboard: decisions stand beside the verdicts and change none, a reload in the middle
// loses nothing, the file that comes out goes into the command line's report, and a second reviewer's
// file gives the agreement.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, openExample, score } from '../../steps.mjs';

const REVIEWER = 'Ada <b>Loud</b>';

export default async function ({ page, url, root, fixture, proofmark }) {
  await openExample({ page, url, root });
  await score(page);
  const verdicts = await rowVerdicts(page);
  await page.getByTestId('tab-audit').click();
  await page.getByTestId('deciding').waitFor();
  const n_all = await numberOf(page, 'all');
  assert.ok(n_all > 5, `${n_all} attempts are unresolved`);
  await page.getByTestId('attempt').waitFor();

  // The first decision asks who decides, and is then made.
  await page.keyboard.press('1');
  await page.getByTestId('reviewer-name').fill(REVIEWER);
  await page.keyboard.press('Enter');
  await done(page, 1);
  assert.equal(await page.getByTestId('reviewer').innerText(), REVIEWER, 'a name is text, not markup');
  const first = await shownAttempt(page);

  await goOn(page, 'n');
  await page.keyboard.press('2');
  await done(page, 2);
  // Enter goes on as well, and arrows lead along the list.
  await goOn(page, 'Enter');
  await page.keyboard.press('3');
  await done(page, 3);
  const third = await shownAttempt(page);
  await goOn(page, 'ArrowUp');
  await goOn(page, 'ArrowDown');
  assert.equal(await shownAttempt(page), third, 'up and down again');

  // Undo takes back what was decided last, wherever the person is; then it is decided again.
  await goOn(page, 'n');
  await page.keyboard.press('u');
  await done(page, 2);
  await eventually(() => shownAttempt(page), third, 'undo shows what it is about');
  await page.keyboard.press('3');
  await done(page, 3);

  // A note, and a part of the attempt.
  await page.keyboard.press('m');
  const note = 'Page 3 says so. <i>\u202egnihton</i>';
  await page.keyboard.type(note);
  await page.keyboard.press('Escape');
  await page.keyboard.press('.');
  await eventually(async () => (await partShown(page)) !== 'whole', true, 'a part is chosen');
  const part = await partShown(page);
  await page.keyboard.press('1');
  await page.locator('[data-testid="human"][data-ruling="holds"]').waitFor();

  // A reload in the middle loses nothing.
  await page.getByTestId('kept').waitFor();
  await saved(page);
  await page.reload();
  await page.getByTestId('deciding').waitFor();
  await done(page, 3);
  await eventually(() => shownAttempt(page), third, 'the same attempt after a reload');
  await eventually(() => page.getByTestId('note').inputValue(), note, 'the note after a reload');
  assert.equal(await page.getByTestId('reviewer').innerText(), REVIEWER, 'the name after a reload');

  // On to the end by keyboard alone.
  for (let n = 4; n <= n_all; n += 1) {
    await goOn(page, 'n');
    await page.keyboard.press(String(1 + (n % 3)));
    await done(page, n);
  }
  await page.keyboard.press('n');
  await eventually(
    () => page.getByTestId('status').innerText(),
    'Nothing in this list is left to decide',
    'the end is told',
  );
  await page.getByTestId('tab-review').click();
  assert.deepEqual(await rowVerdicts(page), verdicts, 'no verdict changed');

  const mine = JSON.parse(await exported(page));
  assert.equal(mine.decisions.length, n_all + 1, 'one decision an attempt, and the part');
  assert.ok(mine.decisions.every((one) => one.name === REVIEWER), 'each with its name');
  assert.equal(mine.decisions.find((one) => one.note !== '').note, note, 'the note');
  assert.equal(mine.decisions.filter((one) => one.obligation === part || one.citation !== null).length, 1, part);
  assert.ok(first !== third, 'two attempts');

  const report = await reportOf(page);
  assert.deepEqual(report.audit, mine, 'the report carries the decisions');
  await goesIntoTheCommandLine({ mine, report, fixture, proofmark });
  await secondReviewer({ page, mine, n_all });
}

/** The command line takes the file, and its verdicts are the page's. */
async function goesIntoTheCommandLine({ mine, report, fixture, proofmark }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-audit-'));
  try {
    const [audit, out] = ['audit.json', 'report.json'].map((name) => path.join(folder, name));
    await writeFile(audit, JSON.stringify(mine));
    const example = fixture('examples/larkfield');
    const outputs = ['kestrel', 'merlin'].map((name) => path.join(example, `outputs-${name}.jsonl`));
    try {
      await proofmark([
        'score', '--bank', path.join(example, 'bank.json'), '--documents', example,
        '--run', path.join(example, 'run.json'), '--audit', audit, '--report', out, '--outputs', ...outputs,
      ]);
    } catch (error) {
      // The example does not qualify, which is an exit code of its own.
      if (error.code !== 1) throw error;
    }
    const native = JSON.parse(await readFile(out, 'utf8'));
    assert.deepEqual(native.audit, mine, 'the decisions in its report');
    assert.deepEqual(native.attempts, report.attempts, 'the same verdicts');
    assert.deepEqual(native.metrics, report.metrics, 'the same metrics');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Another person's file: agreement, kappa and the conflicts; a file about another bank is refused. */
async function secondReviewer({ page, mine, n_all }) {
  const whole = mine.decisions.filter((one) => one.obligation === null && one.citation === null);
  const theirs = {
    ...mine,
    decisions: whole.map((one, at) => ({
      ...one,
      name: 'Second',
      note: '',
      decision: at < 2 ? other(one.decision) : one.decision,
    })),
  };
  await page.getByTestId('tab-audit').click();
  const give = (name, audit) => page.getByTestId('audit-input').setInputFiles({
    name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(audit)),
  });
  await give('other-bank.json', { ...theirs, bank_sha256: '0'.repeat(64) });
  await page.locator('dialog .notice', { hasText: 'another bank' }).waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Close' }).click();

  await give('second.json', theirs);
  const table = page.getByTestId('agreement');
  await table.waitFor();
  assert.equal(await table.getAttribute('data-both'), String(n_all), 'what both decided');
  assert.equal(await table.getAttribute('data-agreed'), String(n_all - 2), 'where they agree');
  assert.equal(await table.getAttribute('data-kappa'), String(kappa(whole, theirs.decisions)), 'kappa');
  await eventually(() => page.getByTestId('conflict').count(), 2, 'the conflicts');
  const { workflow, repetition, question_id } = whole[0];
  await page.getByTestId('conflict').first().getByRole('link').click();
  await page.locator('.attempt-meta', { hasText: question_id }).waitFor();
  // The list shows who sits here; the attempt shows both.
  await eventually(
    () => page.locator('.axes [data-testid="human"]').count(), 2, `${workflow} ${repetition} ${question_id}`,
  );
  await done(page, n_all);
}

function other(decision) {
  return decision === 'holds' ? 'does_not_hold' : 'holds';
}

/** Cohen's kappa in millionths, towards zero, computed here in whole numbers. */
function kappa(mine, theirs) {
  const codes = ['holds', 'does_not_hold', 'cannot_tell'];
  const n = BigInt(mine.length);
  const count = (all, code) => BigInt(all.filter((one) => one.decision === code).length);
  const agreed = BigInt(mine.filter((one, at) => one.decision === theirs[at].decision).length);
  const chance = codes.reduce((sum, code) => sum + count(mine, code) * count(theirs, code), 0n);
  return (n * agreed - chance) * 1_000_000n / (n * n - chance);
}

async function exported(page) {
  await page.getByTestId('tab-audit').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('export-audit').click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

async function reportOf(page) {
  await page.getByTestId('tab-report').click();
  await page.locator('[data-testid="signed-what"]', { hasText: /[1-9]\d* human decisions/ }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('export-report').click(),
  ]);
  return JSON.parse(await readFile(await download.path(), 'utf8'));
}

async function goOn(page, key) {
  const before = await shownAttempt(page);
  await page.keyboard.press(key);
  await eventually(async () => (await shownAttempt(page)) !== before, true, `${key} goes on from ${before}`);
  await page.getByTestId('attempt').waitFor();
}

async function done(page, n) {
  await eventually(() => numberOf(page, 'done'), n, 'attempts decided');
}

async function numberOf(page, what) {
  return Number(await page.getByTestId('audit-progress').getAttribute(`data-${what}`));
}

async function partShown(page) {
  return page.getByTestId('deciding').getAttribute('data-part');
}

async function shownAttempt(page) {
  const row = page.locator('[data-testid="attempt-row"][aria-selected="true"]');
  return (await row.count()) === 0 ? null : row.getAttribute('data-attempt');
}

async function rowVerdicts(page) {
  const counts = page.locator('.verdict-counts [data-testid^="count-"]');
  return counts.evaluateAll((all) => all.map((one) => one.textContent));
}

/** Everything decided is in the browser's store: as many entries as the page has decisions. */
async function saved(page) {
  await eventually(() => page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('proofmark');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction('decisions').objectStore('decisions').getAll();
      all.onsuccess = () => {
        opening.result.close();
        const standing = all.result.filter((one) => !one.is_undone);
        resolve(standing.some((one) => one.note !== '') && standing.length >= 5);
      };
    };
  })), true, 'what was decided is stored');
}
