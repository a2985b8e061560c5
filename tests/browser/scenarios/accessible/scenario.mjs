// axe finds nothing wrong with any screen, in light and in dark, and narrow; no screen scrolls sideways,
// and every screen is reached by keyboard alone.
import assert from 'node:assert/strict';
import path from 'node:path';
import { exampleNames, filesAreReady, openExample, score } from '../../steps.mjs';

const JUDGE_FILES = ['claims.json', 'sources.json', 'limits.html', 'models.html', 'regions.md', 'gold.json',
  'results-baseline.json', 'results-candidate.json'];

export default async function ({ page, context, url, root, fixture, library }) {
  await context.addInitScript({ content: library('axe-core').source });
  const problems = [];
  const look = async (name) => problems.push(...await faults(page, name));
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();
  await page.locator('[data-testid="preflight"]').first().waitFor();
  await look('files, empty');
  await openExample({ page, url, root });
  const judge = JUDGE_FILES.map((name) => path.join(fixture('examples/tarnwell'), name));
  await page.getByTestId('file-input').setInputFiles(judge);
  await filesAreReady(page, [...exampleNames(root), ...JUDGE_FILES]);
  await look('files');
  await score(page);
  await page.locator('[data-testid="page-canvas"][data-drawn="true"]').first().waitFor();
  await page.getByTestId('find-words').fill('the');
  await page.getByTestId('find-count').waitFor();
  await look('review');
  await go(page, 'audit', page.getByTestId('deciding'));
  await page.getByTestId('attempt').waitFor();
  await page.keyboard.press('1');
  await page.getByTestId('reviewer-name').waitFor();
  await look('audit, who decides');
  await page.getByTestId('reviewer-name').fill('A person');
  await page.keyboard.press('Enter');
  await page.locator('.axes [data-testid="human"]').waitFor();
  await look('audit');
  await go(page, 'summary', page.getByRole('heading').first());
  await look('summary');
  await go(page, 'bank', page.getByTestId('bank-claim'));
  await page.locator('[data-testid="probe"][data-state="located"]').waitFor();
  await look('bank');
  await go(page, 'judge', page.getByTestId('claim'));
  await page.keyboard.press('1');
  await page.getByTestId('finding').first().waitFor();
  await page.getByTestId('open-grade').click();
  await page.getByTestId('confusion').waitFor();
  await look('judge');
  await go(page, 'report', page.getByTestId('signed-what'));
  await look('report');
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  await look('keys');
  await page.keyboard.press('Escape');
  assert.ok(problems.length === 0, problems.join('\n'));
  await byKeyboard(page);
}

async function go(page, tab, sign) {
  await page.getByTestId(`tab-${tab}`).click();
  await sign.waitFor();
}

/** What is wrong with a screen in both themes, narrow, and at the least width. */
async function faults(page, name) {
  const found = [];
  for (const [theme, width, height] of [
    ['light', 1440, 900], ['dark', 1440, 900], ['light', 390, 844],
  ]) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const { violations } = await page.evaluate(() => window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    }));
    for (const { id, nodes } of violations) {
      const where = nodes.slice(0, 3).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`);
      found.push(`${name}, ${theme}, ${width}: ${id} (${nodes.length}) ${where.join(' | ')}`);
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (sideways) found.push(`${name}: scrolls sideways at 320`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** From the first tab stop on, the Tab key and Enter reach each screen. */
async function byKeyboard(page) {
  for (const tab of ['files', 'review', 'audit', 'summary', 'bank', 'judge', 'report']) {
    await page.evaluate(() => { document.activeElement?.blur(); });
    await page.getByTestId('tab-files').evaluate((link) => link.closest('header').querySelector('a').focus());
    let reached = false;
    for (let stops = 0; stops < 10 && !reached; stops += 1) {
      await page.keyboard.press('Tab');
      reached = await page.evaluate((id) => document.activeElement?.dataset.testid === id, `tab-${tab}`);
    }
    assert.ok(reached, `the tab ${tab} is a tab stop`);
    await page.keyboard.press('Enter');
    await page.locator(`.app[data-screen="${tab}"]`).waitFor();
  }
}
