import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/replies/reply.ts';
import { clockStage, memoryGround } from './clock-stage.ts';

const example = (name: string): string => readFileSync(`test/formats/${name}`, 'utf8');
const textOf = ({ cards }: Reply): readonly string[] =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]);

test('a campaign’s roster can import a table, with changes for all rows', async () => {
  const on = await clockStage(memoryGround);
  await on.run('gm', 'campaign create', { name: 'Tide', systems: 'skure,sword-world' });
  const add = async (input: Readonly<Record<string, unknown>>) =>
    textOf(await on.run('gm', 'campaign roster', { do: 'add', ...input }))[0];
  expect(await add({ file: example('csv/skure-roster.csv'), changes: 'attack=20' })).toBe(
    '2 sheets on the roster (foe)',
  );
  expect(await add({ kind: 'character', file: example('ytsheet2/monster-single.json') })).toBe(
    '泥喰い (character) is on the roster',
  );
  expect(textOf(await on.run('gm', 'campaign roster'))).toEqual([
    'Roster of Tide',
    '泥喰い, character of sword-world',
    'Nix, foe of skure',
    'Vael, foe of skure',
  ]);
  await expect(add({ file: example('wod/foundry-wod20-pc.json') })).rejects.toThrow('format-elsewhere');
});
