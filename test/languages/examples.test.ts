import { expect, test } from 'vitest';
import {
  amount,
  asName,
  contextKey,
  count,
  type Dictionary,
  decimal,
  listing,
  maskedRef,
  phrase,
  ref,
  renderText,
  runInLanguage,
  say,
  several,
  type Text,
  term,
} from '../../src/core/message.ts';
import { readPo } from '../../src/languages/po.ts';

const names: Readonly<Record<string, string>> = { s: 'Scout', o: 'Order', g: 'Goblin 1' };

const read = (dictionary: Dictionary, text: Text, sees = true): string =>
  runInLanguage(dictionary, () => renderText(text, { name: (id) => (sees ? names[id] : undefined) }));

/** A dictionary from the entries of a PO file. */
const dictionaryOf = (language: string, entries: string, fallback?: Dictionary): Dictionary => ({
  language,
  sentences: readPo(entries, language).sentences,
  fallback,
});

const entry = (english: string, translation: string, of?: string): string =>
  `${of === undefined ? '' : `msgctxt "${of}"\n`}msgid "${english}"\nmsgstr "${translation}"\n\n`;

const plural = (one: string, many: string, forms: readonly string[]): string =>
  `msgid "${one}"\nmsgid_plural "${many}"\n${forms.map((form, index) => `msgstr[${index}] "${form}"\n`).join('')}\n`;

const ja = dictionaryOf(
  'ja',
  [
    entry('Scout', 'スカウト'),
    entry('allies', '味方'),
    entry('{1} joins the {2}.', '{1}が{2}に加わった。'),
    entry('{1} joins {2}.', '{1}が{2}に加わった。'),
    entry('{1} takes {2} damage.', '{1}は{2}点のダメージを受けた。', 'damage'),
    entry('{1} takes a {2} Move.', '{1}は{2}移動を行った。', 'movement'),
    entry('Normal', '通常', 'movement'),
    entry('{1} and {2}', '{1}と{2}'),
    entry('{1}, {2}', '{1}、{2}'),
    entry('somebody', '何者か'),
    entry('Somebody', '何者か'),
    entry('{1} m', '{1}m'),
    entry('{1} moves to {2}.', '{1}は{2}へ移動した。'),
    plural('{1} sheet is on the roster ({2}).', '{1} sheets are on the roster ({2}).', ['名簿にシート{1}枚（{2}）。']),
  ].join(''),
);

const pl = dictionaryOf(
  'pl',
  [
    plural('{1} sheet is on the roster ({2}).', '{1} sheets are on the roster ({2}).', [
      ...['{1} karta na liście ({2}).', '{1} karty na liście ({2}).', '{1} kart na liście ({2}).'],
    ]),
    plural('In {1}, {2} turn is left.', 'In {1}, {2} turns are left.', [
      ...['W {1} został jeden ruch.', 'W {1} zostały {2} ruchy.', 'W {1} zostało {2} ruchów.'],
    ]),
  ].join(''),
);

const de = dictionaryOf(
  'de',
  [
    entry('{1} m', '{1} m'),
    entry('{1} takes {2} damage.', '{1} nimmt {2} Schaden.'),
    plural('{1} turn', '{1} turns', ['{1} Zug', '{1} Züge']),
  ].join(''),
);

const sheets = (n: number) =>
  several(
    n,
    say`${n} sheet is on the roster (${asName('Mira')}).`,
    say`${n} sheets are on the roster (${asName('Mira')}).`,
  );

test('1: a hero with the name of a class has this name in all languages, and the class is translated', () => {
  expect(read(ja, say`${ref('s')} joins the ${term('allies')}.`)).toBe('Scoutが味方に加わった。');
  expect(runInLanguage(ja, () => phrase`${asName('Scout')} joins ${term('Scout')}.`)).toBe(
    'Scoutがスカウトに加わった。',
  );
  expect(read(ja, say`${'Scout'} joins ${term('Scout')}.`)).toBe('Scoutがスカウトに加わった。');
});

