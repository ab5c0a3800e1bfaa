import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unusedPictureLifetime } from '../../src/campaign/pictures.ts';
import { backgroundHashes } from '../../src/library/library.ts';
import { parseImageAddress, portraitHashes, sceneSvg } from '../../src/presentation/svg.ts';
import { uploadText } from '../pictures/uploads.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';

const portrait = uploadText('portrait.jpg');

const backdropIn = async (there: House) => {
  const battle = await there.services.battles.open('table');
  if (!battle.ok) throw new Error('no battle');
  return battle.value.saved.table.backdrop;
};

const itemOf = async (there: House, user: string, kind: string) =>
  (await there.stores.library.listByUser(user)).find((each) => each.kind === kind);

/** The background picture of a user's library item. Undefined if it has none. */
const pictureOf = async (there: House, user: string, kind: string): Promise<string | undefined> => {
  const [hash] = backgroundHashes((await itemOf(there, user, kind))?.thing);
  return hash !== undefined && (await there.stores.pictures.images([hash])).has(hash) ? hash : undefined;
};

const withMap = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'library save', {
    kind: 'map',
    name: 'Hall',
    content: '10x8; wall B2-B5e',
    picture: portrait,
  });
  return there;
};

test('a saved map keeps its picture and shows it behind the board', async () => {
  const there = await withMap();
  const shown = await must(there, 'gm', 'library show', { kind: 'map', name: 'Hall' });
  const hash = await pictureOf(there, 'gm', 'map');
  expect(hash).toBeDefined();
  expect(portraitHashes(shown.cards[0]?.picture?.scene.shapes ?? [])).toEqual([hash]);
  await must(there, 'gm', 'encounter draw-map', { name: 'Hall', what: 'blocked', where: 'G3' });
  expect(await pictureOf(there, 'gm', 'map')).toBe(hash);
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'The Mire' });
  await must(there, 'gm', 'battle map', { kept: 'Hall' });
  expect(await backdropIn(there)).toEqual({ picture: hash, left: 0, top: 0, across: 10, down: 8 });
  const status = await must(there, 'gm', 'battle status');
  const [scene] = status.cards.flatMap(({ picture }) => (picture === undefined ? [] : [picture.scene]));
  expect(scene && /href="([^"]+)"/.exec(sceneSvg(scene))?.[1]).toSatisfy(
    (at: string) => parseImageAddress(at)?.hash === hash,
  );
});

test('a saved map is used without its picture if asked, or if the picture is gone', async () => {
  const there = await withMap();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'The Mire' });
  await must(there, 'gm', 'battle map', { kept: 'Hall', picture: false });
  expect(await backdropIn(there)).toBeUndefined();
  await there.stores.pictures.forget('gm');
  await must(there, 'gm', 'battle map', { kept: 'Hall' });
  expect(await backdropIn(there)).toBeUndefined();
});

test('the picture inside an imported map file is saved; a broken one is reported', async () => {
  const there = house();
  const file = JSON.parse(readFileSync('test/formats/maps/tiny.uvtt', 'utf8'));
  const image = Buffer.from(portrait, 'latin1').toString('base64');
  await must(there, 'gm', 'library import', { kind: 'map', name: 'Tiny', file: JSON.stringify({ ...file, image }) });
  expect(await pictureOf(there, 'gm', 'map')).toBeDefined();
  const broken = JSON.stringify({
    ...file,
    image: Buffer.from(portrait, 'latin1').subarray(0, 400).toString('base64'),
  });
  const told = await must(there, 'ada', 'library import', { kind: 'map', name: 'Tiny', file: broken });
  expect(JSON.stringify(told.cards)).toContain('the map’s picture (to see why, attach it with picture:)');
  expect(await pictureOf(there, 'ada', 'map')).toBeUndefined();
});

/** An encounter that gm saved from a battle with a background picture. */
const withEncounter = async (): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'The Mire', size: '10x8' });
  await must(there, 'gm', 'battle background', { picture: portrait });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', count: 2 });
  const kept = await must(there, 'gm', 'library save', { kind: 'encounter', name: 'Ambush' });
  expect(JSON.stringify(kept.cards)).toContain('With a background picture.');
  return there;
};

