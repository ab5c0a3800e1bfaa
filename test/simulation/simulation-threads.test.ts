import { expect, test, vi } from 'vitest';
import { createSimulationRequest } from '../../src/app/odds/simulation-request.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { simulate } from '../../src/simulation/simulate.ts';
import type { SimulationRequest } from '../../src/simulation/simulation-request.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createSimulationThreads } from '../../src/wiring/simulation-threads.ts';
import { type House, house } from '../app/house.ts';
import { begun, giveRandomOrder } from '../app/random-play.ts';
import { picker } from '../chance.ts';

// The threads have low priority and get little time beside other tests.
vi.setConfig({ testTimeout: 300_000 });

const system = 'sword-world';
const asked = {
  policies: {},
  stopCondition: { battles: 5, milliseconds: 20_000, orders: 500, dice: 20_000 },
  seed: 1,
  firstBattle: 0,
};

const battleOf = async (table: House) => {
  const battle = await table.services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  return battle.value;
};

const ofBattle = (battle: OpenBattle): SimulationRequest => {
  const question = createSimulationRequest(battle, gmViewer, asked);
  if (!question.ok) throw new Error(question.error.code);
  return question.value;
};

/** A battle after some orders, the same for the same seed. */
const played = async () => {
  const table = house();
  const pick = picker(3);
  await begun(table, system, pick);
  for (let n = 0; n < 12; n++) await giveRandomOrder(table, pick);
  return { table, pick };
};

/** The next dice of the battle for the same orders. */
const nextDice = async ({ table, pick }: Awaited<ReturnType<typeof played>>) => {
  const { version } = (await battleOf(table)).saved;
  for (let n = 0; n < 60; n++) await giveRandomOrder(table, pick);
  const log = await table.services.battles.log('table', version + 1);
  if (!log.ok) throw new Error(log.error.code);
  return log.value.flatMap(({ dice }) => dice);
};

test('a thread gives the same result as the main process, and uses none of the real dice', async () => {
  const threads = createSimulationThreads(1, 240_000);
  const [without, withOne] = [await played(), await played()];
  const question = ofBattle(await battleOf(withOne.table));
  const so = await threads.asking('table').play(question, 0);
  await threads.close();
  const ruleset = rulesets.find(({ id }) => id === system);
  expect(so).toEqual(ruleset && simulate(ruleset, question, () => 0));
  expect(so?.battles).toBe(5);
  const dice = await nextDice(withOne);
  expect(dice.length).toBeGreaterThan(3);
  expect(dice).toEqual(await nextDice(without));
});

test('a thread gets neither the seed of a battle nor the id of an order', async () => {
  const { table } = await played();
  const battle = await battleOf(table);
  const log = await table.services.battles.log('table', 1);
  const sent = JSON.stringify(ofBattle(battle));
  const secrets = [
    battle.saved.seed,
    battle.saved.table.salt,
    ...(log.ok ? log.value.map(({ orderId }) => orderId) : []),
  ];
  expect(secrets.length).toBeGreaterThan(5);
  for (const secret of secrets.filter((each) => each !== '')) expect(sent).not.toContain(secret);
});

test('a later question in a channel replaces an earlier one', async () => {
  const threads = createSimulationThreads(1, 240_000);
  const { table } = await played();
  const question = ofBattle(await battleOf(table));
  const [elsewhere, earlier] = [threads.asking('elsewhere'), threads.asking('table')];
  const before = earlier.play(question, 0);
  const other = elsewhere.play(question, 0);
  const later = threads.asking('table');
  const answers = await Promise.all([
    before,
    other,
    later.play(question, 0),
    later.play({ ...question, firstBattle: 100 }, 1),
  ]);
  expect(answers.map((each) => each?.battles)).toEqual([undefined, 5, 5, 5]);
  expect(await earlier.play(question, 1)).toBeUndefined();
  // Closing the earlier question leaves the later one alone.
  earlier.close();
  expect((await later.play(question, 0))?.battles).toBe(5);
  later.close();
  expect(await later.play(question, 0)).toBeUndefined();
  await expect(threads.asking('table').play({ ...question, system: 'tiddlywinks' }, 0)).rejects.toThrow('no rulebook');
  expect((await threads.asking('table').play(question, 0))?.battles).toBe(5);
  await threads.close();
});
