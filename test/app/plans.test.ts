import { expect, test } from 'vitest';
import { pingOf } from '../../src/app/replies/reply.ts';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { allExpectedActions, suggestionFor } from '../../src/battle/views/expected-actions.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { readable } from './readable.ts';

const ones = () => createPresetDice(Array.from({ length: 20_000 }, () => 1));

/** Ada, the GM's foe and Bob; in one of two battles also a hidden combatant that does nothing. */
const table = async (system: string, withHidden: boolean, chosen: object = {}): Promise<House> => {
  const there = house({}, ones());
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(system);
  const settings = system === 'skure' ? { 'board.width': 12, 'board.height': 12 } : chosen;
  const [own, foe] = system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
  const sheets = Object.values(ruleset.presets).map((preset) => preset.sheet);
  const [sheet] = sheets;
  const monster = sheets.find((each) => JSON.stringify(each).includes('"kind":"monster"')) ?? sheet;
  const { battles } = there.services;
  for (const done of [
    await battles.create(there.asker('gm'), { system, name: 'Twin', settings }),
    await battles.join(there.asker('ada'), { id: 'Ada', side: own, sheet }),
    await battles.addEntrants(there.asker('gm'), [{ id: 'Grim', side: foe, sheet: monster }]),
    ...(withHidden
      ? [
          await battles.addEntrants(there.asker('gm'), [{ id: secret, side: foe, sheet: monster }], {
            hidden: 'until-revealed',
          }),
        ]
      : []),
    await battles.join(there.asker('bob'), { id: 'Bob', side: own, sheet }),
  ])
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  // Away from all ways: a way through a hidden combatant waits for the GM.
  if (withHidden && system === 'skure')
    await must(there, 'gm', 'skure place', { target: secret, to: 'A1', facing: 'S' });
  return there;
};

/** Carries out the default of the expected combatant and returns what everyone reads. */
const stepBattle = async (there: House): Promise<string | undefined> => {
  const battle = await opened(there);
  const { pending, table: seats, status } = battle.saved;
  const plain = (answer: object) =>
    JSON.stringify({ ...answer, aside: [] })
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
      .replaceAll(/"moment":\d+/g, '"moment":0');
  if (pending !== undefined) {
    const user = seats.control[pending.question.to] ?? 'gm';
    return plain(await must(there, user, 'my answer', { choice: pending.question.auto }));
  }
  if (status === 'setup') {
    const due = battle.game.expectedActions().find(({ auto }) => auto !== undefined);
    if (due?.auto === undefined) return plain(await must(there, 'gm', 'battle start', {}));
  }
  const due = battle.game.expectedActions().find(({ auto, actor }) => auto !== undefined && actor !== secret);
  if (due === undefined) return undefined;
  const auto = suggestionFor(battle, due.actor, due.kind) ?? due.auto;
  if (auto === undefined) return undefined;
  const user = seats.control[due.actor] ?? 'gm';
  const path = battle.ruleset.verbs[auto.verb]?.role === 'gm' ? 'gm skip' : auto.verb;
  const input = path === 'gm skip' ? {} : { ...auto.params, as: due.actor };
  const answer = await there.run(user, path, input);
  return answer.ok && answer.value.to === 'everyone' ? plain(answer.value) : undefined;
};

test.each([
  { system: 'skure', settings: {} },
  { system: 'straalara', settings: {} },
  { system: 'segment', settings: {} },
  { system: 'segment', settings: { useMap: false } },
  { system: 'sword-world', settings: {} },
  { system: 'sword-world', settings: { mode: 'standard' } },
])(
  '$system $settings: a GM who sets nothing keeps a hidden combatant hidden',
  async ({ system, settings }) => {
    const [bare, there] = [await table(system, false, settings), await table(system, true, settings)];
    let compared = 0;
    for (let n = 0; n < 18; n++) {
      for (const user of ['ada', 'eve'])
        expect(await readable(there, user, secret), `${system}, step ${n}, read by ${user}`).toEqual(
          await readable(bare, user, secret),
        );
      const [said, secretly] = [await stepBattle(bare), await stepBattle(there)];
      // The rules themselves depend on whether a foe is left.
      if ((await opened(bare)).game.view(gmViewer).combatants.some(({ life }) => life !== 'up')) break;
      expect(secretly, `${system}, step ${n}`).toEqual(said);
      expect(allExpectedActions(await opened(there)).map(({ actor }) => actor)).not.toContain(secret);
      compared++;
      if (said === undefined) break;
    }
    expect(compared).toBeGreaterThan(4);
  },
  120_000,
);

