import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { setBackgroundPicture } from '../../src/app/pictures/save-picture.ts';
import { sessionSchema } from '../../src/battle/saved/session.ts';
import { battleView } from '../../src/battle/views/viewer.ts';
import { maxPictures, unusedPictureLifetime } from '../../src/campaign/pictures.ts';
import { boardScene } from '../../src/presentation/board-scene.ts';
import type { Shape } from '../../src/presentation/scene.ts';
import { parseImageAddress, portraitHashes, sceneSvg } from '../../src/presentation/svg.ts';
import { rulesets } from '../../src/systems/index.ts';
import { aPng, uploadText } from '../pictures/uploads.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';

const contentOf = (name: string): string => readFileSync(`test/formats/maps/${name}`, 'utf8');
const portrait = uploadText('portrait.jpg');
const backdropOf = async (there: House) => (await opened(there)).saved.table.backdrop;
const refusal = async (there: House, user: string, path: string, input = {}): Promise<string> => {
  const answer = await there.run(user, path, input);
  return answer.ok ? 'it was done' : there.sentence(answer.error, 'table');
};

const battle = async (system = 'skure', more = {}): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system, name: 'The Mire', ...more });
  return there;
};
const battleWithBackground = async (): Promise<House> => {
  const there = await battle('skure', { size: '8x6' });
  await must(there, 'gm', 'battle background', { picture: portrait });
  return there;
};

test('the background picture can be moved, scaled and removed', async () => {
  const there = await battleWithBackground();
  const first = await backdropOf(there);
  expect(first).toMatchObject({ left: 0, top: 0, across: 8 });
  const form = (first?.down ?? 0) / 8;
  await must(there, 'gm', 'battle background', { at: '-1.5, 2', across: '4' });
  expect(await backdropOf(there)).toEqual({ ...first, left: -1.5, top: 2, across: 4, down: 4 * form });
  await must(there, 'gm', 'undo');
  expect(await backdropOf(there)).toEqual(first);
  await must(there, 'gm', 'battle background', { remove: true });
  expect(await backdropOf(there)).toBeUndefined();
  expect(await refusal(there, 'gm', 'battle background', { remove: true })).toMatch(
    /^The board here has no background picture/,
  );
});

test.each([
  [{}, /attach a picture, or use at:/],
  [{ at: '1' }, /write the squares from the left and top/],
  [{ at: '1,2,3' }, /write the squares from the left and top/],
  [{ at: '401,0' }, /write the squares from the left and top/],
  [{ across: '0.4' }, /write the width in squares, like 20/],
  [{ across: '401' }, /write the width in squares, like 20/],
  [{ across: 'wide' }, /write the width in squares, like 20/],
  [{ picture: 'no picture' }, /^I cannot read that as a picture/],
  [{ picture: Buffer.from(aPng(60_000, 60_000, 1)).toString('latin1') }, /^That picture has 60000 × 60000 pixels/],
])('an invalid background picture is refused and changes nothing: %o', async (input, sentence) => {
  const there = await battleWithBackground();
  const before = await backdropOf(there);
  expect(await refusal(there, 'gm', 'battle background', input)).toMatch(sentence);
  expect(await backdropOf(there)).toEqual(before);
});

test.each(['0.5', '400'])('a background picture may be %s squares wide', async (across) => {
  const there = await battleWithBackground();
  await must(there, 'gm', 'battle background', { across, at: '-400,400' });
  expect(await backdropOf(there)).toMatchObject({ left: -400, top: 400, across: Number(across) });
});

test('only the GM may set a background picture', async () => {
  const there = await battleWithBackground();
  expect(await refusal(there, 'ada', 'battle background', { remove: true })).toBe('Only the game master may do that.');
});

const imagesIn = (shapes: readonly Shape[]) => shapes.flatMap((shape) => (shape.kind === 'image' ? [shape] : []));

