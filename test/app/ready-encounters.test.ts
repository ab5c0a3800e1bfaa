import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { house, opened } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

test.each(rulesets.map(({ id, encounters }) => ({ system: id, encounter: encounters[0] })))(
  '$system: its first preset encounter can be loaded with its heroes and started',
  async ({ system, encounter }) => {
    if (encounter === undefined) throw new Error(system);
    const there = house();
    const { name, heroes, foes } = encounter;
    await must(there, 'gm', 'battle create', { system, name: 'First' });
    const offers = await there.complete('gm', 'encounter load', 'name', name.slice(0, 5));
    expect(offers.map(({ value }) => value)).toContain(name);
    expect(textOf(await must(there, 'ada', 'library show', { kind: 'encounter', name }))[0]).toContain('preset');
    const brought = await must(there, 'gm', 'encounter load', { name, cast: true });
    expect(textOf({ cards: 'aside' in brought ? brought.aside : [] }).join(' ')).toContain(encounter.description);
    const { game } = await opened(there);
    expect(new Set(game.roster().map(({ actor }) => actor)).size).toBe(heroes.length + foes.length);
    const placed = [...heroes, ...foes].filter(({ at = [] }) => at.length > 0).length;
    const there_ = game.view(gmViewer).combatants.filter(({ place }) => place !== undefined);
    if (placed > 0) expect(there_).toHaveLength(placed);
    await must(there, 'gm', 'battle start');
    expect((await opened(there)).game.status).toBe('active');
  },
);

test('a preset encounter scales to the heroes who joined and tells the GM its balance', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'First' });
  await must(there, 'ada', 'battle join', { preset: 'Roland', side: 'company' });
  const brought = await must(there, 'gm', 'encounter load', { name: 'the ford' });
  expect(textOf({ cards: 'aside' in brought ? brought.aside : [] }).join(' ')).toMatch(
    /Adjusted for 1 hero: .*A fair fight for these heroes: Roland Vey, swordsman;/s,
  );
});

test('a saved encounter replaces the preset of the same name', async () => {
  const there = house();
  await must(there, 'gm', 'library save', { kind: 'encounter', name: 'The ford', content: 'Zombie', system: 'skure' });
  expect(textOf(await must(there, 'gm', 'library list', { kind: 'encounter' })).join('\n')).toMatch(
    /Presets of Skure: The ford/,
  );
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'First' });
  await must(there, 'gm', 'encounter load', { name: 'The ford' });
  expect((await opened(there)).game.roster().map(({ actor }) => actor)).toEqual(['Zombie']);
  const none = await there.run('gm', 'encounter load', { name: 'Nowhere' });
  expect(none).toMatchObject({ ok: false, error: { code: 'nothing-saved' } });
});
