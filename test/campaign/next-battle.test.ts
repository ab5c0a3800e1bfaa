import { beforeEach, describe, expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { rulesets } from '../../src/systems/index.ts';
import { type ClockStage, clockStage, memoryGround } from './clock-stage.ts';

let on: ClockStage;
beforeEach(async () => {
  on = await clockStage(memoryGround);
});

const table = async (channel = 'table') => {
  const battle = await on.house().services.battles.open(channel);
  if (!battle.ok) throw new Error(battle.error.code);
  return battle.value.saved.table;
};
const code = async (user: string, path: string, input = {}, channel = 'table') => {
  const answer = await on.ask(user, path, input, channel);
  return answer.ok ? 'ok' : answer.error.code;
};

/** A setting of each rulebook that is not its default, as the GM types it. */
const changed: Readonly<Record<string, string>> = {
  skure: 'death.unconscious=no',
  dskull: 'points.limit=55',
  'sword-world': 'mode=standard',
  straalara: 'declarations=private',
  segment: 'attackMoveHalves=true',
};

describe.each(rulesets.map(({ id }) => ({ id })))('$id', ({ id }) => {
  test('the next battle of a campaign begins as the last one was set', async () => {
    await on.run('gm', 'campaign create', { name: 'Road', systems: id });
    await on.run('gm', 'battle create', { name: 'Ford', settings: changed[id], gmChannel: 'desk' });
    await on.run('gm', 'battle clock', { time: '24h', end: 'ask' });
    await on.run('gm', 'battle clock', { do: 'pause' });
    await on.run('gm', 'gm undo-consent', { allow: true });
    await on.run('gm', 'battle end');
    const ford = await table();
    await on.run('gm', 'battle create', { name: 'Hill' });
    const hill = await table();
    expect(hill).toMatchObject({ desk: 'desk', clock: { ...ford.clock, paused: false }, telling: ford.telling });
    expect(hill).toMatchObject({ consent: ford.consent, settings: ford.settings });
    expect(hill.clock.seconds).toBe(86_400);
  });
});

test('a campaign’s later house rules replace the last battle’s setting, and its objective is not repeated', async () => {
  await on.run('gm', 'campaign create', { name: 'Road', systems: 'skure' });
  await on.run('gm', 'battle create', {
    name: 'Ford',
    size: '8x8',
    objective: 'hold C4',
    settings: 'death.unconscious=no',
  });
  await on.run('gm', 'battle settings', { key: 'stun.turns', value: '2' });
  await on.run('gm', 'battle end');
  await on.run('gm', 'campaign rules', { rules: 'gore.damagePerTurn=3' });
  await on.run('gm', 'battle create', { name: 'Hill' });
  expect((await table()).settings).toMatchObject({
    ...{ 'death.unconscious': 'no', 'gore.damagePerTurn': 3, 'stun.turns': 2, 'board.width': 12, objective: '' },
  });
});

test('outside campaigns a new battle begins with the defaults, and a rematch with the same clock', async () => {
  await on.run('gm', 'battle create', { name: 'Ford', system: 'skure' });
  await on.run('gm', 'battle clock', { time: '24h' });
  await on.run('gm', 'battle end');
  const [ford] = await on.stores.battles.list('guild');
  await on.run('gm', 'battle create', { name: 'Hill', system: 'skure' });
  expect((await table()).clock.seconds).toBeUndefined();
  await on.run('gm', 'battle end');
  await on.run('gm', 'battle again', { of: ford?.id });
  expect((await table()).clock.seconds).toBe(86_400);
});

test('/campaign battle has every option of /battle create', () => {
  const optionsOf = (words: string) => {
    const command = buildCommands(rulesets).find(({ path }) => path.join(' ') === words);
    return command?.options.map(({ name }) => name);
  };
  expect(optionsOf('campaign battle')?.toSorted()).toEqual(optionsOf('battle create')?.toSorted());
});

test('the only campaign of a server is found from any channel, one of two is not', async () => {
  await on.run('gm', 'campaign create', { name: 'Road', systems: 'skure' });
  expect(await code('ada', 'campaign join', {}, 'elsewhere')).toBe('ok');
  // Other battles of the server stay outside the campaign.
  await on.run('bob', 'battle create', { name: 'Own', system: 'dskull' }, 'elsewhere');
  expect((await table('elsewhere')).campaign).toBeUndefined();
  await on.run('gm', 'campaign create', { name: 'Sea', systems: 'skure' }, 'other');
  expect(await code('bob', 'campaign join', {}, 'third')).toBe('no-campaign-here');
});

test('a battle whose post is gone is read, exported, verified and moved by name, by its people only', async () => {
  await on.duel('post');
  for (const path of ['battle log', 'battle export', 'battle verify']) {
    const named = { battle: 'duel of POST' };
    const answer = await on.run('ada', path, named, 'elsewhere');
    expect(answer).toMatchObject({ to: 'asker' });
    expect(await code('eve', path, named, 'elsewhere')).toBe('no-such-battle');
  }
  expect(await code('ada', 'battle relocate', { battle: 'Duel of post' }, 'elsewhere')).toBe('gm-only');
  expect(await code('gm', 'battle relocate', { battle: 'Duel of post' }, 'elsewhere')).toBe('ok');
  expect((await table('elsewhere')).name).toBe('Duel of post');
});
