import { describe, expect, test } from 'vitest';
import {
  type State,
  type Trigger,
  type TriggerEffect,
  type TriggerMoment,
  type TriggerTime,
  triggerMoments,
} from '../../../src/systems/dskull/state.ts';
import { codeOf, duel, eventsOf, firstEvent, plain, stage, typesOf, type Written, warrior } from './stage.ts';

const trigger = (
  name: string,
  when: TriggerTime,
  window: TriggerMoment,
  does: TriggerEffect,
  more: Partial<Trigger> = {},
): Trigger => ({
  name,
  when,
  window,
  owner: 'scenario',
  order: 0,
  does,
  ...more,
});

const having =
  (...triggers: readonly Trigger[]) =>
  (state: State): State => ({ ...state, triggers: [...triggers] });

const say = (text: string): TriggerEffect => ({ do: 'say', text });
const acting: Written = { ...duel, activation: { warrior: 'a', active: ['sword'], mp: 4 } };
const fired = (told: Parameters<typeof eventsOf>[0]): readonly string[] =>
  eventsOf(told).flatMap((event) => (event.type === 'triggered' ? [event.name] : []));

test.each([
  { rule: 'DS-TRIG-1', says: 'effects come before, during and after their phase' },
  { rule: 'DS-TRIG-6', says: 'the amount is final between before and after mp.gain' },
])('$rule: $says', () => {
  const table = stage(
    acting,
    [],
    having(
      trigger('3', 'after', 'mp.gain', say('c')),
      trigger('2', 'during', 'mp.gain', say('b')),
      trigger('1', 'before', 'mp.gain', { do: 'amount', by: -1 }),
    ),
  );
  const told = table.order('gain', {}, 'A');
  expect(fired(told)).toEqual(['1', '2', '3']);
  expect(typesOf(told)).toEqual(['action-spent', 'triggered', 'triggered', 'mp-gained', 'triggered']);
  expect(firstEvent(told, 'mp-gained')).toMatchObject({ base: 4, other: -1, amount: 3 });
});

test('DS-TRIG-3: scenario effects come first, then players’ effects in initiative order', () => {
  const six = having(
    trigger('a late', 'after', 'action.spend', say(''), { owner: 'A', order: 1 }),
    trigger('zeal', 'after', 'action.spend', say(''), { owner: 'A' }),
    trigger('awe', 'after', 'action.spend', say(''), { owner: 'A' }),
    trigger('c', 'after', 'action.spend', say(''), { owner: 'C' }),
    trigger('b', 'after', 'action.spend', say(''), { owner: 'B' }),
    trigger('weather', 'after', 'action.spend', say('')),
  );
  const table = stage({ ...acting, seats: ['A', 'B', 'C'], initiative: 'B' }, [], six);
  expect(fired(table.order('gain', {}, 'A'))).toEqual(['weather', 'b', 'c', 'awe', 'zeal', 'a late']);
});

test('DS-TRIG-4: a triggered effect is finished before the next one', () => {
  const table = stage(
    acting,
    [],
    having(
      trigger('first', 'after', 'action.spend', { do: 'mp', by: 1 }),
      trigger('second', 'after', 'action.spend', say('b'), { order: 1 }),
      trigger('inner', 'after', 'mp.gain', say('c')),
    ),
  );
  expect(fired(table.order('gain', {}, 'A'))).toEqual(['inner', 'first', 'inner', 'second']);
});

test('DS-TRIG-5: a step pays its cost after the zone’s test', () => {
  const board = {
    board: plain,
    warriors: [warrior('a', 'A', [2, 2]), warrior('b', 'B', [4, 2], { traits: ['fearsome'] })],
  };
  const table = stage(
    { ...board, activation: { warrior: 'a', mp: 4 } },
    [5],
    having(
      trigger('1', 'before', 'move.cost', { do: 'amount', by: 1 }),
      trigger('2', 'after', 'move.cost', say('')),
      trigger('3', 'before', 'move.step', say('')),
      trigger('4', 'before', 'zone.enter', say('')),
      trigger('5', 'after', 'move.step', say('')),
    ),
  );
  const told = table.order('move', { path: 'D3' }, 'A');
  expect(fired(told)).toEqual(['1', '2', '3', '4', '5']);
  expect(typesOf(told)).toEqual([
    'triggered',
    'triggered',
    'triggered',
    'triggered',
    'morale-tested',
    'stepped',
    'triggered',
    'moved',
  ]);
  expect(firstEvent(told, 'stepped').cost).toBe(2);
});

