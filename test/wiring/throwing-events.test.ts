import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../budget.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import type { Person } from '../discord/fake/person.ts';
import type { OddPayload } from '../discord/fake/sending.ts';
import { until } from '../discord/fake/until.ts';
import { fatal, firstAnswer, linesIn, type Running, running } from './running.ts';

let place: string;
let discord: FakeDiscord;
let bot: Running;
let ann: Person;

/** Values that are wrong for every event. */
const nonsense: readonly unknown[] = [null, {}, [], 'x', 7, { id: null }, { id: {} }, { id: '1', guild_id: '2' }];
const events = [
  'INTERACTION_CREATE',
  'GUILD_CREATE',
  'GUILD_UPDATE',
  'GUILD_DELETE',
  'GUILD_ROLE_CREATE',
  'GUILD_MEMBER_ADD',
  'CHANNEL_CREATE',
  'CHANNEL_UPDATE',
  'CHANNEL_DELETE',
  'THREAD_CREATE',
  'THREAD_UPDATE',
  'THREAD_DELETE',
  'THREAD_LIST_SYNC',
  'MESSAGE_CREATE',
  'RESUMED',
  'AN_EVENT_OF_TOMORROW',
  'constructor',
  '__proto__',
];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-events-'));
  discord = await fakeDiscord();
  // RESUMED before the servers would be another protocol, not a malformed event.
  const early = events.filter((event) => event !== 'RESUMED');
  for (const event of early) for (const data of nonsense) discord.sendEarly(event, data);
  bot = await running(place, 'src/main.ts', [], {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_BASE: discord.api,
    LOG_LEVEL: 'debug',
  });
  await until(
    () => bot.out().includes('The Brotherhood Master is here.') || bot.child.exitCode !== null,
    'the bot',
    60_000,
  );
  ann = discord.user('Ann', { manages: true });
  await firstAnswer(bot, ann);
});

afterAll(async () => {
  // Answers to an interaction without an id or of another kind are refused.
  const vain = /^POST \/interactions\/(?:undefined\/|constructor\/|.*: type: \d does not answer an? autocomplete$)/;
  expect(discord.takeFaults().filter((fault) => !vain.test(fault))).toEqual([]);
  bot.child.kill('SIGKILL');
  await bot.code;
  await discord.close();
  await rm(place, { recursive: true, force: true });
});

/** Expects that the process lives and works. */
const isWell = async (): Promise<void> => {
  expect((await ann.slash('/roll dice:2d6')).text).toContain('2d6');
  expect(bot.child.exitCode).toBeNull();
  expect(fatal(bot.out())).toEqual([]);
};

const failures = (): number => linesIn(bot.out()).filter(({ level }) => level === 50).length;

test('the bot starts despite malformed events', async () => {
  await isWell();
  expect(failures()).toBeGreaterThan(0);
});

test.each(someOf(events, 6))('malformed %s events are at most logged, and the bot carries on', async (event) => {
  for (const data of nonsense) discord.sendEvent(event, data);
  await isWell();
});

/** The payload without one of its parts. */
const without =
  (...path: readonly string[]) =>
  (payload: object): object => {
    const [head = '', ...rest] = path;
    const { [head]: part, ...others } = Object.fromEntries(Object.entries(payload));
    return rest.length === 0 || typeof part !== 'object' || part === null
      ? others
      : { ...others, [head]: without(...rest)(part) };
  };
const put =
  (key: string, value: unknown) =>
  (payload: OddPayload): object => ({ ...payload, [key]: value });
const data =
  (key: string, value: unknown) =>
  (payload: OddPayload): object => ({ ...payload, data: { ...payload.data, [key]: value } });

const unknown = 'The bot does not know this command, button or menu. Type / to see the bot’s commands.';
const wrong =
  /^Something went wrong on the bot's side; try again, and if it stays so, tell its keeper the number \w+\.$/;

const oneSentence = /^[^\n]+[.!?]$/;
const refused = { says: oneSentence, quiet: true } as const;
const select = (custom_id: string, value: string) => (payload: OddPayload) => ({
  ...payload,
  data: { ...payload.data, component_type: 3, custom_id, values: [value] },
});

interface Odd {
  readonly what: string;
  readonly change: (payload: OddPayload) => object;
  /** What the user reads. If omitted, any answer is right. */
  readonly says?: string | RegExp;
  /** True if nothing may be logged as failed, since only the user's input is wrong. */
  readonly quiet?: true;
}

