import { expect, test } from 'vitest';
import { suggestionFor } from '../../src/battle/views/expected-actions.ts';
import { tallyBattle } from '../../src/campaign/statistics.ts';
import { rulesets } from '../../src/systems/index.ts';
import { picker } from '../chance.ts';
import { type House, house, opened } from './house.ts';
import { answerByDefault, begun } from './random-play.ts';

/** What each person reads of the entries up to this number, with their sums. */
const readAgain = async (table: House, last: number) => {
  const lines: Record<string, readonly string[]> = {};
  for (const user of ['gm', 'ada', 'bob', 'cid', undefined]) {
    const log = await table.services.battles.logView('table', user);
    if (!log.ok) throw new Error(log.error.code);
    const known = log.value.filter(({ entry }) => entry.n <= last);
    lines[user ?? 'everyone'] = known.map((each) => `${each.entry.n}: ${JSON.stringify(each.lines)}`);
  }
  return lines;
};

/** Gives the default answer, or the default order of whoever is expected to act. */
const playOne = async (table: House): Promise<void> => {
  if (await answerByDefault(table)) return;
  const battle = await opened(table);
  const due = battle.game.expectedActions().find(({ auto }) => auto !== undefined);
  const auto = due && (suggestionFor(battle, due.actor, due.kind) ?? due.auto);
  if (due === undefined || auto === undefined) return;
  await table.run(battle.saved.table.control[due.actor] ?? 'gm', auto.verb, { ...auto.params, as: due.actor });
};

test.each(rulesets)(
  '$id: old lines stay the same after corrections, renames, hand-overs and removals',
  async ({ id: system }) => {
    const table = house();
    await begun(table, system, picker(7));
    await table.run('ada', 'roll', { dice: '1d6', rolls: 'private' });
    await table.run('bob', 'my deputy', { user: 'cid', until: '5d', name: 'Cid' });
    await table.run('cid', 'roll', { dice: '1d6', rolls: 'private' });
    for (let n = 0; n < 12; n++) await playOne(table);
    for (const user of ['ada', 'gm', 'gm']) await table.run(user, 'undo');
    await table.run('gm', 'gm control', { who: 'Bob', player: 'cid', name: 'Cid' });
    for (let n = 0; n < 6; n++) await playOne(table);
    const { version } = (await opened(table)).saved;
    const before = await readAgain(table, version);
    expect(before.everyone?.join('\n')).toContain('Cid rolls in secret.');
    expect(before.everyone?.join('\n')).not.toMatch(/somebody (rolls|undoes|is away)/i);
    const changes: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
      ['gm', 'gm set', { field: 'side', who: 'Ada', value: 'foes' }],
      ['gm', 'battle rename', { who: 'Ada', name: 'Rose' }],
      ['gm', 'battle rename', { name: 'Another name' }],
      ['gm', 'gm control', { who: 'Rose', player: 'dora', name: 'Dora' }],
      ['gm', 'gm remove', { who: 'Bob', as: 'fled' }],
      ['ada', 'battle leave', {}],
      ['cid', 'battle leave', {}],
      ['gm', 'gm hide', { who: 'Rose' }],
      ['gm', 'gm reveal', { who: 'Rose' }],
      ['gm', 'gm role', { who: 'dora', role: 'gm', name: 'Dora' }],
    ];
    for (const [user, path, input] of changes) {
      const answer = await table.run(user, path, input);
      if (!answer.ok) throw new Error(`/${path}: ${await table.sentence(answer.error, 'table')}`);
      expect(await readAgain(table, version), `after /${path}`).toEqual(before);
    }
    const battle = await opened(table);
    const told = await table.services.battles.logView('table', 'dora');
    const { names } = tallyBattle(battle, told.ok ? told.value : [], 'dora');
    expect(names).toMatchObject({ ada: 'ada', cid: 'Cid', dora: 'Dora' });
  },
);