describe('DS-TRIG-7', () => {
  test('DS-TRIG-7: a cancelled phase does not happen and costs stay paid', () => {
    const table = stage(
      acting,
      [],
      having(trigger('no', 'before', 'mp.gain', { do: 'cancel' }), trigger('after', 'after', 'mp.gain', say(''))),
    );
    const told = table.order('gain', {}, 'A');
    expect(fired(told)).toEqual(['no']);
    expect(table.state().activation).toMatchObject({ actions: 1, mp: 4 });
  });

  test('DS-TRIG-7: a cancelled attack is lost without a roll', () => {
    const table = stage(acting, [], having(trigger('no', 'before', 'attack.declare', { do: 'cancel' })));
    expect(typesOf(table.order('attack', { target: 'b' }, 'A'))).not.toContain('attacked');
    expect(table.state().activation).toMatchObject({ actions: 1, attacks: { sword: 0 } });
  });

  test('DS-TRIG-7: a cancelled step ends the move', () => {
    const table = stage(acting, [], having(trigger('no', 'before', 'move.step', { do: 'cancel' })));
    expect(firstEvent(table.order('move', { path: 'C4' }, 'A'), 'moved')).toMatchObject({
      made: 0,
      at: { x: 2, y: 2 },
      mpLeft: 4,
    });
  });
});

test('DS-TRIG-8: more than 100 nested effects cancel the order', () => {
  const echo = trigger('echo', 'after', 'mp.gain', { do: 'mp', by: 1 });
  const looping = stage(acting, [], having(echo));
  const before = looping.state();
  expect(codeOf(looping.order('gain', {}, 'A'))).toBe('E_TRIGGER_LOOP');
  expect(looping.state()).toEqual(before);
  const hundred = stage(acting, [], having({ ...echo, uses: 99 }));
  expect(fired(hundred.order('gain', {}, 'A'))).toHaveLength(99);
});

test.each([
  { rule: 'DS-GEN-2', does: { do: 'vp', by: 2 }, seen: 'scored' },
  { rule: 'DS-GEN-2', does: { do: 'actions', by: 1 }, seen: 'actions-changed' },
  { rule: 'DS-GEN-2', does: { do: 'gain', condition: 'distracted' }, seen: 'condition-gained' },
  { rule: 'DS-GEN-2', does: { do: 'damage', by: 1 }, seen: 'damaged' },
] as const)('$rule: an effect may $does.do', ({ does, seen }) => {
  const table = stage(
    acting,
    does.do === 'damage' ? [2, 2] : [],
    having(trigger('x', 'after', 'mp.gain', does, { uses: 1 })),
  );
  expect(typesOf(table.order('gain', {}, 'A'))).toContain(seen);
  expect(table.state().triggers).toEqual([]);
});

test('DS-TRIG-1: an effect of one warrior does nothing for another', () => {
  const table = stage(acting, [], having(trigger('x', 'after', 'mp.gain', say(''), { who: 'b' })));
  expect(fired(table.order('gain', {}, 'A'))).toEqual([]);
});

test('DS-ATK-11: scenario steps join the sum of the attack', () => {
  const table = stage(
    acting,
    [2, 2, 2],
    having(trigger('fog', 'before', 'attack.modifiers', { do: 'amount', by: -1 })),
  );
  expect(firstEvent(table.order('attack', { target: 'b' }, 'A'), 'attacked').modifiers).toEqual({ scenario: -1 });
});

test('DS-ATK-11: effects on attacker and target join the sum of the attack', () => {
  const effect = (who: string, modifiers: Record<string, number>) => ({
    name: who,
    who,
    modifiers,
    ticks: { at: 'end' as const },
  });
  const table = stage(acting, [2, 2, 2], (state) => ({
    ...state,
    effects: [effect('a', { attack: 2 }), effect('b', { defence: -1 })],
  }));
  expect(firstEvent(table.order('attack', { target: 'b' }, 'A'), 'attacked').modifiers).toEqual({ scenario: 1 });
});

