import type { Dice } from '../../dice/dice.ts';
import type { EventOf, Part, Rolled } from './events.ts';
import type { State, Unit } from './model.ts';
import { clampedPower, powerValue } from './power.ts';
import { autoOf, failureXp, roll, succeeds, twoDice } from './rolls.ts';
import type { Body, Pool } from './sheet.ts';
import { happens, type Unfolding } from './unfolding.ts';
import { isCharacter, isDead, theBody } from './units.ts';
import { abilityMod, adventurerLevel } from './values.ts';

/** SW-XP-1. For characters only; never inside a critical chain. */
export const earn = (course: Unfolding, unit: Unit, rolled: Pick<Rolled, 'auto'> | undefined): void => {
  if (rolled?.auto === 'failure' && isCharacter(unit))
    happens(course, { type: 'experienced', unit: unit.id, amount: failureXp });
};

/** SW-DEATH-4, SW-RUL-43. */
const rollsForDeath = (state: State, unit: Unit): boolean =>
  isCharacter(unit) || unit.sheet.deathCheck || state.settings.monsterDeathCheck;

/** SW-DEATH-2, SW-RUL-43. Level and Vitality; a monster's Fortitude modifier, never its fixed value. */
const deathParts = (unit: Unit, body: Body): Part[] => {
  const fortitude = body.fortitude ?? unit.sheet.fortitude;
  if (isCharacter(unit))
    return [
      { rule: 'SW-DEATH-2', says: 'level', value: adventurerLevel(unit) },
      { rule: 'SW-DATA-3', says: 'vit', value: abilityMod(unit, 'vit') },
    ];
  const value = typeof fortitude === 'object' ? fortitude.mod : (fortitude ?? 0);
  return [{ rule: 'SW-DEATH-2', says: 'Fortitude', value }];
};

/** SW-DEATH-1, SW-DEATH-2. 2d against −HP; who fails is dead. */
export const deathCheck = (course: Unfolding, id: string, bonus: number, dice: Dice): 'unconscious' | 'dead' => {
  const { unit, body } = theBody(course.state, id);
  const tn = (-body.hp || 0) + bonus;
  const rolled = roll(dice, 'Death Check', deathParts(unit, body));
  const result = succeeds(rolled, tn) ? 'unconscious' : 'dead';
  happens(course, { type: 'death-checked', body: id, rolled, tn, result });
  if (result === 'dead')
    happens(course, { type: 'status', who: id, of: 'body', add: ['dead'], remove: ['unconscious'] });
  earn(course, unit, rolled);
  return result;
};

/**
 * SW-DMG-8, SW-HP-1, SW-HP-2, SW-DEATH-3. HP or MP go down; at 0 HP or less a body is unconscious, and a Death Check
 * follows at once where one is due.
 */
export const lose = (course: Unfolding, id: string, pool: Pool, amount: number, dice: Dice): void => {
  const { unit, body } = theBody(course.state, id);
  const from = body[pool];
  const to = pool === 'mp' ? Math.max(0, from - amount) : from - amount;
  const felled = pool === 'hp' && to <= 0 && !isDead(body);
  happens(course, { type: 'lost', body: id, pool, amount: from - to, from, to, felled });
  if (felled && to < from && rollsForDeath(course.state, unit)) deathCheck(course, id, 0, dice);
};

/** SW-POWER-7, SW-HP-3. A recovery roll: the row and the extra, capped at the maximum; 1+1 gives nothing. */
export const recover = (
  course: Unfolding,
  healing: Pick<EventOf<'recovered'>, 'body' | 'by' | 'what' | 'pool' | 'power' | 'extra' | 'minutes'>,
  dice: Dice,
): number => {
  const { unit, body } = theBody(course.state, healing.body);
  const fell = twoDice(dice, 'recovery');
  const value = powerValue(clampedPower(healing.power), fell[0] + fell[1]);
  const amount = value === null ? 0 : Math.max(0, value + healing.extra);
  const from = body[healing.pool];
  const most = healing.pool === 'hp' ? body.maxHp : body.maxMp;
  const to = isDead(body) ? from : Math.max(from, Math.min(most, from + amount));
  const woke = healing.pool === 'hp' && to >= 1 && body.statuses.includes('unconscious');
  happens(course, { type: 'recovered', ...healing, dice: fell, value, amount, from, to, woke });
  const healer = course.state.units.find(({ id }) => id === healing.by) ?? unit;
  earn(course, healer, { auto: autoOf(fell) });
  return amount;
};