const anyKind: readonly Odd[] = [
  { what: 'of an unknown type', change: put('type', 99), says: unknown },
  { what: 'without a type', change: without('type'), says: 'nothing' },
  { what: 'of a type that is no number', change: put('type', 'constructor'), says: 'nothing' },
  { what: 'without a member', change: without('member'), says: wrong },
  { what: 'whose member has no user', change: without('member', 'user'), says: wrong },
  { what: 'whose member has no roles', change: without('member', 'roles') },
  { what: 'whose member has no permissions', change: without('member', 'permissions') },
  {
    what: 'whose permissions are no number',
    change: (each) => put('member', { user: { id: 'x' }, permissions: 'x' })(each),
  },
  { what: 'without data', change: without('data'), says: wrong },
  { what: 'with data of null', change: put('data', null), says: wrong },
  { what: 'with data that is a text', change: put('data', 'x') },
  { what: 'without a channel', change: without('channel') },
  { what: 'without any channel', change: (each) => without('channel_id')(without('channel')(each)) },
  { what: 'in a channel of an unknown type', change: put('channel', { id: '1', type: 99 }) },
  { what: 'in a channel of null', change: put('channel', null) },
  { what: 'of an unknown server', change: put('guild_id', '1') },
  { what: 'of a server of null', change: put('guild_id', null) },
  { what: 'without entitlements', change: without('entitlements'), says: wrong },
  { what: 'without a token', change: without('token'), says: 'nothing' },
  { what: 'without an id', change: without('id'), says: 'nothing' },
  { what: 'whose id is a word', change: put('id', 'constructor'), says: 'nothing' },
  { what: 'without a version', change: without('version') },
  { what: 'without an application', change: without('application_id') },
  { what: 'without the permissions of the bot', change: without('app_permissions') },
];

const strange = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

const commands: readonly Odd[] = [
  ...anyKind,
  { what: 'of an unknown command type', change: data('type', 99), says: unknown },
  { what: 'that is a context menu of a user', change: data('type', 2), says: /./ },
  { what: 'that is a context menu of a message', change: data('type', 3), says: /./ },
  { what: 'that is an entry point', change: data('type', 4), says: unknown },
  ...strange.map((name) => ({
    what: `called ${name}`,
    change: data('name', name),
    says: /^There is no command /,
    quiet: true as const,
  })),
  ...strange.map((name) => ({
    what: `with the option ${name}`,
    change: data('options', [
      { type: 3, name: 'dice', value: '2d6' },
      { type: 3, name, value: 'x' },
    ]),
    says: oneSentence,
    quiet: true as const,
  })),
  { what: 'with an option of an unknown type', change: data('options', [{ type: 99, name: 'dice', value: '2d6' }]) },
  { what: 'with an option of null', change: data('options', [null]), says: wrong },
  { what: 'with options that are a text', change: data('options', 'x'), says: wrong },
  {
    what: 'with a group of groups',
    change: data('options', [{ type: 2, name: 'a', options: [{ type: 2, name: 'b' }] }]),
  },
  { what: 'without a name', change: without('data', 'name') },
  { what: 'with resolved of null', change: data('resolved', null) },
];

const components: readonly Odd[] = [
  ...anyKind,
  { what: 'of an unknown component type', change: data('component_type', 99), says: unknown },
  { what: 'that is a text field', change: data('component_type', 4), says: unknown },
  { what: 'that is a select without values', change: data('component_type', 3) },
  { what: 'that is a select of users', change: data('component_type', 5) },
  { what: 'without a custom id', change: without('data', 'custom_id'), says: wrong },
  { what: 'with a custom id of null', change: data('custom_id', null), says: wrong },
  { what: 'without a message', change: without('message') },
  { what: 'with a message that has nothing', change: put('message', { id: '1', channel_id: '2' }) },
  ...[
    '',
    '|',
    '||||',
    '%',
    '0.1|battle status|||',
    '0.zz|battle status|||',
    '0.1|battle status|constructor>__proto__||',
  ].map((id) => ({ what: `with the custom id ${id}`, change: data('custom_id', id) })),
  ...strange.flatMap((name) => [
    { what: `for the command ${name}`, change: data('custom_id', `0.1|${name}|||`), ...refused },
    { what: `with the input ${name}`, change: data('custom_id', `0.1|battle status||||${name}=x`), ...refused },
    { what: `with the number ${name}`, change: data('custom_id', `0.1|battle status||||${name}:1`), ...refused },
    { what: `with the flag ${name}`, change: data('custom_id', `0.1|battle status||||${name}!1`), ...refused },
    {
      what: `with the abridged ${name}`,
      change: data('custom_id', `0.1|battle status||||${name}~12345678x`),
      ...refused,
    },
    {
      what: `about the battle ${name}`,
      change: data('custom_id', `0.1|battle status||${name}|1`),
      quiet: true as const,
    },
    { what: `that selects ${name}`, change: select(`0.1|battle status|${name}||`, 'x'), ...refused },
    { what: `that selects the value ${name}`, change: select('0.1|guide|verb||', name), quiet: true as const },
  ]),
];

