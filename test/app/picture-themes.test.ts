import { expect, test } from 'vitest';
import { withReaderTheme, withServerTheme } from '../../src/app/replies/picture-themes.ts';
import { createOrderResult, createPost, createPrivateView, type Reply } from '../../src/app/replies/reply.ts';
import { defaultPersonalSettings } from '../../src/campaign/people.ts';
import { boardScene } from '../../src/presentation/board-scene.ts';
import { card } from '../../src/presentation/card.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { duel } from '../presentation/views.ts';

const scene = boardScene(duel);
if (scene === undefined) throw new Error('nothing was drawn');
const shown = [card('The ford', { picture: { scene, alt: '' } }), card('No picture')];
const themesOf = ({ cards }: Pick<Reply, 'cards'>) => cards.map(({ picture }) => picture?.scene.theme);

/** A server with the dark theme, and Ada who has chosen the light one. */
const stores = async () => {
  const { servers, people } = createMemoryStores();
  const chosen = { systems: [], rolls: 'public', houseRules: {}, editions: {}, readings: [] } as const;
  await servers.saveSettings({ guild: 'night', ...chosen, pictures: 'dark' });
  await servers.saveSettings({ guild: 'plain', ...chosen });
  await people.save({ ...defaultPersonalSettings('ada'), pictures: 'light' });
  await people.save({ ...defaultPersonalSettings('bob'), pictures: 'dark' });
  return { servers, people };
};

test.each([
  ['night', 'dark'],
  ['plain', 'light'],
  [undefined, 'light'],
] as const)('a public picture has the server’s theme: %s %s', async (guild, theme) => {
  const services = await stores();
  expect(themesOf(await withServerTheme(createPost({ cards: shown }), services, guild))).toEqual([theme, undefined]);
  for (const user of ['ada', 'bob', 'cid'])
    expect(themesOf(await withReaderTheme(createPost({ cards: shown }), services, { guild, user }))).toEqual([
      theme,
      undefined,
    ]);
});

test.each([
  ['night', 'ada', 'light'],
  ['night', 'cid', 'dark'],
  ['plain', 'bob', 'dark'],
  ['plain', 'cid', 'light'],
  [undefined, 'bob', 'dark'],
] as const)(
  'a private picture has its reader’s theme or the server’s: in %s %s sees it %s',
  async (guild, user, theme) => {
    const services = await stores();
    const asker = { guild, user };
    expect(themesOf(await withReaderTheme(createPrivateView({ cards: shown }), services, asker))).toEqual([
      theme,
      undefined,
    ]);
    const result = createOrderResult({
      cards: [],
      battle: 'b1',
      aside: shown,
      replacement: { cards: shown, controls: [] },
    });
    const told = await withReaderTheme(result, services, asker);
    if (told.kind !== 'result' || told.replacement === undefined || told.replacement === 'gone')
      throw new Error('no result');
    expect([themesOf({ cards: told.aside }), themesOf(told.replacement)]).toEqual([
      [theme, undefined],
      [theme, undefined],
    ]);
  },
);
