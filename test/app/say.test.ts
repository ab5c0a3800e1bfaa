import { expect, test } from 'vitest';
import type { Speech, Transport } from '../../src/app/outbox/transport.ts';
import { privateAside, type Reply } from '../../src/app/replies/reply.ts';
import { recordingPlaces } from '../campaign/clock-stage.ts';
import { uploadText } from '../pictures/uploads.ts';
import { must, secret } from './duel.ts';
import { type House, house } from './house.ts';

const portrait = uploadText('portrait.jpg');
const linesOf = ({ cards }: Pick<Reply, 'cards'>): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);
const refusal = async (there: House, user: string, path: string, input = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};

/** An app with or without webhook permission, which records spoken posts and removed portraits. */
const createApp = (how: 'said' | 'plain' | 'lacks' = 'said') => {
  const said: Speech[] = [];
  const forgotten: string[] = [];
  const places: Transport = {
    ...recordingPlaces().places,
    speakAs: async (_channel, speech) => {
      said.push(speech);
      return how === 'said' ? { said: `message-${said.length}` } : how;
    },
    removePortraits: async (hashes) => void forgotten.push(...hashes),
  };
  return { there: house({}, undefined, places), said, forgotten };
};

const spokenMessage = { message: 'message-1' };

test('who spoke is shown to GMs, campaign leaders and moderators only', async () => {
  const { there } = await battle();
  await must(there, 'ada', 'character say', { words: 'Who goes there?' });
  const asked = await must(there, 'gm', 'who-said', spokenMessage);
  expect([asked.to, asked.kind === 'private' && asked.ping, linesOf(asked)]).toEqual([
    'asker',
    ['ada'],
    ['Who said this', 'The member above spoke as Ann.'],
  ]);
  for (const user of ['bob', 'ada'])
    expect(await refusal(there, user, 'who-said', spokenMessage)).toMatch(
      /^Only the game master and people who may manage messages/,
    );
  const campaign = createApp().there;
  await must(campaign, 'gwen', 'campaign create', { name: 'Long road', systems: 'skure' });
  await must(campaign, 'ada', 'character create', { system: 'skure', name: 'Ann', preset: 'Swordsman' });
  await must(campaign, 'ada', 'character say', { words: 'Well met.' });
  expect((await must(campaign, 'gwen', 'who-said', spokenMessage)).kind).toBe('private');
  expect(await refusal(campaign, 'gwen', 'who-said', { message: 'another' })).toMatch(/^Nobody spoke that message/);
});

/** A battle of Ann (Ada's), Grim (the GM's) and a hidden combatant. */
const battle = async (how?: 'said' | 'plain' | 'lacks') => {
  const all = createApp(how);
  const { there } = all;
  await must(there, 'gm', 'battle create', { system: 'segment', name: 'The Ford' });
  await must(there, 'ada', 'battle join', { preset: 'Fighter', side: 'red', name: 'Ann' });
  await must(there, 'gm', 'npc add', { preset: 'Ogre', name: 'Grim', side: 'blue' });
  await must(there, 'gm', 'npc add', { preset: 'Ogre', name: secret, side: 'blue', hidden: 'until-revealed' });
  return all;
};

test('/character say speaks as the player’s own combatant; another’s is refused', async () => {
  const { there, said } = await battle();
  const answer = await must(there, 'ada', 'character say', { words: 'Who goes there?' });
  expect([answer.to, linesOf(answer)]).toEqual(['asker', ['', 'Said as Ann.']]);
  expect(said).toEqual([{ name: 'Ann', words: 'Who goes there?', portrait: undefined }]);
  expect(await refusal(there, 'ada', 'character say', { words: 'x', as: 'Grim' })).toMatch(/^You cannot speak as Grim/);
});

