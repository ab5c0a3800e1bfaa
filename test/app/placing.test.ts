import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { standings } from '../systems/footing.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { pressed } from './pressing.ts';

/** The number of placed combatants of each person. */
const countPlaced = async (table: House) => {
  const { saved, game, ruleset } = await opened(table);
  const runs = new Map(game.roster().map(({ id, actor }) => [id, saved.table.control[actor] ?? 'gm']));
  const standing = standings[ruleset.id]?.(game.save()).map((each) => each.id) ?? [];
  const placed = new Set([...standing, ...game.layout().places.map(({ who }) => who)]);
  const countOf = (user: string) => [...placed].filter((each) => runs.get(each) === user).length;
  return { ada: countOf('ada'), ben: countOf('ben'), gm: countOf('gm') };
};

/** Places with the buttons of a person's own view, choosing the first of each list. */
const placeFromView = async (table: House, user: string): Promise<void> => {
  const { version } = (await opened(table)).saved;
  let { controls } = await must(table, user, 'my view');
  for (let depth = 0; depth < 5 && (await opened(table)).saved.version === version; depth += 1) {
    const control = controls.flat().find(({ kind, label }) => kind === 'select' || /^(Place|Deploy)/.test(label));
    if (control === undefined) return;
    const value = control.kind === 'select' ? control.options[0]?.value : undefined;
    ({ controls } = await pressed(table, user, control, value));
  }
};

for (const { id, usesPlayerName, isPlacedAfterStart, verbs } of rulesets)
  test.skipIf(verbs.deploy === undefined)(
    `two players on a side place only their own from their view, in ${id}`,
    async () => {
      const table = house();
      await must(table, 'gm', 'battle create', { system: id });
      const { presets } = (await opened(table)).ruleset;
      const [first, second] = Object.keys(presets);
      const joining = (name: string) => (usesPlayerName ? { side: 'allies' } : { name });
      await must(table, 'ada', 'battle join', { preset: first, ...joining('Una') });
      await must(table, 'ben', 'battle join', { preset: second, ...joining('Odo') });
      await must(table, 'gm', 'npc add', { preset: first, name: 'Grim' });
      if (isPlacedAfterStart || usesPlayerName) await must(table, 'gm', 'battle start');
      if (isPlacedAfterStart) {
        await must(table, 'gm', 'sword-world initiative');
        await must(table, 'gm', 'gm set', { field: 'first', value: 'allies' });
      }
      for (let turn = 0; turn < 4; turn += 1) {
        for (const user of ['ada', 'ben']) {
          const before = await countPlaced(table);
          await placeFromView(table, user);
          expect({ ...(await countPlaced(table)), [user]: 0 }).toEqual({ ...before, [user]: 0 });
        }
        const [due] = (await opened(table)).game.expectedActions();
        if (due?.actor === 'Grim' && due.auto?.verb === 'deploy')
          await must(table, 'gm', 'dskull deploy', { as: 'Grim', ...due.auto.params });
      }
      const placed = await countPlaced(table);
      expect(Math.min(placed.ada, placed.ben)).toBeGreaterThan(0);
    },
  );
