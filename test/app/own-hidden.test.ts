import { expect, test } from 'vitest';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { viewerOf } from '../../src/battle/views/viewer.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import { rulesets } from '../../src/systems/index.ts';
import { seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { kindsFor } from '../systems/any-battle.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { begunAgainst } from './random-play.ts';

/** All that Ada can read and choose in a battle. Shared actions count as those of a visible combatant. */
const shownToAda = async (there: House, battle: OpenBattle): Promise<unknown> => {
  const awaited = expectedActionsForViewer(battle, 'ada').filter(({ together }) => together === undefined);
  const verbs = new Set(awaited.flatMap((each) => each.verbs));
  const offers: unknown[] = [];
  for (const [verb, { params }] of Object.entries(battle.ruleset.verbs).filter(([each]) => verbs.has(each)))
    for (const { name } of listOptions(params))
      offers.push([verb, name, await there.services.battles.offers('table', 'ada', verb, name, {})]);
  return JSON.parse(JSON.stringify({ view: battle.game.view(viewerOf(battle, 'ada')), awaited, offers }));
};

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: a player sees their own combatants unchanged after the GM hides them',
  async ({ ruleset }) => {
    for (const seed of seeds(1)) {
      const pick = picker(seed * 1777);
      const there = house();
      await begunAgainst(there, ruleset, kindsFor(ruleset, pick, 'mixed').slice(0, 1), pick);
      const before = await opened(there);
      const own = before.game.roster().filter(({ actor }) => before.saved.table.control[actor] === 'ada');
      expect(own.length).toBeGreaterThan(0);
      const shown = await shownToAda(there, before);
      for (const { id } of own) await must(there, 'gm', 'gm hide', { who: id });
      const after = await opened(there);
      expect(viewerOf(after, 'bob').unseen.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
      expect(await shownToAda(there, after)).toEqual(shown);
      for (let n = 0; n < 12 && (await opened(there)).game.status === 'active'; n++) await must(there, 'gm', 'gm skip');
    }
  },
  unhurried,
);
