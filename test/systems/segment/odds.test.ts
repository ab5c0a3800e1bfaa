import { expect, test } from 'vitest';
import { gmCaller } from '../../../src/rules/expected-action.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { combatantSchema, type State } from '../../../src/systems/segment/state.ts';
import { castingTime, defenseBonus, readAttackRoll as readRoll, stunThreshold } from './inner.ts';
import { ann, grim, seeAllViewer, tableOf } from './table.ts';

const opened = (state: State) => segment.openGame(JSON.parse(JSON.stringify(state)));

/** A share of a hundred and a mean with one decimal, rounded to the nearest. */
const tenths = (of: number, among: number): string => (Math.round((10 * of) / among) / 10).toFixed(1);

test.each([
  { hp: 50, armor: 4, critDoubles: 'total' },
  { hp: 9, armor: 0, critDoubles: 'total' },
  { hp: 12, armor: 2, critDoubles: 'dice' },
])('/odds matches a count of all rolls: %o', ({ hp, armor, critDoubles }) => {
  const state = tableOf([ann(), grim({ hp, con: 7, prot: { armor, other: 0 } })], [], { critDoubles }).state();
  let [stuns, downs, taken] = [0, 0, 0];
  for (let roll = 1; roll <= 100; roll++)
    for (let die = 1; die <= 8; die++) {
      const outcome = readRoll(roll, 60);
      const doubled = critDoubles === 'total' ? 2 * (die + 2) : 2 * die + 2;
      const lost = outcome === 'miss' ? 0 : outcome === 'hit' ? Math.max(0, die + 2 - armor) : doubled;
      stuns += lost > 7 ? 1 : 0;
      downs += lost >= hp ? 1 : 0;
      taken += lost;
    }
  const asked = opened(state).answerQuery('odds', gmCaller('gm', 'Ann'), { target: 'Grim' }, gmViewer);
  expect(asked.ok && asked.value.lines.map(({ text }) => text)).toEqual([
    'Chance to hit: 60 % (plain 51 %, critical 6 %, grievous 3 %).',
    `Average damage: ${tenths(taken, 800)} hit points. Chance to stun: ${tenths(100 * stuns, 800)}%, to take down: ${tenths(100 * downs, 800)}%.`,
  ]);
});

test.each([
  { declarations: 'open', hidden: [], aimed: 'need 95 − 50 = 45', joined: 'need 110 − 50 = 60' },
  { declarations: 'private', hidden: [], aimed: 'need 95 − 40 = 55', joined: 'need 100 − 40 = 60' },
  { declarations: 'open', hidden: ['Cy'], aimed: 'need 95 − 50 = 45', joined: 'need 100 − 50 = 50' },
])('/odds counts known declarations before they are closed: %o', ({ declarations, hidden, aimed, joined }) => {
  const fellows = [ann({ name: 'Bo', pos: [2, 0] }), ann({ name: 'Cy', pos: [1, 1] })];
  const stage = tableOf([ann({ hand: 'bow', attacks: 2 }), grim(), ...fellows], [], { declarations });
  const need = (who: string) => {
    const player = { ...seeAllViewer, foes: gmViewer.foes, controls: ['Ann', 'Bo'], unseen: hidden };
    const asked = opened(stage.state()).answerQuery('odds', gmCaller('gm', who), { target: 'Grim' }, player);
    return asked.ok && asked.value.lines[0]?.rows.flat()[0]?.says;
  };
  expect([need('Ann'), need('Bo')]).toEqual(['need 80 − 40 = 40', 'need 100 − 40 = 60']);
  stage.order('Ann', 'declare', { action: 'attack', target: 'Grim', options: 'aim' });
  stage.order('Grim', 'declare', { action: 'attack', target: 'Bo', options: 'defend 20' });
  stage.order('Cy', 'declare', { action: 'attack', target: 'Grim' });
  expect([need('Ann'), need('Bo')]).toEqual([aimed, joined]);
});

test('/odds hides a foe’s numbers from readers who may not know them', () => {
  const game = opened(tableOf([ann(), grim()]).state());
  const asked = game.answerQuery('odds', gmCaller('gm', 'Ann'), { target: 'Grim' }, gmViewer);
  expect(asked.ok && asked.value.lines[0]?.text).toBe('Chance to hit: 60 % (plain 51 %, critical 6 %, grievous 3 %).');
  const player = { ...gmViewer, gm: false, controls: ['Ann'], foes: { mode: 'words' as const, words: [] } };
  const kept = game.answerQuery('odds', gmCaller('gm', 'Ann'), { target: 'Grim' }, player);
  expect(kept.ok && kept.value.lines.map(({ text }) => text)).toEqual([
    'Chance to hit: 60 % (plain 51 %, critical 6 %, grievous 3 %).',
  ]);
  const secret = { ...player, foes: { ...player.foes, of: { def: { mode: 'off' as const, words: [] } } } };
  const nothing = game.answerQuery('odds', gmCaller('gm', 'Ann'), { target: 'Grim' }, secret);
  expect(nothing.ok && nothing.value.lines.map(({ text }) => text)).toEqual([
    'You do not know the numbers of both combatants; ask the GM.',
  ]);
});

test.each([
  { name: 'Hedda Stane', def: 40, stun: 18, full: 25, times: [] },
  { name: 'Orrin Vale', def: 25, stun: 14, full: 5, times: [] },
  { name: 'Sister Maud', def: 32, stun: 16, full: 18, times: [5, 10] },
  { name: 'Tamsin Quill', def: 19, stun: 10, full: 10, times: [6, 3] },
  { name: 'Grummoth', def: 17, stun: 35, full: 18, times: [] },
  { name: 'The Cave Lasher', def: 24, stun: 27, full: 15, times: [] },
])('$name has the numbers that the book derives', ({ name, def, stun, full, times }) => {
  const sheet = combatantSchema.shape.sheet.parse(segment.presets[name]?.sheet);
  const { def: parts } = sheet;
  expect(parts.base + parts.dex + parts.skill + parts.magic + (sheet.shieldReady ? parts.shield : 0)).toBe(def);
  expect(stunThreshold(sheet)).toBe(stun);
  const [weapon] = sheet.weapons;
  expect(defenseBonus('full', 0, weapon?.use === 'melee' ? weapon.rank : 0)).toBe(full);
  expect(sheet.spells.map((spell) => castingTime(spell, { roundSpellSegments: 10 }))).toEqual(times);
});

test('the queries sheet and reach show numbers and distances', () => {
  const game = opened(tableOf([ann(), grim()]).state());
  const sheet = game.answerQuery('sheet', gmCaller('gm', 'Ann'), {}, gmViewer);
  expect(sheet.ok && sheet.value.lines.map(({ text }) => text)).toContain('Stunned by more than 10 damage in one hit.');
  const reach = game.answerQuery('reach', gmCaller('gm', 'Ann'), {}, gmViewer);
  expect(reach.ok && reach.value.lines[0]?.text).toBe(
    'Grim: 5 feet, in melee. It can be reached with sword, bow (missile).',
  );
});
