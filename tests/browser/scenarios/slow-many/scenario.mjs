// Ten thousand attempts are scored while the page stays at hand: how long its thread was busy in one piece is
// printed as a distribution, and the list of all of them scrolls from end to end. Minutes; run by its name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { eventually, filesAreReady } from '../../steps.mjs';

const N_REPETITIONS = 834;
/** A person notices what takes longer (RAIL). */
const TASK_MILLIS = 50;

export default async function ({ page, context, url, root, fixture }) {
  await context.addInitScript(() => {
    window.long_tasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.long_tasks.push({ startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
  });
  const read = (name) => readFileSync(fixture(`examples/larkfield/${name}`), 'utf8');
  const lines = read('outputs-merlin.jsonl').split('\n').filter(Boolean).slice(0, 12).map((one) => JSON.parse(one));
  const plan = JSON.parse(read('run.json'));
  plan.workflows = plan.workflows.filter((one) => one.id === 'merlin');
  plan.repetitions = N_REPETITIONS;
  plan.qualify = 'merlin';
  const outputs = [];
  for (let repetition = 1; repetition <= N_REPETITIONS; repetition += 1) {
    for (const line of lines) outputs.push(JSON.stringify({ ...line, repetition }));
  }
  const n_all = outputs.length;
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  const names = ['bank.json', 'house-rules.pdf', 'observers-handbook.pdf', 'visitors-leaflet.pdf'];
  await page.getByTestId('file-input').setInputFiles(names.map((name) => fixture(`examples/larkfield/${name}`)));
  await page.getByTestId('file-input').setInputFiles([
    { name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(plan)) },
    { name: 'outputs.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(outputs.join('\n')) },
  ]);
  await filesAreReady(page, [...names, 'run.json', 'outputs.jsonl']);
  const score = page.locator('[data-testid="score"]:enabled');
  await score.waitFor();
  await page.evaluate(() => { window.long_tasks.length = 0; });
  const start = Date.now();
  await score.click();
  await page.getByTestId('attempt-list').waitFor({ timeout: 600_000 });
  const seconds = (Date.now() - start) / 1000;
  const tasks = await page.evaluate(() => window.long_tasks.map(({ duration }) => duration));
  tasks.sort((a, b) => a - b);
  const at = (share) => Math.round(tasks[Math.min(tasks.length - 1, Math.floor(tasks.length * share))] ?? 0);
  console.log(`# ${n_all} attempts scored in ${seconds.toFixed(1)} s; tasks over ${TASK_MILLIS} ms on the page's thread: `
    + `${tasks.length}; median ${at(0.5)}, 90 % ${at(0.9)}, longest ${at(1)} ms`);
  await eventually(
    async () => Number.parseInt(await page.getByTestId('count-all').innerText(), 10), n_all, 'every attempt is listed',
  );
  // From end to end, a page at a time, with a row in view each time.
  const n_rows = await page.getByTestId('attempt-list').evaluate(async (list) => {
    const seen = new Set();
    for (let step = 0; step <= 200; step += 1) {
      list.scrollTop = (list.scrollHeight - list.clientHeight) * (step / 200);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const box = list.getBoundingClientRect();
      const middle = document.elementFromPoint(box.left + 40, box.top + box.height / 2);
      seen.add(middle?.closest('[data-attempt]')?.dataset.attempt);
    }
    return seen.has(undefined) ? 0 : seen.size;
  });
  assert.ok(n_rows > 190, `${n_rows} of 201 views showed a row of their own`);
}
