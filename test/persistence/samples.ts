import { randomUUID } from 'node:crypto';
import { appEdition } from '../../src/battle/editions/app-edition.ts';
import { emptySession } from '../../src/battle/saved/session.ts';
import type { LogEntry, SavedBattle } from '../../src/battle/saved/store.ts';
import type { Character } from '../../src/campaign/characters.ts';

/** A new battle with one entry in its log. */
export const aBattle = (parts: Partial<SavedBattle> = {}): SavedBattle => ({
  id: randomUUID(),
  guild: '200000000000000001',
  channel: randomUUID(),
  system: 'skirmish',
  edition: { house: appEdition, rules: 2, dice: 1 },
  version: 1,
  status: 'setup',
  seed: 'ab'.repeat(32),
  table: { ...emptySession, name: 'The Ford', gm: 'gm', gmName: 'Mo' },
  game: { round: 1, fighters: { ada: { hp: 12 }, grim: { hp: 9 } } },
  pending: undefined,
  createdAt: 1_790_000_000_000,
  updatedAt: 1_790_000_000_000,
  ...parts,
});

export const anEntry = (n: number, parts: Partial<LogEntry> = {}): LogEntry => ({
  n,
  orderId: `order-${n}`,
  edition: { house: appEdition, rules: 2 },
  at: 1_790_000_000_000 + n,
  user: 'ada',
  request: { kind: 'order', actor: 'ada', doings: [{ verb: 'attack', params: { target: 'grim' } }] },
  rolls: 'public',
  diceKey: `order-${n}`,
  dice: [{ name: 'attack', sides: 20, value: 17 }],
  byHand: false,
  table: [],
  events: [{ type: 'hit', who: 'ada', target: 'grim', damage: 4 }],
  ...parts,
});

/** A battle as read, without the data that its store attaches. */
export const bare = (saved: SavedBattle | undefined): SavedBattle | undefined => {
  if (saved === undefined) return undefined;
  const { storeState: _, ...battle } = saved;
  return battle;
};

/** The battle after one more entry. */
export const nextOf = (battle: SavedBattle, parts: Partial<SavedBattle> = {}): SavedBattle => ({
  ...battle,
  version: battle.version + 1,
  status: 'active',
  updatedAt: battle.updatedAt + 1,
  ...parts,
});

export const aCharacter = (parts: Partial<Character> = {}): Character => ({
  id: randomUUID(),
  owner: 'ada',
  guild: '200000000000000001',
  system: 'skirmish',
  name: 'Éowyn',
  sheet: { skill: 3, armour: 12 },
  edition: 2,
  updatedAt: 1_790_000_000_000,
  ...parts,
});
