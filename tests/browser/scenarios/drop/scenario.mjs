// Files come in together in any order, as a folder or as an archive, and each is known by its content; a wrong one
// says what is wrong and where, a missing one is named, another of the same name is taken with a warning, and the
// rest goes on.
import assert from 'node:assert/strict';
import { mkdtempSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { eventually, exampleNames, filesAreReady, score } from '../../steps.mjs';

export default async function ({ page, url, root, fixture }) {
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  const names = exampleNames(root).reverse();
  const read = (name) => readFileSync(fixture(`examples/larkfield/${name}`));
  await dropped(page, names, read);

  // As a folder.
  const folder = mkdtempSync(path.join(tmpdir(), 'proofmark-folder-'));
  try {
    for (const name of names) cpSync(fixture(`examples/larkfield/${name}`), path.join(folder, name));
    await anew(page, url);
    await page.getByTestId('folder-input').setInputFiles(folder);
    await filesAreReady(page, names);
  } finally {
    rmSync(folder, { recursive: true });
  }

  // As an archive, without one of the documents and with another of its name.
  await anew(page, url);
  const [absent, replaced] = names.filter((name) => name.endsWith('.pdf'));
  const inside = names.filter((name) => name !== absent && name !== replaced);
  await page.getByTestId('file-input').setInputFiles([
    { name: 'all.zip', mimeType: 'application/zip', buffer: zip(inside.map((name) => [`in/${name}`, read(name)])) },
    { name: replaced, mimeType: 'application/pdf', buffer: Buffer.concat([read(replaced), Buffer.from('\n')]) },
  ]);
  await filesAreReady(page, inside);
  const row = (name) => page.locator(`[data-testid="file-row"][data-name="${name}"]`);
  await row(absent).waitFor();
  assert.equal(await row(absent).getAttribute('data-state'), 'Missing', 'named by the bank and not here');
  await page.getByText('1 of 3 not here yet').waitFor();
  await page.getByText(`Add ${absent}.`).first().waitFor();
  assert.equal(await page.getByTestId('score').isEnabled(), false, 'not without it');
  await eventually(() => row(replaced).getAttribute('data-state'), 'Warning', 'other bytes under its name');
  assert.match(await row(replaced).locator('xpath=following-sibling::tr[1]').innerText(), /the bytes are not/, 'why');
  await page.getByTestId('file-input').setInputFiles([fixture(`examples/larkfield/${absent}`)]);
  await filesAreReady(page, [absent]);
}

/** Every file in one drop, a broken one among them. */
async function dropped(page, names, read) {
  const files = names.map((name) => ({ name, base64: read(name).toString('base64') }));
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

/** The page with nothing in it. */
async function anew(page, url) {
  await page.evaluate(() => sessionStorage.clear());
  // Not by a reload: the page writes its own view into the fragment, which may overtake the one that is asked for.
  await page.goto('about:blank');
  await page.goto(`${url}#files`);
  await page.getByTestId('drop-zone').waitFor();
  assert.equal(await page.getByTestId('file-row').count(), 0, 'nothing is here yet');
}

/** A zip of files as they are, without compression. */
function zip(files) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const label = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(label.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), about, label, bytes);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(at, 12);
    list.push(Buffer.from('PK\x01\x02\x14\x00'), about, entry.subarray(2), label);
    at += 4 + 26 + label.length + bytes.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end]);
}
