import { expect, test } from 'vitest';
import { privateAside } from '../../src/app/replies/reply.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from '../app/house.ts';
import { begun, mark } from '../app/random-play.ts';
import { someOf } from '../budget.ts';
import { picker } from '../chance.ts';
import { type ClockStage, clockStage, hour, memoryGround } from './clock-stage.ts';

const rounds = 40;

const saved = async ({ stores }: ClockStage) => {
  const battle = await stores.battles.byChannel('table');
  if (battle === undefined) throw new Error('no battle');
  return battle;
};

/** Checks that a battle which the clock cannot continue asks someone, and never stops unnoticed. */
const expectAwake = async (on: ClockStage, before: number): Promise<'goes on' | 'asked'> => {
  const battle = await saved(on);
  const waits = await on.stores.waits.forBattle(battle.id);
  if (battle.version > before) return 'goes on';
  expect(waits.length).toBeGreaterThan(0);
  expect(waits.map(({ state }) => state)).toEqual(waits.map(() => 'asked'));
  return 'asked';
};

const battles = rulesets.flatMap(({ id }) => [1, 2].map((seed) => ({ id, seed })));

test.each(someOf(battles, rulesets.length))(
  'a battle of $id is played by the clock alone without revealing secrets (seed $seed)',
  async ({ id, seed }) => {
    const on = await clockStage(memoryGround);
    await begun(house(on.stores), id, picker(seed));
    if ((await saved(on)).status === 'setup') await on.run('gm', 'battle start');
    await on.run('gm', 'battle clock', { do: 'set', time: '10h', ready: true });
    on.news();
    let version = (await saved(on)).version;
    let acted = 0;
    for (let round = 0; round < rounds && (await saved(on)).status === 'active'; round += 1) {
      await on.pass(6 * hour);
      await on.pass(5 * hour);
      if ((await saved(on)).status !== 'active') break;
      if ((await expectAwake(on, version)) === 'asked') break;
      acted += (await saved(on)).version - version;
      version = (await saved(on)).version;
    }
    expect(acted).toBeGreaterThan(0);
    const order = (await on.log()).filter(({ reason }) => reason === 'the clock ran out').map(({ orderId }) => orderId);
    expect(new Set(order).size).toBe(order.length);
    const betrayed = on.heard.filter(
      ({ to, reply }) =>
        to !== '@gm' && JSON.stringify([reply.cards, privateAside(reply), reply.controls]).includes(mark),
    );
    expect(betrayed).toEqual([]);
    await on.close();
  },
);