/** Ann, the hidden combatant, Grim and Cid (Bob's) in this order, far from each other. */
const startInOrder = async (): Promise<House> => {
  const there = house({}, ones());
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Dark', size: '12x12' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', name: secret, side: 'blue', hidden: 'until-acts' });
  await must(there, 'gm', 'gm plan', { who: secret, order: 'ask' });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', name: 'Grim', side: 'blue' });
  await must(there, 'bob', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Cid' });
  for (const [target, to, agility, facing] of [
    ['Ann', 'C4', '90', 'N'],
    [secret, 'D4', '80', 'W'],
    ['Grim', 'H8', '70', 'N'],
    ['Cid', 'A9', '60', 'N'],
  ]) {
    await must(there, 'gm', 'skure place', { target, to, facing });
    await must(there, 'gm', 'gm set', { field: 'agility', who: target, value: agility, reason: 'the order' });
  }
  await must(there, 'gm', 'battle start');
  return there;
};

const due = async (there: House) => (await opened(there)).game.expectedActions()[0]?.actor;
const status = async (there: House) =>
  JSON.stringify((await must(there, 'eve', 'battle status', { public: true })).cards);

test('players cannot tell a hidden combatant’s turn from another GM turn', async () => {
  const there = await startInOrder();
  const first = await must(there, 'ada', 'end', {});
  expect(await due(there)).toBe(secret);
  expect(pingOf(first)).toEqual([]);
  expect(first.cards.at(-1)?.footer).toBe('The GM to act for the foes');
  const hiddenDue = await status(there);
  const passed = await must(there, 'gm', 'end', { as: secret });
  expect(passed.to).toBe('asker');
  expect(await due(there)).toBe('Grim');
  expect(await status(there)).toBe(hiddenDue);
  expect(hiddenDue).not.toContain('turn of Grim');
  const last = await must(there, 'gm', 'end', { as: 'Grim' });
  expect(pingOf(last)).toEqual(['bob']);
});

test('a planned order runs once, after the order before it, and survives a restart', async () => {
  const there = await startInOrder();
  await must(there, 'gm', 'gm plan', { who: secret, order: 'attack target:Ann' });
  const again = house(there.stores, ones());
  const answer = await again.dispatcher.run(['end'], { ...again.asker('ada'), orderId: 'after' }, {});
  expect(JSON.stringify(answer.ok && answer.value.cards)).toMatch(/strikes|misses/);
  const saved = await there.stores.battles.byChannel('table');
  expect(saved?.table.plans).toBeUndefined();
  expect(saved?.table.hidden).toEqual({});
  const log = saved === undefined ? [] : await there.stores.battles.log(saved);
  const ruleset = rulesets.find(({ id }) => id === 'skure');
  if (ruleset === undefined) throw new Error('skure');
  expect(foldLog(ruleset, log).table).toEqual(saved?.table);
  expect(log.at(-1)?.reason).toBe('planned beforehand');
});

test('undoing an order also undoes the hidden planned order after it', async () => {
  const there = await startInOrder();
  await must(there, 'gm', 'gm plan', { who: secret, order: 'nothing' });
  const before = await there.stores.battles.byChannel('table');
  await must(there, 'ada', 'end', {});
  expect(await due(there)).toBe('Grim');
  const undone = await must(there, 'ada', 'undo', {});
  expect(undone.cards[0]?.title).toBe('ada undoes: Ann ends the turn and defends.');
  expect((await there.stores.battles.byChannel('table'))?.game).toEqual(before?.game);
  expect((await there.stores.battles.byChannel('table'))?.table.plans).toEqual({ [secret]: { does: 'nothing' } });
});

test('a planned order that is not possible leaves the combatant hidden and stays for a later turn', async () => {
  const there = await startInOrder();
  await must(there, 'gm', 'gm plan', { who: secret, order: 'attack target:Cid' });
  await must(there, 'ada', 'end', {});
  expect(await due(there)).toBe('Grim');
  const panel = JSON.stringify((await must(there, 'gm', 'gm panel', {})).cards);
  expect(panel).toContain('will do this on its first turn on which it can: attack target:Cid');
  const open = await status(there);
  expect(open).not.toContain('attack target');
});

