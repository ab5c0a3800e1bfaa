import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { expect, test } from 'vitest';
import { createLog, type LogFields } from '../../src/log/log.ts';

const secret = 'Shade';
const token = 'aW50ZXJhY3Rpb246MTIzNDU2Nzg5';
const url = `http://127.0.0.1:1/api/v10/webhooks/175928847299117063/${token}/messages/@original`;
const body = { files: undefined, json: { embeds: [{ title: `${secret} hides at D4` }] } };

const lines = (log: (at: ReturnType<typeof createLog>) => void): readonly string[] => {
  const written: string[] = [];
  log(createLog('trace', { write: (line) => written.push(line) }));
  return written;
};
const lineOf = (fields: LogFields): Record<string, unknown> => {
  const [line = ''] = lines((log) => log.error(fields, 'Something failed.'));
  for (const each of [secret, token, 'hunter2']) expect(line).not.toContain(each);
  return JSON.parse(line);
};

const invalid = new DiscordAPIError(
  {
    code: 50035,
    message: 'Invalid Form Body',
    errors: { embeds: { 0: { title: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: `Not ${secret}.` }] } } } },
  },
  50035,
  400,
  'PATCH',
  url,
  body,
);

test.each<readonly [string, unknown, object]>([
  [
    'a refusal of Discord',
    invalid,
    {
      type: 'DiscordAPIError[50035]',
      code: '50035',
      status: 400,
      method: 'PATCH',
      route: '/api/v10/webhooks/175928847299117063/…/messages/@original',
      message: 'Invalid Form Body',
      fields: ['embeds[0].title[BASE_TYPE_BAD_LENGTH]'],
    },
  ],
  [
    'an answer of Discord’s that is none',
    new HTTPError(503, 'Service Unavailable', 'POST', url, body),
    { status: 503 },
  ],
  [
    'a rate limit',
    new RateLimitError({
      timeToReset: 1,
      limit: 1,
      method: 'POST',
      hash: token,
      url,
      route: '/webhooks/:id/:token',
      majorParameter: token,
      global: false,
      retryAfter: 1,
      sublimitTimeout: 0,
      scope: 'user',
    }),
    { type: 'RateLimitError[/webhooks/:id/:token]' },
  ],
  [
    'a failure of the database with the query in its message',
    Object.assign(new Error(`Key (name)=(${secret}) of postgresql://bot:hunter2@db exists`), {
      code: 'P2002',
      detail: secret,
    }),
    { type: 'Error', code: 'P2002', stack: expect.stringContaining('log.test.ts') },
  ],
  [
    'the cause of an error',
    new Error(secret, { cause: new AggregateError([new TypeError(secret)], secret, { cause: secret }) }),
    { cause: { type: 'AggregateError', errors: [{ type: 'TypeError' }], cause: { type: 'string' } } },
  ],
  [
    'a message that looks like a place in the code',
    new Error(`x\n    at ${secret} (file:///a.ts:1:1)`),
    { type: 'Error' },
  ],
  [
    'what a library reports',
    { message: secret, stack: `Error: ${secret}\n    at x`, queue: secret, code: secret.repeat(99) },
    {},
  ],
  ['what is no error at all', secret, { type: 'string' }],
  ['nothing', undefined, {}],
])('%s is logged without sent or saved content', (_, err, expected) => {
  expect(lineOf({ err })).toMatchObject(err === undefined ? {} : { err: expected });
});

test('a log line contains only allowed fields, each with its kind of value', () => {
  const careless: object = {
    seed: secret,
    token,
    text: secret,
    battle: `clock:175928847299117063:${secret}`,
    kind: `${secret}!`,
  };
  const { pid, hostname, time, ...line } = lineOf({ guild: secret, shard: 3, attempts: Number(secret), ...careless });
  expect(line).toEqual({
    level: 50,
    msg: 'Something failed.',
    guild: '…',
    shard: 3,
    attempts: null,
    battle: '…:175928847299117063:…',
    kind: '…',
  });
});

test('all levels obey these rules, and a silent log writes nothing', () => {
  const written = lines((log) => {
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) {
      log[level]({ err: new Error(secret) }, 'Something failed.');
      // @ts-expect-error A sentence that is put together may hold anything.
      log[level]({}, `It is ${secret}`.slice(0, 5));
    }
  });
  expect(written).toHaveLength(12);
  expect(written.filter((line) => line.includes(secret))).toEqual([]);
  const none: string[] = [];
  createLog('silent', { write: (line) => none.push(line) }).fatal({}, 'Nobody hears this.');
  expect(none).toEqual([]);
});
