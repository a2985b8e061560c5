// Holds the module for JavaScript to the command line, in Node.js: `node session.mjs DIST_JS`, with the
// command line's path in PROOFMARK.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const example = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../examples/larkfield');
const dist = path.resolve(process.argv[2]);
const { default: init, Session } = await import(pathToFileURL(path.join(dist, 'proofmark.js')));
await init({ module_or_path: await readFile(path.join(dist, 'proofmark_bg.wasm')) });

const session = new Session();
const ids = new Map();
const inputs = [];
for (const name of (await readdir(example)).sort()) {
  if (!/\.(pdf|jsonl?)$/.test(name)) continue;
  const file = path.join(example, name);
  const bytes = await readFile(file);
  for (const entry of JSON.parse(session.addFile(name, bytes))) {
    ids.set(entry.name, entry.id);
    inputs.push({ file, ...entry });
  }
}
const of = (kind) => inputs.filter((one) => one.kind === kind);
assert.equal(of('bank').length, 1, 'the bank is taken for one');
assert.ok(of('outputs').length > 0 && of('document').length > 1);

const temporary = await mkdtemp(path.join(tmpdir(), 'proofmark-js-'));
try {
  const report = path.join(temporary, 'report.json');
  const words = ['score', '--bank', of('bank')[0].file, '--report', report];
  for (const one of of('plan')) words.push('--run', one.file);
  words.push('--documents', example);
  words.push('--outputs', ...of('outputs').map((one) => one.file));
  try {
    execFileSync(process.env.PROOFMARK, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    assert.equal(error.status, 1, 'only failed attempts are a no');
  }
  const theirs = await readFile(report);
  assert.ok(theirs.equals(Buffer.from(session.score())), 'the same bytes as the command line');

  const bank = JSON.parse(await readFile(of('bank')[0].file));
  const passage = bank.questions[0].essential_claims[0].evidence;
  const document = bank.documents.find((one) => one.id === passage.document);
  const probe = JSON.parse(session.locate(ids.get(document.file), passage.quote));
  assert.equal(probe.state, 'located');
  const pages = JSON.parse(session.documentText(ids.get(document.file)));
  assert.ok(pages.length >= probe.spans[0].last_page);
  assert.equal(pages[0].lines[0].quad.length, 4);
  assert.throws(() => session.locate(4_000_000, 'a'), /no document of this session/);
  assert.throws(() => new Session().score(), /bank/);
} finally {
  await rm(temporary, { recursive: true });
}
console.log('ok js');
