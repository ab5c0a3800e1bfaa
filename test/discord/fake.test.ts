import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCommands } from './fake/command-rules.ts';
import { type FakeDiscord, fakeDiscord } from './fake/discord.ts';
import { readMessage } from './fake/message-rules.ts';
import { openApiAtHand, openApiCheck } from './fake/openapi.ts';

/** The fake is as strict as Discord: what it accepts, Discord would accept. */
let discord: FakeDiscord;
beforeEach(async () => {
  discord = await fakeDiscord();
});
afterEach(() => discord.close());

const ask = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${discord.api}/v10${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bot ${discord.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
};

test('an unknown route is a fault, and close() throws because of it', async () => {
  const other = await fakeDiscord();
  await fetch(`${other.api}/v10/guilds/1/bans`);
  await expect(other.close()).rejects.toThrow('/guilds/1/bans');
});

test('a request without the token gets 401', async () => {
  expect((await fetch(`${discord.api}/v10/users/@me`)).status).toBe(401);
});

test('a body that Discord would refuse gets 400 and is a fault', async () => {
  expect(await ask('POST', `/channels/${discord.channel.id}/messages`, { content: 'x'.repeat(2001) })).toMatchObject({
    status: 400,
    body: { code: 50035 },
  });
  expect(discord.takeFaults().length).toBeGreaterThan(0);
  expect(await ask('POST', `/channels/${discord.channel.id}/messages`, { embeds: [] })).toMatchObject({
    body: { code: 50006 },
  });
  expect(discord.takeFaults().length).toBeGreaterThan(0);
});

test('a missing channel, message or interaction has its own error code', async () => {
  expect(await ask('GET', '/channels/123456789012345678')).toMatchObject({ status: 404, body: { code: 10003 } });
  expect(
    await ask('PATCH', `/channels/${discord.channel.id}/messages/123456789012345678`, { content: 'x' }),
  ).toMatchObject({
    status: 404,
    body: { code: 10008 },
  });
  expect(await ask('POST', '/interactions/123456789012345678/nothing/callback', { type: 5 })).toMatchObject({
    body: { code: 10062 },
  });
  expect(await ask('POST', '/webhooks/175928847299117063/nothing', { content: 'x' })).toMatchObject({
    body: { code: 10015 },
  });
});

test('limit() answers 429 once, then normally', async () => {
  discord.limit(/^GET \/users/, 1, 0.5);
  expect(await ask('GET', '/users/@me')).toMatchObject({ status: 429, body: { retry_after: 0.5 } });
  expect(await ask('GET', '/users/@me')).toMatchObject({ status: 200 });
});

const embed = { description: 'x'.repeat(4000) };
test.each([
  { what: 'embeds of more than 6000 in all', body: { embeds: [embed, embed] } },
  { what: 'an empty embed', body: { embeds: [{ color: 1 }] } },
  { what: 'an empty field', body: { embeds: [{ title: 'x', fields: [{ name: '', value: 'x' }] }] } },
  {
    what: 'a picture that is not attached',
    body: { embeds: [{ title: 'x', image: { url: 'attachment://board.png' } }] },
  },
  {
    what: 'six buttons in a row',
    body: {
      content: 'x',
      components: [
        {
          type: 1,
          components: Array.from({ length: 6 }, (_, n) => ({ type: 2, style: 1, label: 'x', custom_id: `${n}` })),
        },
      ],
    },
  },
  {
    what: 'a custom id twice',
    body: {
      content: 'x',
      components: [
        {
          type: 1,
          components: [
            { type: 2, style: 1, label: 'x', custom_id: 'a' },
            { type: 2, style: 1, label: 'x', custom_id: 'a' },
          ],
        },
      ],
    },
  },
  {
    what: 'an id of 101',
    body: {
      content: 'x',
      components: [{ type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id: 'a'.repeat(101) }] }],
    },
  },
  {
    what: 'a select beside a button',
    body: {
      content: 'x',
      components: [
        {
          type: 1,
          components: [
            { type: 3, custom_id: 'a', options: [{ label: 'a', value: 'a' }] },
            { type: 2, style: 1, label: 'x', custom_id: 'b' },
          ],
        },
      ],
    },
  },
  {
    what: 'six rows',
    body: {
      content: 'x',
      components: Array.from({ length: 6 }, (_, n) => ({
        type: 1,
        components: [{ type: 2, style: 1, label: 'x', custom_id: `${n}` }],
      })),
    },
  },
  {
    what: 'mentions both parsed and listed',
    body: { content: 'x', allowed_mentions: { parse: ['users'], users: ['123456789012345678'] } },
  },
  { what: 'a field nobody knows', body: { content: 'x', colour: 'red' } },
])('a message with $what is refused', ({ body }) => {
  expect(() => readMessage(body, [], true)).toThrow('Invalid Form Body');
});

