import { expect, test } from 'vitest';
import { panelReply } from '../../src/app/replies/battle-panel.ts';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { expectedActionsForViewer, openQuestionFor } from '../../src/battle/views/expected-actions.ts';
import { dskull } from '../../src/systems/dskull/index.ts';
import { sidesOf } from '../systems/any-battle.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { prepared } from './random-play.ts';

/** The settings of the battle, the preset of the player's combatant, and that of both foes. */
const setups = {
  segment: { settings: 'useMap=false', preset: 'Hedda Stane', foe: 'Hollow Rat' },
  'sword-world': { settings: 'mode=simplified', preset: 'wolf', foe: 'goblin' },
} as const;

/** A battle with an open and a hidden foe. */
const ambush = async (system: keyof typeof setups, hidden: 'until-acts' | 'until-revealed'): Promise<House> => {
  const there = house();
  const { settings, preset, foe } = setups[system];
  await must(there, 'gm', 'battle create', { system, name: 'The ford', settings });
  const [own, other] = sidesOf((await opened(there)).ruleset);
  await must(there, 'ada', 'battle join', { preset, name: 'Ada', side: own });
  await must(there, 'gm', 'npc add', { preset: foe, name: 'Open', side: other });
  await must(there, 'gm', 'npc add', { preset: foe, name: 'Xyzzy', side: other, hidden });
  await prepared(there);
  return there;
};

test.each(['in', 'unseen'])(
  'segment: the GM is asked for the surprise of a hidden attacker, and players see a wait for the foes: %s',
  async (kind) => {
    const there = await ambush('segment', 'until-acts');
    await must(there, 'gm', 'declare', { action: 'attack', target: 'Ada', as: 'Xyzzy' });
    const asked = await opened(there);
    expect(asked.saved.pending?.question.kind).toBe('surprise');
    expect(openQuestionFor(asked, 'ada')).toBeUndefined();
    expect(expectedActionsForViewer(asked, 'ada').map(({ what }) => what)).toEqual(['to act for the foes']);
    expect(JSON.stringify(panelReply(asked))).not.toMatch(/Xyzzy|surprise/i);
    await must(there, 'gm', 'my answer', { choice: kind });
    const { game, saved } = await opened(there);
    expect(saved.pending).toBeUndefined();
    expect(Object(game.save()).surprises).toEqual([{ attacker: 'Xyzzy', target: 'Ada', kind }]);
    expect(saved.table.hidden).toHaveProperty('Xyzzy');
    expect(JSON.stringify(await there.run('ada', 'battle log'))).not.toMatch(/Xyzzy|urprise/);
  },
);

test('segment: the standing order `none` answers, and no modifier is added', async () => {
  const there = await ambush('segment', 'until-revealed');
  await must(there, 'gm', 'my standing-orders', { as: 'gm', kind: 'surprise', answer: 'none' });
  await must(there, 'gm', 'declare', { action: 'attack', target: 'Ada', as: 'Xyzzy' });
  const { game, saved } = await opened(there);
  expect(saved.pending).toBeUndefined();
  expect(Object(game.save()).surprises).toEqual([]);
});

/** Gives expected orders until it is the hidden foe's turn. */
const untilItsTurn = async (there: House): Promise<void> => {
  for (let n = 0; n < 60; n++) {
    const { saved, game } = await opened(there);
    const due = game.expectedActions();
    const isItsTurn = due.some(({ actor, kind }) => actor === 'Xyzzy' && kind === 'turn');
    if (saved.pending !== undefined || isItsTurn) return;
    const [next] = due;
    if (next?.auto === undefined) throw new Error(JSON.stringify(due));
    const { verb, params } = next.kind === 'turn' ? { verb: 'end', params: {} } : next.auto;
    await there.services.battles.order(there.asker('gm'), { verb, params, actor: next.actor });
  }
};

