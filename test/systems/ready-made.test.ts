import { expect, test } from 'vitest';
import { findPreset } from '../../src/app/input/sheets.ts';
import type { PresetEncounter } from '../../src/rules/content.ts';
import { gmCaller } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { createRandomStream, createSimulatedDice, simulate } from '../../src/simulation/simulate.ts';
import { rulesets } from '../../src/systems/index.ts';
import { isLong, someOf, unhurried } from '../budget.ts';

const rulesetOf = (system: string): Ruleset => {
  const found = rulesets.find(({ id }) => id === system);
  if (found === undefined) throw new Error(system);
  return found;
};

/** Names of presets in earlier releases, with their keys in saved groups. */
const formerly: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  skure: {
    ...{ Swordsman: 'swordsman', Zombie: 'zombie', 'Sky Harrier': 'sky-harrier' },
    ...{ Cutthroat: 'cutthroat', 'Tower Guard': 'tower-guard' },
    ...{ Longbowman: 'longbowman', 'Hedge Mage': 'hedge-mage' },
    ...{ 'Ogre Rammer': 'ogre-rammer', 'Tide Wyrmling': 'tide-wyrmling', Ghost: 'ghost' },
    ...{ 'Will o’ Wisp': 'will-o-wisp', 'Fire Elemental': 'fire-elemental' },
    ...{ 'Fierce Fire Elemental': 'fierce-fire-elemental', 'Water Elemental': 'water-elemental' },
    ...{ 'Earth Elemental': 'earth-elemental', 'Fierce Air Elemental': 'fierce-air-elemental' },
    ...{ Swordsman: 'swordsman', 'Hedge Mage': 'hedge-mage', Cutthroat: 'cutthroat', 'Tower Guard': 'tower-guard' },
  },
  'sword-world': {
    ...{ 'Wolf: Fighter 3, Ranger 1': 'wolf', 'Sela: Priest 3, Fighter 2, a healer': 'sela', Goblin: 'goblin' },
    'Twin-Headed Mire Drake, five sections': 'mire-drake',
  },
  straalara: { 'Ysolde Marr, shield captain': 'ysolde', 'Pell, raw recruit': 'pell', 'Karg, quarry troll': 'karg' },
  segment: {
    ...{ 'Hedda Stane, fighter with longsword, throwing spear and shield': 'Hedda Stane' },
    ...{ 'Grummoth, ogre-like brute with a tree club and boulders': 'Grummoth' },
  },
  dskull: {
    ...{ 'Greyford Watch: humans with sword, spear and bow': 'greyford-watch' },
    ...{ 'Ember and Flask: fire pots and a maul': 'ember-and-flask' },
  },
};

const roles: Readonly<Record<string, readonly string[]>> = {
  skure: ['swordsman', 'tower-guard', 'longbowman', 'hedge-mage', 'field-priest', 'cutthroat', 'lancer', 'sky-harrier'],
  'sword-world': ['wolf', 'mira', 'dorn', 'tess', 'ilse', 'sela', 'lian', 'koro', 'bram'],
  straalara: ['ysolde', 'doran', 'brun', 'tobin', 'nim', 'ashwen', 'cass'],
  segment: ['Hedda Stane', 'Orrin Vale', 'Sister Maud', 'Tamsin Quill', 'Wick Marlow'],
  dskull: ['greyford-watch', 'cinderhold-oath', 'thornwake-raiders', 'silverbough-wardens', 'ember-and-flask'],
};

test.each(rulesets)('$id: each preset has a unique title and a line that fits a list', (ruleset) => {
  const all = Object.values(ruleset.presets);
  expect(new Set(all.map(({ title }) => title.toLowerCase())).size).toBe(all.length);
  for (const { title, description = '' } of all) {
    expect(title).not.toMatch(/Example/);
    expect(description.length, title).toBeGreaterThan(10);
    expect(description.length, title).toBeLessThanOrEqual(100);
  }
  for (const key of roles[ruleset.id] ?? ['']) expect(ruleset.presets[key], key).toBeDefined();
});

test.each(
  Object.entries(formerly).flatMap(([system, names]) =>
    Object.entries(names).map(([name, key]) => ({ system, name, key })),
  ),
)('$system: $name still finds its preset', ({ system, name, key }) => {
  const ruleset = rulesetOf(system);
  for (const typed of [name, key, name.toLowerCase()]) {
    const found = findPreset(ruleset, typed);
    expect(found.ok && found.value).toBe(ruleset.presets[key]);
  }
});

/** The battle of a preset encounter before it starts, with all combatants placed. */
const prepared = (ruleset: Ruleset, { heroes, foes, settings, ground }: PresetEncounter): Game => {
  const blank = ruleset.createGame(settings ?? {});
  if (!blank.ok) throw new Error(JSON.stringify(blank.error));
  let game = blank.value;
  const done = (action: GameAction): void => {
    const outcome = game.act(action, gmCaller(), [], createSimulatedDice(createRandomStream(1, 1)), ({ auto }) => auto);
    if (!outcome.ok || outcome.value.kind !== 'decided') throw new Error(JSON.stringify(outcome));
    game = outcome.value.game;
  };
  if (ground !== undefined) done({ do: 'verb', ...ground });
  for (const [n, { name, side, preset, at = [] }] of [...heroes, ...foes].entries()) {
    const id = `${name} ${n}`;
    done({ do: 'enter', entrant: { id, side, sheet: ruleset.presets[preset]?.sheet } });
    for (const { field, value } of at) done({ do: 'correct', field, who: id, value });
  }
  return game;
};

const encounters = rulesets.flatMap(({ id, encounters: all }) => all.map(({ name }) => ({ system: id, name })));

/** The share of decided battles that the heroes win in a preset encounter. */
const heroesWin = (system: string, name: string, battles: number): number => {
  const ruleset = rulesetOf(system);
  const encounter = ruleset.encounters.find((each) => each.name === name);
  if (encounter === undefined) throw new Error(name);
  const state = prepared(ruleset, encounter).save();
  const stopCondition = { battles, milliseconds: 600_000, orders: 3000, dice: 100_000 };
  const so = simulate(
    ruleset,
    { system, state, entrantsAtStart: [], policies: {}, stopCondition, seed: 1, firstBattle: 0 },
    () => 0,
  );
  const [hero] = encounter.heroes;
  const sides = Object.values(so.wins).reduce((sum, each) => sum + each, 0);
  // Without named sides each entrant is a side.
  return ((so.wins[hero?.side ?? ''] ?? 0) + (so.wins[`${hero?.name} 0`] ?? 0)) / Math.max(1, sides);
};

test('each rulebook has a first encounter', () => {
  expect([...new Set(encounters.map(({ system }) => system))]).toEqual(rulesets.map(({ id }) => id));
});

test.each(someOf(encounters, rulesets.length))(
  '$system: in $name either side can win',
  ({ system, name }) => {
    const share = heroesWin(system, name, system === 'dskull' ? 6 : 12);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  },
  unhurried,
);

test.runIf(isLong).each(encounters)(
  '$system: in $name each side wins 40 to 60 of a hundred battles',
  ({ system, name }) => {
    const share = heroesWin(system, name, system === 'dskull' ? 240 : 1000);
    expect(share, String(share)).toBeGreaterThanOrEqual(0.4);
    expect(share).toBeLessThanOrEqual(0.6);
  },
  unhurried * 10,
);
