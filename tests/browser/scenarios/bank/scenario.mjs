// A bank with faults: each is listed with its question, claim and pointer and leads to its claim. A quotation
// is grounded as it is typed, takes the broken one's place, and the bank is then sound; two people freeze it,
// and the command line agrees.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../../steps.mjs';

export default async function ({ page, url, fixture, proofmark }) {
  const example = fixture('examples/larkfield');
  const bank = JSON.parse(await readFile(path.join(example, 'bank.json'), 'utf8'));
  const at = bank.questions.findIndex((one) => one.essential_claims?.length > 0);
  const claim = bank.questions[at].essential_claims[0];
  const evidence = Array.isArray(claim.evidence) ? claim.evidence[0] : claim.evidence;
  const sound = evidence.quote;
  // Cut inside its last word, and without the freeze that would tell.
  evidence.quote = sound.replace(/\W+$/, '').slice(0, -1);
  delete evidence.char_start;
  delete evidence.char_end;
  delete bank.freeze;
  const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-bank-'));
  try {
    const broken = path.join(folder, 'bank.json');
    await writeFile(broken, JSON.stringify(bank, null, 2));
    await page.goto(url);
    await page.getByTestId('drop-zone').waitFor();
    const documents = bank.documents.map((one) => path.join(example, one.file));
    await page.getByTestId('file-input').setInputFiles([broken, ...documents]);
    await page.locator(`[data-testid="file-row"][data-name="bank.json"]`).waitFor();
    await page.getByTestId('tab-bank').click();
    // The cut quotation, and the attestations that went with the freeze.
    await state(page, 2);
    const finding = page.locator('[data-testid="bank-finding"][data-code="evidence_edge_cut"]');
    await finding.waitFor();
    assert.match(await finding.getAttribute('data-pointer'), new RegExp(`^/questions/${at}/essential_claims/0/`));
    await finding.getByRole('link').click();
    await page.locator(`[data-testid="bank-claim"][data-claim="${claim.id}"]`).waitFor();
    await probe(page, 'edge_cut');

    // As typed: nowhere, then located, with its chars and its place on the page.
    const quote = page.getByTestId('bank-quote');
    await quote.fill('these words stand nowhere in it');
    await probe(page, 'not_found');
    await quote.fill(sound);
    await probe(page, 'located');
    assert.match(await page.getByTestId('probe').getByTestId('probe-chars').innerText(), /^\d+ to \d+$/, 'its chars');
    await page.locator('[data-testid="highlight"][data-highlight="probe"]').first().waitFor();
    await quote.press('Control+Enter');
    await state(page, 1);

    // A wording that has lost its unit is an error as soon as it is there, and gone as soon as it is.
    const accepted = page.getByTestId('bank-accepted');
    const wordings = await accepted.inputValue();
    assert.equal(wordings, claim.accepted_values.join('\n'), 'one wording a line');
    await accepted.fill(`${wordings}\n90`);
    await page.getByTestId('use-quote').click();
    await page.locator('[data-testid="bank-finding"][data-code^="alias_"]').waitFor();
    await accepted.fill(wordings);
    await page.getByTestId('use-quote').click();
    await state(page, 1);
    // What is typed and not used can be taken back.
    await page.getByTestId('bank-value').fill('another value');
    assert.equal(await page.getByTestId('use-quote').isEnabled(), true, 'a value can be changed');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.getByTestId('bank-value').inputValue(), claim.value, 'as the bank has it');
    assert.equal(await page.getByTestId('use-quote').isEnabled(), false, 'nothing is changed');

    // Words selected on the page are the quotation, also over the end of a line.
    const [first, second] = await lines(page, evidence.page);
    await page.mouse.move(first.x + 1, first.y + first.height / 2);
    await page.mouse.down();
    await page.mouse.move(second.x + second.width - 1, second.y + second.height / 2, { steps: 4 });
    await page.mouse.up();
    await eventually(() => quote.inputValue(), `${first.text} ${second.text}`, 'the selected lines');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await quote.inputValue(), sound, 'as the bank has it');

    // The other pages of the bank can be read as well.
    await page.getByRole('button', { name: 'Next page' }).click();
    await eventually(() => page.getByTestId('page-number').inputValue(), String(evidence.page + 1), 'the next page');
    await page.locator(`[data-testid="page-canvas"][data-page="${evidence.page + 1}"][data-drawn="true"]`).waitFor();
    await page.getByTestId('page-document').selectOption({ index: 1 });
    await page.locator(`[data-testid="page-canvas"][data-document="${bank.documents[1].id}"]`).first().waitFor();

    // Two people stand for it, and one cannot be both.
    await page.locator('#author-name').fill('Ada');
    await page.locator('#author-words').fill('checked <b>every</b> wording');
    await page.locator('#reviewer-name').fill('ada');
    await page.locator('#reviewer-words').fill('checked every role');
    assert.equal(await page.getByTestId('freeze-bank').isDisabled(), true, 'one person is not two');
    await page.locator('#reviewer-name').fill('Grace');
    await page.getByTestId('freeze-bank').click();
    await page.locator('[data-testid="freeze"]', { hasText: 'Frozen 2' }).waitFor();
    await state(page, 0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('save-bank').click(),
    ]);
    const saved = await readFile(await download.path(), 'utf8');
    const expected = structuredClone(bank);
    const mended = expected.questions[at].essential_claims[0].evidence;
    (Array.isArray(mended) ? mended[0] : mended).quote = sound;
    const { freeze, ...rest } = JSON.parse(saved);
    assert.deepEqual(rest, expected, 'only the quotation was exchanged');
    assert.equal(freeze.author.name, 'Ada', 'the author');
    const frozen = path.join(folder, 'frozen.json');
    await writeFile(frozen, saved);
    await proofmark(['bank', 'check', frozen, '--documents', example]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function state(page, n_errors) {
  await eventually(
    async () => page.getByTestId('bank-state').getAttribute('data-errors'), String(n_errors), 'errors of the bank',
  );
}

/** Two lines of a page that follow each other in one column, with their places on the screen. */
async function lines(page, number) {
  const canvas = page.locator(`[data-testid="page-canvas"][data-page="${number}"]`);
  await page.locator('.page-text text').first().waitFor();
  return canvas.evaluate((canvas) => {
    const all = [...canvas.parentElement.querySelectorAll('.page-text text')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height, text: one.textContent.replace(/\s+/g, ' ').trim() };
    });
    const at = all.findIndex((one, at) => {
      const next = all[at + 1];
      return next && one.y > 150 && one.y < 600 && !one.text.endsWith('-')
        && Math.abs(next.x - one.x) < 1 && next.y > one.y && next.y - one.y < 2 * one.height
        && Math.abs(next.width - one.width) < 4;
    });
    return all.slice(at, at + 2);
  });
}

async function probe(page, state) {
  await page.locator(`[data-testid="probe"][data-state="${state}"]`).waitFor();
}
