import { expect, test } from 'vitest';
import { applySheetChanges, sheetLines, sheetWithChanges } from '../../src/app/input/sheets.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from './house.ts';

test('a sheet has a line for each value and one line that lists blank fields', async () => {
  const there = house();
  const answer = await there.run('ada', 'character create', {
    system: 'skure',
    name: 'Ilse',
    preset: 'Longbowman',
    changes: 'hp=30',
  });
  const texts = answer.ok ? (answer.value.cards[0]?.lines.map(({ text }) => text) ?? []) : [];
  expect(texts).toContain('Agility: 20');
  expect(texts.at(-1)).toMatch(/^Left blank: .*spells/);
  expect(texts.filter((text) => /: (\[\]|\{\}|)$/.test(text))).toEqual([]);
});

test.each(
  rulesets.flatMap((ruleset) => Object.entries(ruleset.presets).map(([key, preset]) => ({ ruleset, key, preset }))),
)('the sheet of $key of $ruleset.id is shown in words, without keys or JSON', ({ ruleset, preset }) => {
  const lines = sheetLines(ruleset, preset.sheet).map(({ text }) => text);
  expect(lines.join('\n')).not.toMatch(/[{}[\]"]|[a-z][A-Z]|undefined|\[object|\bnull\b/);
});

const sheetOf = (system: string, preset: string) => {
  const ruleset = rulesets.find(({ id }) => id === system);
  const sheet = ruleset?.presets[preset]?.sheet;
  if (ruleset === undefined || sheet === undefined) throw new Error('no such preset');
  return { ruleset, sheet };
};

test.each([
  ['skure', 'swordsman', 'max hp=77, Melee Range=2', { maxHp: 77, meleeRange: 2 }],
  ['skure', 'swordsman', 'alignment=Evil', { alignment: 'evil' }],
  ['skure', 'swordsman', 'traits=backstabber', { traits: ['BACKSTABBER'] }],
  ['skure', 'swordsman', 'traits=none, hp=3', { traits: [], hp: 3 }],
  ['skure', 'swordsman', 'rangedRange=null', { rangedRange: null }],
  ['skure', 'swordsman', 'name=12', { name: '12' }],
  ['straalara', 'ysolde', 'abilities.lore=3', { abilities: { lore: 3 } }],
  ['straalara', 'ysolde', 'attributes.strength=5', { attributes: { strength: 5 } }],
  ['straalara', 'ysolde', 'weapons.0.damage.base=7', { weapons: [{ name: 'longsword', damage: { base: 7 } }, {}] }],
  ['sword-world', 'wolf', 'hp=44, classes.Fighter=4', { hp: 44, classes: { Fighter: 4 } }],
  ['segment', 'Hedda Stane', 'max hp=70, def.base=12', { maxHp: 70, def: { base: 12 } }],
  [
    'dskull',
    'greyford-watch',
    'warriors.1.traits=brave|tough',
    { warriors: [{}, { traits: ['brave', 'tough'] }, {}, {}] },
  ],
])('a sheet of %s, %s, is changed by %s', (system, preset, changes, becomes) => {
  const { ruleset, sheet } = sheetOf(system, preset);
  const changed = applySheetChanges(ruleset, sheet, changes);
  expect(changed).toMatchObject({ ok: true, value: becomes });
});

test.each([
  ['skure', 'swordsman', 'maxLife=77', 'no-such-field', { word: 'maxLife' }],
  ['skure', 'swordsman', 'alignment=cruel', 'no-such-word', { word: 'cruel', hint: 'Available: good, neutral, evil.' }],
  ['skure', 'swordsman', 'traits=backstabber, shiny', 'no-such-word', { word: 'shiny', field: 'traits' }],
  ['skure', 'swordsman', 'maxHp=many', 'bad-sheet', {}],
  ['skure', 'swordsman', 'maxHp', 'bad-input', {}],
  ['segment', 'Hedda Stane', 'size=vast', 'no-such-word', { hint: 'Available: tiny, small, medium, large, giant.' }],
])('a sheet of %s, %s, is not changed by %s: %s', (system, preset, changes, code, facts) => {
  const { ruleset, sheet } = sheetOf(system, preset);
  const changed = sheetWithChanges(ruleset, sheet, changes);
  expect(changed).toMatchObject({ ok: false, error: { code, facts } });
});

test.each(rulesets)('every value of a preset of $id can be set by its key', (ruleset) => {
  for (const { sheet } of Object.values(ruleset.presets))
    for (const [key, value] of Object.entries(Object(sheet))) {
      const changed = applySheetChanges(ruleset, sheet, `${key}=${JSON.stringify(value)}`);
      expect(changed, key).toEqual({ ok: true, value: { ...Object(sheet), [key]: value } });
    }
});
