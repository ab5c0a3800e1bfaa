import { expect, test } from 'vitest';
import { type Erasure, eraseFromEntry } from '../../src/battle/operations/pseudonymize.ts';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { userIdsIn } from '../../src/battle/saved/store.ts';
import { editions, plain, rulesetOf, savedExports } from '../editions/saved-exports.ts';

/** An erasure that removes one user's id and leaves all names. */
const withoutId = (user: string): Erasure => ({
  ...{ user, pseudonym: 'gone', names: new Map(), heir: 'heir', giveToGm: true },
});

test.each(editions)('edition %s: each user in an entry or a session is found for erasure', (edition) => {
  let named = 0;
  for (const { name, battle } of savedExports(edition)) {
    const { table } = foldLog(rulesetOf(battle), battle.log);
    const all = new Set(battle.log.flatMap((entry) => userIdsIn(entry)));
    const [last] = battle.log;
    if (last === undefined) throw new Error(`${name} has no log.`);
    for (const user of userIdsIn(last, table)) expect([name, [...all]]).toEqual([name, expect.arrayContaining([user])]);
    for (const entry of battle.log)
      for (const user of all) {
        const changes = JSON.stringify(plain(eraseFromEntry(entry, withoutId(user)))) !== JSON.stringify(plain(entry));
        if (changes) expect([name, entry.n, userIdsIn(entry)]).toEqual([name, entry.n, expect.arrayContaining([user])]);
        if (changes) named += 1;
      }
  }
  expect(named).toBeGreaterThan(100);
});