test('the GM cannot speak as a hidden combatant', async () => {
  const { there, said } = await battle();
  await must(there, 'gm', 'character say', { words: 'Graa!', as: 'grim' });
  expect(said.map(({ name }) => name)).toEqual(['Grim']);
  expect(await refusal(there, 'gm', 'character say', { words: 'x', as: secret })).toMatch(
    /is hidden, and speaking would give/,
  );
  const offered = await there.complete('gm', 'character say', 'as');
  expect(offered.map(({ value }) => value)).toEqual(['Grim']);
  expect(await there.complete('ada', 'character say', 'as')).toMatchObject([{ value: 'Ann' }]);
  await must(there, 'gm', 'gm reveal', { who: secret });
  await must(there, 'gm', 'character say', { words: 'Boo!', as: secret });
  expect(said.at(-1)?.name).toBe(secret);
});

test('a deputy speaks as the combatant of their player', async () => {
  const { there, said } = await battle();
  await must(there, 'bob', 'battle watch');
  expect(await refusal(there, 'bob', 'character say', { words: 'x' })).toMatch(/no character here to speak as/);
  await must(there, 'ada', 'my deputy', { user: 'bob', until: '3d' });
  await must(there, 'bob', 'character say', { words: 'For Ann.' });
  expect(said).toMatchObject([{ name: 'Ann', words: 'For Ann.' }]);
});

test('without webhook permission the words are posted plainly, and the speaker gets a hint', async () => {
  const { there } = await battle('lacks');
  const answer = await must(there, 'ada', 'character say', { words: 'Hold!' });
  expect([answer.to, linesOf(answer)]).toEqual(['everyone', ['Ann', 'Hold!']]);
  expect(JSON.stringify(privateAside(answer))).toContain(
    'If you give me the permission Manage Webhooks in this channel',
  );
  const plainly = await must((await battle('plain')).there, 'ada', 'character say', { words: 'Hold!' });
  expect([linesOf(plainly), privateAside(plainly)]).toEqual([['Ann', 'Hold!'], []]);
});

test('outside a battle a player speaks as their character, with its portrait', async () => {
  const { there, said } = createApp();
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Ann', preset: 'Swordsman' });
  await must(there, 'ada', 'character portrait', { name: 'Ann', picture: portrait });
  await must(there, 'ada', 'character say', { words: 'Well met.' });
  expect(said[0]?.portrait?.hash).toMatch(/^[0-9a-f]{64}$/);
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Una', preset: 'Swordsman' });
  expect(await refusal(there, 'ada', 'character say', { words: 'x' })).toBe(
    'Choose the speaker with as:… You can speak as: Ann and Una.',
  );
  const practice = house();
  await must(practice, 'ada', 'character create', { system: 'skure', name: 'Ann', preset: 'Swordsman' });
  expect(linesOf(await must(practice, 'ada', 'character say', { words: 'Well met.' }))).toEqual(['Ann', 'Well met.']);
});

test('outside a battle campaign leaders speak as characters of the roster', async () => {
  const { there, said } = createApp();
  await must(there, 'gwen', 'campaign create', { name: 'Long road', systems: 'skure' });
  expect(await refusal(there, 'gwen', 'character say', { words: 'x' })).toMatch(/no character here to speak as/);
  await must(there, 'gwen', 'campaign roster', { do: 'add', name: 'Keeper', preset: 'Zombie' });
  expect(await refusal(there, 'ada', 'character say', { words: 'x' })).toMatch(/no character here to speak as/);
  await must(there, 'gwen', 'character say', { words: 'Who knocks?' });
  expect(said).toMatchObject([{ name: 'Keeper', words: 'Who knocks?' }]);
});

test('a portrait is removed from posts only after its last owner is erased', async () => {
  const { there, forgotten } = createApp();
  for (const user of ['ada', 'bob']) {
    await must(there, user, 'character create', { system: 'skure', name: 'Ann', preset: 'Swordsman' });
    await must(there, user, 'character portrait', { name: 'Ann', picture: portrait });
  }
  const erase = (user: string) =>
    there.services.privacy.erase({ user, pseudonym: `gone-${user}`, orderId: `erase-${user}` });
  await erase('ada');
  expect(forgotten).toEqual([]);
  await erase('bob');
  expect(forgotten).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});
