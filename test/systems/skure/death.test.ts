import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { battleOf } from '../../conformance/skure/setup.ts';
import { ann, as, battle, bob, cat, gm, of, order, told, verb } from './stage.ts';

const bobSheet = { agility: 10, speed: 20, attack: 15, defense: 5, maxHp: 100, size: 5, move: '3F (+1) Ground' };

test('SK-DEATH-6: the drowned lose their first turn after a revival', () => {
  const drowned = bob({ hp: -25, life: 'dead', deathCause: 'water', remains: 'drowned', agility: 8 });
  const risen = order(
    battle([ann({ agility: 9 }), drowned, cat({ agility: 2 })]),
    gm,
    verb('revive', { target: 'Bob' }),
  ).game;
  expect(order(risen, as('Ann'), verb('end')).game.save()).toMatchObject({ turn: { who: 'Cat' } });
});

test.each([
  { how: 'fire', alignment: 'neutral', death: { life: 'dead', deathCause: 'fire', remains: 'ashes' }, fails: 50 },
  { how: 'dark', alignment: 'good', death: { life: 'dead', deathCause: 'dark', remains: 'damned' }, fails: 75 },
])('SK-RUL-55: a character killed by $how keeps its chance of failure in the next battle', (each) => {
  const fallen = battle([ann(), bob({ ...each.death, alignment: each.alignment, hp: -25 })]);
  const sheet = fallen.carry('Bob', bobSheet)?.sheet;
  expect(sheet).toMatchObject({ hp: -25, death: each.death });
  const next = order(skure.openGame(battleOf({ combatants: [ann(), cat()] }).state), gm, {
    do: 'enter',
    entrant: { id: 'Bob', side: 'blue', sheet },
  }).game;
  expect(of(next, 'Bob')).toMatchObject(each.death);
  const placed = order(next, gm, verb('place', { target: 'Bob', to: 'F5' })).game;
  const tried = order(placed, gm, verb('revive', { target: 'Bob' }), [each.fails]);
  expect(tried.refused).toBeUndefined();
  expect(tried.events[0]).toMatchObject({ type: 'revived', chance: each.fails, success: false });
  expect(skure.restore(sheet)).toMatchObject({ ok: true, value: expect.not.objectContaining({ death: each.death }) });
});

test.each([
  { element: 'fire', affinities: { fire: 50 }, damage: 15, row: '10 fire, weak to the element ×1.5 = 15 · = 15' },
  { element: undefined, affinities: { fire: 50 }, damage: 10, row: 'Bob 30/100 → 20/100' },
])('SK-EXC-5: harm by $element takes affinities into account', ({ element, affinities, damage, row }) => {
  const game = battle([ann(), bob({ affinities, hp: 30 })]);
  const { events } = order(game, gm, verb('harm', { target: 'Bob', damage: 10, element, source: 'lava' }));
  expect(events[0]).toMatchObject({ type: 'damaged', damage });
  const [line] = game.narrate(events, gmViewer);
  expect(line?.text).toBe(`Bob suffers ${damage} damage (lava).`);
  expect(JSON.stringify(line?.rows)).toContain(row.split(' · ')[0]);
});

test('SK-EXC-5: death by a hazard has the element as its cause', () => {
  const doing = verb('harm', { target: 'Bob', damage: 60, element: 'water', source: 'the river' });
  const game = battle([ann(), bob({ hp: 30 }), cat()]);
  expect(of(order(game, gm, doing).game, 'Bob')).toMatchObject({ life: 'dead', deathCause: 'water' });
  expect(told(game, gm, doing)[0]).toBe('Bob suffers 60 damage (the river). Bob is dead (drowned).');
});
