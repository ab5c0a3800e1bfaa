import { expect, test } from 'vitest';
import { readTranscript, replayed, transcriptNames } from './transcript.ts';

test('each rulebook has a transcript of a whole battle', () => {
  for (const system of ['skure', 'dskull', 'sword-world', 'straalara', 'segment'])
    expect(transcriptNames.filter((name) => name.startsWith(system))).not.toEqual([]);
});

test.each(transcriptNames)('%s replays to the same answers', async (name) => {
  const { text, slips } = await replayed(readTranscript(name));
  expect(slips).toEqual([]);
  await expect(text).toMatchFileSnapshot(`${import.meta.dirname}/${name}`);
});

/** The public and the private part of each answer in a transcript. */
const answersIn = (text: string): readonly { readonly open: string; readonly alone: string }[] =>
  text.split(/^> /m).flatMap((answer) => {
    const [open = '', alone] = answer.split('\n  (only you see this)\n');
    return alone === undefined ? [] : [{ open, alone }];
  });

test.each(transcriptNames)('%s: the private part of an answer repeats none of its sums', (name) => {
  const repeated = answersIn(readTranscript(name)).flatMap(({ open, alone }) => {
    const sums = (part: string) => part.split('\n').filter((each) => each.startsWith('    '));
    return sums(alone).filter((each) => sums(open).includes(each));
  });
  expect(repeated).toEqual([]);
});
