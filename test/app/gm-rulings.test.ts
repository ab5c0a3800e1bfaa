import { expect, test } from 'vitest';
import { privateAside } from '../../src/app/replies/reply.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { hiddenPlanReason } from '../../src/battle/views/hidden-plans.ts';
import { rulesets } from '../../src/systems/index.ts';
import { someOf } from '../budget.ts';
import { picker } from '../chance.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';
import { begun } from './random-play.ts';

/** Values for every kind of field, in one rulebook or another. */
const values = [
  '5',
  '1',
  '2',
  '0',
  'D2',
  'B2',
  'N',
  'none',
  'no',
  'yes',
  'front',
  'low',
  'ground',
  'stunned',
  'stunned 2',
  'prone',
  'conscious',
  'up',
  'alive',
  'mixed',
  'good',
  'red',
  'allies',
  'Ada',
  'Ada, Bob',
  'Bob, Ada',
  'normal',
  'dusk',
  'none 0',
  'hp 5',
  'free',
  'melee',
  'mild',
  'Hurt',
  'ready',
  'HIT 1',
  '1 1',
  '10',
  '3 m',
  'resolution',
  'ACTIONS',
  'declare',
  'a word',
  'fire',
  'body',
  '3F (+1) Ground',
  '10x8',
  'dex 2',
  'fixed',
  'winner',
  'combat',
  'captain',
  's1 at 10: Ada, Bob',
  '1 7',
  'captain',
  'Bob 2x',
  'Ada 2x',
];

const startBattle = async (system: string, seed = 11) => {
  const there = house();
  await begun(there, system, picker(seed));
  return there;
};

/** Seeds that give different combatants. Not all of them include a spellcaster. */
const castSeeds = [11, 12, 13, 14, 15];

/** Advances the battle by one order, so that fields of an activation, round or segment can be set. */
const advanceBattle = async (there: House, later: number): Promise<void> => {
  const battle = later % 2 === 0 ? await there.services.battles.open('table') : undefined;
  const due = battle?.ok ? battle.value.game.expectedActions().find(({ auto }) => auto !== undefined) : undefined;
  const usual = due?.fallback ?? due?.auto;
  if (due === undefined || usual === undefined) await there.run('gm', later % 2 === 0 ? 'gm skip' : 'next', {});
  else await there.services.battles.order(there.asker('gm'), { ...usual, actor: due.actor });
};

const fields = rulesets.flatMap(({ id, corrections }) =>
  Object.keys(corrections)
    // Skirmishes exist in Standard mode only; test/systems/sword-world tests them.
    .filter((field) => field !== 'skirmishes')
    .map((field) => ({ id, field })),
);