const form = (custom_id: unknown, field: unknown, value: unknown) => (payload: OddPayload) => ({
  ...payload,
  type: 5,
  data: { custom_id, components: [{ type: 1, components: [{ type: 4, custom_id: field, value }] }] },
});

const forms: readonly Odd[] = [
  { what: 'without fields', change: (each) => ({ ...each, type: 5, data: { custom_id: 'x', components: [] } }) },
  { what: 'with fields of null', change: (each) => ({ ...each, type: 5, data: { custom_id: 'x', components: null } }) },
  {
    what: 'with a row of null',
    change: (each) => ({ ...each, type: 5, data: { custom_id: 'x', components: [null] } }),
  },
  { what: 'without a custom id', change: form(undefined, 'typed', 'x') },
  { what: 'whose text is a number', change: form('0.1|battle status|>words||', 'typed', 7) },
  {
    what: 'that came from no message',
    change: (each) => without('message')(form('x', 'typed', 'x')(each)),
    says: unknown,
  },
  ...strange.flatMap((name) => [
    { what: `with the field ${name}`, change: form('0.1|battle status|>words||', name, 'x'), ...refused },
    { what: `that asks for ${name}`, change: form(`0.1|battle status|>${name}||`, 'typed', 'x'), ...refused },
    { what: `for the command ${name}`, change: form(`0.1|${name}|>words||`, 'typed', 'x'), ...refused },
    { what: `with the text ${name}`, change: form('0.1|guide|>verb||', 'typed', name), quiet: true as const },
  ]),
];

const sees = async (asking: Promise<{ readonly text: string } | undefined>): Promise<string> =>
  asking.then(
    (shown) => shown?.text ?? 'something else',
    (error: unknown) => {
      if (String(error).includes('did not respond')) return 'nothing';
      throw error;
    },
  );

/** Expects the right answer to an odd interaction, and that the bot carries on. */
const isAnswered = async (
  { change, says = /./, quiet }: Odd,
  ask: () => Promise<{ readonly text: string } | undefined>,
) => {
  const before = failures();
  discord.nextChanged(change);
  const asked = sees(ask());
  // An interaction that cannot be answered is not awaited.
  if (says === 'nothing') asked.catch(() => {});
  else if (typeof says === 'string') expect(await asked).toBe(says);
  else expect(await asked).toMatch(says);
  await isWell();
  if (quiet) expect(failures()).toBe(before);
};

test.each(someOf(commands, 12))('a command $what gets an answer, and the bot carries on', (odd) =>
  isAnswered(odd, () => ann.slash('/roll dice:2d6')),
);

describe('with a battle', () => {
  beforeAll(async () => {
    await ann.slash('/battle create system:skure name:The ford');
  });
  const pressed = async (odd: Odd): Promise<void> => {
    const panel = await ann.awaits('Preparation');
    await isAnswered(odd, () => ann.press('Join', panel));
  };

  test.each(someOf(components, 12))('a button $what gets an answer, and the bot carries on', pressed);

  test.each(someOf(forms, 8))('a form $what gets an answer, and the bot carries on', pressed);
});

describe('suggestions', () => {
  const suggested: readonly Odd[] = [
    ...anyKind,
    ...strange.map((name) => ({ what: `for the command ${name}`, change: data('name', name) })),
    { what: 'without options', change: without('data', 'options') },
    { what: 'without a focused option', change: data('options', [{ type: 3, name: 'dice', value: '2' }]) },
    ...strange.map((name) => ({
      what: `for the option ${name}`,
      change: data('options', [{ type: 3, name, value: '2', focused: true }]),
    })),
  ];
  test.each(someOf(suggested, 6))('suggestions $what crash nothing', async ({ change }) => {
    discord.nextChanged(change);
    ann.suggests('/roll dice:2').catch(() => {});
    await isWell();
  });
});