const option = { type: 3, name: 'a', description: 'x' };
test.each([
  { what: 'a name in capitals', command: { name: 'Attack', description: 'x' } },
  { what: 'a name with a blank', command: { name: 'at tack', description: 'x' } },
  { what: 'no description', command: { name: 'attack', description: '' } },
  { what: 'a description of 101', command: { name: 'attack', description: 'x'.repeat(101) } },
  {
    what: 'a required option last',
    command: { name: 'a', description: 'x', options: [option, { ...option, name: 'b', required: true }] },
  },
  { what: 'an option twice', command: { name: 'a', description: 'x', options: [option, option] } },
  {
    what: '26 options',
    command: {
      name: 'a',
      description: 'x',
      options: Array.from({ length: 26 }, (_, n) => ({ ...option, name: `o${n}` })),
    },
  },
  {
    what: '26 choices',
    command: {
      name: 'a',
      description: 'x',
      options: [{ ...option, choices: Array.from({ length: 26 }, (_, n) => ({ name: `c${n}`, value: `c${n}` })) }],
    },
  },
  {
    what: 'choices and autocomplete',
    command: {
      name: 'a',
      description: 'x',
      options: [{ ...option, autocomplete: true, choices: [{ name: 'c', value: 'c' }] }],
    },
  },
  { what: 'a range on a text', command: { name: 'a', description: 'x', options: [{ ...option, min_value: 1 }] } },
  {
    what: 'parts beside options',
    command: { name: 'a', description: 'x', options: [option, { type: 1, name: 'b', description: 'x' }] },
  },
  {
    what: 'more than 8000 characters',
    command: {
      name: 'a',
      description: 'x',
      options: Array.from({ length: 4 }, (_, at) => ({
        ...option,
        name: `o${at}`,
        choices: Array.from({ length: 25 }, (_, n) => ({ name: `${n}`.padEnd(99, 'x'), value: `${n}` })),
      })),
    },
  },
])('a command with $what is refused', ({ command }) => {
  expect(() => readCommands([command], 'guild')).toThrow('Invalid Form Body');
});

test('101 commands or a duplicate command are refused', () => {
  const many = Array.from({ length: 101 }, (_, n) => ({ name: `c${n}`, description: 'x' }));
  expect(() => readCommands(many, 'guild')).toThrow();
  expect(() => readCommands(many.slice(1), 'guild')).not.toThrow();
  expect(() =>
    readCommands(
      [
        { name: 'a', description: 'x' },
        { name: 'a', description: 'y' },
      ],
      'guild',
    ),
  ).toThrow('/a twice');
});

test.runIf(openApiAtHand)('bodies and queries are checked against Discord’s OpenAPI schema', () => {
  const check = openApiCheck();
  const path = '/channels/123456789012345678/messages';
  expect(check('POST', path, 'application/json', { content: 'hello' })).toEqual([]);
  expect(check('POST', path, 'application/json', { content: 5 })).not.toEqual([]);
  expect(
    check('PUT', '/applications/123456789012345678/guilds/123456789012345678/commands', 'application/json', [
      { name: 'a', description: 'x', options: [{ type: 99, name: 'b', description: 'x' }] },
    ]),
  ).not.toEqual([]);
  const search = '/guilds/123456789012345678/members/search';
  const problems = (query: string) => check('GET', search, '', undefined, new URLSearchParams(query));
  expect(problems('query=gia&limit=1000')).toEqual([]);
  expect(
    ['', 'query=', 'query=gia&limit=1001', 'query=gia&limit=x', 'query=gia&more=1'].filter(
      (each) => problems(each).length !== 1,
    ),
  ).toEqual([]);
  expect(check('POST', '/no/such/path', 'application/json', {})).toEqual(['/no/such/path is not described']);
});

test('ids have 17 to 19 digits and are unique', () => {
  const ids = Array.from({ length: 5000 }, (_, n) => discord.newChannel(`c${n}`).id);
  expect(new Set(ids).size).toBe(5000);
  expect(ids.every((id) => /^\d{17,19}$/.test(id))).toBe(true);
});
