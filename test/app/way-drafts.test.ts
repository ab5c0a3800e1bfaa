import { expect, test } from 'vitest';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { house, opened } from './house.ts';
import { any, begun, giveRandomOrder } from './random-play.ts';

test.each(['skure', 'dskull'])(
  '%s: every path drafted step by step can be extended and is legal to move',
  async (system) => {
    let walked = 0;
    for (const seed of seeds(3)) {
      const pick = picker(seed * 7919);
      const there = house();
      await begun(there, system, pick);
      for (let n = 0; n < 40; n++) {
        const battle = await opened(there);
        const mover = battle.game.expectedActions().find(({ verbs }) => verbs.includes('move'))?.actor;
        const offers = async (path?: string) =>
          (await there.services.battles.offers('table', 'gm', 'move', 'path', {
            as: mover ?? '',
            ...(path !== undefined && { path }),
          })) ?? [];
        let draft: string | undefined;
        for (let steps = 1 + pick(3); mover !== undefined && steps > 0; steps--) {
          const onward = await offers(draft);
          const next = any(
            onward.filter(({ step }) => step !== undefined),
            pick,
          );
          if (draft !== undefined) for (const { value } of onward) expect(value.startsWith(`${draft} `)).toBe(true);
          draft = next?.value ?? draft;
        }
        if (mover !== undefined && draft !== undefined) {
          const moved = await there.run('gm', 'move', { path: draft, as: mover });
          expect(moved.ok ? 'done' : moved.error, draft).toBe('done');
          walked += draft.split(' ').length;
        }
        await giveRandomOrder(there, pick);
      }
    }
    expect(walked).toBeGreaterThan(notHollow(6));
  },
  unhurried,
);
