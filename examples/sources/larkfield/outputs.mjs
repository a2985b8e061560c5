// Writes the example's outputs: two invented workflows, three repetitions each. `kestrel` answers in
// prose under labels and mostly does well; `merlin` answers in JSON and shows what can go wrong. Each
// attempt that is not a plain pass says beside it what it is there to show.
import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../../larkfield/', import.meta.url);
const { bank_sha256 } = JSON.parse(readFileSync(new URL('run.json', folder), 'utf8'));

// The passages that right answers quote.
const FRAME = 'The monitor takes one frame every 90 seconds from dusk to dawn';
const GUIDE = 'A guide exposure lasts 12 seconds';
const FLAT = 'A flat-field exposure lasts 4 seconds, against the white board and never against the wall';
const CAP = 'At most 14 visitors may stand on the observing platform at the same time.';
const NAME = "The duty astronomer on public nights is Mairi O'Donnell-Stroud.";
const DATE = 'The winter programme begins on 4 October 2026';
const HOUR = 'Last admission is at 21:15';
const WIND = 'The shutters may be opened only when the wind is below 35 km/h';
const WIND_IN_HANDBOOK = 'open the shutters only when the wind is below 35 km/h';
const DEPOSIT = 'The deposit is £45 per instrument and is paid back';
const HIRE = 'The hire fee is £12 per night';
const STEWARDS = 'The stewards wear green armbands and carry red lamps';

const kestrel = {
  q01: [
    `Frame interval: every 90 seconds "${FRAME}" [handbook, p. 1]`,
    `**Frame interval:** one frame every 90 seconds [handbook p.1: "${FRAME}"]`,
    // The one field of a question needs no label.
    `90 seconds. "${FRAME}" (handbook, page 1)`,
  ],
  q02: [
    `Exposure times: A guide exposure lasts 12 seconds "${GUIDE}" [handbook, p. 2] and a flat-field exposure lasts 4 seconds "${FLAT}" [handbook, p. 2].`,
    // The paraphrase that author and reviewer accepted beforehand.
    `Exposure times: Twelve seconds for the guide exposure, four for the flat field.\nSource: "${GUIDE} and is repeated until the star stays within its box. ${FLAT}" [handbook, p. 2]`,
    `- Exposure times: 12-second guide exposure, 4-second flat-field exposure [1] [2]\n\nReferences\n[1] observers-handbook.pdf, p. 2: "${GUIDE}"\n[2] observers-handbook.pdf, p. 2: "${FLAT}"\n`,
  ],
  q03: [
    `Visitors on the platform: at most 14 visitors "${CAP}" [rules, p. 1]`,
    // What the elision leaves out is a "not": a person has to look.
    `Visitors on the platform: at most 14 visitors "${CAP} Observers and stewards are [...] counted." [rules, p. 1]`,
    `Visitors on the platform: up to 14 visitors [rules, p. 1: "${CAP}"]`,
  ],
  q04: [
    `Duty astronomer: Mairi O'Donnell-Stroud "${NAME}" [leaflet, p. 1]\n\nSources shown\nvisitors-leaflet.pdf, page 1: "Ask her about the year when the comet was late."\n`,
    `Duty astronomer: Mairi O’Donnell-Stroud [visitors-leaflet.pdf p.1: "${NAME}"]`,
    // The name is right, but the quotation lost its joins.
    `Duty astronomer: Mairi O'Donnell-Stroud "The duty astronomer on public nights is Mairi ODonnell Stroud." [leaflet, p. 1]`,
  ],
  q05: [
    // Two labels on one line are a form difference.
    `First day: 4 October 2026 "${DATE}" [leaflet, p. 1] Last admission: 21:15 "${HOUR}" [leaflet, p. 1]`,
    `First day: October 4, 2026 "${DATE}" [leaflet, p. 1]\nLast admission: 21:15 "${HOUR}, and the dome is closed an hour after that." [leaflet, p. 1]`,
    // The two words stand in several places of the leaflet.
    `First day: 4 October 2026 "${DATE}" [leaflet, p. 1]\nLast admission: 21:15 "last admission" [leaflet, p. 1]`,
  ],
  q06: [
    `Wind limit: below 35 km/h "${WIND}, measured at the mast and not at the chimney." [rules, p. 1]`,
    // The second registered passage serves as well as the first.
    `Wind limit: wind below 35 km/h "${WIND_IN_HANDBOOK}" [handbook, p. 2]`,
    `Wind limit: less than 35 km/h\nSource: "${WIND}" [rules, p. 1]\n`,
  ],
  q07: [
    `Loan charges: deposit of £45 per instrument "${DEPOSIT}" [rules, p. 2]; hire fee of £12 per night "${HIRE}" [rules, p. 2]`,
    `Loan charges:\n- deposit: £45 per instrument [rules, p. 2: "${DEPOSIT}"]\n- hire fee: £12 per night [rules, p. 2: "${HIRE}"]\n`,
    `Loan charges: The deposit is £45 per instrument and the hire fee is £12 per night. "${DEPOSIT} when the instrument returns dry, complete and in its box. ${HIRE}" [house-rules.pdf, p. 2]`,
  ],
  q08: [
    // Over the seam between two pages, with a running head and a page number between.
    `Signs of a steward: They wear green armbands and carry red lamps. "${STEWARDS}; they know the way" [leaflet, p. 1]`,
    `Signs of a steward: wear green armbands, carry red lamps [leaflet, p. 1: "${STEWARDS}"]`,
    // The second marker leads to nothing, and the third names a page without a quotation.
    `Signs of a steward: The stewards wear green armbands and carry red lamps [1] [4] [leaflet, p. 2]\n\nReferences\n[1] visitors-leaflet.pdf, p. 1: "${STEWARDS}"\n`,
  ],
  q09: [
    'Focal length: UNKNOWN',
    'Focal length: not stated in the documents',
    'Focal length: The documents do not state the focal length.',
  ],
  q10: [
    'Annual fee: UNKNOWN\nRenewal date: UNKNOWN',
    'Annual fee: not given\nRenewal date: not given',
    // An absence, but in words of its own.
    'Annual fee: The papers are silent about what a membership costs.\nRenewal date: not stated',
  ],
  q11: ['Coach spaces: not specified', 'Coach spaces: UNKNOWN', 'Coach spaces: not mentioned'],
  q12: ['Dome builder: cannot be determined', 'Dome builder: not stated', 'Dome builder: UNKNOWN'],
};

