import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runInLanguage } from '../../src/core/message.ts';
import { recordMarkdown } from '../../src/presentation/markdown.ts';
import type { BattleRecord, RecordStep } from '../../src/presentation/record.ts';
import { createTextDictionary, replayHtml, type TextDictionary } from '../../src/presentation/replay-html.ts';
import { line, step } from '../../src/rules/event.ts';
import { runs } from '../budget.ts';
import { plainWords, pseudoLanguage } from '../sentences/pseudo.ts';

/** The texts again, as the page reads them. */
const expandTexts = ({ lines, pages, at }: TextDictionary, separator: string): readonly string[] => {
  let last: readonly number[] = [];
  const texts = pages.map(([before, after, between]) => {
    last = [...last.slice(0, before), ...between, ...last.slice(last.length - after)];
    return last.map((line) => lines[line] ?? '').join(separator);
  });
  return at.map((page) => texts[page] ?? '');
};

const aStep = (n: number, parts: Partial<RecordStep> = {}): RecordStep => ({
  n,
  at: '2026-11-21T03:41:00Z',
  heading: 'Round 1',
  phase: 'Round 1: Ann’s turn',
  lines: [line(`Ann waits ${n}.`)],
  areDiceVisible: false,
  picture: {
    svg: `<svg xmlns="http://www.w3.org/2000/svg">\n<text>${n}</text>\n</svg>\n`,
    alt: `Ann stands. Turn ${n}.`,
  },
  ...parts,
});

const aRecord = (parts: Partial<BattleRecord> = {}): BattleRecord => ({
  name: 'The Ford',
  system: 'Skirmish',
  reader: 'as everyone may see it',
  ended: true,
  status: 'Red wins.',
  people: ['Mo (GM)', 'Ada'],
  steps: [aStep(1)],
  undone: [],
  proof: { commitment: 'ab'.repeat(32), ledger: undefined },
  images: [],
  ...parts,
});

const inline = { text: '', hash: 'none' };
const parts = { style: inline, dice: inline, script: inline };

test('texts stored as shared lines are restored exactly', () => {
  const texts = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', '')).map((lines) => lines.join('\n')));
  fc.assert(
    fc.property(texts, (all) => {
      const book = createTextDictionary(all, '\n');
      expect(expandTexts(book, '\n')).toEqual(all);
      expect(book.pages).toHaveLength(new Set(all).size);
    }),
    runs(100),
  );
});

test('a replay step that changes one line of a picture stores only that line', () => {
  const picture = (n: number) =>
    [...Array.from({ length: 200 }, (_, at) => `line ${at}`), `step ${n}`, 'end'].join('\n');
  const few = JSON.stringify(createTextDictionary([picture(1), picture(2)], '\n')).length;
  const many = JSON.stringify(
    createTextDictionary(
      Array.from({ length: 102 }, (_, n) => picture(n)),
      '\n',
    ),
  ).length;
  expect(many - few).toBeLessThan(100 * 40);
});

test('Markdown has a heading for each round and an item with its sums for each entry', () => {
  const steps = [
    aStep(1, { heading: 'Before the battle', lines: [line('Mo opens the battle.')] }),
    aStep(2, { lines: [line('Ann strikes Grim.', 'good', [[step('SM-1', 'd20 17'), step('SM-2', '+3 skill')]])] }),
    aStep(3, { lines: [] }),
    aStep(4, { heading: 'Round 2', lines: [line('Grim waits.'), line('It is Ann’s turn.')] }),
  ];
  expect(recordMarkdown(aRecord({ steps })).split('\n').slice(0, 21)).toEqual([
    '# The Ford',
    '',
    'Skirmish, as everyone may see it. Red wins.',
    '',
    'Taking part: Mo (GM), Ada.',
    '',
    '## Before the battle',
    '',
    '- Mo opens the battle.',
    '',
    '## Round 1',
    '',
    '- **Ann strikes Grim.**',
    '  - d20 17 · +3 skill',
    '',
    '## Round 2',
    '',
    '- Grim waits.',
    '  - It is Ann’s turn.',
    '',
    '## Dice',
  ]);
});

test('Markdown escapes hostile names, on one line', () => {
  const text = recordMarkdown(
    aRecord({ name: '*A*\n# B', people: ['@everyone'], steps: [aStep(1, { lines: [line('[x](http://y)\n- z')] })] }),
  );
  expect(text.split('\n')[0]).toBe('# \\*A\\* # B');
  expect(text).not.toContain('@everyone');
  expect(text).toContain('\\[x\\](http\\://y) - z');
  expect(text.split('\n').filter((each) => each.startsWith('- z'))).toEqual([]);
});

test('a replay page hides the outcome of an ended battle behind a click', () => {
  expect(replayHtml(aRecord(), parts)).toContain('<details class="standing"><summary>How it ended</summary>Red wins.');
  expect(replayHtml(aRecord({ ended: false, status: 'Round 2: Ann.' }), parts)).toContain(
    '<p class="standing">Round 2: Ann.</p>',
  );
});

test('a replay page contains hostile names only as text', () => {
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u2028';
  const page = replayHtml(
    aRecord({
      name: hostile,
      people: [hostile],
      status: hostile,
      steps: [
        aStep(1, {
          heading: hostile,
          phase: hostile,
          lines: [line(hostile)],
          picture: { svg: '<svg/>', alt: hostile },
        }),
      ],
    }),
    parts,
  );
  expect(page).not.toContain('<img');
  expect(page).not.toContain('alert(1)</script>');
  expect(page.match(/<\/script>/g)).toHaveLength(3);
});

