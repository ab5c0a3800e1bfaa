import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { must, secret } from './duel.ts';
import { house } from './house.ts';

const textsOf = (cards: readonly { readonly title: string; readonly lines: readonly { readonly text: string }[] }[]) =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

test('SW-KNOW-2: a monster that someone has identified is shown to everyone', async () => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: 'sword-world', name: 'The Mire' });
  await must(table, 'ada', 'battle join', { preset: 'Ilse', name: 'Ilse', side: 'allies' });
  await must(table, 'gm', 'npc add', { preset: 'goblin', name: 'Grim' });
  await must(table, 'gm', 'battle start');
  const seen = async (user: string) => textsOf((await must(table, user, 'battle status', { who: 'gri' })).cards);
  expect((await seen('ada')).join()).not.toMatch(/Weakness|Move Speed|HP/);
  expect((await seen('gm')).join()).toContain('HP 16/16');
  const told = await must(table, 'gm', 'knowledge', { target: 'Grim', as: 'Ilse', dice: '6,6' });
  expect(textsOf(told.cards).join()).toContain('Ilse knows Grim and its weakness. See /battle status who:Grim.');
  const known = (await seen('ada')).join();
  expect(known).toContain('HP 16, MP 10');
  expect(known).toContain('Weakness: fire +2');
  expect((await seen('eve')).join()).toBe(known);
});

test.each(rulesets)('$id: /battle status who: shows a combatant as its reader may know it', async (ruleset) => {
  const table = house();
  await must(table, 'gm', 'battle create', { system: ruleset.id, name: 'The Show' });
  const [first, second] = Object.values(ruleset.presets).map(({ title }) => title);
  await must(table, 'ada', 'battle join', { preset: first, name: 'Ada', side: ruleset.sides[0] ?? 'red' });
  const hidden = { preset: second, name: secret, side: ruleset.sides[1] ?? 'blue', hidden: 'until-revealed' };
  await must(table, 'gm', 'npc add', hidden);
  const id = (
    await table.services.battles.open('table').then((battle) => (battle.ok ? battle.value.game.roster() : []))
  )[0]?.id;
  expect(textsOf((await must(table, 'ada', 'battle status', { who: id })).cards)[0]).toContain(id);
  const open = await must(table, 'ada', 'battle status', { who: id, public: true });
  expect(open.to).toBe('everyone');
  const unknown = await table.run('ada', 'battle status', { who: secret });
  expect(unknown.ok ? '' : unknown.error.code).toBe('no-such-combatant');
  expect(await table.complete('ada', 'battle status', 'who', secret)).toEqual([]);
});
