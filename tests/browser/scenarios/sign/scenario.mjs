// A report is signed with a key made in the browser, and the bundle verifies: the signature, the trust
// in the given key, the inputs, and the replay. A changed byte in any of its files is named.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openExample, score } from '../../steps.mjs';

export default async function ({ page: first, context, url, root, fixture, proofmark }) {
  await openExample({ page: first, url, root });
  await score(first);
  await first.evaluate(() => { window.location.hash = '#report'; });
  await first.getByTestId('make-key').click();
  const fingerprint = await first.getByTestId('fingerprint').innerText();
  await first.getByTestId('sign').click();
  await first.getByTestId('confirm-sign').waitFor();

  // A tab that is closed in the middle of it loses nothing: run and key are there again in another one.
  await first.close();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByTestId('continue-run').first().click();
  await page.getByTestId('fingerprint').waitFor();
  assert.equal(await page.getByTestId('fingerprint').innerText(), fingerprint, 'the same key');
  await page.getByTestId('sign').click();
  await page.getByTestId('confirm-sign').click();
  await page.getByTestId('signed').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('export-archive').click(),
  ]);
  const bundle = await readFile(await download.path());
  const entries = storedEntries(bundle);
  const names = entries.map(({ name }) => name);
  for (const needed of ['report.json', 'report.dsse.json', 'report.sigstore.json', 'report.html']) {
    assert.ok(names.includes(needed), `${needed} is in the bundle: ${names}`);
  }
  const key = entries.find(({ name }) => name.endsWith('.pem'));
  const pem = bundle.subarray(key.start, key.end);

  assert.deepEqual(await verify(page, 'alone.zip', bundle), {
    signature: 'yes', signer: 'open', inputs: 'yes', replay: 'yes',
  }, 'nobody said whom to trust');
  assert.deepEqual(await verify(page, 'trusted.zip', bundle, pem), {
    signature: 'yes', signer: 'yes', inputs: 'yes', replay: 'yes',
  }, 'with the key that was given');

  await verifiesNatively(bundle, pem, fixture, proofmark);

  for (const { name, start, end } of entries) {
    const spoilt = Buffer.from(bundle);
    spoilt[Math.floor((start + end) / 2)] ^= 1;
    const { signature } = await verify(page, `spoilt-${name}.zip`, spoilt);
    assert.notEqual(signature, 'yes', `${name} was changed`);
    const told = await page.locator('[data-testid="verify-result"], .notice').allInnerTexts();
    assert.ok(told.join('\n').includes(`"${name}" is damaged`), `${name}: ${told}`);
  }

  const sheet = entries.find(({ name }) => name === 'report.html');
  await opensWithoutScript(page.context().browser(), bundle.subarray(sheet.start, sheet.end));

  // The same, with the archive's own check sums mended, so that only the signature can tell.
  const report = entries.find(({ name }) => name === 'report.json');
  const forged = Buffer.from(bundle);
  const at = forged.indexOf('"verdict":"fail"', report.start);
  assert.ok(at > report.start && at < report.end, 'the report holds a failure');
  forged.write('"verdict":"pass"', at);
  mendCheckSums(forged);
  const outcome = await verify(page, 'forged.zip', forged, pem);
  assert.notEqual(outcome.signature, 'yes', 'a forged verdict');
}

/** The printable page, from a folder, without a network and without script: text and page images are there. */
export async function opensWithoutScript(browser, html) {
  const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-sheet-'));
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  try {
    const file = path.join(folder, 'report.html');
    await writeFile(file, html);
    const sheet = await context.newPage();
    const asked = [];
    sheet.on('request', (request) => asked.push(request.url()));
    await sheet.goto(pathToFileURL(file).href);
    await sheet.getByRole('heading', { level: 1 }).waitFor();
    const images = await sheet.locator('figure img').all();
    assert.ok(images.length > 0, 'there are page images');
    for (const image of images) {
      // A picture that could not be read would be drawn as its alternative text.
      const drawn = await image.evaluate((one) => one.complete && one.naturalWidth > 100);
      assert.ok(drawn, 'a page image is drawn');
    }
    const loaded = asked.filter((url) => !url.startsWith('data:'));
    assert.deepEqual(loaded, [pathToFileURL(file).href], 'nothing else is loaded');
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The command line scores the same inputs again, natively, and gets the same bytes. */
async function verifiesNatively(bundle, pem, fixture, proofmark) {
  const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-sign-'));
  try {
    const [file, key] = ['bundle.zip', 'key.pem'].map((name) => path.join(folder, name));
    await writeFile(file, bundle);
    await writeFile(key, pem);
    const example = fixture('examples/larkfield');
    const outputs = ['kestrel', 'merlin'].map((name) => path.join(example, `outputs-${name}.jsonl`));
    const told = JSON.parse(await proofmark([
      'verify', file, '--json', '--public-key', key, '--bank', path.join(example, 'bank.json'),
      '--documents', example, '--run', path.join(example, 'run.json'), '--outputs', ...outputs,
    ]));
    const { signature_valid, signer_trusted, inputs_match, replay_identical } = told;
    assert.deepEqual(
      { signature_valid, signer_trusted, inputs_match, replay_identical },
      { signature_valid: 'yes', signer_trusted: 'yes', inputs_match: 'yes', replay_identical: 'yes' },
      `the command line says ${told.replay_difference ?? told.replay_problem}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Verifies a bundle; the outcome of each of the four answers, empty where it was refused. */
async function verify(page, name, buffer, pem) {
  const files = [{ name, mimeType: 'application/zip', buffer }];
  if (pem !== undefined) {
    files.push({ name: 'trusted.pem', mimeType: 'application/x-pem-file', buffer: pem });
  }
  await page.getByTestId('verify-input').setInputFiles(files);
  // The result of the file before may stand there until the new one is in.
  const result = page.locator('[data-testid="verify-result"]', { hasText: name });
  const refusal = page.locator('.notice', { hasText: /\S/ });
  await result.or(refusal).first().waitFor();
  return Object.fromEntries(await result.getByTestId('answer').evaluateAll((all) =>
    all.map((one) => [one.dataset.answer, one.dataset.outcome])));
}

/** Name and place of each file in an archive that packs nothing. */
function storedEntries(zip) {
  const entries = [];
  let at = 0;
  while (zip.readUInt32LE(at) === 0x04034b50) {
    assert.equal(zip.readUInt16LE(at + 8), 0, 'stored, not packed');
    const size = zip.readUInt32LE(at + 18);
    const n_name = zip.readUInt16LE(at + 26);
    const start = at + 30 + n_name + zip.readUInt16LE(at + 28);
    entries.push({ at, name: zip.toString('utf8', at + 30, at + 30 + n_name), start, end: start + size });
    at = start + size;
  }
  return entries;
}

/** Writes the right CRC-32 into the local and central headers of every file. */
function mendCheckSums(zip) {
  const entries = storedEntries(zip);
  let central = entries.at(-1).end;
  for (const { at, start, end } of entries) {
    const sum = crc32(zip.subarray(start, end));
    zip.writeUInt32LE(sum, at + 14);
    assert.equal(zip.readUInt32LE(central), 0x02014b50, 'a central header');
    zip.writeUInt32LE(sum, central + 16);
    central += 46 + zip.readUInt16LE(central + 28) + zip.readUInt16LE(central + 30)
      + zip.readUInt16LE(central + 32);
  }
}

function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return (sum ^ 0xffffffff) >>> 0;
}
