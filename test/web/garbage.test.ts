import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { unhurried } from '../budget.ts';
import { type BoardSite, openBoardSite } from './board-site.ts';

let site: BoardSite;
beforeAll(async () => {
  site = await openBoardSite();
});
afterAll(async () => {
  await site.close();
  expect(site.errors).toEqual([]);
});

/** The sentence of an answer: its text, what its page says, or its refusal. Empty for an answer to the script. */
const sentenceIn = (text: string): string =>
  /role="alert">([^<]*)/.exec(text)?.[1] ?? /<\/h1><p>([^<]*)<\/p><\/header><\/main>/.exec(text)?.[1] ?? text;

const parts = [
  ...['%', '%00', '%E0%A4%A', '..%2f..%2fetc', '__proto__', 'constructor', 'x'.repeat(3000), '%F0%9F%98%80', '%ff'],
  ...['%3Cscript%3E', '%0d%0aset-cookie:x', '-1', 'NaN', '1e9', "'--"],
];

test('garbage in an address is answered with one sentence', { timeout: unhurried }, async () => {
  await site.run('gm', 'battle create', { system: 'skure', name: 'The ford' });
  const gm = await site.enter('gm');
  const page = gm.page();
  for (const part of parts) {
    const anyone = ['', 'enter/', 'a/', 'b/', 'me/', 'me/gm/', 'replay/', 'replay/x/', 'book/', 'book/x/'];
    const own = ['/', '?as=', '/view?page=', '/live/', `/file/`, `/picture/`, `/file/0?page=`].map(
      (each) => `${gm.path}${each}`,
    );
    const paths = [
      ...anyone.map((each) => `/${each}${part}`),
      `/b/${part}/view?page=${page}`,
      ...own.map((each) => `${each}${part}`),
    ];
    for (const path of [...paths, `${gm.path}/file/${part}?page=${page}`])
      for (const method of ['GET', 'POST', 'DELETE']) {
        site.pass(2000);
        const answer = await gm.call(path, {
          ...{ method, headers: { 'x-forwarded-for': randomUUID() } },
          ...(method === 'POST' && { body: part }),
        });
        const says = `${method} ${path.slice(0, 100)} ${answer.status}`;
        if (answer.status === 200) continue;
        expect(answer.status, says).toBeLessThan(500);
        if (answer.status !== 410) expect(sentenceIn(await answer.text()), says).toMatch(/^\p{Lu}[^<]*\.$/u);
      }
  }
});

test('garbage in a body changes nothing and is answered with one sentence', async () => {
  const gm = await site.enter('gm');
  const { version } = (await site.battleIn()).saved;
  const order = (more: object) => JSON.stringify({ page: gm.page(), once: randomUUID(), ...more });
  const statuses = new Set<number>();
  for (const body of [
    ...['', '{', 'null', '[]', '1', '"x"', '['.repeat(20_000), 'x'.repeat(70_000), '{"page":1}', order({ once: 1 })],
    ...[order({ press: {} }), order({ press: { path: [], input: {} } }), order({ press: { path: ['gm'], input: [] } })],
    ...[order({ press: { path: ['battle', 'map'], input: { json: 'x'.repeat(6001) } } }), order({ more: 1 })],
    ...[order({ press: { path: ['__proto__'], input: {} } }), order({ spot: '\0' }), order({ actor: '__proto__' })],
    `{"page":"${gm.page()}","once":"${randomUUID()}","press":{"path":["gm","set"],"input":{"__proto__":"x"}}}`,
  ]) {
    site.pass(2000);
    const answer = await gm.call(`${gm.path}/do`, {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json' } },
    });
    statuses.add(answer.status);
    const text = await answer.text();
    if (answer.status !== 200) expect(text, body.slice(0, 60)).toMatch(/^[A-Z][^<]*\.$/);
  }
  expect([...statuses].toSorted()).toEqual([200, 400, 413]);
  expect((await site.battleIn()).saved.version).toBe(version);
});

test.each(rulesets.map(({ id }) => id))(
  'garbage in the options of a command of %s is refused with a sentence',
  { timeout: unhurried },
  async (system) => {
    await site.run('gm', 'battle create', { system, name: `The ${system}` }, system);
    const gm = await site.enter('gm', await site.linkFor('gm', system));
    const { commands } = site.house().dispatcher;
    const own = commands.filter(
      ({ scope, path: [first, then] }) => scope === 'battle' && first !== 'plan' && then !== 'odds',
    );
    const values = [
      '\0',
      'x'.repeat(1000),
      '😀\u202e',
      '__proto__',
      -1,
      1e308,
      true,
      '{"a":1}',
      '\ud800',
      '9'.repeat(24),
    ];
    for (const [at, { path, options }] of own.entries()) {
      if (/^(?:leave|end|propose)$/.test(path.at(-1) ?? '')) continue;
      const value = values[at % values.length];
      const input = Object.fromEntries(options.map(({ name }) => [name, value]));
      site.pass(1000);
      const text = await (await gm.send({ press: { path, input } })).text();
      const says = /role="alert">([^<]*)/.exec(text)?.[1];
      // A sentence may begin with what was given, and end with an example.
      if (says !== undefined) expect(says, path.join(' ')).toMatch(/^.+ .+[.!?](?: Example: .+)?$/su);
    }
    expect(await (await gm.view()).text()).toContain(`The ${system}`);
  },
);
