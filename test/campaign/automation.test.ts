import { expect, test } from 'vitest';
import { parseFollowUpOrderId } from '../../src/battle/views/report.ts';
import { rulesets } from '../../src/systems/index.ts';
import { house } from '../app/house.ts';
import { begun, mark } from '../app/random-play.ts';
import { picker } from '../chance.ts';
import { clockStage, hour, memoryGround } from './clock-stage.ts';

test.each(rulesets.map(({ id }) => id))(
  '%s: automation plays at most one round without an order from a person',
  async (id) => {
    const on = await clockStage(memoryGround);
    const { ruleset } = await begun(house(on.stores), id, picker(3));
    await on.run('gm', 'gm reveal', { who: `${mark} One` });
    for (const who of ['Ada', 'Bob']) await on.run('gm', 'gm control', { who });
    for (const [kind, { decider, auto }] of Object.entries(ruleset.standingOrderKinds))
      if (decider === 'gm' && auto !== undefined) await on.run('gm', 'my standing-orders', { kind, answer: 'auto' });
    await on.run('gm', 'battle clock', { time: '1h' });
    await on.run('gm', 'gm autopilot', { who: 'all', does: 'at-once' });
    for (let n = 0; n < 3; n += 1) {
      await on.pass(9 * hour);
      await on.ask('gm', 'gm skip');
    }
    let rounds = 0;
    let automatic = 0;
    for (const { orderId, request, events } of await on.log()) {
      const isAutomatic = orderId.startsWith('clock:') || parseFollowUpOrderId(orderId).nth > 0;
      const isOrder = request.kind === 'order' || request.kind === 'answer';
      if (isOrder && isAutomatic) expect(rounds).toBeLessThan(2);
      if (isOrder && !isAutomatic) rounds = 0;
      if (isOrder && isAutomatic) automatic += 1;
      const starts: readonly unknown[] = ruleset.markedEvents.roundStarts;
      rounds += events.filter((event) => starts.includes(Object(event).type)).length;
    }
    expect(automatic).toBeGreaterThan(0);
    const paused = (await on.log()).filter(({ table }) => table.some(({ type }) => type === 'automation-paused'));
    const battle = await on.stores.battles.byChannel('table');
    if (battle?.status === 'active') expect(paused.length).toBeGreaterThan(0);
    await on.close();
  },
);

test.each(rulesets.map(({ id }) => id))('%s: the rest of a round resolves itself at the agreed hour', async (id) => {
  const on = await clockStage(memoryGround);
  const { ruleset } = await begun(house(on.stores), id, picker(3));
  await on.run('gm', 'gm reveal', { who: `${mark} One` });
  await on.run('gm', 'battle clock', { time: '20:00', reminders: 'none' });
  const before = (await on.log()).length;
  on.news();
  await on.pass(7.9 * hour);
  expect(await on.log()).toHaveLength(before);
  await on.pass(0.2 * hour);
  const resolved = (await on.log()).slice(before);
  const starts: readonly unknown[] = ruleset.markedEvents.roundStarts;
  const rounds = resolved.flatMap(({ events }) => events).filter((event) => starts.includes(Object(event).type));
  const battle = await on.stores.battles.byChannel('table');
  if (battle?.status === 'active') expect(rounds).toHaveLength(1);
  expect(resolved.some(({ user }) => user === 'ada' || user === 'bob')).toBe(true);
  // The round is told as one story.
  expect(on.news().filter(({ to }) => to === '#table')).toHaveLength(1);
  await on.pass(2 * hour);
  expect((await on.log()).slice(before)).toHaveLength(resolved.length);
  await on.close();
});
