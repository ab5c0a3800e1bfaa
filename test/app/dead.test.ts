import { expect, test } from 'vitest';
import { logView } from '../../src/battle/views/log-view.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';

const mostRuns = 60;

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: the dead have no turn in the order, and no line of a round begins with those who stay down',
  async ({ id, ruleset }) => {
    const there = house();
    await must(there, 'gm', 'battle create', { system: id });
    await must(there, 'gm', 'encounter load', { name: ruleset.encounters[0]?.name, cast: true });
    await there.run('gm', 'battle deploy');
    await must(there, 'gm', 'battle start');
    await must(there, 'gm', 'gm autopilot', { who: 'all', does: 'at-once' });
    for (let n = 0; n < mostRuns; n++) {
      const { game, saved } = await opened(there);
      if (ruleset.createPlayout(game.save()).winners() !== undefined) break;
      await there.run('gm', 'gm run');
      if ((await opened(there)).saved.version > saved.version) continue;
      const due = game.expectedActions().find(({ auto }) => auto !== undefined);
      if (due?.auto === undefined) break;
      const { verb, params } = due.auto;
      await there.services.battles.order(there.asker('gm'), { verb, params, actor: due.actor });
    }
    const battle = await opened(there);
    const told = logView(battle, await there.stores.battles.log(battle.saved), 'gm');
    let down = 0;
    for (const { before, after, entry, lines } of told) {
      const [was, is] = [before, after].map(({ game }) => game.view(gmViewer));
      const out = is?.combatants.filter(({ life }) => life === 'out').map((each) => each.id) ?? [];
      expect(is?.order.filter((each) => out.includes(each.id))).toEqual([]);
      if (was === undefined || is === undefined || was.round === is.round) continue;
      for (const one of was.combatants) {
        if (one.life === 'up' || is.combatants.find((each) => each.id === one.id)?.life !== one.life) continue;
        down += 1;
        expect(
          lines.map(({ text }) => text).filter((text) => text.startsWith(one.id)),
          `${entry.n}`,
        ).toEqual([]);
      }
    }
    expect(down).toBeGreaterThan(0);
  },
  60_000,
);
