import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/log/log.ts';
import { createShutdown } from '../../src/wiring/shutdown.ts';
import { someOf } from '../budget.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import { until } from '../discord/fake/until.ts';
import { fatal, firstAnswer, linesIn, type Running, running } from './running.ts';

const secret = 'Shade-of-the-Well';

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-ending-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Running> =>
  running(place, program, args, { PROVOKED_SECRET: secret, ...env });

const provoked = [
  { what: 'an error', lines: 1 },
  { what: 'a rejection', lines: 1 },
  { what: 'an error in a thread', lines: 1 },
  { what: 'one error after another', lines: 20 },
];

test.each(someOf(provoked, 1))(
  'after $what that is uncaught the bot finishes the running order and exits with 1',
  async ({ what, lines }) => {
    const discord: FakeDiscord = await fakeDiscord();
    const bot = await run('src/main.ts', [], {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_BASE: discord.api,
      LOG_LEVEL: 'trace',
      PROVOKED: what,
    });
    const { child, out, err, code } = bot;
    await until(() => out().includes('The Brotherhood Master is here.'), 'the bot', 60_000);
    const ann = discord.user('Ann');
    await firstAnswer(bot, ann);
    // Waits until the answer is under way.
    discord.strike(/callback$/, { kind: 'delay', milliseconds: 700 }, 1);
    const answer = ann.slash('/roll dice:2d6');
    await until(() => discord.inFlight() > 0, 'the answer on its way');
    child.kill('SIGUSR2');
    expect((await answer).text).toContain('2d6');
    expect(await code).toBe(1);
    expect(fatal(out()).length).toBeGreaterThanOrEqual(1);
    expect(fatal(out()).length).toBeLessThanOrEqual(lines);
    expect(fatal(out())[0]).toMatchObject({ err: { type: 'Error' } });
    expect(out()).toContain('Left Discord.');
    expect(out() + err()).not.toContain(secret);
    await discord.close();
  },
  120_000,
);

/** A bot with a running command that takes the given time (milliseconds). */
const answering = async (milliseconds: number) => {
  const discord = await fakeDiscord();
  const bot = await run('src/main.ts', [], { DISCORD_TOKEN: discord.token, DISCORD_API_BASE: discord.api });
  await until(() => bot.out().includes('The Brotherhood Master is here.'), 'the bot', 60_000);
  const ann = discord.user('Ann');
  await firstAnswer(bot, ann);
  discord.strike(/callback$/, { kind: 'delay', milliseconds }, 1);
  const answer = ann.slash('/roll dice:2d6');
  await until(() => discord.inFlight() > 0, 'the answer on its way');
  return { ...bot, discord, answer };
};

test('several signals of one key press let the bot finish running commands', async () => {
  const { child, out, code, discord, answer } = await answering(700);
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) child.kill(signal);
  expect((await answer).text).toContain('2d6');
  expect(await code).toBe(0);
  expect(linesIn(out()).filter(({ signal }) => signal !== undefined)).toHaveLength(1);
  await discord.close();
}, 120_000);

test('repeated signals abort running commands, with a line in the log', async () => {
  const { child, out, code, discord, answer } = await answering(60_000);
  answer.catch(() => {});
  for (; child.exitCode === null; await Promise.race([code, pause(100)])) child.kill('SIGINT');
  expect(await code).toBe(1);
  expect(linesIn(out()).at(-1)).toMatchObject({
    signal: 'SIGINT',
    msg: 'Told to leave once more: what is in hand is given up.',
  });
  await discord.close().catch(() => {});
}, 120_000);

const failing = [
  {
    what: 'an invalid token',
    token: 'not.the.token',
    fails: (): void => {},
    says: 'DISCORD_TOKEN is not a token that it knows. Copy it anew, from the page Bot of the developer portal.',
  },
  {
    what: 'a Discord outage',
    token: undefined,
    fails: (discord: FakeDiscord): void => void discord.outage(/gateway/),
    says: 'it answers with 503. Try again in a while.',
  },
];

