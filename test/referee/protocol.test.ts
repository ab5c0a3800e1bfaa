import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { refusalMessage } from '../../src/app/command-kit/refusal-messages.ts';
import { createMemoryStore } from '../../src/battle/saved/memory-store.ts';
import { createBattleService } from '../../src/battle/service.ts';
import { createReferee } from '../../src/referee/protocol.ts';
import { rulesets } from '../../src/systems/index.ts';

const answer = z.looseObject({
  id: z.unknown().optional(),
  error: z.object({ code: z.string(), says: z.string().regex(/\.$/) }).optional(),
  question: z.looseObject({ to: z.string(), choices: z.array(z.unknown()).optional() }).optional(),
  dice: z.array(z.unknown()).optional(),
});

const createSeatedReferee = () => {
  let lines = 0;
  const battles = createBattleService({ rulesets, store: createMemoryStore(), now: () => 0 });
  const referee = createReferee(battles, refusalMessage(rulesets), () => `line-${++lines}`);
  const heard = async (line: string) => answer.parse(await referee(line));
  return { heard, said: (request: object) => heard(JSON.stringify(request)) };
};

const page = readFileSync(new URL('../../docs/referee.md', import.meta.url), 'utf8');
const shown = page.split('\n').filter((line) => line.startsWith('{"do"'));

/** Starts the example battle of the docs: Ada against a zombie. */
const startBattle = async () => {
  const table = createSeatedReferee();
  for (const line of shown) expect((await table.heard(line)).error).toBeUndefined();
  return table;
};

test('the example battle in the docs can be played as written', async () => {
  expect(shown.length).toBeGreaterThan(4);
  const { said } = await startBattle();
  expect(await said({ do: 'order', battle: 'b', user: 'ada', verb: 'end' })).toMatchObject({ status: 'active' });
});

test.each([
  { line: 'rubbish', code: 'bad-json' },
  { line: '{', code: 'bad-json' },
  { line: '['.repeat(100_000), code: 'bad-json' },
  { line: '\u0000', code: 'bad-json' },
  { line: 'null', code: 'bad-request' },
  { line: '[]', code: 'bad-request' },
  { line: '12', code: 'bad-request' },
  { line: '{}', code: 'bad-request' },
  { line: '{"do":"constructor"}', code: 'bad-request' },
  { line: `{"do":"${'x'.repeat(1_000_000)}"}`, code: 'bad-request' },
  { line: '{"do":"view"}', code: 'bad-request' },
  { line: '{"do":"view","battle":"elsewhere"}', code: 'no-battle-here' },
  { line: '{"do":"create","battle":"c","user":"gm","system":"chess"}', code: 'unknown-system' },
  { line: '{"do":"create","battle":"c","user":"gm","system":"skure","settings":{"moon":1}}', code: 'bad-input' },
  { line: '{"do":"order","battle":"b","user":"ada","verb":"dance"}', code: 'unknown-verb' },
  { line: '{"do":"order","battle":"b","user":"ada","verb":"constructor"}', code: 'unknown-verb' },
  { line: '{"do":"order","battle":"b","user":"ada","verb":"attack","params":{"target":7}}', code: 'bad-input' },
  { line: '{"do":"order","battle":"b","user":"eve","verb":"end"}', code: 'no-seat' },
  { line: '{"do":"order","battle":"b","user":"gm","actor":"Zombie","verb":"end"}', code: 'NOT_YOUR_TURN' },
  { line: '{"do":"order","battle":"b","user":"ada","verb":"end","dice":[5]}', code: 'gm-only' },
  {
    line: '{"do":"correct","battle":"b","user":"gm","field":"constructor","who":["Ada"],"value":"1"}',
    code: 'unknown-field',
  },
  { line: '{"do":"query","battle":"b","user":"ada","query":"constructor"}', code: 'unknown-query' },
  { line: '{"do":"state","battle":"b","user":"ada"}', code: 'gm-only' },
  { line: '{"do":"answer","battle":"b","user":"ada","choice":"yes"}', code: 'nothing-asked' },
  { line: '{"do":"verify","battle":"b","user":"ada"}', code: 'seed-secret' },
])('$line is refused with $code, and the battle goes on', async ({ line, code }) => {
  const { heard, said } = await startBattle();
  const before = await said({ do: 'view', battle: 'b' });
  expect((await heard(line)).error?.code).toBe(code);
  expect(await said({ do: 'view', battle: 'b' })).toEqual(before);
});

test('each answer has the id of its request, refusals included', async () => {
  const { said } = await startBattle();
  expect(await said({ id: 7, do: 'view', battle: 'b' })).toHaveProperty('id', 7);
  expect(await said({ id: 'x', do: 'dance' })).toHaveProperty('id', 'x');
});

test('a player’s answers contain no number that counts hidden entries', async () => {
  const { said } = await startBattle();
  for (const request of [
    { do: 'hide', who: ['Zombie'], until: 'until-revealed' },
    { do: 'correct', field: 'agility', who: ['Zombie'], value: '1' },
  ])
    expect((await said({ ...request, battle: 'b', user: 'gm' })).error).toBeUndefined();
  const ended = await said({ do: 'order', battle: 'b', user: 'ada', verb: 'end' });
  expect(ended).not.toHaveProperty('entry');
  expect(await said({ do: 'view', battle: 'b', user: 'ada' })).not.toHaveProperty('version');
  expect(await said({ do: 'view', battle: 'b', user: 'gm' })).toHaveProperty('version');
  const log = z.object({ entries: z.array(z.object({ n: z.int(), lines: z.array(z.unknown()).min(1) })) });
  const { entries } = log.parse(await said({ do: 'log', battle: 'b', user: 'ada' }));
  expect(entries.map(({ n }) => n)).toEqual(entries.map((_, at) => at + 1));
  expect(JSON.stringify(entries)).not.toContain('agility');
});

test('a player’s numbers wait for the GM, who grants or denies them', async () => {
  const { said } = createSeatedReferee();
  await said({ do: 'create', battle: 's', user: 'gm', system: 'sword-world' });
  for (const name of ['Mira', 'Tess'])
    await said({ do: 'join', battle: 's', user: 'ada', name, side: 'allies', preset: name.toLowerCase() });
  const potion = { do: 'order', battle: 's', user: 'ada', verb: 'potion', params: { name: 'Elixir', power: 100 } };
  expect((await said({ ...potion, actor: 'Mira' })).dice).toEqual([]);
  expect((await said({ do: 'grant', battle: 's', user: 'ada', who: 'Mira' })).error?.code).toBe('gm-only');
  const granted = await said({ do: 'grant', battle: 's', user: 'gm', who: 'Mira', change: { power: 20 } });
  expect(granted.dice?.length).toBe(2);
  expect(JSON.stringify(granted)).toContain('The GM grants what Mira asked for: name Elixir, power 20, pool hp.');
  await said({ ...potion, actor: 'Tess' });
  expect(JSON.stringify(await said({ do: 'deny', battle: 's', user: 'gm', why: 'No' }))).toContain('The GM refuses');
  expect((await said({ do: 'grant', battle: 's', user: 'gm' })).error?.code).toBe('no-request');
});
