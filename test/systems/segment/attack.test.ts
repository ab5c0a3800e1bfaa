import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { ann, annsPlayer, closed, grim, run, strike, tableOf, told } from './table.ts';

/** A whole round of Ann striking Grim, with the battle it began from. */
const round = (dice: readonly number[], them = [ann(), grim({ prot: { armor: 4, other: 0 } })]) => {
  const stage = tableOf(them, dice);
  const from = stage.state();
  run(closed(stage, { Ann: strike, Grim: { action: 'none' } }));
  return { stage, from };
};

test('SEG-HIT-6 SEG-GEN-2 an attack logs every number and modifier', () => {
  const { stage } = round(
    [8, 20, 5],
    [ann({ encumbered: true }), grim({ prot: { armor: 4, other: 0 }, encumbered: true })],
  );
  const event = stage.events().find((each) => each.type === 'attacked');
  expect(event).toMatchObject({
    segment: 8,
    sc: 90,
    def: 30,
    need: 60,
    roll: 20,
    grievousMax: 3,
    criticalMax: 9,
    outcome: 'hit',
    rolled: 7,
    impact: {
      damage: 7,
      prot: 4,
      taken: 3,
      hp: 47,
      stunThreshold: 10,
      stunned: false,
      armorLoss: 0,
      armorProt: 4,
      interrupted: false,
    },
  });
  const sum = (parts: readonly { readonly value: number }[] = []) =>
    parts.reduce((total, { value }) => total + value, 0);
  expect([sum(event?.scParts), sum(event?.defParts), sum(event?.damageParts)]).toEqual([90, 30, 7]);
  expect(event?.scParts).toContainEqual({ rule: 'SEG-MELEE-5', label: 'encumbered', value: -10 });
});

test('SEG-GEN-2 each die has the name of its roll', () => {
  const { stage } = round([8, 20, 5]);
  expect(stage.dice.rolledDice()).toEqual([
    { name: 'initiative', sides: 10, value: 8 },
    { name: 'attack', sides: 100, value: 20 },
    { name: 'damage', sides: 8, value: 5 },
  ]);
});

test('SEG-HIT-6 an attack is one line, with a row for each sum', () => {
  const { stage, from } = round([8, 5, 8]);
  const line = told(from, stage.events(), gmViewer).find(({ text }) => text.includes('hits'));
  expect(line?.text).toBe('Segment 8: Ann critically hits Grim (sword): 20 damage. Grim is stunned. Grim: 30/50 HP.');
  expect(line?.rows.map((row) => row.map(({ says }) => says).join(' · '))).toEqual([
    'SC 100 sword · = 100',
    'DEF 40 base · = 40',
    'need 100 − 40 = 60 · grievous up to 3, critical up to 9 · d100 5 → critical',
    'damage 8 d8 · +2 bonus · = 10 · doubled: 20 · 20 damage taken · 30 HP left · stuns above 10 damage',
  ]);
});

test('SEG-HIT-6 a reader who may not know a foe’s numbers sees only the attacker’s sum', () => {
  const { stage, from } = round([8, 20, 5]);
  const line = told(from, stage.events(), annsPlayer).find(({ text }) => text.includes('hits'));
  expect(line?.text).toBe('Segment 8: Ann hits Grim (sword): 7 damage before protection. Grim: scratched.');
  const rows = JSON.stringify(line?.rows);
  expect(rows).toContain('SC 100 sword');
  expect(rows).toContain('DEF 40 base');
  expect(rows).not.toContain('43 HP');
  const secret = { ...annsPlayer, foes: { ...annsPlayer.foes, of: { def: { mode: 'off' as const, words: [] } } } };
  const kept = told(from, stage.events(), secret).find(({ text }) => text.includes('hits'));
  expect(JSON.stringify(kept?.rows)).not.toMatch(/DEF|need/);
});