test('an encounter saves the background picture and loads it with its map', async () => {
  const there = await withEncounter();
  const before = await backdropIn(there);
  await must(there, 'gm', 'battle end');
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'Play again' });
  await must(there, 'gm', 'encounter load', { name: 'Ambush', ground: false });
  expect(await backdropIn(there)).toBeUndefined();
  await must(there, 'gm', 'encounter load', { name: 'Ambush' });
  expect(await backdropIn(there)).toEqual(before);
});

test('an encounter on a saved map uses that map’s picture', async () => {
  const there = await withMap();
  await must(there, 'gm', 'library save', {
    kind: 'encounter',
    name: 'Ambush',
    content: 'Zombie',
    system: 'skure',
    map: 'Hall',
  });
  expect(await pictureOf(there, 'gm', 'encounter')).toBe(await pictureOf(there, 'gm', 'map'));
  await must(there, 'gm', 'library save', { kind: 'map', name: 'Bare', content: '6x6' });
  await must(there, 'gm', 'encounter edit', { name: 'Ambush', map: 'Bare' });
  expect(await pictureOf(there, 'gm', 'encounter')).toBeUndefined();
});

test('an encounter file contains the background picture; a broken one is skipped', async () => {
  const there = await withEncounter();
  const [file] = (await must(there, 'gm', 'library export', { kind: 'encounter', name: 'Ambush' })).files;
  const json = JSON.parse(String(file?.content));
  expect(json.format).toBe('brotherhood-master/library@1');
  await must(there, 'ada', 'library import', { file: String(file?.content) });
  expect(await pictureOf(there, 'ada', 'encounter')).toBeDefined();
  const image = (await there.stores.pictures.listByOwner('ada'))[0];
  expect(image?.width).not.toBe(image?.height);
  for (const key of Object.keys(json.pictures)) json.pictures[key] = 'bm8gcGljdHVyZQ==';
  await must(there, 'bob', 'library import', { file: JSON.stringify(json) });
  expect((await itemOf(there, 'bob', 'encounter'))?.thing).not.toHaveProperty('backdrop');
});

test('an import that fails because of a concurrent save stores no picture', async () => {
  const there = await withEncounter();
  const [file] = (await must(there, 'gm', 'library export', { kind: 'encounter', name: 'Ambush' })).files;
  const { batches } = there.stores;
  Object.assign(batches, { write: async () => 'stale' });
  expect(await there.run('ada', 'library import', { file: String(file?.content) })).toMatchObject({
    error: { code: 'kept-meanwhile' },
  });
  expect(await there.stores.pictures.listHeads('ada')).toEqual([]);
});

test('the full export of a library contains the pictures of maps and encounters', async () => {
  const there = await withEncounter();
  await must(there, 'gm', 'library save', { kind: 'map', name: 'Hall', content: '10x8', picture: portrait });
  const [file] = (await must(there, 'gm', 'library export')).files;
  expect(JSON.parse(String(file?.content)).format).toBe('brotherhood-master/library@1');
  await must(there, 'ada', 'library import', { file: String(file?.content) });
  expect(await pictureOf(there, 'ada', 'map')).toBeDefined();
  expect(await pictureOf(there, 'ada', 'encounter')).toBeDefined();
});

test('a picture is deleted only after no map shows it', async () => {
  const there = await withMap();
  const later = async () => {
    const { pictures } = there.stores;
    const long = there.services.now() - unusedPictureLifetime - 1;
    for (const each of await pictures.listByOwner('gm')) await pictures.save({ ...each, touchedAt: long });
    const other = { kind: 'map', name: 'Other', content: '4x4', picture: uploadText('portrait.png'), over: true };
    await must(there, 'gm', 'library save', other);
  };
  await later();
  expect(await pictureOf(there, 'gm', 'map')).toBeDefined();
  await must(there, 'gm', 'library save', { kind: 'map', name: 'Hall', content: '10x8', over: true });
  await later();
  expect((await there.stores.pictures.listHeads('gm')).length).toBe(1);
});