test.each(someOf(failing, 1))(
  'a start that fails because of $what says so in one sentence and leaves nothing open',
  async ({ token, fails, says }) => {
    const discord = await fakeDiscord();
    fails(discord);
    const env = { DISCORD_TOKEN: token ?? discord.token, DISCORD_API_BASE: discord.api };
    const { out, err, code } = await run('src/main.ts', [], env);
    expect(await code).toBe(1);
    expect(err()).toBe(`The bot cannot log in to Discord: ${says}\n`);
    expect(linesIn(out()).map(({ msg }) => msg)).toEqual(['Starting.']);
    expect(existsSync(join(place, 'data/postgres'))).toBe(true);
    expect(existsSync(join(place, 'data/lock'))).toBe(false);
    await discord.close();
  },
  120_000,
);

test('shutdown skips a step that takes too long or fails', async () => {
  const written: string[] = [];
  const log = createLog('trace', { write: (line) => written.push(line) });
  const closed: string[] = [];
  const code = await new Promise<number>((exit) => {
    const { onClose, onUncaught } = createShutdown(log, exit, 50);
    onClose(() => closed.push('first'));
    onClose(() => new Promise(() => {}));
    onClose(() => {
      throw new Error(secret);
    });
    onClose(() => closed.push('last'));
    onUncaught(new Error(secret));
    setTimeout(() => {}, 1000);
  });
  expect(code).toBe(1);
  expect(closed).toEqual(['last']);
  expect(written.map((line) => JSON.parse(line).msg)).toEqual([
    'Something was not caught. What is in hand is finished, then the process ends.',
    'Something was not closed as it should be.',
    'What was in hand took too long, and was given up.',
  ]);
  expect(written.join('')).not.toContain(secret);
});

test('shutdown closes everything in reverse order and exits with 0', async () => {
  const closed: string[] = [];
  const code = await new Promise<number>((exit) => {
    const { onClose, end } = createShutdown(createLog('silent'), exit);
    for (const each of ['database', 'jobs', 'bot']) onClose(async () => closed.push(each));
    void end();
    void end();
  });
  expect({ code, closed }).toEqual({ code: 0, closed: ['bot', 'jobs', 'database'] });
});

const uncaught = [
  { program: 'src/main.ts', args: ['--memory'], typed: '/roll dice:2d6', says: '2d6' },
  { program: 'src/cli/referee.ts', args: [], typed: '{"do":"systems"}', says: 'skure' },
];

test.each(someOf(uncaught, 1))(
  '$program reports an uncaught error and exits with 1',
  async ({ program, args, typed, says }) => {
    const { child, out, err, code } = await run(program, args, {});
    child.stdin?.write(`${typed}\n`);
    await until(() => out().includes(says), 'an answer', 60_000);
    child.kill('SIGUSR2');
    expect(await code).toBe(1);
    expect(fatal(err())).toHaveLength(1);
    expect(out() + err()).not.toContain(secret);
  },
  120_000,
);

/** Lines that are invalid or too long. */
const deep = '['.repeat(200_000);
const bad = [
  deep,
  `{"do":"order","battle":"b","user":"u","verb":"attack","params":${deep}`,
  '{"do":"__proto__"}',
  '{"do":"state","battle":"__proto__","user":"constructor"}',
  'null',
  '\u0000\uD800',
  'x'.repeat(1_000_000),
  '/roll dice:999999999999d999999999999',
  '/battle create system:__proto__ name:\u0000',
  'as __proto__: /battle join preset:constructor',
  'in __proto__',
  '/help \uD800',
];

test.each([
  { program: 'src/main.ts', args: ['--memory'], last: '/roll dice:2d6', says: '2d6' },
  { program: 'src/cli/referee.ts', args: [], last: '{"id":7,"do":"systems"}', says: '"id":7' },
])(
  'no invalid line ends $program',
  async ({ program, args, last, says }) => {
    const { child, out, err, code } = await run(program, args, {});
    child.stdin?.end(`${bad.join('\n')}\n${last}\n`);
    expect(await code).toBe(0);
    expect(out().trim().split('\n').at(-1)).toContain(says);
    expect(fatal(err())).toEqual([]);
  },
  120_000,
);
