import { beforeEach, expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

let there: House;
let away: Set<string>;

const linesOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);
const refusal = async (user: string, path: string, input = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};
const done = (user: string, path: string, input = {}) => must(there, user, path, input);

/** A campaign led by Gwen and Cora. Ada has used Grim in one of its battles, but not Home. */
beforeEach(async () => {
  away = new Set();
  there = house({}, undefined, { ...recordingPlaces().places, isMember: async (_guild, user) => !away.has(user) });
  await done('gwen', 'campaign create', { name: 'Long road', systems: 'skure' });
  for (const user of ['cora', 'ada']) await done(user, 'campaign join');
  await done('gwen', 'campaign role', { player: 'cora', role: 'co-gm' });
  for (const name of ['Grim', 'Home'])
    await done('ada', 'character create', { system: 'skure', name, preset: 'Swordsman', changes: 'hp=30' });
  await done('gwen', 'battle create', { name: 'Ford', size: '6x6' });
  await done('ada', 'battle join', { character: 'Grim', side: 'red' });
});

test('a campaign’s leaders see a member’s character only if it has played in the campaign', async () => {
  const own = linesOf(await done('ada', 'library show', { kind: 'character', name: 'Grim' }));
  for (const leader of ['gwen', 'cora']) {
    const shown = await done(leader, 'campaign sheet', { name: 'grim' });
    expect(shown.to).toBe('asker');
    expect(linesOf(shown)).toEqual(['Grim (skure), played by ada', ...own.slice(1)]);
  }
  expect(await refusal('gwen', 'campaign sheet', { name: 'Home' })).toBe(
    'No one in Long road has played a character named Home in one of its battles. Available: Grim.',
  );
  expect((await there.complete('gwen', 'campaign sheet', 'name')).map(({ value }) => value)).toEqual(['Grim']);
  await done('cora', 'character create', { system: 'skure', name: 'Grim', preset: 'Zombie' });
  await done('cora', 'battle join', { character: 'Grim', name: 'Grimmer', side: 'red' });
  expect(await refusal('gwen', 'campaign sheet', { name: 'Home' })).toMatch(/Available: Grim\.$/);
  for (const other of ['ada', 'eve']) {
    expect(await refusal(other, 'campaign sheet', { name: 'Grim' })).toBe('Only gwen and the co-GMs may do that.');
    expect(await there.complete(other, 'campaign sheet', 'name')).toEqual([]);
  }
});

test('the character of someone who left the campaign or server is no longer shown', async () => {
  away.add('ada');
  expect(await refusal('gwen', 'campaign sheet', { name: 'Grim' })).toBe(
    'That person is not in this server. Name someone who is in it.',
  );
  away.clear();
  await done('ada', 'campaign leave');
  expect(await refusal('gwen', 'campaign sheet', { name: 'Grim' })).toContain('No one in Long road');
});

test('/campaign sheet shows a sheet of the roster', async () => {
  await done('gwen', 'campaign roster', { do: 'add', name: 'Ogre', kind: 'foe', preset: 'Zombie' });
  expect(linesOf(await done('gwen', 'campaign sheet', { name: 'Ogre' }))[0]).toBe('Ogre (skure), on the roster');
});

test('a leader cannot see the history of, or rest, a character outside the campaign', async () => {
  for (const path of ['character history', 'character rest'])
    expect(await refusal('gwen', path, { name: 'Home', player: 'ada' })).toContain('No one in Long road');
  await done('gwen', 'character history', { name: 'Grim', player: 'ada' });
});
