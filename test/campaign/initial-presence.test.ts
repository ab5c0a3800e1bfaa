import { beforeEach, expect, test } from 'vitest';
import { type ClockStage, clockStage, hour, memoryGround } from './clock-stage.ts';

let on: ClockStage;
beforeEach(async () => {
  on = await clockStage(memoryGround);
  await on.duel();
});

const tableOf = async (channel: string) => {
  const battle = await on.stores.battles.byChannel(channel);
  if (battle === undefined) throw new Error('no battle');
  return battle.table;
};
const createBattle = (channel: string) => on.run('gm', 'battle create', { system: 'skure', name: channel }, channel);
const away = () => on.run('ada', 'my away', { until: '3d' });
const deputy = (until = '2d') => on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until });

test('a player’s absence and deputy apply to a battle joined later', async () => {
  await away();
  await deputy();
  await createBattle('bridge');
  const joined = await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada', side: 'red' }, 'bridge');
  expect(joined.cards[0]?.title).toContain('Ada');
  const { away: absent, deputies } = await tableOf('bridge');
  expect(absent.ada).toBe((await tableOf('table')).away.ada);
  expect(deputies).toEqual((await tableOf('table')).deputies);
});

test('an absence is recorded once for a player with two combatants', async () => {
  await away();
  await createBattle('bridge');
  for (const name of ['Ada', 'Eda']) await on.run('ada', 'battle join', { preset: 'Swordsman', name }, 'bridge');
  const said = (await on.log('bridge')).flatMap(({ table }) => table).filter(({ type }) => type === 'away-set');
  expect(said).toHaveLength(1);
});

test('an ended absence and a removed deputy do not apply to a new battle', async () => {
  await away();
  await deputy();
  await on.run('ada', 'my deputy', { remove: true });
  on.clock.turn(4 * 24 * hour);
  await createBattle('bridge');
  await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada' }, 'bridge');
  expect(await tableOf('bridge')).toMatchObject({ away: {}, deputies: {} });
});

test('a deputy named outside battles acts in the next one; the last named counts', async () => {
  await on.run('gm', 'battle end', {}, 'table');
  await deputy('9d');
  const named = await on.run('ada', 'my deputy', { user: 'eve', name: 'Eve', until: '5d' });
  expect(named.cards[0]?.lines[0]?.text).toContain('This also applies to battles you join later.');
  await createBattle('ford');
  await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada' }, 'ford');
  expect((await tableOf('ford')).deputies.ada).toMatchObject({ user: 'eve', name: 'Eve' });
});

test('an erased deputy acts for no one in later battles', async () => {
  await deputy();
  expect(JSON.stringify(await on.run('dan', 'my privacy'))).toContain('you are the deputy of 1 person');
  await on.run('dan', 'my privacy', { do: 'erase', confirm: true });
  await createBattle('bridge');
  await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada' }, 'bridge');
  expect((await tableOf('bridge')).deputies).toEqual({});
  expect(JSON.stringify(await on.run('ada', 'my privacy'))).not.toContain('may act for you');
});

test('an absence applies to a user who opens a battle or gets a seat from the GM', async () => {
  await away();
  await on.run('ada', 'battle create', { system: 'skure', name: 'Own' }, 'own');
  expect((await tableOf('own')).away).toHaveProperty('ada');
  await createBattle('bridge');
  await on.run('gm', 'gm role', { who: 'ada', role: 'player', name: 'Ada' }, 'bridge');
  expect((await tableOf('bridge')).away).toHaveProperty('ada');
  await createBattle('ford');
  await on.run('gm', 'npc add', { preset: 'Zombie' }, 'ford');
  await on.run('gm', 'gm control', { who: 'Zombie', player: 'ada', name: 'Ada' }, 'ford');
  expect((await tableOf('ford')).away).toHaveProperty('ada');
});
