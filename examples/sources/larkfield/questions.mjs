// Writes the example's bank, run plan and claims. Run it after `make`, which changes the digests of the
// documents; then run `outputs.mjs`, since outputs name the bank they were asked from.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../../larkfield/', import.meta.url);
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const document = (id, file) => ({ id, file, sha256: sha256(readFileSync(new URL(file, folder))) });

const claim = (id, field, description, value, accepted_values, evidence, role_phrases = []) => ({
  id,
  field,
  description,
  value,
  accepted_values,
  answer_scope: role_phrases.length === 0 ? 'field' : 'explicit',
  role_phrases,
  evidence,
});
const unanswerable = (id, question, required_fields) => ({
  id,
  question,
  required_fields,
  expected_abstention: true,
});

const questions = [
  {
    id: 'q01',
    question: 'How often does the all-sky monitor take a frame?',
    required_fields: ['frame interval'],
    expected_abstention: false,
    field_types: { 'frame interval': 'interval' },
    essential_claims: [
      claim(
        'q01-interval', 'frame interval', 'The time from one frame to the next.', 'every 90 seconds',
        ['every 90 seconds', '90 seconds', 'one frame every 90 seconds'],
        { document: 'handbook', page: 1, quote: 'one frame every 90 seconds' },
      ),
    ],
  },
  {
    id: 'q02',
    question: 'How long do a guide exposure and a flat-field exposure last?',
    required_fields: ['exposure times'],
    expected_abstention: false,
    field_types: { 'exposure times': 'duration' },
    essential_claims: [
      claim(
        'q02-guide', 'exposure times', 'The length of a guide exposure.', '12-second guide exposure',
        [
          '12-second guide exposure', 'guide exposure lasts 12 seconds', 'guide exposure of 12 seconds',
          'guide exposure: 12 seconds',
        ],
        { document: 'handbook', page: 2, quote: 'A guide exposure lasts 12 seconds' },
        ['guide exposure'],
      ),
      claim(
        'q02-flat', 'exposure times', 'The length of a flat-field exposure.',
        '4-second flat-field exposure',
        [
          '4-second flat-field exposure', 'flat-field exposure lasts 4 seconds',
          'flat-field exposure of 4 seconds', 'flat-field exposure: 4 seconds',
        ],
        { document: 'handbook', page: 2, quote: 'A flat-field exposure lasts 4 seconds' },
        ['flat-field exposure'],
      ),
    ],
    accepted_field_answers: {
      'exposure times': [
        'a 12-second guide exposure and a 4-second flat-field exposure',
        {
          text: 'Twelve seconds for the guide exposure, four for the flat field.',
          obligation_ids: ['q02-guide', 'q02-flat'],
          completeness_note:
            'The first half names the guide exposure with its twelve seconds. The second half names the '
            + 'flat field; its "four" can only mean seconds, carried over from the first half.',
        },
      ],
    },
  },
  {
    id: 'q03',
    question: 'How many visitors may stand on the observing platform at the same time?',
    required_fields: ['visitors on the platform'],
    expected_abstention: false,
    field_types: { 'visitors on the platform': { type: 'cap', noun: 'visitor' } },
    essential_claims: [
      claim(
        'q03-cap', 'visitors on the platform', 'The largest number of visitors allowed there.',
        'at most 14 visitors', ['at most 14 visitors', 'up to 14 visitors', '14 visitors', '14'],
        { document: 'rules', page: 1, quote: 'At most 14 visitors may stand on the observing platform' },
      ),
    ],
  },
  {
    id: 'q04',
    question: 'Who is the duty astronomer on public nights?',
    required_fields: ['duty astronomer'],
    expected_abstention: false,
    field_types: { 'duty astronomer': 'person' },
    essential_claims: [
      claim(
        'q04-name', 'duty astronomer', 'The full name.', "Mairi O'Donnell-Stroud",
        ["Mairi O'Donnell-Stroud"],
        {
          document: 'leaflet', page: 1,
          quote: "The duty astronomer on public nights is Mairi O'Donnell-Stroud",
        },
      ),
    ],
  },
  {
    id: 'q05',
    question: 'On what date does the winter programme begin, and when is last admission?',
    required_fields: ['first day', 'last admission'],
    expected_abstention: false,
    field_types: { 'first day': 'date', 'last admission': 'time' },
    essential_claims: [
      claim(
        'q05-date', 'first day', 'The day on which the programme begins.', '4 October 2026',
        ['4 October 2026', 'October 4, 2026'],
        { document: 'leaflet', page: 1, quote: 'The winter programme begins on 4 October 2026' },
      ),
      claim(
        'q05-time', 'last admission', 'The hour after which nobody is let in.', '21:15', ['21:15'],
        { document: 'leaflet', page: 1, quote: 'Last admission is at 21:15' },
      ),
    ],
  },
  {
    id: 'q06',
    question: 'In what wind may the shutters of the dome be opened?',
    required_fields: ['wind limit'],
    expected_abstention: false,
    field_types: { 'wind limit': 'quantity' },
    essential_claims: [
      claim(
        'q06-wind', 'wind limit', 'The wind that must not be reached.', 'below 35 km/h',
        ['below 35 km/h', 'less than 35 km/h', 'wind below 35 km/h'],
        [
          { document: 'rules', page: 1, quote: 'opened only when the wind is below 35 km/h' },
          { document: 'handbook', page: 2, quote: 'open the shutters only when the wind is below 35 km/h' },
        ],
      ),
    ],
  },
  {
    id: 'q07',
    question: 'What are the deposit and the hire fee for a loan reflector?',
    required_fields: ['loan charges'],
    expected_abstention: false,
    essential_claims: [
      claim(
        'q07-deposit', 'loan charges', 'The sum held back, with its basis.',
        'deposit of £45 per instrument',
        [
          'deposit of £45 per instrument', 'deposit is £45 per instrument',
          '£45 deposit per instrument', 'deposit: £45 per instrument',
        ],
        { document: 'rules', page: 2, quote: 'The deposit is £45 per instrument' },
        ['deposit'],
      ),
      claim(
        'q07-hire', 'loan charges', 'The charge, with its basis.', 'hire fee of £12 per night',
        [
          'hire fee of £12 per night', 'hire fee is £12 per night', '£12 hire fee per night',
          'hire fee: £12 per night',
        ],
        { document: 'rules', page: 2, quote: 'The hire fee is £12 per night' },
        ['hire fee'],
      ),
    ],
  },
  {
    id: 'q08',
    question: 'What do the stewards wear and what do they carry?',
    required_fields: ['signs of a steward'],
    expected_abstention: false,
    essential_claims: [
      claim(
        'q08-wear', 'signs of a steward', 'What is worn.', 'wear green armbands',
        ['wear green armbands', 'green armbands are what they wear'],
        // The sentence runs over the seam between the first page and the second.
        { document: 'leaflet', page: 1, quote: 'The stewards wear green armbands' },
        ['wear'],
      ),
      claim(
        'q08-carry', 'signs of a steward', 'What is carried.', 'carry red lamps',
        ['carry red lamps', 'red lamps are what they carry'],
        { document: 'leaflet', page: 2, quote: 'carry red lamps' },
        ['carry'],
      ),
    ],
  },
  unanswerable('q09', 'What is the focal length of the Whitcombe refractor?', ['focal length']),
  unanswerable('q10', 'What does a membership cost, and when is it renewed?', ['annual fee', 'renewal date']),
  unanswerable('q11', 'How many coaches can be parked at the observatory?', ['coach spaces']),
  unanswerable('q12', 'Who built the dome?', ['dome builder']),
];

