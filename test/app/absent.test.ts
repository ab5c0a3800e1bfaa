import { expect, test } from 'vitest';
import { suggestionFor } from '../../src/battle/views/expected-actions.ts';
import { must, secret } from './duel.ts';
import { type House, house, opened } from './house.ts';

const swordsman = 'Swordsman';

/** Ann (Ada's) and Cid (Bob's) against the GM's hidden combatant, whose turn it is. */
const startWithHidden = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Dusk', size: '12x12' });
  await must(there, 'ada', 'battle join', { preset: swordsman, side: 'red', name: 'Ann' });
  await must(there, 'bob', 'battle join', { preset: swordsman, side: 'red', name: 'Cid' });
  await must(there, 'gm', 'npc add', { preset: swordsman, name: secret, side: 'blue', hidden: 'until-revealed' });
  await must(there, 'gm', 'gm plan', { who: secret, order: 'ask' });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'F6', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: 'Cid', to: 'A1', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: secret, to: 'G6', facing: 'W' });
  await must(there, 'gm', 'gm set', { field: 'agility', who: secret, value: '99', reason: 'it waits' });
  return there;
};

test('a suggestion for a hidden foe uses only what its side knows', async () => {
  const seen = await startWithHidden();
  await must(seen, 'gm', 'battle start');
  expect(suggestionFor(await opened(seen), secret, 'turn')?.label).toContain('Attack Ann');
  const unseen = await startWithHidden();
  await must(unseen, 'gm', 'gm hide', { who: 'Ann', until: 'until-revealed' });
  await must(unseen, 'gm', 'battle start');
  const auto = suggestionFor(await opened(unseen), secret, 'turn');
  expect(auto?.label).toBeDefined();
  expect(JSON.stringify(auto)).not.toContain('Ann');
});

test('an absent player gets the rulebook’s default if a hidden foe blocks the best action', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Dusk', size: '12x12' });
  await must(there, 'ada', 'battle join', { preset: swordsman, side: 'red', name: 'Ann' });
  await must(there, 'gm', 'npc add', { preset: swordsman, name: 'Grim', side: 'blue' });
  await must(there, 'gm', 'npc add', { preset: swordsman, name: secret, side: 'blue', hidden: 'until-revealed' });
  await must(there, 'gm', 'gm plan', { who: secret, order: 'ask' });
  await must(there, 'gm', 'skure place', { target: 'Ann', to: 'C6', facing: 'E' });
  await must(there, 'gm', 'skure place', { target: 'Grim', to: 'H6', facing: 'W' });
  await must(there, 'gm', 'skure place', { target: secret, to: 'E6', facing: 'W' });
  await must(there, 'gm', 'gm set', { field: 'agility', who: 'Ann', value: '99', reason: 'she is first' });
  await must(there, 'gm', 'battle start');
  const battle = await opened(there);
  expect(suggestionFor(battle, 'Ann', 'turn')).toMatchObject({ verb: 'move', params: { path: 'E E E' } });
  const { id: at, version } = battle.saved;
  const done = await there.services.battles.actForAbsent(there.asker('ada'), {
    battle: at,
    version,
    actor: 'Ann',
    kind: 'turn',
  });
  expect(done.ok && done.value.entry.request).toMatchObject({ doings: [{ verb: 'end' }] });
});