test.each(rulesets.map(({ id, presets }) => [id, Object.keys(presets)[0] ?? ''] as const))(
  '%s: the background picture is below everything else on the board, for every viewer',
  async (system, preset) => {
    const there = await battle(system);
    await must(there, 'ada', 'battle join', { preset, ...(system === 'dskull' ? {} : { name: 'Ann' }) });
    await must(there, 'gm', 'battle background', { picture: portrait });
    const now = await opened(there);
    const hash = now.saved.table.backdrop?.picture ?? '';
    const images = ['gm', 'ada', 'eve', undefined].map((user) => {
      const scene = boardScene(battleView(now, user));
      if (scene === undefined) throw new Error('nothing is drawn');
      expect(portraitHashes(scene.shapes)).toContain(hash);
      // Only the ground is below it, and the ground is bare where the picture is missing.
      expect(
        scene.shapes
          .slice(
            0,
            scene.shapes.findIndex(({ kind }) => kind === 'image'),
          )
          .some(({ kind }) => kind === 'group'),
      ).toBe(false);
      expect(sceneSvg(scene)).not.toContain(hash);
      const asked = [
        ...sceneSvg({ ...scene, text: [], pictures: new Map([[hash, new Uint8Array()]]) }).matchAll(/href="([^"]+)"/g),
      ];
      expect(asked.flatMap(([, address = '']) => parseImageAddress(address) ?? [])).toMatchObject([{ hash }]);
      return imagesIn(scene.shapes).map(({ of, veil, veiled }) => ({ of, veil, veiled }));
    });
    expect(new Set(images.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(images[0]?.[0]?.veiled).toBeGreaterThanOrEqual(0.5);
  },
);

test('only the visible part of the background picture is requested', async () => {
  const there = await battleWithBackground();
  await must(there, 'gm', 'battle background', { at: '-2,1', across: '16' });
  const now = await opened(there);
  const { down = 1 } = now.saved.table.backdrop ?? {};
  const [image] = imagesIn(boardScene(battleView(now, 'gm'))?.shapes ?? []);
  expect(image?.part).toEqual({ left: 2 / 16, top: -1 / down, across: 8 / 16, down: 6 / down });
});

test('the picture inside an imported map covers all squares of its board', async () => {
  const there = await battle('dskull');
  const told = await must(there, 'gm', 'battle map', { file: contentOf('tiny.uvtt') });
  expect(JSON.stringify(told)).toMatch(/Imported: [^"]*; the picture\."/);
  const plain = await battle('dskull');
  await must(plain, 'gm', 'battle map', { file: contentOf('tiny.uvtt'), picture: false });
  expect(await backdropOf(plain)).toBeUndefined();
  const map = JSON.parse(contentOf('tiny.uvtt'));
  const whole = Buffer.from(uploadText('portrait.png'), 'latin1').toString('base64');
  await must(plain, 'gm', 'battle map', { file: JSON.stringify({ ...map, image: whole }) });
  const { map_size: size } = map.resolution;
  expect(await backdropOf(plain)).toMatchObject({ left: 0, top: 0, across: size.x, down: size.y });
});

test('a background picture is deleted once no battle shows it, or its owner is erased', async () => {
  const there = await battleWithBackground();
  const hash = (await backdropOf(there))?.picture ?? '';
  const { pictures, now } = there.services;
  const kept = async () => (await pictures.images([hash])).size;
  const [head] = await pictures.listHeads('gm');
  const [picture] = await pictures.listByOwner('gm');
  if (head === undefined || picture === undefined) throw new Error('nothing is kept');
  await pictures.save({ ...picture, touchedAt: now() - unusedPictureLifetime - 1 });
  await must(there, 'gm', 'battle background', { picture: uploadText('portrait.png') });
  await must(there, 'gm', 'undo');
  expect(await kept()).toBe(1);
  await must(there, 'gm', 'battle background', { picture: uploadText('portrait.webp') });
  await must(there, 'gm', 'battle background', { picture: uploadText('portrait.png') });
  expect(await kept()).toBe(0);
  expect((await pictures.listHeads('gm')).length).toBeLessThan(maxPictures.person);
  const exported = await there.services.privacy.collect('gm');
  expect(exported.pictures.length).toBe(2);
  await there.services.privacy.erase({ user: 'gm', pseudonym: 'gone-gm', orderId: 'erase-gm' });
  expect(await pictures.listByOwner('gm')).toEqual([]);
});

test('a battle saved without a background picture opens and accepts one', async () => {
  const there = await battle('skure', { size: '8x6' });
  const { saved } = await opened(there);
  expect('backdrop' in saved.table).toBe(false);
  expect(sessionSchema.parse(JSON.parse(JSON.stringify(saved.table)))).toEqual(saved.table);
  const report = await setBackgroundPicture(
    there.asker('gm'),
    { picture: 'a'.repeat(64), left: 0, top: 0, across: 8, down: 6 },
    'alone',
    there.services,
  );
  expect(report.ok && report.value.after.saved.table.backdrop?.across).toBe(8);
});
