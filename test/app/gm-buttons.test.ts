import { expect, test } from 'vitest';
import { panelReply } from '../../src/app/replies/battle-panel.ts';
import { expectedActionsForViewer, isFoe } from '../../src/battle/views/expected-actions.ts';
import { gmActor } from '../../src/rules/expected-action.ts';
import { rulesets } from '../../src/systems/index.ts';
import { picker } from '../chance.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';
import { begun } from './random-play.ts';

test.each(rulesets)(
  '$id: no GM buttons are under the turn of a player, and a GM button is under the GM’s',
  async ({ id }) => {
    const there = house();
    await begun(there, id, picker(5));
    let turns = 0;
    for (let n = 0; n < 25 && (await opened(there)).saved.status === 'active'; n += 1) {
      const battle = await opened(there);
      const isPlayers = expectedActionsForViewer(battle).some(
        ({ actor }) => actor !== gmActor && !isFoe(battle, actor),
      );
      const paths = panelReply(battle)
        .controls.flat()
        .map(({ press }) => press.path[0]);
      expect(paths.includes('gm')).toBe(!isPlayers);
      turns += isPlayers ? 1 : 0;
      await must(there, 'gm', 'gm skip');
    }
    expect(turns).toBeGreaterThan(0);
  },
);
