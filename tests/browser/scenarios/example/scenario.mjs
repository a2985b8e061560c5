// The example is loaded, scored and shown; every attempt is what the example's authors meant it to be.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { eventually, goToAttempt, openExample, score, shownStates, shownVerdict } from '../../steps.mjs';

const WORKFLOWS = ['kestrel', 'merlin'];
const N_REPETITIONS = 3;
const N_QUESTIONS = 12;

export default async function ({ page, url, root, fixture }) {
  const expected = JSON.parse(readFileSync(fixture('examples/sources/larkfield/expected.json'), 'utf8'));
  await openExample({ page, url, root });
  await score(page);

  const n_all = WORKFLOWS.length * N_REPETITIONS * N_QUESTIONS;
  await eventually(
    async () => Number.parseInt(await page.getByTestId('count-all').innerText(), 10),
    n_all,
    'every planned attempt is listed',
  );
  for (const [id, { verdict, citations }] of Object.entries(expected)) {
    await goToAttempt(page, id);
    await eventually(() => shownVerdict(page), verdict, id);
    if (citations !== undefined) {
      await eventually(() => shownStates(page), citations, id);
    }
  }
  // Those that the list does not name pass: one answer and one decline of each workflow.
  for (const id of ['kestrel/1/q08', 'kestrel/2/q02', 'kestrel/2/q09', 'merlin/1/q08', 'merlin/3/q12']) {
    assert.equal(expected[id], undefined, `${id} is to be a plain pass`);
    await goToAttempt(page, id);
    await eventually(() => shownVerdict(page), 'pass', id);
  }
}