/** A round of two warriors in which every window occurs. */
const everything = (told: readonly Trigger[]): readonly string[] => {
  const warriors = [
    warrior('a', 'A', [2, 2], { shield: true }),
    warrior('a2', 'A', [7, 6]),
    warrior('b', 'B', [5, 2], { armour: 'light' }),
    warrior('c', 'B', [7, 7], { conditions: ['stunned'] }),
  ];
  const dice = [5, 5, 2, 1, 1, 5, 2, 2, 2, 2, 2, 2, 2];
  const table = stage({ board: plain, warriors }, dice, having(...told));
  const orders: readonly (readonly [string, string, object])[] = [
    ['A', 'activate', { warrior: 'a' }],
    ['A', 'gain', {}],
    ['A', 'move', { path: 'D3 E3' }],
    ['A', 'attack', { target: 'b' }],
    ['A', 'end', {}],
    ['B', 'activate', { warrior: 'c' }],
    ['B', 'end', {}],
    ['A', 'activate', { warrior: 'a2' }],
    ['A', 'attack', { target: 'c' }],
    ['A', 'end', {}],
    ['gm', 'tactics', {}],
  ];
  return orders.flatMap(([by, verb, params]) => fired(table.order(verb, params, by)));
};

const unfeared: readonly TriggerMoment[] = ['zone.enter'];
test.each(triggerMoments.filter((window) => !unfeared.includes(window)))(
  'DS-TRIG-2: effects are triggered at %s',
  (window) => {
    const told = (['before', 'during', 'after'] as const).map((when) => trigger(when, when, window, say('')));
    expect(new Set(everything(told))).toEqual(new Set(['before', 'during', 'after']));
  },
);

test.each(triggerMoments.filter((window) => !unfeared.includes(window)))(
  'DS-TRIG-7: a cancelled %s has no effects during or after it',
  (window) => {
    const told = [
      trigger('no', 'before', window, { do: 'cancel' }),
      ...(['during', 'after'] as const).map((when) => trigger(when, when, window, say(''))),
    ];
    expect(new Set(everything(told))).toEqual(new Set(['no']));
  },
);

const stopping = (window: TriggerMoment, dice: readonly number[], more: Written = acting, of?: string) =>
  stage(more, dice, having(trigger('no', 'before', window, { do: 'cancel' }, { who: of, uses: 1 })));
const four = (conditions: readonly string[]): Written => ({
  ...duel,
  warriors: [
    warrior('a', 'A', [2, 2], { conditions }),
    warrior('a2', 'A', [7, 6]),
    warrior('b', 'B', [3, 2], { armour: 'light', shield: true }),
    warrior('b2', 'B', [7, 7]),
  ],
});
const faint = four(['stunned']);
const struck: Written = { ...four([]), activation: { warrior: 'a', active: ['sword'], mp: 4 } };

