import { expect, test } from 'vitest';
import { createReplayPictures } from '../../src/presentation/replay-pictures.ts';
import type { ImagePart, Scene, Shape } from '../../src/presentation/scene.ts';

const instead: Shape = { kind: 'circle', at: [0, 0], radius: 3, look: { fill: 'ink' } };
const portrait = (of: string): Shape => ({
  ...{ kind: 'portrait', of, at: [20, 20], radius: 12, opacity: 1, over: [], instead: [instead] },
});
const sceneOf = (...shapes: readonly Shape[]): Scene => ({
  width: 100,
  height: 100,
  title: 'A board',
  shapes,
  text: [],
});
const images = new Map(['a', 'b', 'c', 'd'].map((hash, at) => [hash, new Uint8Array(10).fill(at)] as const));
const namesIn = (svg: string) => [...svg.matchAll(/<image [^>]*href="([^"]+)"/g)].map(([, name]) => name);

test('a repeated picture is embedded once, with one name on each board', () => {
  const { draw, images: taken } = createReplayPictures(images);
  expect(namesIn(draw(sceneOf(portrait('b'), portrait('a'))))).toEqual(['#p0', '#p1']);
  expect(namesIn(draw(sceneOf(portrait('a'), portrait('b'), portrait('a'))))).toEqual(['#p1', '#p0', '#p1']);
  expect(taken()).toEqual([images.get('b'), images.get('a')]);
});

test('a replay embeds only pictures its boards show, and a deleted portrait becomes a tag', () => {
  const { draw, images: taken } = createReplayPictures(images);
  const svg = draw(sceneOf(portrait('gone'), portrait('d')));
  expect(namesIn(svg)).toEqual(['#p0']);
  expect(svg.match(/<circle cx="0"/g)).toHaveLength(1);
  expect(taken()).toEqual([images.get('d')]);
});

test.each([
  ['two pictures', { pictures: 2, bytes: 1000 }],
  ['29 bytes', { pictures: 100, bytes: 29 }],
])('a replay embeds at most %s, and other figures keep their tags', (_, most) => {
  const { draw, images: taken } = createReplayPictures(images, most);
  const board = sceneOf(portrait('a'), portrait('b'), portrait('c'));
  for (const svg of [draw(board), draw(board)]) expect(namesIn(svg)).toEqual(['#p0', '#p1']);
  expect(taken()).toHaveLength(2);
});

test.each([
  ['up to the maximum number of pictures', { pictures: 3, bytes: 1000 }],
  ['up to the maximum number of bytes', { pictures: 100, bytes: 30 }],
])('a replay embeds %s', (_, most) => {
  const { draw, images: taken } = createReplayPictures(images, most);
  draw(sceneOf(portrait('a'), portrait('b'), portrait('c')));
  expect(taken()).toHaveLength(3);
});

const behind = (part: ImagePart | undefined): Shape => ({
  ...{ kind: 'image', of: 'a', x: 10, y: 20, width: 60, height: 40, part, veil: 'board', veiled: 0.5 },
});

test('a background picture is cropped to its part or middle, and faded', () => {
  const { draw } = createReplayPictures(images);
  const part = draw(sceneOf(behind({ left: -0.25, top: 1 / 3, across: 0.5, down: 0.75 })));
  expect(part).toContain('<svg x="10" y="20" width="60" height="40" viewBox="-0.25 0.3333 0.5 0.75"');
  expect(part).toMatch(/<rect x="10" y="20" width="60" height="40" fill="#[0-9a-f]{6}" opacity="0.5"\/>/);
  expect(draw(sceneOf(behind(undefined)))).toContain('preserveAspectRatio="xMidYMid slice" href="#p0"');
});
