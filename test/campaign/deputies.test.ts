import { beforeEach, describe, expect, test } from 'vitest';
import { pingOf } from '../../src/app/replies/reply.ts';
import { foldLog, isSameWhenSaved } from '../../src/battle/saved/replay.ts';
import { rulesets } from '../../src/systems/index.ts';
import { type ClockStage, clockStage, hour, memoryGround } from './clock-stage.ts';

let on: ClockStage;
beforeEach(async () => {
  on = await clockStage(memoryGround, ['@zoe']);
  await on.duel();
});

const codeOf = async (user: string, path: string, input: Record<string, unknown> = {}): Promise<string> => {
  const answer = await on.ask(user, path, input);
  return answer.ok ? 'done' : answer.error.code;
};
const last = async () => (await on.log()).at(-1);
const saved = async (channel = 'table') => {
  const battle = await on.stores.battles.byChannel(channel);
  if (battle === undefined) throw new Error('no battle');
  return battle;
};
const expectFolded = async () => {
  const battle = await saved();
  const ruleset = rulesets.find(({ id }) => id === battle.system);
  if (ruleset === undefined) throw new Error('no rulebook');
  const folded = foldLog(ruleset, await on.log());
  expect(isSameWhenSaved(folded.table, battle.table)).toBe(true);
  expect(isSameWhenSaved(folded.game.save(), battle.game)).toBe(true);
};

describe('deputies', () => {
  test('a deputy may give orders for their player until the end date, and for no one else', async () => {
    expect(await codeOf('dan', 'turn', { facing: 'E' })).toBe('no-seat');
    await on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until: '2d' });
    await on.run('dan', 'turn', { facing: 'E' });
    expect(await last()).toMatchObject({ user: 'dan', request: { actor: 'Ada' } });
    expect(await codeOf('dan', 'end', { as: 'Bob' })).not.toBe('done');
    expect(await codeOf('dan', 'gm reveal', { who: 'Ada' })).toBe('gm-only');
    on.clock.turn(49 * hour);
    expect(await codeOf('dan', 'end')).toBe('no-seat');
    await expectFolded();
  });

  test('a deputy is told in private when named, replaced or dismissed', async () => {
    const heard = () =>
      on.heard
        .splice(0)
        .flatMap(({ to, reply: { cards } }) => cards.map(({ title, lines }) => [to, title, lines[0]?.text ?? '']));
    await on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until: '2d' });
    const says = /^Until .* In .*\. To give orders for their combatants, use the option as: in/;
    expect(heard()).toEqual([['@dan', 'ada has named you as deputy', expect.stringMatching(says)]]);
    // Extending the same deputy sends that message only.
    await on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until: '3d' });
    expect(heard()).toEqual([['@dan', 'ada has named you as deputy', expect.stringMatching(says)]]);
    await on.run('ada', 'my deputy', { user: 'eve', name: 'Eve', until: '2d' });
    expect(heard().map(([to, title]) => [to, title])).toEqual([
      ['@dan', 'You no longer act for ada'],
      ['@eve', 'ada has named you as deputy'],
    ]);
    await on.run('ada', 'my deputy', { remove: true });
    expect(heard().map(([to, title]) => [to, title])).toEqual([['@eve', 'You no longer act for ada']]);
    // She has no deputy any more, so no message is sent.
    await on.run('ada', 'my deputy', { remove: true });
    expect(heard()).toEqual([]);
  });

  test('a deputy is pinged with the player, and alone while the player is away', async () => {
    await on.run('ada', 'end');
    await on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until: '5d' });
    expect(pingOf(await on.run('bob', 'end'))).toEqual(['ada', 'dan']);
    await on.run('dan', 'end');
    await on.run('ada', 'my away', { until: '2d' });
    expect(pingOf(await on.run('bob', 'end'))).toEqual(['dan']);
    await on.run('dan', 'end');
    await on.run('ada', 'my deputy', { remove: true });
    // An absent player without a deputy is not pinged.
    expect(pingOf(await on.run('bob', 'end'))).toEqual([]);
    await on.run('ada', 'my away', { until: 'back' });
    await on.run('ada', 'end');
    expect(pingOf(await on.run('bob', 'end'))).toEqual(['ada']);
    await expectFolded();
  });

  test('a deputy can be notified by direct message', async () => {
    await on.run('dan', 'my settings', { call: 'turn', by: 'direct' });
    await on.run('ada', 'end');
    await on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until: '5d' });
    on.heard.splice(0);
    expect(pingOf(await on.run('bob', 'end'))).toEqual(['ada']);
    expect(on.heard.splice(0)).toMatchObject([
      { to: '@dan', reply: { cards: [{ lines: [{ text: 'Ada to act.' }] }] } },
    ]);
  });

  test('a dismissed deputy can no longer give orders', async () => {
    await on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until: '2d' });
    await on.run('ada', 'my deputy', { remove: true });
    expect(await codeOf('dan', 'turn', { facing: 'E' })).toBe('no-seat');
  });

  test.each([
    { until: '2025-01-01', code: 'bad-input' },
    { until: '2029-01-01', code: 'bad-input' },
    { until: 'some day', code: 'bad-input' },
    { until: '2026-11-20', code: 'done' },
    { until: '3w', code: 'done' },
  ])('naming a deputy until $until gives $code', async ({ until, code }) => {
    expect(await codeOf('ada', 'my deputy', { user: 'dan', until })).toBe(code);
  });

  test('a player cannot be their own deputy', async () => {
    expect(await codeOf('ada', 'my deputy', { user: 'ada', until: '2d' })).toBe('own-deputy');
  });

  test('a player can undo their deputy’s order', async () => {
    await on.run('ada', 'my deputy', { user: 'bob', until: '2d' });
    await on.run('bob', 'turn', { facing: 'E', as: 'Ada' });
    expect(await codeOf('ada', 'undo')).toBe('done');
    await expectFolded();
  });

  test('an order by a deputy is completed after their time has ended', async () => {
    await on.guarded('bridge');
    await on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until: '1d' }, 'bridge');
    await on.run('dan', 'attack', { target: 'Bob' }, 'bridge');
    expect((await saved('bridge')).pending).toMatchObject({ user: 'dan', question: { to: 'Eve' } });
    on.clock.turn(30 * hour);
    await on.run('eve', 'my answer', { choice: 'no' }, 'bridge');
    expect((await saved('bridge')).pending).toBeUndefined();
  });
});