test.each([
  ['ada', { who: secret, order: 'nothing' }, 'gm-only'],
  ['gm', { who: 'Grim', order: 'nothing' }, 'not-hidden'],
  ['gm', { who: secret, order: 'dance' }, 'not-in-system'],
  ['gm', { who: secret, order: 'attack weapon:x' }, 'bad-input'],
])('%s may not plan %j: %s', async (user, input, code) => {
  const there = await startInOrder();
  const refused = await there.run(user, 'gm plan', input);
  expect(!refused.ok && refused.error.code).toBe(code);
});

test('revealing a combatant deletes its plan', async () => {
  const there = await startInOrder();
  await must(there, 'gm', 'gm plan', { who: secret, order: 'nothing' });
  await must(there, 'gm', 'gm reveal', { who: secret });
  expect((await there.stores.battles.byChannel('table'))?.table.plans).toBeUndefined();
});

/** A warband with one hidden warrior against another warband, before the battle. */
const warbands = async (): Promise<House> => {
  const there = house({}, createPresetDice(Array.from({ length: 2000 }, (_, at) => (at % 6) + 1)));
  const ruleset = rulesets.find(({ id }) => id === 'dskull');
  const [sheet] = Object.values(ruleset?.presets ?? {}).map((preset) => preset.sheet);
  const { warriors, ...band }: { warriors: readonly object[] } = Object(sheet);
  const grim = { ...band, warriors: [...warriors.slice(0, 2), { ...warriors[0], name: secret }] };
  await must(there, 'gm', 'battle create', { system: 'dskull', name: 'Dark', settings: 'points.limit=60' });
  for (const done of [
    await there.services.battles.join(there.asker('ada'), {
      id: 'Ada',
      side: 'red',
      sheet: { ...band, warriors: warriors.slice(0, 2) },
    }),
    await there.services.battles.addEntrants(there.asker('gm'), [{ id: 'Grim', side: 'blue', sheet: grim }]),
  ])
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  await must(there, 'gm', 'gm hide', { who: secret });
  return there;
};

/** Carries out the defaults of visible combatants, up to the first order of round 2. */
const playRound = async (there: House): Promise<void> => {
  await must(there, 'gm', 'battle start', {});
  for (let n = 0; n < 30; n++) {
    const battle = await opened(there);
    const [next] = battle.game.expectedActions();
    const auto = next && suggestionFor(battle, next.actor, next.kind);
    if (next === undefined || auto === undefined || battle.game.view(gmViewer).round === 2) return;
    if (Object.values(auto.params).includes(secret)) return;
    await must(there, battle.saved.table.control[next.actor] ?? 'gm', auto.verb, { ...auto.params, as: next.actor });
  }
};

const entriesOf = async (there: House) => {
  const saved = await there.stores.battles.byChannel('table');
  return saved === undefined ? [] : there.stores.battles.log(saved);
};

test('DS-ROUND-5, RULING-81: a hidden warrior acts in secret in a visible warband', async () => {
  const there = await warbands();
  await playRound(there);
  const battle = await opened(there);
  expect(battle.game.view(gmViewer).round).toBe(2);
  const planned = (await entriesOf(there)).filter(({ reason }) => reason === 'planned beforehand');
  expect(planned.flatMap(({ request }) => (request.kind === 'order' ? request.doings : []))).toEqual([
    { do: 'verb', verb: 'deploy', params: { warrior: secret, to: expect.any(String) } },
    { do: 'verb', verb: 'activate', params: { warrior: secret } },
    { do: 'verb', verb: 'end', params: {} },
  ]);
  for (const path of ['battle log', 'battle status', 'battle stats'])
    for (const user of ['ada', 'eve']) {
      const shown = JSON.stringify(await must(there, user, path, {}));
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain('planned beforehand');
    }
});

test('a plan for a hidden warrior may name its space, and the GM panel says that it is due', async () => {
  const there = await warbands();
  await must(there, 'gm', 'gm plan', { who: secret, order: 'ask' });
  await playRound(there);
  expect(JSON.stringify((await must(there, 'gm', 'gm panel', {})).cards)).toContain('Grim to place a warrior');
  const space = (await opened(there)).game.expectedActions()[0]?.auto?.params.to;
  await must(there, 'gm', 'gm plan', { who: secret, order: `deploy warrior:${secret} to:${space}` });
  const [placed] = (await entriesOf(there)).filter(({ reason }) => reason === 'planned beforehand');
  expect(placed?.request).toMatchObject({ actor: 'Grim', doings: [{ verb: 'deploy', params: { warrior: secret } }] });
  expect((await opened(there)).saved.table.plans).toBeUndefined();
});
