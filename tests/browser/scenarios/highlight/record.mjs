// Records where another program (poppler's `pdftotext -bbox`) finds the words of some passages:
//
//   node record.mjs >boxes.json
//
// Run it after the example's documents were made again. Each passage is a part of one line; its box is
// from the left edge of its first word to the right edge of its last, in points from the top left corner
// of the page.
import { execFileSync } from 'node:child_process';

const passages = [
  // A whole line of a narrow column; the word before it is hyphenated.
  { attempt: 'kestrel/1/q01', document: 'observers-handbook.pdf', page: 1, words: 'tor takes one frame every 90 seconds' },
  // The start of a justified line, printed by Chromium.
  { attempt: 'kestrel/1/q05', document: 'visitors-leaflet.pdf', page: 1, words: 'The winter programme begins on 4 October 2026' },
  // A whole line, written by LibreOffice.
  { attempt: 'kestrel/1/q03', document: 'house-rules.pdf', page: 1, words: 'At most 14 visitors may stand on the observing platform at the same' },
  // The end of a line, and of the page: the passage goes on overleaf.
  { attempt: 'kestrel/1/q08', document: 'visitors-leaflet.pdf', page: 1, words: 'The stewards wear green' },
];

const folder = new URL('../../../../examples/larkfield/', import.meta.url);
const boxes = passages.map(({ words, ...passage }) => {
  const path = new URL(passage.document, folder).pathname;
  const number = String(passage.page);
  const html = execFileSync('pdftotext', ['-bbox', '-f', number, '-l', number, path, '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [, width, height] = html.match(/<page width="(.*?)" height="(.*?)">/);
  const all = [...html.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)]
    .map(([, left, top, right, bottom, text]) => ({
      left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom), text,
    }));
  // Poppler leaves punctuation at its word.
  const line = words.split(' ');
  const starts = all
    .map((_, idx) => idx)
    .filter((idx) => line.every((word, offset) => all[idx + offset]?.text === word));
  if (starts.length !== 1) throw new Error(`${words}: ${starts.length} places`);
  const part = all.slice(starts[0], starts[0] + line.length);
  return {
    ...passage,
    words,
    width: Number(width),
    height: Number(height),
    left: part[0].left,
    right: part.at(-1).right,
    top: Math.min(...part.map((word) => word.top)),
    bottom: Math.max(...part.map((word) => word.bottom)),
  };
});
console.log(JSON.stringify(boxes, null, 1));
