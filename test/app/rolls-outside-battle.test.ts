import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { must } from './duel.ts';
import { house } from './house.ts';

const textOf = ({ cards }: Pick<Reply, 'cards'>): string => JSON.stringify(cards);

/** A campaign led by Gwen and Cora, with Ada as player. */
const campaign = async () => {
  const { places, heard } = recordingPlaces();
  const there = house({}, undefined, places);
  await must(there, 'gwen', 'campaign create', { name: 'Long road', systems: 'skure' });
  for (const user of ['cora', 'ada']) await must(there, user, 'campaign join');
  await must(there, 'gwen', 'campaign role', { player: 'cora', role: 'co-gm' });
  heard.length = 0;
  return { there, heard };
};

test('a blind roll in a campaign channel is sent to the campaign’s leaders only', async () => {
  const { there, heard } = await campaign();
  const said = await must(there, 'ada', 'roll', { dice: '3d6+1', rolls: 'blind' });
  expect(said.to).toBe('everyone');
  expect(textOf(said)).toContain('ada rolls in secret; only the GM sees the result.');
  expect(textOf(said)).not.toContain('3d6');
  expect(heard.map(({ to }) => to)).toEqual(['@gwen', '@cora']);
  for (const { reply } of heard) {
    expect(reply.cards[0]?.title).toBe('Long road: ada rolls');
    expect(textOf(reply)).toMatch(/3d6\+1 → \d+/);
  }
});

test('a leader sees their own blind roll at once, and the other leaders get it too', async () => {
  const { there, heard } = await campaign();
  const said = await must(there, 'cora', 'roll', { dice: '3d6', rolls: 'blind' });
  expect([said.to, heard.map(({ to }) => to)]).toEqual(['asker', ['@gwen']]);
  expect(textOf(said)).toMatch(/3d6 → \d+/);
});

test('a private roll is shown to roller and GM, a self roll to the roller alone', async () => {
  const { there, heard } = await campaign();
  const own = await must(there, 'ada', 'roll', { dice: '3d6', rolls: 'private' });
  expect([own.to, heard.map(({ to }) => to)]).toEqual(['asker', ['@gwen', '@cora']]);
  heard.length = 0;
  const self = await must(there, 'ada', 'roll', { dice: '3d6', rolls: 'self' });
  expect([self.to, heard]).toEqual(['asker', []]);
  expect((await must(there, 'ada', 'roll', { dice: '3d6' })).to).toBe('everyone');
});

test('a GM who turned notifications off gets the blind roll with their next answer', async () => {
  const { there, heard } = await campaign();
  await must(there, 'gwen', 'my settings', { call: 'gm', by: 'off' });
  heard.length = 0;
  await must(there, 'ada', 'roll', { dice: '3d6', rolls: 'blind' });
  expect(heard.map(({ to }) => to)).toEqual(['@cora']);
  expect(await there.stores.outbox.listParked()).toEqual([{ server: 'guild', user: 'gwen' }]);
});

test('a blind roll is refused where no GM can read it', async () => {
  const there = house();
  const refused = await there.run('ada', 'roll', { dice: '3d6', rolls: 'blind' });
  expect(!refused.ok && (await there.sentence(refused.error, 'table'))).toBe(
    'A blind roll needs a GM. Roll in a battle or a campaign channel, or use rolls:self.',
  );
  const over = (await campaign()).there;
  await must(over, 'gwen', 'campaign end');
  expect((await over.run('ada', 'roll', { dice: '3d6', rolls: 'blind' })).ok).toBe(false);
});