const bank = {
  schema: 'proofmark/bank/1',
  contract: '1.5.0',
  title: 'Larkfield Observatory: twelve questions',
  documents: [
    document('handbook', 'observers-handbook.pdf'),
    document('rules', 'house-rules.pdf'),
    document('leaflet', 'visitors-leaflet.pdf'),
  ],
  questions,
};
const bank_sha256 = sha256(canonical(bank));
bank.freeze = {
  frozen_at: '2026-09-01T09:00:00Z',
  bank_sha256,
  author: {
    name: 'Ottilie Brandreth',
    attestation:
      'I wrote these questions from the three papers alone. Each role phrase names the role of its value, '
      + 'and the paraphrase accepted for q02 is true and complete.',
  },
  reviewer: {
    name: 'Casimir Udoh',
    attestation:
      'I read every question against the papers without the author and found each obligation, role phrase '
      + 'and paraphrase to be right. I have seen no answers.',
  },
};
write('bank.json', bank);
write('run.json', {
  schema: 'proofmark/run/1',
  workflows: [
    { id: 'kestrel', adapter: 'labelled-text', source_card_heading: 'Sources shown' },
    { id: 'merlin', adapter: 'structured-json' },
  ],
  repetitions: 3,
  qualify: 'kestrel',
  bank_sha256,
});

/** RFC 8785 for what stands in a bank: strings, whole numbers, arrays, objects. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value).sort();
    return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

function write(name, value) {
  writeFileSync(new URL(name, folder), `${JSON.stringify(value, null, 2)}\n`);
}
