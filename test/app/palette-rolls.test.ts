import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fillRoll } from '../../src/app/rolls/roll-expressions.ts';
import { rollNotation } from '../../src/dice/notation.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const read = (name: string): string => readFileSync(`test/formats/${name}.json`, 'utf8');

/** The rolls of a palette of CCFOLIA. */
const linesOf = (name: string): readonly string[] =>
  String(JSON.parse(read(name)).data.commands)
    .split('\n')
    .filter((line) => /^(?:2d|k)/.test(line));

/** The total of a roll whose dice all show 3. */
const total = (notation: string): unknown => {
  const rolled = rollNotation(notation, { roll: () => 3 });
  return rolled.ok ? rolled.value.map((each) => each.total) : rolled.error;
};

const withSheet = async (name: string) => {
  const there = house();
  await must(there, 'ada', 'library import', { json: read(name) });
  return {
    there,
    fill: async (dice: string) => {
      const filled = await fillRoll(there.asker('ada'), dice, there.services);
      return filled.ok ? filled.value.notation : there.sentence(filled.error, 'table');
    },
  };
};

const plain = linesOf('ccfolia/character-plain');

describe('lines of a palette with {names} roll as the lines with numbers', () => {
  test.each([
    { from: 'ccfolia/character', all: true },
    { from: 'ytsheet2/pc-fighter', all: false },
  ])('with the values of $from', async ({ from, all }) => {
    const { fill } = await withSheet(from);
    const named = linesOf('ccfolia/character').filter((line) => !line.includes('スカウト運動'));
    expect(named.length).toBe(plain.length);
    for (const [n, line] of named.entries())
      expect([line, total(await fill(line))]).toEqual([line, total(plain[n] ?? '')]);
    if (all) expect(await fill('2d+{スカウト運動} スカウト運動')).toBe('2d+5 スカウト運動');
  });
});

test.each([
  ['//命中=9 2d6+{命中} 命中判定', '2d6+9 命中判定'],
  ['2d6+{命中}>=12; //命中={器}/6+2; //器=17', '2d6+(17/6+2)>=12'],
  ['2d+｛命中力｝+{命中修正} 命中', '2d+9+0 命中'],
  ['2d+{命中2}+{C値2}-{x} ; //x=-1', '2d+9+10-(-1)'],
  ['2d+{運}', /^ラグナ・トール’s sheet has no value 運\. Begin with \/\/運=5 before the dice\.$/],
  ['2d+{輪} //輪={輪}', /no value 輪/],
])('%s is filled', async (pasted, wanted) => {
  const { fill } = await withSheet('ccfolia/character');
  const filled = await fill(pasted);
  if (typeof wanted === 'string') expect(filled.trim()).toBe(wanted);
  else expect(filled).toMatch(wanted);
});

test('/roll names the missing value if the user has no sheet, and rolls with the values of a combatant', async () => {
  const { there } = await withSheet('ccfolia/character');
  const none = await there.run('bob', 'roll', { dice: '2d+{命中1}' });
  expect(none.ok ? '' : await there.sentence(none.error, 'table')).toMatch(
    /no sheet with a value 命中1.*\/library import/,
  );
  const alone = await must(there, 'ada', 'roll', { dice: '2d+{命中1}' });
  expect(JSON.stringify(alone.cards)).toMatch(/ラグナ・トール/);
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  await must(there, 'ada', 'battle join', { character: 'ラグナ・トール' });
  const rolled = await must(there, 'ada', 'roll', { dice: '2d+{命中1} 命中力／剣' });
  expect(JSON.stringify(rolled.cards)).toMatch(/2d.*9/);
});
