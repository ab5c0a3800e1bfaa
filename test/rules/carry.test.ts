import { describe, expect, test } from 'vitest';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { gmCaller } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';

const acted = (game: Game, doing: GameAction): Game => {
  const outcome = game.act(doing, gmCaller(), [], createScriptedDice([]));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  if (outcome.value.kind !== 'decided') throw new Error('It asks.');
  return outcome.value.game;
};

const blank = (ruleset: Ruleset): Game => {
  const game = ruleset.createGame({});
  if (!game.ok) throw new Error(game.error.code);
  return game.value;
};

const called = (id: string): Ruleset => {
  const found = rulesets.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
};

const entered = (ruleset: Ruleset, sheet: unknown): Game =>
  acted(blank(ruleset), { do: 'enter', entrant: { id: 'Bob', side: ruleset.sides[0], sheet } });

const first = ({ presets }: Ruleset): unknown => Object.values(presets)[0]?.sheet;

/** The sheet of a combatant that joins, is corrected by the GM, and leaves. */
const after = (ruleset: Ruleset, sheet: unknown, ...corrections: readonly (readonly [string, string, string?])[]) => {
  const game = corrections.reduce(
    (now, [field, value, who = 'Bob']) => acted(now, { do: 'correct', field, who, value }),
    entered(ruleset, sheet),
  );
  const carried = game.carry('Bob', sheet);
  if (carried === undefined) throw new Error('Nothing is carried.');
  return carried;
};

const whole = (ruleset: Ruleset, sheet: unknown): unknown => {
  const restored = ruleset.restore(sheet);
  if (!restored.ok) throw new Error(restored.error.code);
  return restored.value;
};

describe.each(rulesets.map((ruleset) => ({ ruleset, title: ruleset.title })))('$title', ({ ruleset }) => {
  test.each(Object.entries(ruleset.presets))('%s leaves an uneventful battle unchanged', (_, preset) => {
    const carried = after(ruleset, preset.sheet);
    expect(carried).toMatchObject({ changes: [], dead: false });
    expect(ruleset.sheet.safeParse(carried.sheet).success).toBe(true);
    expect(entered(ruleset, carried.sheet).view({ ...gmView }).combatants).toEqual(
      entered(ruleset, preset.sheet).view({ ...gmView }).combatants,
    );
    expect(whole(ruleset, whole(ruleset, carried.sheet))).toEqual(whole(ruleset, preset.sheet));
  });

  test('a combatant that is not in the battle carries nothing over', () => {
    expect(blank(ruleset).carry('Nobody', first(ruleset))).toBeUndefined();
    expect(entered(ruleset, first(ruleset)).carry('Bob', { no: 'sheet' })).toBeUndefined();
  });
});

const gmView = {
  gm: true,
  user: undefined,
  controls: [],
  knows: [],
  unseen: [],
  foes: { mode: 'exact' as const, words: [{ from: 0, word: 'there' }], of: {} },
};

test.each([
  { id: 'skure', wounds: [['hp', '12']], says: ['HP 45 → 12'], dead: false },
  { id: 'skure', wounds: [['hp', '-19']], says: ['HP 45 → −19'], dead: false },
  { id: 'skure', wounds: [['hp', '-20']], says: ['HP 45 → −20', 'dead'], dead: true },
  { id: 'skure', wounds: [['condition', 'gored']], says: ['gored'], dead: false },
  { id: 'straalara', wounds: [['lost', '3']], says: ['health levels lost 0 → 3'], dead: false },
  { id: 'straalara', wounds: [['life', 'dead']], says: ['health levels lost 0 → 7', 'dead'], dead: true },
  {
    id: 'segment',
    wounds: [
      ['hp', '5'],
      ['armor-loss', '1'],
    ],
    says: [/^HP \d+ → 5$/, 'armour damage 0 → 1'],
    dead: false,
  },
  { id: 'segment', wounds: [['life', 'dead']], says: ['dead'], dead: true },
  { id: 'sword-world', wounds: [['hp', '3']], says: [/^HP \d+ → 3$/], dead: false },
] as const)('$id: $wounds carry over to the next battle, and are gone after rest', ({ id, wounds, says, dead }) => {
  const ruleset = called(id);
  const sheet = first(ruleset);
  const carried = after(ruleset, sheet, ...wounds);
  expect(carried.changes).toEqual(says.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))));
  expect(carried.dead).toBe(dead);
  const again = after(ruleset, carried.sheet);
  expect(again.sheet).toEqual(carried.sheet);
  expect(whole(ruleset, carried.sheet)).toEqual(whole(ruleset, sheet));
  expect(after(ruleset, whole(ruleset, carried.sheet)).changes).toEqual([]);
});

test('skure: a combatant that enters without HP is unconscious', () => {
  const ruleset = called('skure');
  const { sheet } = after(ruleset, first(ruleset), ['hp', '-5']);
  expect(entered(ruleset, sheet).roster()).toMatchObject([{ id: 'Bob', up: false }]);
});

test('straalara: a combatant that enters without health levels is incapacitated', () => {
  const ruleset = called('straalara');
  const { sheet } = after(ruleset, first(ruleset), ['lost', '7']);
  expect(entered(ruleset, sheet).roster()).toMatchObject([{ id: 'Bob', up: false }]);
});

test('dskull, DS-INJ-7: the killed leave the warband for good, the incapacitated do not', () => {
  const ruleset = called('dskull');
  const sheet = first(ruleset);
  const [one = '', two = ''] = entered(ruleset, sheet)
    .roster()
    .map(({ id }) => id);
  const carried = after(ruleset, sheet, ['life', 'killed', one], ['life', 'incapacitated', two]);
  expect(carried).toMatchObject({ changes: [`${one} killed`], dead: false });
  const names = entered(ruleset, carried.sheet)
    .roster()
    .map(({ id }) => id);
  expect(names).not.toContain(one);
  expect(names).toContain(two);
  expect(whole(ruleset, carried.sheet)).toEqual(carried.sheet);
});

test('dskull: a warband whose warriors are all killed is dead', () => {
  const ruleset = called('dskull');
  const sheet = first(ruleset);
  const killed = entered(ruleset, sheet)
    .roster()
    .map(({ id }) => ['life', 'killed', id] as const);
  expect(after(ruleset, sheet, ...killed).dead).toBe(true);
});
