import { expect } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import type { Transport } from '../../src/app/outbox/transport.ts';
import { exportBattle, verifyBattle } from '../../src/battle/saved/export.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import type { SavedBattle } from '../../src/battle/saved/store.ts';
import type { Stores } from '../../src/campaign/stores.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house, pathOf } from './house.ts';

const people = {
  gm: '100000000000000001',
  ada: '100000000000000002',
  bob: '100000000000000003',
  eve: '100000000000000004',
};
const names = { gm: 'Gwen Marlow', ada: 'Ada Lovelace', bob: 'Bob Ross', eve: 'Eve Moss' };
export type Who = keyof typeof people;
export const idOf = (who: Who): string => people[who];
export const nameOf = (who: Who): string => names[who];

/** An app whose users have Discord ids and separate names. */
export const peopled = (stores: Partial<Stores> = {}, transport?: Transport) => {
  const table = house(stores, undefined, transport);
  const run = async (who: Who, path: string, input: CommandInput = {}, channel = 'table') =>
    table.dispatcher.run(
      await pathOf(table, path, channel),
      { ...table.asker(people[who]), name: names[who], channel },
      input,
    );
  return {
    ...table,
    run,
    must: async (who: Who, path: string, input: CommandInput = {}, channel = 'table') => {
      const answer = await run(who, path, input, channel);
      if (!answer.ok) throw new Error(`/${path}: ${await table.sentence(answer.error, channel)}`);
      return answer.value;
    },
    saved: async (channel = 'table'): Promise<SavedBattle> => {
      const battle = await table.stores.battles.byChannel(channel);
      if (battle === undefined) throw new Error('no battle');
      return battle;
    },
  };
};
export type Peopled = ReturnType<typeof peopled>;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Checks that the snapshot equals the fold of the log and that all dice verify. */
export const expectSound = async ({ stores }: Peopled, { id }: Pick<SavedBattle, 'id'>): Promise<void> => {
  const saved = await stores.battles.byId(id);
  const ruleset = rulesets.find((each) => each.id === saved?.system);
  if (saved === undefined || ruleset === undefined) throw new Error('no battle');
  const log = await stores.battles.log(saved);
  const folded = foldLog(ruleset, log);
  expect(plain(folded.table)).toEqual(plain(saved.table));
  expect(plain(folded.game.save())).toEqual(plain(saved.game));
  expect(plain(folded.pending)).toEqual(plain(saved.pending));
  expect(saved.version).toBe(log.length);
  const checked = verifyBattle(ruleset, exportBattle(saved, log));
  expect(checked.checks.filter(({ passed }) => !passed)).toEqual([]);
};

/** Starts a battle led by Gwen in which Ada and Bob, named after their users, attack each other. */
export const battleOf = async (table: Peopled, channel = 'table', rounds = 3): Promise<void> => {
  const { must } = table;
  await must('gm', 'battle create', { system: 'skure', name: 'Duel', size: '6x6' }, channel);
  await must('ada', 'battle join', { preset: 'Swordsman', side: 'red' }, channel);
  await must('bob', 'battle join', { preset: 'Swordsman', side: 'blue' }, channel);
  await must('gm', 'gm set', { field: 'hp', who: 'all', value: '900', reason: 'long breath' }, channel);
  await must('gm', 'skure place', { target: names.ada, to: 'C3', facing: 'S' }, channel);
  await must('gm', 'skure place', { target: names.bob, to: 'C4', facing: 'N' }, channel);
  await must('gm', 'battle start', {}, channel);
  for (let n = 0; n < rounds; n++) {
    await must('ada', 'attack', { target: names.bob }, channel);
    await must('bob', 'attack', { target: names.ada, ...(n === 1 && { rolls: 'private' }) }, channel);
  }
};
