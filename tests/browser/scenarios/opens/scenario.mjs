// The reviewer opens, with its strict policy in force, and asks nothing of any other place.
import assert from 'node:assert/strict';

export default async function ({ page, url }) {
  await page.goto(url);
  await page.getByTestId('drop-zone').waitFor();

  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy" i]')
    .getAttribute('content');
  const directives = new Map(
    policy.split(';').map((part) => part.trim().split(/\s+/)).map(([name, ...values]) => [name, values]),
  );
  assert.deepEqual(directives.get('default-src'), ["'none'"], 'what is not named is refused');
  for (const [name, values] of directives) {
    for (const value of values) {
      assert.ok(
        !["'unsafe-inline'", "'unsafe-eval'", '*'].includes(value) && !/^(https?|wss?):/.test(value),
        `${name} allows ${value}`,
      );
    }
  }
  // In force, not only written down: a script without permission does not run.
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran_inline = true';
    document.head.append(script);
    return window.ran_inline === true;
  });
  assert.equal(ran, false, 'an inline script ran');
}

export const expected_breaches = [/console error: .*inline script/i];
