import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replayed } from './transcript.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'));

test('each rulebook has a transcript of a whole battle', () => {
  for (const system of ['skure', 'dskull', 'sword-world', 'straalara', 'segment'])
    expect(files.filter((name) => name.startsWith(system))).not.toEqual([]);
});

test.each(files)('%s replays to the same answers', async (name) => {
  const file = `${import.meta.dirname}/${name}`;
  const { text, slips } = await replayed(readFileSync(file, 'utf8'));
  expect(slips).toEqual([]);
  await expect(text).toMatchFileSnapshot(file);
});

/** The public and the private part of each answer in a transcript. */
const answersIn = (text: string): readonly { readonly open: string; readonly alone: string }[] =>
  text.split(/^> /m).flatMap((answer) => {
    const [open = '', alone] = answer.split('\n  (only you see this)\n');
    return alone === undefined ? [] : [{ open, alone }];
  });

test.each(files)('%s: the private part of an answer repeats none of its sums', (name) => {
  const repeated = answersIn(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).flatMap(({ open, alone }) => {
    const sums = (part: string) => part.split('\n').filter((each) => each.startsWith('    '));
    return sums(alone).filter((each) => sums(open).includes(each));
  });
  expect(repeated).toEqual([]);
});