/** True if the GM can set the field to some value at some point of the battle. Collects refusals in `said`. */
const canCorrect = async (id: string, field: string, seed: number, said: string[]): Promise<boolean> => {
  const there = await startBattle(id, seed);
  const battle = await there.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  const whole = battle.value.ruleset.corrections[field]?.scope === 'battle';
  const names = [...new Set(battle.value.game.roster().flatMap(({ id: one, actor }) => [one, actor]))];
  // Names of weapons and spells in the presets, and the combatants in several orders.
  const things = [...JSON.stringify(battle.value.ruleset.presets).matchAll(/"name":"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  const worded = [...new Set(things)].flatMap((name) => [`${name} broken`, `${name} 90`, `${name} 1`]);
  const all = [
    ...values,
    ...names,
    names.join(', '),
    [...new Set(battle.value.game.roster().map((each) => each.actor))].join(', '),
    ...worded,
  ];
  for (let later = 0; later < 40; await advanceBattle(there, later++))
    for (const value of all)
      for (const who of whole ? [undefined] : names) {
        const given = { field, value, reason: 'so it was', ...(who && { who }) };
        const answer = await there.run('gm', 'gm set', given);
        if (!answer.ok) {
          said.push(await there.sentence(answer.error, 'table'));
          continue;
        }
        const saved = await there.stores.battles.byChannel('table');
        if (saved === undefined) throw new Error('no battle');
        const log = await there.stores.battles.log(saved);
        // A hidden combatant may act after it.
        expect(log.findLast(({ reason }) => reason !== hiddenPlanReason)?.reason).toBe('so it was');
        expect(JSON.parse(JSON.stringify(foldLog(battle.value.ruleset, log).game.save()))).toEqual(
          JSON.parse(JSON.stringify(saved.game)),
        );
        return true;
      }
  return false;
};

test.each(someOf(fields, 30))('$id: the GM can correct $field, with the reason in the log', async ({ id, field }) => {
  const said: string[] = [];
  for (const seed of castSeeds) if (await canCorrect(id, field, seed, said)) return;
  throw new Error(`nothing fits ${field}: ${[...new Set(said)].slice(0, 4).join(' | ')}`);
});

test.each(rulesets.map(({ id }) => id))(
  '%s: an effect shows its remaining time on the roster and ends with one message',
  async (id) => {
    const there = await startBattle(id);
    const battle = await there.services.battles.open('table');
    if (!battle.ok) throw new Error(battle.error.code);
    const [term = ''] = Object.keys(battle.value.ruleset.modifiers);
    const bearer = battle.value.game.roster().find(({ actor }) => actor === 'Ada')?.id ?? 'Ada';
    await must(there, 'gm', 'gm effect', { name: 'Hexed', who: bearer, modifiers: `${term}=1`, rounds: 2 });
    const roster = async (user: string) => JSON.stringify(await must(there, user, 'battle status', {}));
    expect(await roster('eve')).toContain('Hexed (2)');
    expect(JSON.stringify(await must(there, 'ada', 'gm effect', {}))).toContain('Hexed');
    expect(JSON.stringify(await must(there, 'bob', 'gm effect', {}))).not.toContain('Hexed');
    await must(there, 'gm', 'gm remove-effect', { name: 'Hexed', who: bearer });
    expect(await roster('eve')).not.toContain('Hexed');
    await must(there, 'gm', 'gm exception', { who: bearer, what: 'a leap', modifiers: `${term}=1` });
    expect(await roster('ada')).toContain('Exception (1)');
    await must(there, 'gm', 'gm remove-effect', { name: 'Exception', who: bearer });
    await must(there, 'gm', 'gm effect', { name: 'Blessed', who: bearer, modifiers: `${term}=1`, rounds: 1 });
    for (let n = 0; n < 80; n++) {
      const now = await there.services.battles.open('table');
      if (!now.ok || now.value.game.effects().length === 0 || !(await there.run('gm', 'gm skip', {})).ok) break;
    }
    const told = await there.services.battles.logView('table', 'ada');
    const texts = told.ok ? told.value.flatMap(({ lines }) => lines.map(({ text }) => text)) : [];
    expect(texts.filter((text) => /Blessed.*(ends|is over)/.test(text))).toHaveLength(1);
  },
  20_000,
);

test.each([
  { until: undefined, lasts: 'until the next end of Ann’s turn', left: [true, false, false] },
  { until: 'turn', lasts: 'until the next end of Ann’s turn', left: [true, false, false] },
  { until: 'round', lasts: 'until the next end of the round', left: [true, true, false] },
  { until: 'battle', lasts: 'until removed', left: [true, true, true] },
])('an exception granted until $until lasts as long as announced', async ({ until, lasts, left }) => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Grant', size: '8x8' });
  for (const [user, name, to] of [
    ['ada', 'Ann', 'C3'],
    ['bob', 'Bo', 'C6'],
  ] as const) {
    await must(there, user, 'battle join', { preset: 'Swordsman', side: user, name });
    await must(there, 'gm', 'skure place', { target: name, to, facing: 'N' });
  }
  await must(there, 'gm', 'battle start');
  const given = await must(there, 'gm', 'gm exception', { who: 'Ann', what: 'a leap', modifiers: 'hit=10', until });
  expect(privateAside(given)[0]?.lines.map(({ text }) => text)).toEqual([
    `Ann: hit +10, ${lasts}. To remove this early, use /gm remove-effect.`,
  ]);
  const hangs: boolean[] = [];
  for (const who of ['ada', 'bob', undefined]) {
    const now = await there.services.battles.open('table');
    hangs.push(now.ok && now.value.game.effects().length > 0);
    if (who !== undefined) await must(there, who, 'end');
  }
  expect(hangs).toEqual(left);
});

test('a GM command selects all, a side, a name prefix or an area', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Bulk', size: '8x8' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', count: 3, side: 'foes' });
  const places = { Ann: 'A1', 'Zombie 1': 'B2', 'Zombie 2': 'D4', 'Zombie 3': 'H8' };
  for (const [target, to] of Object.entries(places))
    await must(there, 'gm', 'skure place', { target, to, facing: 'N' });
  await must(there, 'gm', 'battle start');
  const hp = async () => {
    const now = await there.services.battles.open('table');
    if (!now.ok) throw new Error(now.error.code);
    const view = now.value.game.view({
      gm: true,
      user: 'gm',
      controls: [],
      knows: [],
      unseen: [],
      foes: { mode: 'exact', words: [] },
    });
    return Object.fromEntries(view.combatants.map(({ id, gauges }) => [id, gauges[0]?.text.split('/')[0]]));
  };
  await must(there, 'gm', 'gm set', { field: 'hp', value: '9', who: 'zombie*' });
  expect(await hp()).toMatchObject({ 'Zombie 1': '9', 'Zombie 2': '9', 'Zombie 3': '9' });
  await must(there, 'gm', 'gm set', { field: 'hp', value: '8', who: 'side:foes' });
  expect(await hp()).toMatchObject({ 'Zombie 3': '8' });
  await must(there, 'gm', 'gm set', { field: 'hp', value: '7', who: 'near:Ann:1' });
  expect(await hp()).toEqual({ Ann: '7', 'Zombie 1': '7', 'Zombie 2': '8', 'Zombie 3': '8' });
  await must(there, 'gm', 'gm set', { field: 'hp', value: '6', who: 'near:A1:3' });
  expect(await hp()).toEqual({ Ann: '6', 'Zombie 1': '6', 'Zombie 2': '6', 'Zombie 3': '8' });
  await must(there, 'gm', 'gm set', { field: 'hp', value: '5', who: 'all' });
  expect(Object.values(await hp())).toEqual(['5', '5', '5', '5']);
  const nobody = await there.run('gm', 'gm set', { field: 'hp', value: '5', who: 'ghoul*' });
  expect(!nobody.ok && nobody.error.code).toBe('bad-selection');
});
