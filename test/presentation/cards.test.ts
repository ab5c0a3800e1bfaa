import { describe, expect, test } from 'vitest';
import { formatRow } from '../../src/presentation/card.ts';
import { statusCard } from '../../src/presentation/status-card.ts';
import {
  cutText,
  formatGauge,
  formatMainGauge,
  formatShareBlocks,
  wrapText,
} from '../../src/presentation/view-facts.ts';
import { line, step } from '../../src/rules/event.ts';
import { crowd, duel, ended, ruins, scripts, segments } from './views.ts';

const awaited = (actor: string, what: string) => ({ actor, kind: 'turn', what, verbs: [], auto: undefined });
const fieldsOf = (...args: Parameters<typeof statusCard>) =>
  Object.fromEntries(statusCard(...args).fields.map(({ name, text }) => [name, text]));

describe('the status card', () => {
  test('the status card lists combatants by side, and those who are out in one line', () => {
    const fields = fieldsOf(duel, [], 'Bridge');
    expect(fields.Brothers).toBe(
      'Ann: ▰▰▰▱▱ 41/60 HP · 12/20 Essence · aiming at Grim · D6 facing north\n' +
        'Bob the Bold: ▰▱▱▱▱ 12/55 HP · defending · poisoned · B5 facing north-east',
    );
    expect(fields['The Dead']).toBe(
      '▸ Grim: badly wounded · burning · D4 facing south\nZombie 1: down · F3 facing west\nOut: Zombie 2',
    );
  });

  test('the status card marks the acting combatant in the turn order', () => {
    expect(fieldsOf(duel, [], 'Bridge')['Turn order']).toBe(
      '✓ Ann (agility 34), ▸ Grim (agility 22), Bob the Bold (agility 18)',
    );
  });

  test('the status card says what is awaited from whom, the GM by title', () => {
    const fields = fieldsOf(duel, [awaited('Grim', 'to act'), awaited('gm', 'to place the dead')], 'Bridge');
    expect(fields['Waiting for']).toBe('Grim to act\nThe GM to place the dead');
  });

  test('the status card has no empty fields', () => {
    expect(fieldsOf(ended, [awaited('Grim', 'to act')], 'Bridge')).not.toHaveProperty('Waiting for');
    expect(fieldsOf(ended, [], 'Bridge')).not.toHaveProperty('Turn order');
    expect(fieldsOf(segments, [], 'Bridge')).not.toHaveProperty('Notes');
    expect(fieldsOf(duel, [], 'Bridge').Notes).toBe('Last team standing wins.');
  });

  test('the status card names the winner at the end', () => {
    const shown = statusCard(ended, [], 'Bridge');
    expect(shown.lines.map(({ text }) => text)).toEqual(['Brothers win: they are the last team standing.', 'Round 9']);
    expect(shown.tone).toBe('good');
    expect(statusCard(duel, [], 'Bridge')).toMatchObject({ tone: 'plain', lines: [{ text: 'Round 3' }] });
  });

  test('the status card shows positions on the board if the rulebook names none', () => {
    expect(fieldsOf(ruins, [], 'Ruins').Skulls).toContain('Crow: ▰▰▰▰▱ 4/5 HP · K8');
    expect(fieldsOf(crowd, [], 'Field').Beasts).toContain('Wolf: ▰▰▰▱▱ 9/18 HP · A1 facing SE');
  });

  test('the status card shows that a combatant is down unless a mark does', () => {
    const [ann] = duel.combatants;
    const fallen = (marks: readonly string[], marksSayLife = false) => ({
      ...duel,
      combatants: ann === undefined ? [] : [{ ...ann, life: 'down' as const, marks, marksSayLife }],
    });
    expect(fieldsOf(fallen([]), [], 'x').Brothers).toBe('Ann: 41/60 HP · down · D6 facing north');
    expect(fieldsOf(fallen(['unconscious'], true), [], 'x').Brothers).toBe(
      'Ann: 41/60 HP · unconscious · D6 facing north',
    );
    expect(fieldsOf(fallen(['burning']), [], 'x').Brothers).toBe('Ann: 41/60 HP · down · burning · D6 facing north');
    expect(fieldsOf(fallen(['on Out']), [], 'x').Brothers).toBe('Ann: 41/60 HP · down · on Out · D6 facing north');
  });

  test('the status card shows the number of a name that the picture cannot draw', () => {
    expect(fieldsOf(scripts, [], 'x').敌人).toContain('สมชาย (6): ▰▰▰▱▱ 5/10 HP');
  });
});

describe('results', () => {
  const blow = line('Ann strikes Grim from the flank: Mortal Wound, 53 damage', 'good', [
    [
      step('SK-A', 'd100 72'),
      step('SK-B', '+15 faster (34 to 22)'),
      step('SK-C', '+15 flank'),
      step('SK-D', '= 102'),
      step('SK-E', '→ stage 6'),
    ],
    [step('SK-F', 'attack 15 − defense 5 = 10'), step('SK-G', '×3 stage')],
  ]);

  test('the row of a sum joins its steps with dots, except before “=” and “→”', () => {
    expect(formatRow(blow.rows[0] ?? [])).toBe('d100 72 · +15 faster (34 to 22) · +15 flank = 102 → stage 6');
  });
});

describe('text on a phone', () => {
  test.each([
    [0, '▱▱▱▱▱'],
    [0.001, '▰▱▱▱▱'],
    [0.5, '▰▰▰▱▱'],
    [0.999, '▰▰▰▰▱'],
    [1, '▰▰▰▰▰'],
    [1.7, '▰▰▰▰▰'],
    [-3, '▱▱▱▱▱'],
  ])('a share of %d is %s: full only if whole, empty only if nothing is left', (share, blocks) => {
    expect(formatShareBlocks(share)).toBe(blocks);
  });

  test('a gauge without a share is its word, with a label beside others', () => {
    const word = { label: 'HP', text: 'wounded', share: undefined };
    expect(formatMainGauge(word)).toBe('wounded');
    expect(formatGauge(word)).toBe('HP wounded');
    expect(formatGauge({ label: 'Essence', text: '12/20', share: 0.6 })).toBe('12/20 Essence');
  });

  test('texts are cut and wrapped between whole characters', () => {
    expect(cutText('𝔘𝔫𝔦𝔠𝔬𝔡𝔢', 4)).toBe('𝔘𝔫𝔦…');
    expect(cutText('Ann', 3)).toBe('Ann');
    expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  });
});
