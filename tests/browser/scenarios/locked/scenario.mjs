// An encrypted PDF asks for its password: a wrong one is told, the right one opens it, and a folder dropped
// whole is read with what lies in it.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../../steps.mjs';

const PASSWORD = 'pass word <&>';
/** Bytes that fill up a password (ISO 32000-1, 7.6.3.3). */
const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

export default async function ({ page, context, url }) {
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  const folder = await mkdtemp(path.join(tmpdir(), 'proofmark-locked-'));
  try {
    await mkdir(path.join(folder, 'inner', 'deep'), { recursive: true });
    await writeFile(path.join(folder, 'inner', 'deep', 'locked.pdf'), encrypted());
    await writeFile(path.join(folder, 'inner', 'notes.txt'), 'Six visitors at most.\n');
    const session = await context.newCDPSession(page);
    const data = { items: [], files: [path.join(folder, 'inner')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    }
    await page.locator('[data-testid="file-row"][data-name="notes.txt"][data-state="Ready"]').waitFor();
    const row = (state) => page
      .locator(`[data-testid="file-row"][data-name="locked.pdf"][data-state="${state}"]`);
    await row('Refused').waitFor();
    await give(page, 'not it');
    await eventually(
      async () => (await page.locator('.file-problems').innerText()).includes('does not open'), true, 'the wrong one is told',
    );
    await give(page, PASSWORD);
    await row('Ready').waitFor();
    await eventually(() => page.getByTestId('unlock').count(), 0, 'nothing more is asked');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function give(page, password) {
  await page.getByTestId('unlock').click();
  await page.getByTestId('password').fill(password);
  await page.keyboard.press('Enter');
}

/** A PDF of one page, encrypted with RC4 and a key of 40 bits (revision 2 of the standard handler). */
function encrypted() {
  const md5 = (...parts) => createHash('md5').update(Buffer.concat(parts)).digest();
  const padded = (text) => Buffer.concat([Buffer.from(text, 'latin1'), PAD]).subarray(0, 32);
  const id = Buffer.alloc(16, 7);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const owner = rc4(md5(padded(PASSWORD)).subarray(0, 5), padded(PASSWORD));
  const key = md5(padded(PASSWORD), owner, permissions, id).subarray(0, 5);
  const user = rc4(key, PAD);
  const text = Buffer.from('BT /F1 24 Tf 72 700 Td (Six visitors at most.) Tj ET');
  const stream = rc4(md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10), text);
  const hex = (bytes) => `<${bytes.toString('hex')}>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    Buffer.concat([Buffer.from(`<< /Length ${stream.length} >>\nstream\n`), stream, Buffer.from('\nendstream')]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Filter /Standard /V 1 /R 2 /P -4 /O ${hex(owner)} /U ${hex(user)} >>`,
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places = [];
  let at = parts[0].length;
  objects.forEach((body, n) => {
    places.push(at);
    const whole = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
    parts.push(whole);
    at += whole.length;
  });
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(Buffer.from(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R `
    + `/Encrypt 6 0 R /ID [${hex(id)} ${hex(id)}] >>\nstartxref\n${at}\n%%EOF\n`,
  ));
  return Buffer.concat(parts);
}

function rc4(key, bytes) {
  const box = Array.from({ length: 256 }, (_, at) => at);
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + box[at] + key[at % key.length]) & 255;
    [box[at], box[other]] = [box[other], box[at]];
  }
  let [left, right] = [0, 0];
  return Buffer.from(bytes.map((byte) => {
    left = (left + 1) & 255;
    right = (right + box[left]) & 255;
    [box[left], box[right]] = [box[right], box[left]];
    return byte ^ box[(box[left] + box[right]) & 255];
  }));
}
