import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { escapeHidingMarkdown, toSpeakerName } from '../../../src/discord/speech.ts';
import { runs } from '../../budget.ts';
import { upload } from '../../pictures/uploads.ts';
import { type Table, table } from './table.ts';

let t: Table;
beforeAll(async () => {
  t = await table();
  const { ann, gwen } = t;
  await ann.slash('/character create system:skure name:Ann preset:Swordsman', t.place);
  await ann.slash('/character portrait name:Ann picture:it', t.place, {
    it: { name: 'ann.jpg', content: upload('portrait.jpg') },
  });
  await gwen.slash('/battle create system:skure name:The mire', t.place);
  await ann.slash('/battle join character:Ann side:red', t.place);
});
afterAll(() => t.close());

const spoken = () => t.eve.sees().filter(({ author }) => author !== undefined);
const toWebhooks = (method: string) =>
  t.discord.requests().filter((each) => each.method === method && /^\/channels\/\d+\/webhooks$/.test(each.path));

test('/character say posts with the character’s name and portrait, and pings no one', async () => {
  const { ann, bob } = t;
  const answer = await ann.slash(`/character say words:Well met, <@${bob.id}> and @everyone!`, t.place);
  expect([answer.private, answer.text]).toEqual([true, 'Said as Ann.']);
  const [message] = spoken();
  expect(message?.content).toBe(`Well met, <@${bob.id}> and @everyone!`);
  expect(message?.author?.name).toBe('Ann');
  expect(message?.author?.avatar).toMatch(/\/emojis\/\d+\.webp/);
  expect(bob.pinged()).toEqual([]);
});

test('one webhook per channel and one image per portrait are created, even across restarts', async () => {
  const { ann } = t;
  await ann.slash('/character say words:Again.', t.place);
  await t.on.restart();
  await ann.slash('/character say words:And again.', t.place);
  expect(
    spoken()
      .map(({ content }) => content)
      .slice(-2),
  ).toEqual(['Again.', 'And again.']);
  expect(toWebhooks('POST')).toHaveLength(1);
  const faces = t.discord.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/emojis'));
  expect(faces).toHaveLength(1);
});

test('a deleted webhook is created again for the next message', async () => {
  t.discord.forgetWebhooks();
  await t.ann.slash('/character say words:Still here.', t.place);
  expect(spoken().at(-1)?.content).toBe('Still here.');
  expect(toWebhooks('POST')).toHaveLength(2);
});

test('in a thread, /character say uses the webhook of the parent channel', async () => {
  const thread = t.discord.newThread('aside', t.place);
  await t.discord.quiet();
  await t.ann.slash('/character say words:A word aside.', thread);
  expect(t.eve.sees(thread).map(({ author, content }) => [author?.name, content])).toContainEqual([
    'Ann',
    'A word aside.',
  ]);
  expect(toWebhooks('POST')).toHaveLength(2);
});

test('without the webhook permission the bot posts the words itself', async () => {
  const { ann, eve } = t;
  const bare = t.discord.newChannel('bare');
  t.discord.forbid(bare, 'webhooks');
  await t.discord.quiet();
  const answer = await ann.slash('/character say words:Plainly.', bare);
  expect(answer.text).toContain('Plainly.');
  await t.discord.quiet();
  expect(eve.sees(bare).map(({ author, text }) => [author, text])).toEqual([[undefined, 'Ann\nPlainly.']]);
  expect(
    ann
      .sees(bare)
      .filter((each) => each.private)
      .map(({ text }) => text),
  ).toEqual([expect.stringContaining('If you give me the permission Manage Webhooks in this channel')]);
});

test('a webhook token appears in no message and no log', () => {
  expect(t.on.logged.join('\n')).not.toContain('secret-of-');
  expect(JSON.stringify(t.eve.sees())).not.toContain('secret-of-');
});

test.each([
  ['Ann', 'Ann'],
  ['Discordia', 'Di\u200ascordia'],
  ['Bonnie & CLYDE', 'Bonnie & CL\u200aYDE'],
  ['everyone', 'everyone.'],
  ['Here', 'Here.'],
  ['Here we go', 'Here we go'],
  ['@Ann #2: `x`', '＠Ann ＃2： ’x’'],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), 'x'.repeat(80)],
])('a speaker’s name is changed to one that Discord accepts: %s', (name, taken) => {
  expect(toSpeakerName(name)).toBe(taken);
  expect(taken).not.toMatch(/discord|clyde/i);
});

test('spoken text has no masked links, headings or small print', () => {
  const part = fc.constantFrom(
    ...[
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '\\',
      '`',
      '-',
      '#',
      ' ',
      '\n',
      '\0',
      '\u200b',
      '\u202e',
      '\u2060',
      '\ufe0f',
      '\u200d',
    ],
    ...['a', 'https://evil.example', '](', '-#', '- -# ', '> # ', '1. # '],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const said = escapeHidingMarkdown(parts.join(''));
      expect(said.replace(/[\p{Cf}\p{M}]/gu, '')).not.toContain('](');
      expect(said).not.toMatch(/-#/);
      for (const line of said.split('\n')) expect(line).not.toMatch(/^[\s>*+\-\d.]*#/);
      expect(said).not.toMatch(/[\0\u200b\u202e\u2060]/);
    }),
    runs(500),
  );
  for (const words of [
    'Hail, [friend]!',
    'a - b # c',
    '1. one',
    '👩‍👩‍👧 🏴\u{e0067}\u{e0062}\u{e007f}',
    '**Now** (or never)',
  ])
    expect(escapeHidingMarkdown(words)).toBe(words);
});
