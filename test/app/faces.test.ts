import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { battleView, viewerOf } from '../../src/battle/views/viewer.ts';
import { maxPictures, unusedPictureLifetime } from '../../src/campaign/pictures.ts';
import { portraitHashes, sceneSvg } from '../../src/presentation/svg.ts';
import { aPng, uploadText } from '../pictures/uploads.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';

const portrait = uploadText('portrait.jpg');

const codeOf = async (there: House, user: string, path: string, input = {}): Promise<string | undefined> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? undefined : answer.error.code;
};

/** Ada has a character with a portrait. */
const createWithPortrait = async (): Promise<House> => {
  const there = house();
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Ann', preset: 'Swordsman' });
  await must(there, 'ada', 'character portrait', { name: 'Ann', picture: portrait });
  return there;
};

/** Adds that character to a battle led by gm. */
const joinWithPortrait = async (): Promise<House> => {
  const there = await createWithPortrait();
  await must(there, 'gm', 'battle create', { system: 'skure', name: 'The Mire', size: '8x8' });
  await must(there, 'ada', 'battle join', { character: 'Ann', side: 'red' });
  await must(there, 'gm', 'npc add', { preset: 'Zombie', name: 'Grim', side: 'foes' });
  return there;
};

const portraitBearers = async (there: House, user?: string) =>
  battleView(await opened(there), user).combatants.flatMap(({ id, face }) => (face === undefined ? [] : [id]));

const sceneOf = ({ cards }: Pick<Reply, 'cards'>) => cards.find(({ picture }) => picture)?.picture?.scene;

/** The number of saved portraits in the picture. Checks that no card shows a portrait beside it. */
const countPortraits = async (there: House, reply: Reply): Promise<number> => {
  expect(reply.cards.map(({ face }) => face)).toEqual([undefined]);
  return (await there.stores.pictures.images(portraitHashes(sceneOf(reply)?.shapes ?? []))).size;
};

test('a portrait can be shown on and removed from the sheet of a character or foe', async () => {
  const there = await createWithPortrait();
  await must(there, 'ada', 'library save', {
    kind: 'foe',
    name: 'Ann',
    content: 'Zombie',
    system: 'skure',
    shelf: 'mine',
  });
  await must(there, 'ada', 'npc portrait', { foe: 'Ann', picture: portrait });
  for (const [kind, path, name] of [
    ['character', 'character portrait', 'name'],
    ['foe', 'npc portrait', 'foe'],
  ] as const) {
    expect(await countPortraits(there, await must(there, 'ada', 'library show', { name: 'Ann', kind }))).toBe(1);
    await must(there, 'ada', path, { [name]: 'Ann', remove: true });
    expect(await countPortraits(there, await must(there, 'ada', 'library show', { name: 'Ann', kind }))).toBe(0);
  }
});

test('a portrait joins the battle with its bearer and is drawn on the board', async () => {
  const there = await joinWithPortrait();
  const { faces } = (await opened(there)).saved.table;
  expect(Object.keys(faces ?? {})).toEqual(['Ann']);
  for (const user of [undefined, 'ada', 'gm']) expect(await portraitBearers(there, user)).toEqual(['Ann']);
  await must(there, 'gm', 'battle deploy');
  const scene = sceneOf(await must(there, 'gm', 'my view'));
  if (scene === undefined) throw new Error('no picture');
  expect(new Set(portraitHashes(scene.shapes))).toEqual(new Set(Object.values(faces ?? {})));
  expect([...(scene.pictures?.keys() ?? [])]).toEqual(Object.values(faces ?? {}));
  expect(sceneSvg(scene)).toContain('<image');
  // Without the picture, the tag is shown instead.
  expect(sceneSvg({ ...scene, pictures: new Map(), text: [] })).not.toContain('<image');
});

test('the portrait of a hidden combatant is visible to the GM alone', async () => {
  const there = await joinWithPortrait();
  await must(there, 'gm', 'npc add', { preset: 'Zombie', name: 'Lurker', side: 'foes', hidden: 'until-revealed' });
  const given = await must(there, 'gm', 'npc portrait', { who: 'Lurker', picture: uploadText('portrait.png') });
  expect(given.to).toBe('asker');
  expect(await portraitBearers(there, 'gm')).toEqual(['Ann', 'Lurker']);
  for (const user of [undefined, 'ada']) {
    expect(await portraitBearers(there, user)).toEqual(['Ann']);
    expect(viewerOf(await opened(there), user).unseen).toContain('Lurker');
    const log = await must(there, user ?? 'eve', 'battle log');
    expect(JSON.stringify(log.cards)).not.toContain('Lurker');
  }
  await must(there, 'gm', 'gm reveal', { who: 'Lurker' });
  expect(await portraitBearers(there)).toEqual(['Ann', 'Lurker']);
});