describe('DS-TRIG-7: what a cancelled phase leaves undone', () => {
  test('after a cancelled action.spend the action is neither paid nor taken', () => {
    const table = stopping('action.spend', []);
    table.order('gain', {}, 'A');
    expect(table.state().activation).toMatchObject({ actions: 2, mp: 4 });
  });

  test('after a cancelled activation.start the warrior has had its activation and keeps its conditions', () => {
    const table = stopping('activation.start', [], faint);
    expect(typesOf(table.order('activate', { warrior: 'a' }, 'A'))).toEqual([
      'triggered',
      'activation-prevented',
      'current-player-set',
    ]);
    expect(table.state()).toMatchObject({
      current: 'B',
      warriors: [{ ready: false, conditions: ['stunned'] }, {}, {}, {}],
    });
  });

  test('after a cancelled weapons.select no weapon is active', () => {
    const table = stopping('weapons.select', [], faint);
    table.order('activate', { warrior: 'a' }, 'A');
    expect(table.state().activation).toMatchObject({ active: [], actions: 1 });
    expect(codeOf(table.order('attack', { target: 'b' }, 'A'))).toBe('E_WEAPON_UNKNOWN');
  });

  test('after a cancelled condition.lose the condition stays, and the action spent on it is lost', () => {
    const table = stopping('condition.lose', [], faint);
    table.order('activate', { warrior: 'a' }, 'A');
    expect(table.state()).toMatchObject({
      activation: { actions: 1 },
      warriors: [{ conditions: ['stunned'] }, {}, {}, {}],
    });
  });

  test('after a cancelled activation.end the activation stays open', () => {
    const table = stopping('activation.end', []);
    table.order('end', {}, 'A');
    expect(table.state()).toMatchObject({ current: 'A', activation: { warrior: 'a', mp: 4 } });
    table.order('end', {}, 'A');
    expect(table.state().current).toBe('B');
  });

  test('after a cancelled turn.end the same player goes on', () => {
    const table = stopping('turn.end', [], struck);
    table.order('end', {}, 'A');
    expect(table.state()).toMatchObject({ current: 'A', activation: undefined });
    expect(codeOf(table.order('activate', { warrior: 'a2' }, 'A'))).toBeUndefined();
  });

  test('after a cancelled turn.start the player is skipped', () => {
    const table = stopping('turn.start', [], struck, 'B');
    table.order('end', {}, 'A');
    expect(table.state().current).toBe('A');
  });

  test('RULING-81: if all turns are cancelled, the next player has a turn anyway', () => {
    const none = trigger('no', 'before', 'turn.start', { do: 'cancel' });
    const table = stage(struck, [], having(none));
    table.order('end', {}, 'A');
    expect(table.state().current).toBe('B');
  });

  test('after a cancelled move.cost the step costs nothing', () => {
    const table = stopping('move.cost', []);
    expect(firstEvent(table.order('move', { path: 'C4' }, 'A'), 'moved')).toMatchObject({ made: 1, mpLeft: 4 });
  });

  test('after a cancelled zone.enter the zone is entered without a test', () => {
    const warriors = [warrior('a', 'A', [2, 2]), warrior('b', 'B', [4, 2], { traits: ['fearsome'] })];
    const table = stopping('zone.enter', [], { board: plain, warriors, activation: { warrior: 'a', mp: 4 } });
    expect(firstEvent(table.order('move', { path: 'D3' }, 'A'), 'moved')).toMatchObject({ made: 1, mpLeft: 3 });
  });

  test('after a cancelled attack.modifiers nothing is added to the attack', () => {
    const table = stopping('attack.modifiers', [2, 2], struck);
    expect(firstEvent(table.order('attack', { target: 'b' }, 'A'), 'attacked')).toMatchObject({ modifiers: {} });
  });

  test('after a cancelled dice.rolled no die is rolled', () => {
    const table = stopping('dice.rolled', [], struck);
    expect(typesOf(table.order('attack', { target: 'b' }, 'A'))).not.toContain('attacked');
    expect(table.state().activation).toMatchObject({ actions: 1, attacks: { sword: 0 } });
  });

  test.each([
    { window: 'attack.count', dice: [5, 5, 5], result: 'miss' },
    { window: 'damage', dice: [5, 5, 5], result: 'none' },
    { window: 'armour', dice: [5, 5, 5, 2, 2], result: 'wounded' },
    { window: 'injury', dice: [5, 5, 5, 2], result: 'none' },
  ] as const)('$window: the attack results in $result', ({ window, dice, result }) => {
    expect(firstEvent(stopping(window, dice, struck).order('attack', { target: 'b' }, 'A'), 'attacked').result).toBe(
      result,
    );
  });

  test.each([
    { window: 'condition.gain', injury: [2, 2] },
    { window: 'warrior.removed', injury: [1, 1] },
  ] as const)('$window: the target is unchanged', ({ window, injury }) => {
    const table = stopping(window, [5, 5, 5, 2, ...injury], struck);
    table.order('attack', { target: 'b' }, 'A');
    expect(table.state().warriors[2]).toMatchObject({ at: { x: 3, y: 2 }, conditions: [] });
  });
});

test('DS-TRIG-2: zone.enter comes when a Fearsome zone is entered', () => {
  const warriors = [warrior('a', 'A', [2, 2]), warrior('b', 'B', [4, 2], { traits: ['fearsome'] })];
  const table = stage(
    { board: plain, warriors, activation: { warrior: 'a', mp: 4 } },
    [5],
    having(trigger('x', 'before', 'zone.enter', say(''))),
  );
  expect(fired(table.order('move', { path: 'D3' }, 'A'))).toEqual(['x']);
});

test.each([
  { does: 'mp 2', deed: { do: 'mp', by: 2 } },
  { does: 'amount −1', deed: { do: 'amount', by: -1 } },
  { does: 'gain stunned', deed: { do: 'gain', condition: 'stunned' } },
  { does: 'say The bell tolls.', deed: { do: 'say', text: 'The bell tolls.' } },
  { does: 'cancel', deed: { do: 'cancel' } },
])('DS-GEN-2: the GM may write an effect: $does', ({ does, deed }) => {
  const table = stage(duel);
  const told = table.order('trigger', { name: 'Rain', does, window: 'mp.gain', when: 'after', who: 'a' }, 'gm');
  expect(firstEvent(told, 'trigger-added').trigger).toMatchObject({
    name: 'Rain',
    does: deed,
    who: 'a',
    owner: 'scenario',
  });
  expect(typesOf(table.order('trigger', { name: 'Rain', does: 'off' }, 'gm'))).toEqual(['trigger-removed']);
  expect(table.state().triggers).toEqual([]);
});