const cite = (document, page, quote) => ({ document, page, quote });
/** One field. */
const answer = (field, text, ...citations) => ({ fields: { [field]: { answer: text, citations } } });
/** Two fields. */
const both = (first, second) => ({ fields: { ...first.fields, ...second.fields } });

const merlin = {
  q01: [
    answer('frame interval', 'every 90 seconds', cite('handbook', 1, FRAME)),
    // The same time in another unit: not registered, and not wrong.
    answer('frame interval', 'every 1.5 minutes', cite('handbook', 1, FRAME)),
    // A true quotation, but from a paper that says nothing of frames.
    answer('frame interval', 'every 90 seconds', cite('leaflet', 3, 'Flasks are welcome in the library and on the roof')),
  ],
  q02: [
    // Each exposure has the other's length.
    answer(
      'exposure times', 'The guide exposure lasts 4 seconds and the flat-field exposure lasts 12 seconds.',
      cite('handbook', 2, GUIDE), cite('handbook', 2, FLAT),
    ),
    // Half of what was asked.
    answer('exposure times', '12-second guide exposure', cite('handbook', 2, GUIDE)),
    // The first quotation begins inside a number.
    answer(
      'exposure times', '12-second guide exposure and 4-second flat-field exposure',
      cite('handbook', 2, '2 seconds and is repeated until the star stays within its box'), cite('handbook', 2, FLAT),
    ),
  ],
  q03: [
    answer('visitors on the platform', '14', cite('rules', 1, CAP)),
    // Two values as alternatives; the second is the rule that no longer holds.
    answer(
      'visitors on the platform', 'either 14 or 20 visitors', cite('rules', 1, CAP),
      cite('rules', 3, 'Until the floor was inspected, 20 visitors were let on to the platform.'),
    ),
    // The right number with a quotation that nobody wrote.
    answer('visitors on the platform', '14 visitors', cite('rules', 1, 'The platform holds fourteen guests, as the insurers require.')),
  ],
  q04: [
    answer('duty astronomer', "Mairi O'Donnell-Stroud", cite('leaflet', 1, NAME)),
    // A decline, though the leaflet says it.
    answer('duty astronomer', 'not stated'),
    // A paper that is not among the bank's.
    answer('duty astronomer', "Mairi O'Donnell-Stroud", cite('annual-report.pdf', 2, 'Our duty astronomer served on forty nights.')),
  ],
  q05: [
    // The second field is not there.
    answer('first day', '4 October 2026', cite('leaflet', 1, DATE)),
    // A sentence of the leaflet as the answer: true, but not among the registered wordings.
    both(
      answer('first day', '4 October 2026', cite('leaflet', 1, DATE)),
      answer('last admission', 'The dome is closed an hour after that', cite('leaflet', 1, HOUR)),
    ),
    // A page without a quotation supports nothing.
    both(
      answer('first day', '4 October 2026', cite('leaflet', 1, DATE)),
      answer('last admission', '21:15', { document: 'leaflet', page: 1 }),
    ),
  ],
  q06: [
    // The opposite bound.
    answer('wind limit', 'above 35 km/h', cite('rules', 1, WIND)),
    // 35 km/h are 9.72 m/s.
    answer('wind limit', 'below 9.7 m/s', cite('rules', 1, WIND)),
    // The field twice, in different words.
    {
      answers: [
        { field: 'wind limit', answer: 'below 35 km/h', citations: [cite('rules', 1, WIND)] },
        { field: 'wind limit', answer: 'less than 35 km/h', citations: [cite('handbook', 2, WIND_IN_HANDBOOK)] },
      ],
    },
  ],
  q07: [
    // Last year's figures, and the passage that says they no longer hold.
    answer(
      'loan charges', 'The deposit is £30 per instrument and the hire fee is £8 per night.',
      cite('rules', 3, 'Until 2024 the deposit was £30 per instrument and the hire fee was £8 per night.'),
    ),
    // Near the right passage, and beside it.
    answer(
      'loan charges', 'deposit of £45 per instrument; hire fee of £12 per night',
      cite('rules', 2, 'a night that turns cloudy before midnight is not charged'), cite('rules', 2, HIRE),
    ),
    // Something that nobody asked and nobody reviewed.
    answer(
      'loan charges', 'deposit of £45 per instrument and hire fee of £12 per night, payable in cash',
      cite('rules', 2, DEPOSIT), cite('rules', 2, HIRE),
    ),
  ],
  q08: [
    answer('signs of a steward', 'wear green armbands, carry red lamps', cite('leaflet', 1, STEWARDS)),
    // The output ends in the middle.
    '{"fields": {"signs of a steward": {"answer": "wear green armbands',
    // Prose outside the field that was asked for.
    {
      ...answer('signs of a steward', 'wear green armbands and carry red lamps', cite('leaflet', 1, STEWARDS)),
      remark: 'The stewards also walk departing cars to the gate.',
    },
  ],
  q09: [
    // A value that none of the papers holds.
    answer('focal length', '3.2 metres', cite('handbook', 1, 'It stands on a fluted iron pillar')),
    answer('focal length', 'UNKNOWN'),
    answer('focal length', 'not stated'),
  ],
  q10: [
    // One field invents, the other declines.
    both(answer('annual fee', '£25'), answer('renewal date', 'not stated')),
    both(answer('annual fee', 'not stated'), answer('renewal date', 'not stated')),
    both(answer('annual fee', 'UNKNOWN'), answer('renewal date', 'UNKNOWN')),
  ],
  q11: [answer('coach spaces', 'not mentioned'), null, answer('coach spaces', 'UNKNOWN')],
  q12: [
    // A guess.
    answer('dome builder', 'probably the members themselves'),
    // Planned, and never produced.
    undefined,
    answer('dome builder', 'not stated'),
  ],
};