test('the portrait of a saved foe is used by each of its combatants and its copies', async () => {
  const there = await joinWithPortrait();
  await must(there, 'gm', 'library save', { kind: 'foe', content: 'Zombie', name: 'Bog Zombie' });
  await must(there, 'gm', 'npc portrait', { foe: 'Bog Zombie', picture: uploadText('portrait.webp') });
  await must(there, 'gm', 'library copy', { name: 'Bog Zombie', to: 'Mire Zombie' });
  await must(there, 'gm', 'npc add', { preset: 'Bog Zombie', count: 2, side: 'foes' });
  await must(there, 'gm', 'npc add', { preset: 'Mire Zombie', side: 'foes' });
  expect(await portraitBearers(there)).toEqual(['Ann', 'Bog Zombie 1', 'Bog Zombie 2', 'Mire Zombie']);
  const { faces = {} } = (await opened(there)).saved.table;
  expect(new Set(Object.values(faces)).size).toBe(2);
});

test('a portrait set during a battle shows at once, and undo removes it', async () => {
  const there = await joinWithPortrait();
  await must(there, 'ada', 'character portrait', { name: 'Ann', remove: true });
  expect(await portraitBearers(there)).toEqual([]);
  await must(there, 'gm', 'npc portrait', { who: 'Grim', picture: portrait });
  expect(await portraitBearers(there)).toEqual(['Grim']);
  await must(there, 'gm', 'undo');
  expect(await portraitBearers(there)).toEqual([]);
});

test('only an owner sets a character’s portrait, and only the GM a combatant’s', async () => {
  const there = await joinWithPortrait();
  expect(await codeOf(there, 'bob', 'character portrait', { name: 'Ann', picture: portrait })).toBe(
    'no-such-character',
  );
  expect(await codeOf(there, 'ada', 'npc portrait', { who: 'Grim', picture: portrait })).toBe('gm-only');
  expect(await codeOf(there, 'gm', 'npc portrait', { who: 'Nobody', picture: portrait })).toBe('no-such-combatant');
});

test.each([
  ['neither picture nor remove', {}, 'picture-or-remove'],
  ['both picture and remove', { picture: portrait, remove: true }, 'picture-or-remove'],
  ['text instead of a picture', { picture: 'Ann' }, 'no-picture'],
  ['half a picture file', { picture: portrait.slice(0, 700) }, 'picture-broken'],
])('a portrait command with %s is refused and saves nothing', async (_, input, code) => {
  const there = house();
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Ann', preset: 'Swordsman' });
  expect(await codeOf(there, 'ada', 'character portrait', { name: 'Ann', ...input })).toBe(code);
  expect(await there.stores.pictures.listByOwner('ada')).toEqual([]);
  expect(await there.stores.pictures.portraitsByOwner('ada')).toEqual([]);
});

const png = (size: number): string => aPng(size, size).toString('latin1');

test('equal pictures are saved once, and unused ones are deleted after their lifetime', async () => {
  const there = await joinWithPortrait();
  const { pictures } = there.stores;
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Una', preset: 'Swordsman' });
  await must(there, 'ada', 'character portrait', { name: 'Una', picture: portrait });
  const [kept] = await pictures.listByOwner('ada');
  expect(await pictures.listHeads('ada')).toHaveLength(1);
  const long = (there.services.now() ?? 0) - unusedPictureLifetime - 1;
  if (kept === undefined) throw new Error('nothing is kept');
  // Its last use was long ago, but the battle still shows it.
  await pictures.save({ ...kept, touchedAt: long });
  await pictures.save({ ...kept, hash: 'e'.repeat(64), touchedAt: long });
  for (const name of ['Ann', 'Una'])
    await pictures.removePortrait((await there.stores.characters.find('ada', 'guild', name))?.id ?? '');
  await must(there, 'ada', 'character portrait', { name: 'Una', picture: uploadText('portrait.png') });
  const hashes = (await pictures.listHeads('ada')).map(({ hash }) => hash);
  expect(hashes).toHaveLength(2);
  expect(hashes).toContain(kept.hash);
  expect(hashes).not.toContain('e'.repeat(64));
});

test('a restored character still has its portrait', async () => {
  const there = await createWithPortrait();
  const { pictures } = there.stores;
  await must(there, 'ada', 'library delete', { kind: 'character', name: 'Ann' });
  const [kept] = await pictures.listByOwner('ada');
  if (kept === undefined) throw new Error('nothing is kept');
  await pictures.save({ ...kept, touchedAt: (there.services.now() ?? 0) - unusedPictureLifetime - 1 });
  await must(there, 'ada', 'character create', { system: 'skure', name: 'Una', preset: 'Swordsman' });
  await must(there, 'ada', 'character portrait', { name: 'Una', picture: uploadText('portrait.png') });
  await must(there, 'ada', 'library restore', { kind: 'character', name: 'Ann' });
  expect(
    await countPortraits(there, await must(there, 'ada', 'library show', { kind: 'character', name: 'Ann' })),
  ).toBe(1);
});

