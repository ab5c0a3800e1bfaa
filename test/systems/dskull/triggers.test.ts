import { describe, expect, test } from 'vitest';
import type { State } from '../../../src/systems/dskull/model.ts';
import { inOrder } from '../../../src/systems/dskull/triggers.ts';
import { type Deed, type Trigger, type WhenFired, type Window, windows } from '../../../src/systems/dskull/windows.ts';
import { codeOf, duel, eventsOf, happened, plain, stage, typesOf, type Written, warrior } from './stage.ts';

const trigger = (name: string, when: WhenFired, window: Window, does: Deed, more: Partial<Trigger> = {}): Trigger => ({
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

const say = (says: string): Deed => ({ do: 'say', says });
const acting: Written = { ...duel, activation: { warrior: 'a', active: ['sword'], mp: 4 } };
const fired = (told: Parameters<typeof eventsOf>[0]): readonly string[] =>
  eventsOf(told).flatMap((event) => (event.type === 'triggered' ? [event.name] : []));

test.each([
  { rule: 'DS-TRIG-1', says: 'before, during and after come in that order round the phase' },
  { rule: 'DS-TRIG-6', says: 'the amount is settled between before and after mp.gain' },
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
  expect(happened(told, 'mp-gained')).toMatchObject({ base: 4, other: -1, amount: 3 });
});

test('DS-TRIG-3: scenario effects first, then the players’ in initiative order, then by order and name', () => {
  const { state } = stage({ ...duel, seats: ['A', 'B', 'C'], initiative: 'B' });
  const list = [
    trigger('a late', 'after', 'round.start', say(''), { owner: 'A', order: 1 }),
    trigger('zeal', 'after', 'round.start', say(''), { owner: 'A' }),
    trigger('awe', 'after', 'round.start', say(''), { owner: 'A' }),
    trigger('c', 'after', 'round.start', say(''), { owner: 'C' }),
    trigger('b', 'after', 'round.start', say(''), { owner: 'B' }),
    trigger('weather', 'after', 'round.start', say('')),
  ];
  expect(inOrder(state(), list).map(({ name }) => name)).toEqual(['weather', 'b', 'c', 'awe', 'zeal', 'a late']);
});

test('DS-TRIG-4: what an effect sets off is done before the next effect', () => {
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

test('DS-TRIG-5: cost, then before move.step, then the zone’s test, then MP and the step, then after', () => {
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
  expect(happened(told, 'stepped').cost).toBe(2);
});

describe('DS-TRIG-7', () => {
  test('DS-TRIG-7: a cancelled phase does not happen, nothing comes after it, and what was paid stays paid', () => {
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

  test('DS-TRIG-7: a cancelled step ends the move where it is', () => {
    const table = stage(acting, [], having(trigger('no', 'before', 'move.step', { do: 'cancel' })));
    expect(happened(table.order('move', { path: 'C4' }, 'A'), 'moved')).toMatchObject({
      made: 0,
      at: { x: 2, y: 2 },
      mpLeft: 4,
    });
  });
});

test('DS-TRIG-8: a hundred nested effects pass, more take the order back', () => {
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
  { rule: 'DS-GEN-2', does: { do: 'damage', by: 1 }, seen: 'harmed' },
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
  expect(happened(table.order('attack', { target: 'b' }, 'A'), 'attacked').modifiers).toEqual({ scenario: -1 });
});

test('DS-ATK-11: what the GM hangs on attacker and target joins it as well', () => {
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
  expect(happened(table.order('attack', { target: 'b' }, 'A'), 'attacked').modifiers).toEqual({ scenario: 1 });
});

/** A whole round of two warriors in which everything happens that has a window. */
const everything = (window: Window): readonly string[] => {
  const warriors = [
    warrior('a', 'A', [2, 2], { shield: true }),
    warrior('a2', 'A', [7, 6]),
    warrior('b', 'B', [5, 2], { armour: 'light' }),
    warrior('c', 'B', [7, 7], { conditions: ['stunned'] }),
  ];
  const dice = [5, 5, 2, 1, 1, 5, 2, 2, 2, 2, 2, 2, 2];
  const told = (['before', 'during', 'after'] as const).map((when) => trigger(when, when, window, say('')));
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

const unfeared: readonly Window[] = ['zone.enter'];
test.each(windows.filter((window) => !unfeared.includes(window)))(
  'DS-TRIG-2: %s is a moment at which effects are set off',
  (window) => {
    expect(everything(window).length).toBeGreaterThan(0);
  },
);

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
  { does: 'say The bell tolls.', deed: { do: 'say', says: 'The bell tolls.' } },
  { does: 'cancel', deed: { do: 'cancel' } },
])('DS-GEN-2: the GM may write an effect: $does', ({ does, deed }) => {
  const table = stage(duel);
  const told = table.order('trigger', { name: 'Rain', does, window: 'mp.gain', when: 'after', who: 'a' }, 'gm');
  expect(happened(told, 'trigger-set').trigger).toMatchObject({
    name: 'Rain',
    does: deed,
    who: 'a',
    owner: 'scenario',
  });
  expect(typesOf(table.order('trigger', { name: 'Rain', does: 'off' }, 'gm'))).toEqual(['trigger-lifted']);
  expect(table.state().triggers).toEqual([]);
});