test('SW-AMBUSH-1 sword-world: a character surprised by a hidden monster has −2 on Evasion', async () => {
  const there = await ambush('sword-world', 'until-acts');
  await must(there, 'gm', 'gm plan', { who: 'Xyzzy', order: 'ask' });
  await untilItsTurn(there);
  const before = await opened(there);
  const wait = expectedActionsForViewer(before, 'ada').map(({ what }) => what);
  await must(there, 'gm', 'attack', { target: 'Ada', as: 'Xyzzy' });
  const asked = await opened(there);
  expect(asked.saved.pending?.question.kind).toBe('surprise');
  expect(expectedActionsForViewer(asked, 'ada').map(({ what }) => what)).toEqual(wait);
  expect(JSON.stringify(panelReply(asked))).not.toMatch(/Xyzzy|surprise/i);
  await must(there, 'gm', 'my answer', { choice: 'surprised' });
  expect((await opened(there)).saved.table.hidden).toEqual({});
  expect(JSON.stringify(await there.run('gm', 'battle log', { entry: (await opened(there)).saved.version }))).toContain(
    'ambush',
  );
});

/** A hidden warrior of the GM’s warband is activated beside Ada’s only warrior. */
const besideWren = async (settings: string): Promise<House> => {
  const there = house({}, createPresetDice(Array.from({ length: 2000 }, (_, at) => (at === 0 ? 2 : 1))));
  const { warriors, ...band } = Object(Object.values(dskull.presets)[0]?.sheet);
  const { battles } = there.services;
  await must(there, 'gm', 'battle create', { system: 'dskull', name: 'Dark', settings });
  await battles.join(there.asker('ada'), { id: 'Ada', side: 'red', sheet: { ...band, warriors: warriors.slice(3) } });
  const few = { ...band, warriors: [{ ...warriors[3], name: 'Xyzzy' }] };
  await battles.addEntrants(there.asker('gm'), [{ id: 'Grim', side: 'blue', sheet: few }]);
  await must(there, 'gm', 'gm hide', { who: 'Xyzzy' });
  await must(there, 'gm', 'gm plan', { who: 'Xyzzy', order: 'ask' });
  for (let n = 0; n < 20; n++) {
    const { game } = await opened(there);
    if (Object(game.save()).activation?.warrior === 'Xyzzy') break;
    const due = game.expectedActions().find(({ auto }) => auto !== undefined);
    if (due?.auto === undefined) await battles.start(there.asker('gm'));
    else if (due.kind === 'turn') await battles.order(there.asker('gm'), { verb: 'end', params: {}, actor: due.actor });
    else await battles.order(there.asker('gm'), { ...due.auto, actor: due.actor });
  }
  await must(there, 'gm', 'gm set', { field: 'at', who: 'Wren', value: 'C4', reason: 'set up' });
  await must(there, 'gm', 'gm set', { field: 'at', who: 'Xyzzy', value: 'D4', reason: 'set up' });
  return there;
};

test('DS-ATK-12 RULING-71 dskull: by a setting, the GM is asked for the surprise of a hidden attacker', async () => {
  const there = await besideWren('attack.surprisedStep=2');
  const seen = (battle: OpenBattle) => expectedActionsForViewer(battle, 'ada').map(({ what }) => what);
  const wait = seen(await opened(there));
  await must(there, 'gm', 'attack', { target: 'Wren', as: 'Grim' });
  const asked = await opened(there);
  expect(asked.saved.pending?.question).toMatchObject({
    kind: 'surprise',
    choices: [{ id: 'none' }, { id: 'surprised', label: 'Surprised: dice step +2' }],
  });
  expect(seen(asked)).toEqual(wait);
  expect(JSON.stringify(panelReply(asked))).not.toMatch(/Xyzzy|surprise/i);
  await must(there, 'gm', 'my answer', { choice: 'surprised' });
  const log = await there.services.battles.log('table');
  const attacks = log.ok
    ? log.value.flatMap(({ events }) => events).filter((each) => Object(each).type === 'attacked')
    : [];
  expect(attacks).toMatchObject([{ surprised: true, modifiers: { surprised: 2 } }]);
});

test('RULING-71 dskull: without the setting a hidden attacker causes no question', async () => {
  const there = await besideWren('attack.statuses=shown');
  await must(there, 'gm', 'attack', { target: 'Wren', as: 'Grim' });
  expect((await opened(there)).saved.pending?.question.kind).not.toBe('surprise');
});