describe('standing orders for absences', () => {
  test('a standing order for absences works only while its owner is away', async () => {
    await on.run('ada', 'my standing-orders', { kind: 'turn', answer: 'auto', away: true });
    await on.run('bob', 'my standing-orders', { kind: 'turn', answer: 'auto', away: true });
    expect(await last()).toMatchObject({ request: { kind: 'table' } });
    await on.run('ada', 'my away', { until: '2d' });
    expect(await last()).toMatchObject({ user: 'ada', reason: 'standing order', request: { actor: 'Ada' } });
    await on.run('bob', 'end');
    expect(await last()).toMatchObject({ user: 'ada', reason: 'standing order' });
    await on.run('ada', 'my away', { until: 'back' });
    await on.run('bob', 'end');
    expect(await last()).toMatchObject({ user: 'bob', request: { actor: 'Bob' } });
    await expectFolded();
  });

  test('a standing order for absences stops with the absence', async () => {
    await on.run('ada', 'my standing-orders', { kind: 'turn', answer: 'auto', away: true });
    await on.run('ada', 'end');
    await on.run('ada', 'my away', { until: '1d' });
    on.clock.turn(25 * hour);
    await on.run('bob', 'end');
    expect(await last()).toMatchObject({ user: 'bob' });
  });

  test('when time runs out, the clock follows the standing order for absences', async () => {
    await on.run('gm', 'battle clock', { do: 'set', time: '1h' });
    await on.run('ada', 'my standing-orders', { kind: 'turn', answer: 'defend', away: true });
    await on.pass(2 * hour);
    expect(await last()).toMatchObject({
      user: 'ada',
      reason: 'the clock ran out',
      request: { doings: [{ verb: 'defend' }] },
    });
  });

  test('a player’s standing order for absences is hidden from other players', async () => {
    await on.run('ada', 'my standing-orders', { kind: 'turn', answer: 'auto', away: true });
    const told = await on.house().services.battles.logView('table', 'bob');
    expect(told.ok && told.value.at(-1)?.lines).toEqual([]);
  });
});
