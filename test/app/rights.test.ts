import { expect, test } from 'vitest';
import { emptySession } from '../../src/battle/saved/session.ts';
import { type BattleRight, type BattleRole, roleOf, rolesByRight } from '../../src/battle/views/viewer.ts';
import { libraryRights } from '../../src/library/library.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const roles: readonly BattleRole[] = ['gm', 'co-gm', 'player', 'spectator', 'stranger'];
const everybody = roles;
const seated: readonly BattleRole[] = ['gm', 'co-gm', 'player', 'spectator'];
const playing: readonly BattleRole[] = ['gm', 'co-gm', 'player'];
const masters: readonly BattleRole[] = ['gm', 'co-gm'];
const head: readonly BattleRole[] = ['gm'];

/** A copy of the table of rights. Change it here too if you change it there. */
const promised: Readonly<Record<BattleRight, readonly BattleRole[]>> = {
  look: everybody,
  join: everybody,
  roll: everybody,
  speak: seated,
  'command own': playing,
  'answer own': playing,
  'standing orders own': playing,
  'undo own': playing,
  'command any': masters,
  'answer any': masters,
  'standing orders any': masters,
  'undo any': masters,
  bring: masters,
  start: masters,
  finish: masters,
  move: masters,
  correct: masters,
  rule: masters,
  hide: masters,
  'choose telling': masters,
  'choose settings': masters,
  'give control': masters,
  'see all': masters,
  'run the clock': masters,
  'name co-gms': head,
  'hand over': head,
};

test.each(Object.keys(promised) as BattleRight[])('the right %s belongs to the expected roles', (right) => {
  expect(rolesByRight[right]).toEqual(promised[right]);
});

test('each library may be read and changed by the expected roles', () => {
  expect(libraryRights).toEqual({
    person: { read: ['owner'], keep: ['owner'], change: ['owner'] },
    campaign: { read: ['leader'], keep: ['leader'], change: ['leader'] },
    server: { read: ['member', 'manager'], keep: ['member', 'manager'], change: ['keeper', 'manager'] },
  });
});

test('a user’s role is GM, else their seat’s role, else stranger', () => {
  const table = { ...emptySession, gm: 'g', seats: { c: { name: 'C', role: 'co-gm' as const } } };
  expect(['g', 'c', 'x'].map((user) => roleOf(table, user))).toEqual(['gm', 'co-gm', 'stranger']);
});

/** Commands with options, and the right that each requires. */
const commands: readonly { readonly path: string; readonly input: object; readonly right: BattleRight }[] = [
  { path: 'battle status', input: {}, right: 'look' },
  { path: 'battle log', input: {}, right: 'look' },
  { path: 'my view', input: {}, right: 'look' },
  { path: 'gm foe-info', input: {}, right: 'look' },
  { path: 'gm effect', input: {}, right: 'look' },
  { path: 'battle watch', input: {}, right: 'join' },
  { path: 'roll', input: { dice: '1d6' }, right: 'roll' },
  { path: 'aim', input: { target: 'Grim', as: 'Ann' }, right: 'command any' },
  { path: 'my standing-orders', input: { kind: 'turn', answer: 'ask', as: 'Ann' }, right: 'standing orders any' },
  { path: 'gm panel', input: {}, right: 'see all' },
  { path: 'gm set', input: {}, right: 'rule' },
  { path: 'gm set', input: { field: 'hp', value: '30', who: 'Ann' }, right: 'correct' },
  { path: 'gm effect', input: { name: 'Hex', who: 'Ann', modifiers: 'hit=1' }, right: 'correct' },
  { path: 'gm exception', input: { who: 'Ann', what: 'a leap', modifiers: 'hit=5' }, right: 'correct' },
  { path: 'gm exception', input: { deny: true, who: 'Ann', what: 'a leap' }, right: 'rule' },
  { path: 'gm ruling', input: { text: 'So be it.' }, right: 'rule' },
  { path: 'gm request', input: { answer: 'grant', who: 'Ann' }, right: 'rule' },
  { path: 'gm approvals', input: { from: 'pass' }, right: 'rule' },
  { path: 'gm undo-consent', input: { allow: true }, right: 'rule' },
  { path: 'battle rename', input: { name: 'Other' }, right: 'rule' },
  { path: 'gm hide', input: { who: 'Grim' }, right: 'hide' },
  { path: 'gm reveal', input: { who: 'Grim' }, right: 'hide' },
  { path: 'gm foe-info', input: { mode: 'off' }, right: 'choose telling' },
  { path: 'gm rolls', input: { mode: 'public' }, right: 'choose telling' },
  { path: 'gm control', input: { who: 'Ann', player: 'ada' }, right: 'give control' },
  { path: 'gm skip', input: {}, right: 'command any' },
  { path: 'npc add', input: { preset: 'Zombie', count: 1 }, right: 'bring' },
  { path: 'skure place', input: { target: 'Grim', to: 'E5', facing: 'W' }, right: 'correct' },
  { path: 'undo', input: { to: 2 }, right: 'undo any' },
  { path: 'battle clock', input: { do: 'set', time: '24h' }, right: 'run the clock' },
  { path: 'gm role', input: { who: 'zoe' }, right: 'name co-gms' },
  { path: 'gm role', input: { role: 'gm', who: 'ada' }, right: 'hand over' },
  { path: 'battle end', input: {}, right: 'finish' },
];