test('2: one English word in two sentences has two translations', () => {
  expect(read(ja, say.of('damage')`${ref('g')} takes ${amount(5)} damage.`)).toBe('Goblin 1は5点のダメージを受けた。');
  expect(read(ja, say.of('movement')`${ref('g')} takes a ${term('Normal', 'movement')} Move.`)).toBe(
    'Goblin 1は通常移動を行った。',
  );
});

test('3: a sentence with a context is found without it', () => {
  expect(read(de, say.of('damage')`${ref('g')} takes ${amount(5)} damage.`)).toBe('Goblin 1 nimmt 5 Schaden.');
});

test('4: the number chooses the plural form', () => {
  expect([1, 2, 5, 22].map((n) => read(pl, sheets(n)))).toEqual([
    '1 karta na liście (Mira).',
    '2 karty na liście (Mira).',
    '5 kart na liście (Mira).',
    '22 karty na liście (Mira).',
  ]);
  expect([1, 3].map((n) => read(ja, sheets(n)))).toEqual(['名簿にシート1枚（Mira）。', '名簿にシート3枚（Mira）。']);
  expect([0, 1, 2].map((n) => read(de, count(n, 'turn')))).toEqual(['0 Züge', '1 Zug', '2 Züge']);
});

test('5: the number may be in any hole, and a form may leave it out', () => {
  const left = (n: number) =>
    several(n, say`In ${asName('Road')}, ${n} turn is left.`, say`In ${asName('Road')}, ${n} turns are left.`);
  expect([1, 2, 5].map((n) => read(pl, left(n)))).toEqual([
    'W Road został jeden ruch.',
    'W Road zostały 2 ruchy.',
    'W Road zostało 5 ruchów.',
  ]);
});

test('6: a hidden combatant is hidden in all languages', () => {
  expect(read(ja, say`${maskedRef('g')} joins the ${term('allies')}.`, false)).toBe('何者かが味方に加わった。');
});

test('7: a list is translated by its pairs', () => {
  expect(read(ja, listing([ref('s'), ref('o'), ref('g')]))).toBe('Scout、OrderとGoblin 1');
});

test('8: numbers have the sign and decimal point of the language', () => {
  expect(read(de, say`${amount(-1.5)} m`)).toBe('−1,5 m');
  expect([2, 2.345, 0.15].map((value) => read(de, decimal(value, 1)))).toEqual(['2,0', '2,3', '0,1']);
  expect(read(ja, say`${ref('g')} moves to ${say`${amount(-5)} m`}.`)).toBe('Goblin 1は−5mへ移動した。');
});

test('9: a region falls back to its language, and then to English', () => {
  const pt = dictionaryOf('pt', entry('allies', 'os aliados') + entry('{1} joins {2}.', '{1} entra nos {2}.'));
  const br = dictionaryOf('pt-BR', entry('allies', 'aliados'), pt);
  expect(read(br, say`${ref('g')} joins ${term('allies')}.`)).toBe('Goblin 1 entra nos aliados.');
  expect(read(br, count(2, 'turn'))).toBe('2 turns');
});

test('10: fuzzy, empty and wrong entries of a PO file stay English', () => {
  const { sentences, header, leftOut } = readPo(
    [
      'msgid ""\nmsgstr ""\n"Language: ja\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\n',
      '#. {1} who: somebody, by name\n',
      entry('Normal', '通常', 'movement'),
      '#, fuzzy, python-brace-format\n#| msgid "{1} ends its turn."\n',
      entry('{1} ends the turn.', '{1}は手番を終了した。'),
      entry('{1} hits {2}.', '{1}が命中。'),
      entry('{1} misses {2}.', ''),
      plural('{1} turn', '{1} turns', ['{1}手番']),
      '#~ msgid "Old"\n#~ msgstr "古い"\n',
    ].join(''),
  );
  expect(sentences).toEqual({
    [contextKey('Normal', 'movement')]: '通常',
    '{1} turn': { other: '{1}手番' },
    '{1} turns': { other: '{1}手番' },
  });
  expect(leftOut).toEqual({ empty: 1, fuzzy: 1, wrongHoles: ['{1} hits {2}.'] });
  expect(header.Language).toBe('ja');
  expect(read({ language: 'ja', sentences }, count(2, 'turn'))).toBe('2手番');
});
