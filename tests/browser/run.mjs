// Runs the scenarios in a real browser against the built reviewer.
//
//   node run.mjs --dist DIR --modules DIR --browser PROGRAM [--one-file PAGE] [NAME…]
//
// A scenario is a folder below `scenarios/` with a `scenario.mjs` that exports a default async function.
// It gets { page, context, url, one_file, fixture, root, proofmark, library } and throws where something is
// not as it should be. After
// it the runner itself checks the promises that hold everywhere: no error in the console, no exception
// in the page, no request to another origin.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { serve } from './server.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
/** How long a condition may take to come true: generous, because a loaded machine is no fault. */
const PATIENCE_MILLIS = 60_000;

const { options, names } = readArguments(process.argv.slice(2));
/** Loads one of the pinned packages. */
const library = createRequire(path.join(path.resolve(options.modules), 'x.js'));
const { chromium } = library('playwright-core');

const found = (await readdir(path.join(here, 'scenarios'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  // What takes minutes runs where it is asked for by name.
  .filter((name) => (names.length === 0
    ? !name.startsWith('slow-') : names.some((wanted) => name.includes(wanted))))
  .sort();

const server = await serve(path.resolve(options.dist));
const browser = await chromium.launch({
  executablePath: options.browser,
  headless: true,
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ],
});
let n_failed = 0;
for (const name of found) {
  const start = performance.now();
  const problem = await run(name);
  const millis = Math.round(performance.now() - start);
  if (problem === null) {
    console.log(`ok ${name} (${millis} ms)`);
  } else {
    n_failed += 1;
    console.log(`not ok ${name} (${millis} ms)\n${problem.replace(/^/gm, '    ')}`);
  }
}
await browser.close();
await server.close();
console.log(`browser: ${found.length - n_failed} passed, ${n_failed} failed`);
process.exit(n_failed === 0 && found.length > 0 ? 0 : 1);

/** Runs one scenario; null, or what went wrong. */
async function run(name) {
  const file = path.join(here, 'scenarios', name, 'scenario.mjs');
  // Each scenario has storage of its own, and none a service worker or cache of another.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE_MILLIS);
  const breaches = [];
  // The page itself tries one host that can never exist, to see whether its policy is in force. That
  // request is made and refused inside the browser; any that is not refused there is a breach.
  const is_probe = (text) => text.includes('https://proofmark-probe.invalid/');
  const watch = (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' && !is_probe(message.text())) {
        breaches.push(`console error: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => breaches.push(`exception in the page: ${error}`));
  };
  context.on('page', watch);
  context.on('request', (request) => {
    const url = request.url();
    const is_local = ['blob:', 'data:', 'about:', 'file:'].some((scheme) => url.startsWith(scheme));
    if (!is_local && !is_probe(url) && new URL(url).origin !== server.origin) {
      breaches.push(`request to another origin: ${url}`);
    }
  });
  context.on('requestfinished', (request) => {
    if (is_probe(request.url())) breaches.push('the probe was answered');
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (is_probe(request.url()) && reason === 'csp') return;
    if (reason !== 'net::ERR_ABORTED') {
      breaches.push(`failed request: ${request.url()} ${reason}`);
    }
  });
  try {
    const scenario = await import(pathToFileURL(file).href);
    const page = await context.newPage();
    await scenario.default({
      page,
      context,
      root,
      url: server.url,
      proofmark,
      one_file: options['one-file'],
      library,
      fixture: (relative) => path.join(root, relative),
    });
    // A scenario that provokes a breach on purpose names it, and then it must have come.
    const expected = scenario.expected_breaches ?? [];
    const missed = expected.filter((pattern) => !breaches.some((breach) => pattern.test(breach)));
    // Another may come, and need not.
    const allowed = [...expected, ...(scenario.allowed_breaches ?? [])];
    const unexpected = breaches.filter((breach) => !allowed.some((pattern) => pattern.test(breach)));
    if (missed.length + unexpected.length > 0) {
      return [...unexpected, ...missed.map((pattern) => `did not come: ${pattern}`)].join('\n');
    }
    return null;
  } catch (error) {
    return [error.stack ?? String(error), ...breaches].join('\n');
  } finally {
    await context.close();
  }
}

/** Runs the command line, built from the same source; its output. */
async function proofmark(words) {
  // `PROOFMARK` names a program that is built already.
  const [program, ...first] = process.env.PROOFMARK
    ? [process.env.PROOFMARK]
    : ['cargo', 'run', '--quiet', '--locked', '--package', 'proofmark-cli', '--'];
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(program, [...first, ...words], options);
  return stdout;
}

function readArguments(words) {
  const options = {};
  const names = [];
  for (let idx = 0; idx < words.length; idx += 1) {
    if (words[idx].startsWith('--')) {
      options[words[idx].slice(2)] = words[idx + 1];
      idx += 1;
    } else {
      names.push(words[idx]);
    }
  }
  for (const needed of ['dist', 'modules', 'browser']) {
    if (!options[needed]) throw new Error(`--${needed} is missing`);
  }
  return { options, names };
}