test('a user can save a limited number of pictures', async () => {
  const there = await createWithPortrait();
  const { pictures } = there.stores;
  const [kept] = await pictures.listByOwner('ada');
  if (kept === undefined) throw new Error('nothing is kept');
  for (let n = 1; n < maxPictures.person; n += 1)
    await pictures.save({ ...kept, hash: String(n).padStart(64, '0'), touchedAt: there.services.now() });
  expect(await codeOf(there, 'ada', 'character portrait', { name: 'Ann', picture: png(40) })).toBe('pictures-full');
  expect(await codeOf(there, 'ada', 'character portrait', { name: 'Ann', picture: portrait })).toBeUndefined();
  const old = there.services.now() - 2 * 3_600_000;
  await pictures.save({ ...kept, hash: '1'.padStart(64, '0'), touchedAt: old });
  expect(await codeOf(there, 'ada', 'character portrait', { name: 'Ann', picture: png(40) })).toBeUndefined();
});

test('pictures are in their owner’s export and are erased with them', async () => {
  const there = await joinWithPortrait();
  const kept = await there.services.privacy.collect('ada');
  expect(kept.pictures).toMatchObject([{ guild: 'guild', faceOf: [expect.any(String)] }]);
  expect(
    Buffer.from(kept.pictures[0]?.webp ?? '', 'base64')
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP');
  await must(there, 'ada', 'my privacy', { do: 'erase', confirm: true });
  expect(await there.stores.pictures.listByOwner('ada')).toEqual([]);
  const scene = sceneOf(await must(there, 'gm', 'my view'));
  expect(scene && sceneSvg(scene)).not.toContain('<image');
});

test('an encounter keeps its foes’ portraits after a copy and after the foe’s changes', async () => {
  const there = house();
  await must(there, 'gm', 'library save', { kind: 'foe', system: 'skure', content: 'Zombie', name: 'Grim' });
  await must(there, 'gm', 'npc portrait', { foe: 'Grim', picture: portrait });
  await must(there, 'gm', 'library save', {
    kind: 'encounter',
    name: 'Ambush',
    content: 'Grim 2, Ogre Rammer',
    system: 'skure',
    heroes: 2,
  });
  await must(there, 'gm', 'library copy', { kind: 'encounter', name: 'Ambush', onto: 'server' });
  await must(there, 'gm', 'npc portrait', { foe: 'Grim', remove: true });
  await must(there, 'gm', 'library delete', { kind: 'encounter', name: 'Ambush', shelf: 'mine' });
  await must(there, 'ada', 'library copy', { kind: 'encounter', name: 'Ambush', onto: 'mine' });
  // The picture now belongs to ada too, so it stays after its first owner is erased.
  await there.stores.pictures.forget('gm');
  await must(there, 'ada', 'battle create', { system: 'skure', name: 'The Mire', size: '8x8' });
  await must(there, 'ada', 'encounter load', { name: 'Ambush', heroes: 2 });
  expect(await portraitBearers(there, 'ada')).toEqual(['Grim 1', 'Grim 2']);
  const { faces = {} } = (await opened(there)).saved.table;
  expect((await there.stores.pictures.images(Object.values(faces))).size).toBe(1);
  // An encounter saved from the battle has the portraits again.
  await must(there, 'ada', 'library save', { kind: 'encounter', name: 'Play again' });
  const again = (await there.stores.library.listByUser('ada')).find(({ name }) => name === 'Play again');
  expect(JSON.stringify(again?.thing).match(/"face"/g)).toHaveLength(1);
});

test('an encounter file contains its foes’ portraits; a broken picture is skipped', async () => {
  const there = house();
  await must(there, 'gm', 'library save', { kind: 'foe', system: 'skure', content: 'Zombie', name: 'Grim' });
  await must(there, 'gm', 'npc portrait', { foe: 'Grim', picture: portrait });
  await must(there, 'gm', 'library save', { kind: 'encounter', name: 'Ambush', content: 'Grim', system: 'skure' });
  const [file] = (await must(there, 'gm', 'library export', { kind: 'encounter', name: 'Ambush' })).files;
  await must(there, 'ada', 'library import', { file: String(file?.content) });
  expect((await there.stores.pictures.listHeads('ada')).length).toBe(1);
  const json = JSON.parse(String(file?.content));
  for (const key of Object.keys(json.pictures)) json.pictures[key] = 'bm8gcGljdHVyZQ==';
  await must(there, 'bob', 'library import', { file: JSON.stringify(json) });
  expect(await there.stores.pictures.listHeads('bob')).toEqual([]);
  const [kept] = await there.stores.library.listByUser('bob');
  expect(JSON.stringify(kept?.thing)).not.toContain('"face"');
});
