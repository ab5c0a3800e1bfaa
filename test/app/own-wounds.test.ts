import { expect, test } from 'vitest';
import { viewerOf } from '../../src/battle/views/viewer.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { kindsFor } from '../systems/any-battle.ts';
import { house, opened } from './house.ts';
import { begunAgainst } from './random-play.ts';

test.each(rulesets)(
  '$id: no line about the wounds of a player’s own combatant is good news to that player',
  async (ruleset) => {
    let wounds = 0;
    for (const seed of seeds(2)) {
      const pick = picker(seed * 15485863);
      const there = house();
      await begunAgainst(there, ruleset, kindsFor(ruleset, pick, 'equal'), pick);
      for (let n = 0; n < 30; n++) {
        const before = await opened(there);
        if (before.game.status !== 'active') break;
        await there.run('gm', 'gm skip');
        const after = await opened(there);
        const entries = await there.stores.battles.log(after.saved, before.saved.version + 1);
        const events = entries.flatMap((each) => each.events);
        const viewer = viewerOf(before, 'ada');
        const own = before.game.roster().flatMap(({ id, actor }) => (viewer.controls.includes(actor) ? [id] : []));
        let { game } = before;
        for (const event of events) {
          const hurt = game.talliesOf([event]).some(({ what, who }) => what === 'taken' && own.includes(who));
          const lines = game.narrate([event], viewer);
          if (hurt) {
            wounds += lines.length;
            expect(lines.filter(({ tone }) => tone === 'good')).toEqual([]);
          }
          game = game.applyEvents([event]);
        }
      }
    }
    expect(wounds).toBeGreaterThan(notHollow(0));
  },
  unhurried,
);
