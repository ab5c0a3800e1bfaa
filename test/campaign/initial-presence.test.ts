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
const opened = (channel: string) => on.run('gm', 'battle create', { system: 'skure', name: channel }, channel);
const away = () => on.run('ada', 'my away', { until: '3d' });
const deputy = (until = '2d') => on.run('ada', 'my deputy', { user: 'dan', name: 'Dan', until });

test('who is away, and who acts for them, holds in a battle that is joined later', async () => {
  await away();
  await deputy();
  await opened('bridge');
  const joined = await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada', side: 'red' }, 'bridge');
  expect(joined.cards[0]?.title).toContain('Ada');
  const { away: absent, deputies } = await tableOf('bridge');
  expect(absent.ada).toBe((await tableOf('table')).away.ada);
  expect(deputies).toEqual((await tableOf('table')).deputies);
});

test('it is said once: a second combatant of the same player says nothing of it', async () => {
  await away();
  await opened('bridge');
  for (const name of ['Ada', 'Eda']) await on.run('ada', 'battle join', { preset: 'Swordsman', name }, 'bridge');
  const said = (await on.log('bridge')).flatMap(({ table }) => table).filter(({ type }) => type === 'away-set');
  expect(said).toHaveLength(1);
});

test('what is over, or was taken back, is not taken over', async () => {
  await away();
  await deputy();
  await on.run('ada', 'my deputy', { remove: true });
  on.clock.turn(4 * 24 * hour);
  await opened('bridge');
  await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada' }, 'bridge');
  expect(await tableOf('bridge')).toMatchObject({ away: {}, deputies: {} });
});

test('a deputy named while no battle goes on acts in the next one; of several the last that was named', async () => {
  await on.run('gm', 'battle end', {}, 'table');
  await deputy('9d');
  const named = await on.run('ada', 'my deputy', { user: 'eve', name: 'Eve', until: '5d' });
  expect(named.cards[0]?.lines[0]?.text).toContain('This also applies to battles you join later.');
  await opened('ford');
  await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada' }, 'ford');
  expect((await tableOf('ford')).deputies.ada).toMatchObject({ user: 'eve', name: 'Eve' });
});

test('a deputy who is erased acts for nobody who comes in later, and reads before that they are one', async () => {
  await deputy();
  expect(JSON.stringify(await on.run('dan', 'my privacy'))).toContain('you are the deputy of someone');
  await on.run('dan', 'my privacy', { do: 'erase', confirm: true });
  await opened('bridge');
  await on.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada' }, 'bridge');
  expect((await tableOf('bridge')).deputies).toEqual({});
  expect(JSON.stringify(await on.run('ada', 'my privacy'))).not.toContain('may act for you');
});

test('who is seated by the GM, or opens a battle, brings it along too', async () => {
  await away();
  await on.run('ada', 'battle create', { system: 'skure', name: 'Own' }, 'own');
  expect((await tableOf('own')).away).toHaveProperty('ada');
  await opened('bridge');
  await on.run('gm', 'gm role', { who: 'ada', role: 'player', name: 'Ada' }, 'bridge');
  expect((await tableOf('bridge')).away).toHaveProperty('ada');
  await opened('ford');
  await on.run('gm', 'npc add', { preset: 'Example Zombie' }, 'ford');
  await on.run('gm', 'gm control', { who: 'Zombie', player: 'ada', name: 'Ada' }, 'ford');
  expect((await tableOf('ford')).away).toHaveProperty('ada');
});
