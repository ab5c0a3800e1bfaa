import type { Draft } from './action.ts';
import type { EventOf, Part, Rolled } from './events.ts';
import type { State, Unit } from './model.ts';
import { clampedPower, powerValue } from './power.ts';
import { autoOf, failureXp, roll, succeeds, twoDice } from './rolls.ts';
import type { Body, Pool } from './sheet.ts';
import { isCharacter, isDead, theBody } from './units.ts';
import { abilityMod, adventurerLevel } from './values.ts';

/** SW-XP-1. For characters only; never inside a critical chain. */
export const earn = (draft: Draft, unit: Unit, rolled: Pick<Rolled, 'auto'> | undefined): void => {
  if (rolled?.auto === 'failure' && isCharacter(unit))
    draft.emit({ type: 'experienced', unit: unit.id, amount: failureXp });
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
export const deathCheck = (draft: Draft, id: string, bonus: number): 'unconscious' | 'dead' => {
  const { unit, body } = theBody(draft.now(), id);
  const tn = (-body.hp || 0) + bonus;
  const rolled = roll(draft.dice, 'Death Check', deathParts(unit, body));
  const result = succeeds(rolled, tn) ? 'unconscious' : 'dead';
  draft.emit({ type: 'death-checked', body: id, rolled, tn, result });
  if (result === 'dead') draft.emit({ type: 'status', who: id, of: 'body', add: ['dead'], remove: ['unconscious'] });
  earn(draft, unit, rolled);
  return result;
};

/**
 * SW-DMG-8, SW-HP-1, SW-HP-2, SW-DEATH-3. HP or MP go down; at 0 HP or less a body is unconscious, and a Death Check
 * follows at once where one is due.
 */
export const lose = (draft: Draft, id: string, pool: Pool, amount: number): void => {
  const { unit, body } = theBody(draft.now(), id);
  const from = body[pool];
  const to = pool === 'mp' ? Math.max(0, from - amount) : from - amount;
  const felled = pool === 'hp' && to <= 0 && !isDead(body);
  draft.emit({ type: 'lost', body: id, pool, amount: from - to, from, to, felled });
  if (felled && to < from && rollsForDeath(draft.now(), unit)) deathCheck(draft, id, 0);
};

/** SW-POWER-7, SW-HP-3. A recovery roll: the row and the extra, capped at the maximum; 1+1 gives nothing. */
export const recover = (
  draft: Draft,
  healing: Pick<EventOf<'recovered'>, 'body' | 'by' | 'what' | 'pool' | 'power' | 'extra' | 'minutes'>,
): number => {
  const { unit, body } = theBody(draft.now(), healing.body);
  const fell = twoDice(draft.dice, 'recovery');
  const value = powerValue(clampedPower(healing.power), fell[0] + fell[1]);
  const amount = value === null ? 0 : Math.max(0, value + healing.extra);
  const from = body[healing.pool];
  const most = healing.pool === 'hp' ? body.maxHp : body.maxMp;
  const to = isDead(body) ? from : Math.max(from, Math.min(most, from + amount));
  const woke = healing.pool === 'hp' && to >= 1 && body.statuses.includes('unconscious');
  draft.emit({ type: 'recovered', ...healing, dice: fell, value, amount, from, to, woke });
  const healer = draft.now().units.find(({ id }) => id === healing.by) ?? unit;
  earn(draft, healer, { auto: autoOf(fell) });
  return amount;
};
