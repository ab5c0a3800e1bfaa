import { expect, test } from 'vitest';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import { swordWorld } from '../../src/systems/sword-world/index.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { createPracticeApp } from '../../src/wiring/practice-app.ts';
import { type Pick, picker } from '../chance.ts';
import { any } from '../systems/any-battle.ts';
import { englishLines, japaneseDictionary } from './japanese-lines.ts';

const heroes = ['ア', 'イ', 'ウ', 'エ', 'オ', 'カ'];

/** A practice table in Japanese with a prepared battle of all presets. */
const openTable = async (mode: string) => {
  let orders = 0;
  const { table, services } = createPracticeApp({
    ...{ stores: createMemoryStores(), now: () => 0, newId: () => `order-${++orders}`, style: { colour: false } },
    ...{ seed: () => '5eed'.repeat(16), languages: await japaneseDictionary(), locale: 'ja' },
  });
  const said: string[] = [];
  const type = async (user: string, line: string): Promise<boolean> => {
    const heard = await table.handleLine(`as ${user}: ${line}`);
    if ('text' in heard) said.push(...heard.text.split('\n').map((each) => each.trim()));
    return heard.kind === 'said';
  };
  await type('gm', `/battle create system:sword-world name:街道 settings:mode=${mode}`);
  const presets = Object.keys(swordWorld.presets);
  for (const [at, preset] of presets.entries()) {
    const name = heroes[at];
    if (name === undefined) await type('gm', `/npc add preset:${preset} side:${at % 3 === 0 ? 'allies' : 'enemies'}`);
    else await type(name, `/battle join preset:${preset} name:${name} side:${at % 2 === 0 ? 'allies' : 'enemies'}`);
  }
  await type('gm', '/battle start');
  return { type, said, services };
};

type Table = Awaited<ReturnType<typeof openTable>>;

/** An order of offered values as a line. */
const lineFor = async ({ services }: Table, battle: OpenBattle, user: string, verb: string, pick: Pick) => {
  const params = battle.ruleset.verbs[verb]?.params;
  const input: Record<string, unknown> = {};
  for (const option of params === undefined ? [] : listOptions(params)) {
    if (!option.required && pick(2) === 0) continue;
    const offers = await services.battles.offers('table', user, verb, option.name, input);
    const value = any<unknown>(offers?.map((each) => each.value) ?? [], pick);
    if (value !== undefined && value !== '') input[option.name] = value;
  }
  return `/${verb === 'place' ? 'battle place' : verb} ${Object.entries(input)
    .map(([name, value]) => `${name}:${value}`)
    .join(' ')}`;
};

/** Gives one offered order, or the default order if none is possible. */
const orderSomething = async (table: Table, pick: Pick): Promise<void> => {
  const open = await table.services.battles.open('table');
  if (!open.ok) return;
  const { saved, game } = open.value;
  const userOf = (actor: string): string => saved.table.control[actor] ?? 'gm';
  if (saved.pending !== undefined) {
    const { to, choices } = saved.pending.question;
    await table.type(userOf(to), `/my answer choice:${any(choices, pick)?.id}`);
    return;
  }
  const due = any(game.expectedActions(), pick);
  if (due === undefined) return;
  const user = userOf(due.actor);
  for (let n = 0; n < 4; n++) {
    const line = await lineFor(table, open.value, user, any(due.verbs, pick) ?? 'end', pick);
    if (await table.type(user, user === 'gm' && due.actor !== 'gm' ? `${line} as:${due.actor}` : line)) return;
  }
  await table.type('gm', '/gm skip');
};

test.each(['simplified', 'standard'])(
  'a battle by offers in Japanese, %s',
  async (mode) => {
    const table = await openTable(mode);
    const pick = picker(7);
    for (let n = 0; n < 150; n++) {
      await orderSomething(table, pick);
      if (n % 9 === 0) for (const line of ['/help', '/my view']) await table.type(heroes[n % 6] ?? 'gm', line);
    }
    await table.type('gm', '/battle log');
    const english = englishLines(table.said, ['table']);
    console.log(`${mode}: ${english.length} of ${table.said.length} lines have English words`);
    console.log([...new Set(english)].join('\n'));
    expect(table.said.length).toBeGreaterThan(1000);
    expect(english.length / table.said.length).toBeLessThan(0.02);
  },
  120_000,
);