test('a replay page of an ended battle contains the dice and their edition', () => {
  const dice = 1 as const;
  const [seed, salt] = ['5e'.repeat(32), 'cd'.repeat(32)];
  const row = (n: number, values: readonly number[], inForce = salt) => ({
    ...{ n, diceKey: `o${n}`, byHand: n === 4, salt: inForce },
    dice: values.map((value) => ({ sides: 6, value })),
  });
  const log = [row(1, [3], ''), row(2, []), row(3, [1, 6]), row(4, [5])];
  const ledger = { edition: { dice }, seed, salts: [{ salt, joins: ['7', '8'] }], log };
  const page = replayHtml(aRecord({ proof: { commitment: 'ab'.repeat(32), ledger } }), parts);
  const [, data = ''] = /<script type="application\/json" id="battle">(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(data).dice).toEqual({
    ...{ edition: dice, commitment: 'ab'.repeat(32), seed, salts: [[salt, '7', '8']] },
    log: [
      [1, 'o1', 0, [6, 3], -1],
      [3, 'o3', 0, [6, 1, 6, 6], 0],
      [4, 'o4', 1, [6, 5], 0],
    ],
  });
  expect(page).toContain(`<dd>Edition ${dice}</dd>`);
});

test('a replay page that is too large draws fewer boards, with a note', () => {
  const noise = (n: number) => Array.from({ length: 40 }, (_, at) => `<text>${n * 7919 + at}</text>`).join('\n');
  const steps = Array.from({ length: 200 }, (_, n) =>
    aStep(n + 1, { picture: { svg: `<svg>\n${noise(n)}\n</svg>`, alt: `Turn ${n}.` } }),
  );
  const whole = replayHtml(aRecord({ steps }), parts);
  const cut = replayHtml(aRecord({ steps }), parts, 80_000);
  expect(whole.length).toBeGreaterThan(200_000);
  expect(whole).not.toContain('class="note">To keep');
  expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(80_000);
  expect(cut).toMatch(/the board is drawn only once every \d+ steps\./);
  expect(cut.match(/<li /g)).toHaveLength(200);
});

test('a replay page that is too large without boards omits the oldest steps, with a note', () => {
  const steps = Array.from({ length: 400 }, (_, n) => aStep(n + 1));
  const cut = replayHtml(aRecord({ steps }), parts, 40_000);
  expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(40_000);
  const [, left] = /the beginning of the battle \((\d+) steps\) is not included\./.exec(cut) ?? [];
  expect(cut.match(/<li /g)).toHaveLength(400 - Number(left));
  expect(cut).toContain('Ann waits 400.');
});

/** The words of a page and of its script. */
const wordsOn = (page: string): string => {
  const [, data = '{}'] = /<script type="application\/json" id="battle">(.*?)<\/script>/s.exec(page) ?? [];
  const { words, counts } = JSON.parse(data);
  const titles = [...page.matchAll(/ (?:aria-label|title)="([^"]*)"/g)].map(([, title]) => title);
  const shown = page.replace(/<(script|style)\b.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' ');
  return [...titles, shown, ...Object.values(words), ...Object.values(counts)].join(' ');
};

test('a replay page in another language has no English left', () => {
  const steps = Array.from({ length: 400 }, (_, n) =>
    aStep(n + 1, { heading: 'Mo', phase: 'Mo', lines: [line('Ada')] }),
  );
  const [seed, salt] = ['5e'.repeat(32), 'cd'.repeat(32)];
  const dice = [{ sides: 6, value: 3 }];
  const log = [1, 2, 3].map((n) => ({ n, diceKey: `o${n}`, byHand: n === 3, dice, salt }));
  const ledger = { edition: { dice: 1 as const }, seed, salts: [{ salt, joins: ['7', '8'] }], log };
  const told = { name: 'Ada', system: 'Ada', reader: 'Ada', status: 'Ada', people: ['Mo', 'Ada'], steps };
  const commitment = 'ab'.repeat(32);
  const pages = [
    aRecord({ ...told, proof: { commitment, ledger } }),
    aRecord({ ...told, ended: false, proof: { commitment, ledger: undefined } }),
  ].map((record) => runInLanguage(pseudoLanguage, () => replayHtml(record, parts, 60_000)));
  const untranslated = new Set(['ada', 'mo', 'utc', 'json', 'verify', 'ab'.repeat(32).replace(/\d/g, '')]);
  for (const page of pages) {
    expect(page).toContain('<html lang="en-XA">');
    expect(plainWords(wordsOn(page)).filter((word) => !untranslated.has(word))).toEqual([]);
  }
});

test('a replay page contains each picture once, as data', () => {
  const images = [Uint8Array.of(1, 2, 3), Uint8Array.of(250, 251)];
  const page = replayHtml(aRecord({ images, steps: [aStep(1), aStep(2)] }), parts);
  expect(page.match(/data:image\/webp;base64,[^"]*/g)).toEqual([
    'data:image/webp;base64,AQID',
    'data:image/webp;base64,+vs=',
  ]);
});