const forbidding = [
  'gm-only',
  'head-gm-only',
  'no-seat',
  'not-yours',
  'undo-not-last',
  'nobody-to-command',
  'NOT_CONTROLLER',
  'NOT_BM',
];

const users: Readonly<Record<BattleRole, string>> = {
  gm: 'gm',
  'co-gm': 'cora',
  player: 'bob',
  spectator: 'sam',
  stranger: 'eve',
};

const table = async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Rights', size: '8x8' });
  await must(there, 'ada', 'battle join', { preset: 'Swordsman', side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: 'Swordsman', side: 'blue', name: 'Grim' });
  await must(there, 'gm', 'gm role', { who: 'cora', role: 'co-gm' });
  await must(there, 'gm', 'gm role', { who: 'sam', role: 'spectator' });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C4', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: 'Grim', to: 'F4', facing: 'W' });
  await must(there, 'gm', 'battle start');
  return there;
};

test.each(commands)('/$path is allowed for exactly the roles with the right $right', async ({ path, input, right }) => {
  for (const role of roles) {
    const there = await table();
    const before = await there.stores.battles.byChannel('table');
    const answer = await there.run(users[role], path, { ...input });
    const allowed = rolesByRight[right].some((each) => each === role);
    const refused = !answer.ok && forbidding.includes(answer.error.code);
    expect(refused, `${role}: ${answer.ok ? 'done' : JSON.stringify(answer.error)}`).toBe(!allowed);
    if (refused) expect(await there.stores.battles.byChannel('table')).toEqual(before);
  }
});

/** A campaign led by Gwen and Cora, with Ada as player. Its library and the server's have a foe each. */
const shelves = async () => {
  const there = house({}, undefined, recordingPlaces().places);
  await must(there, 'gwen', 'campaign create', { name: 'Long road', systems: 'skure' });
  for (const user of ['cora', 'ada']) await must(there, user, 'campaign join');
  await must(there, 'gwen', 'campaign role', { player: 'cora', role: 'co-gm' });
  await must(there, 'gwen', 'library save', {
    kind: 'foe',
    content: 'Zombie',
    name: 'Ours',
    shelf: 'campaign',
  });
  await must(there, 'bob', 'library save', { kind: 'foe', content: 'Zombie', name: 'Shared', shelf: 'server' });
  await must(there, 'gwen', 'library save', { kind: 'encounter', name: 'Ours', content: 'Ours 2', shelf: 'campaign' });
  await must(there, 'bob', 'library save', { kind: 'encounter', name: 'Shared', content: 'Zombie 2', shelf: 'server' });
  return there;
};

test.each([
  { path: 'library show', input: { kind: 'foe', name: 'Ours' }, right: ['gwen', 'cora'] },
  { path: 'npc edit', input: { name: 'Ours', changes: 'hp=3' }, right: ['gwen', 'cora'] },
  { path: 'library delete', input: { kind: 'foe', name: 'Ours' }, right: ['gwen', 'cora'] },
  {
    path: 'library save',
    input: { kind: 'foe', content: 'Zombie', shelf: 'campaign' },
    right: ['gwen', 'cora'],
  },
  { path: 'library show', input: { kind: 'encounter', name: 'Ours' }, right: ['gwen', 'cora'] },
  { path: 'library export', input: { kind: 'encounter', name: 'Ours' }, right: ['gwen', 'cora'] },
  { path: 'encounter edit', input: { name: 'Ours', heroes: 3 }, right: ['gwen', 'cora'] },
  { path: 'library delete', input: { kind: 'encounter', name: 'Ours' }, right: ['gwen', 'cora'] },
  {
    path: 'library show',
    input: { kind: 'encounter', name: 'Shared' },
    right: ['gwen', 'cora', 'ada', 'bob', 'gm', 'eve'],
  },
  { path: 'encounter edit', input: { name: 'Shared', heroes: 3 }, right: ['bob', 'gm'] },
  { path: 'library delete', input: { kind: 'encounter', name: 'Shared' }, right: ['bob', 'gm'] },
  { path: 'library show', input: { kind: 'foe', name: 'Shared' }, right: ['gwen', 'cora', 'ada', 'bob', 'gm', 'eve'] },
  {
    path: 'library save',
    input: { kind: 'foe', content: 'Zombie', shelf: 'server' },
    right: ['gwen', 'cora', 'ada', 'bob', 'gm', 'eve'],
  },
  { path: 'npc edit', input: { name: 'Shared', changes: 'hp=3' }, right: ['bob', 'gm'] },
  { path: 'library rename', input: { kind: 'foe', name: 'Shared', to: 'Mine' }, right: ['bob', 'gm'] },
  { path: 'library delete', input: { kind: 'foe', name: 'Shared' }, right: ['bob', 'gm'] },
])('/$path $input is allowed for $right only', async ({ path, input, right }) => {
  for (const user of ['gwen', 'cora', 'ada', 'bob', 'gm', 'eve']) {
    const there = await shelves();
    const answer = await there.run(user, path, { ...input });
    const code = answer.ok ? undefined : answer.error.code;
    const forbidden = ['nothing-saved', 'no-shelf-of-campaign', 'not-yours-on-shelf'].includes(code ?? '');
    if (right.includes(user)) expect(code, user).toBeUndefined();
    else expect(forbidden, `${user}: ${code}`).toBe(true);
  }
});
