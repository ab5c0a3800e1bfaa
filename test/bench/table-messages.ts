import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { playOut } from '../discord/e2e/playing.ts';
import { free, type Table, table } from '../discord/e2e/table.ts';
import type { Cast } from '../discord/e2e/table-faults.ts';
import { isPublic, type Script, scripts } from '../discord/e2e/whole-battles.ts';

/** The rulebooks to measure, or `hands` for single actions. */
const wanted = process.argv.slice(2);

/** True for the answer to a button or a command. */
const isCallback = ({ path }: { path: string }): boolean => /\/interactions\/.*\/callback/.test(path);

/**
 * Counts the buttons pressed during an action, and the time until the turn's message changes, or contains `atLast`
 * (milliseconds).
 */
const pressesOf = async (t: Table, what: string, doing: () => Promise<unknown>, atLast?: RegExp): Promise<void> => {
  await t.discord.quiet();
  const before = t.discord.requests().length;
  const shown = (await t.panel()).text;
  const began = performance.now();
  await doing();
  const isChanged = (text: string): boolean => (atLast === undefined ? text !== shown : atLast.test(text));
  while (!isChanged((await t.panel()).text)) await new Promise((resolve) => setTimeout(resolve, 5));
  const took = performance.now() - began;
  await t.discord.quiet();
  const presses = t.discord.requests().slice(before).filter(isCallback).length;
  console.log(
    `${what}: ${presses} ${presses === 1 ? 'press' : 'presses'}, ${took.toFixed(0)} ms to the changed message`,
  );
};

/** The actions of a player at the table: in place, on the way, for many, beforehand. */
const hands = async (): Promise<void> => {
  const skure = await table('channel', createMemoryStores(), undefined, { seed: () => '5'.repeat(64) });
  const { gwen, ann, bob, typed, guided, panel } = skure;
  await typed(gwen, '/battle create', { system: 'skure', name: free('The bridge'), size: free('12x10') });
  await typed(ann, '/battle join', { preset: 'Swordsman', side: free('red') });
  await typed(bob, '/battle join', { preset: 'Swordsman', side: 'red' });
  await typed(gwen, '/npc add', { preset: 'Zombie', count: 6, side: free('blue') });
  for (const [target, to, facing] of [
    ['Ann', 'C4', 'E'],
    ['Bob', 'C8', 'E'],
    ['Zombie 1', 'D4', 'W'],
    ['Zombie 2', 'E8', 'W'],
    ['Zombie 3', 'J2', 'W'],
    ['Zombie 4', 'J4', 'W'],
    ['Zombie 5', 'J6', 'W'],
    ['Zombie 6', 'J8', 'W'],
  ] as const)
    await typed(gwen, '/battle place', { target, to: free(to), facing });
  await typed(gwen, '/gm set', { field: 'hp', value: free('900'), who: free('Ann, Bob, Zombie 1, Zombie 2') });
  await typed(gwen, '/battle start');
  await pressesOf(skure, 'attack in place', () => guided(ann, 'Attack', []));
  await pressesOf(skure, 'walk and strike', async () => {
    const plans = await bob.press('Plans', await panel());
    const [first] = plans?.selects.flatMap(({ options }) => options) ?? [];
    await bob.choose(first?.label ?? '', plans);
  });
  const cast: Cast = { gwen: ['The GM', 'the GM', 'Zombie'], ann: ['Ann'], bob: ['Bob'] };
  await pressesOf(skure, 'a round of six zombies', () =>
    playOut(skure, cast, { verbs: ['End'], most: 200, until: /(Ann|Bob)’s turn/ }),
  );
  // The players do nothing until the GM's turn, who runs all combatants.
  await skure.discord.quiet();
  await playOut(skure, { gwen: [], ann: ['Ann'], bob: ['Bob'] }, { verbs: ['End'], most: 20, until: /The GM to act/ });
  const actAll = async () => {
    const desk = await gwen.slash('/gm panel');
    await gwen.press('Run all your combatants', desk);
  };
  await pressesOf(skure, 'a round of six zombies that act by themselves, to its end', actAll, /(Ann|Bob) to act/);
  await skure.close();
  const ford = await table('channel', createMemoryStores());
  await scripts.segment?.opens(ford);
  await ford.typed(ford.gwen, '/battle start');
  await pressesOf(ford, 'a declaration', () => ford.guided(ford.ann, 'Declare', [/^attack \(/, 'Grim 1']));
  await ford.close();
};

const measured = async (name: string, { opens, verbs, picks, until, foes }: Script): Promise<void> => {
  const t = await table('channel', createMemoryStores(), undefined, { seed: () => name.padEnd(64, '0') });
  const { gwen, ann, bob, eve, discord } = t;
  const cast: Cast = { gwen: ['The GM', 'the GM', ...foes], ann: ['Ann'], bob: ['Bob'] };
  await opens(t);
  const started = (await t.on.stores.battles.byChannel(t.place.id))?.status === 'active';
  if (!started) await t.typed(gwen, '/battle start');
  await discord.quiet();
  const entries = async () => (await t.on.stores.battles.byChannel(t.place.id))?.version ?? 0;
  const pings = () => [gwen, ann, bob].reduce((sum, each) => sum + each.pinged().length, 0);
  const stood = () => eve.sees(t.place).filter((each) => !each.private).length;
  const before = { entries: await entries(), pings: pings(), stood: stood(), requests: discord.requests().length };
  const refused = await playOut(t, cast, { verbs, picks, most: 2000, ...(until && { until }) });
  await discord.quiet();
  const orders = (await entries()) - before.entries;
  const requests = discord.requests().slice(before.requests);
  const figures = {
    orders,
    'left standing': stood() - before.stood,
    posted: requests.filter(isPublic).length,
    pings: pings() - before.pings,
    'presses an order': (requests.filter(isCallback).length / orders).toFixed(2),
    'requests an order': (requests.length / orders).toFixed(2),
    refused: refused.length,
  };
  console.log(
    `${name}: ${Object.entries(figures)
      .map(([what, value]) => `${what} ${value}`)
      .join(', ')}`,
  );
  await t.close();
};

if (wanted.length === 0 || wanted.includes('hands')) await hands();
for (const [name, script] of Object.entries(scripts))
  if (wanted.length === 0 || wanted.includes(name)) await measured(name, script);
process.exit(0);