/** What a second try would have said; the first attempt stands. */
const retry = answer('duty astronomer', 'Effie Thornaby-Lund', cite('handbook', 1, 'the instrument officer, Effie Thornaby-Lund'));

const cards = {
  'q03/1': [{ document: 'rules', page: 1, quote: 'The number comes from the inspection of the floor beams' }],
};

write('outputs-kestrel.jsonl', [...attempts('kestrel', 'labelled-text', kestrel)]);
write('outputs-merlin.jsonl', [
  ...attempts('merlin', 'structured-json', merlin),
  line('merlin', 1, 'q04', 'structured-json', { raw: JSON.stringify(retry) }, 3_000),
]);

function* attempts(workflow, adapter, answers) {
  let n_before = 0;
  for (const repetition of [1, 2, 3]) {
    for (const [question_id, versions] of Object.entries(answers)) {
      const version = versions[repetition - 1];
      n_before += 1;
      if (version === undefined) continue;
      const output = version === null
        ? { raw: null, error: 'the service closed the connection after 60 s' }
        : { raw: typeof version === 'string' ? version : JSON.stringify(version, null, 1) };
      const source_cards = workflow === 'merlin' ? cards[`${question_id}/${repetition}`] : undefined;
      yield line(workflow, repetition, question_id, adapter, { ...output, source_cards }, n_before * 40);
    }
  }
}

function line(workflow, repetition, question_id, adapter, output, n_seconds) {
  const start = Date.parse(workflow === 'kestrel' ? '2026-09-12T19:00:00Z' : '2026-09-13T19:00:00Z');
  const produced_at = new Date(start + n_seconds * 1000).toISOString().replace('.000Z', 'Z');
  return { workflow, repetition, question_id, adapter, ...output, produced_at, bank_sha256 };
}

function write(name, lines) {
  writeFileSync(new URL(name, folder), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
