import { type Line, line, step } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import { noEvasionReason } from './attack/attack.ts';
import { withAttackAccuracy, withoutWeapon } from './attack/plan.ts';
import { ableBodies, canContinue, isBodyAble, isUnitAble } from './conditions.ts';
import { accuracyParts, evasionParts } from './derived-values.ts';
import { sumParts } from './dice.ts';
import { isDeclarable } from './feats.ts';
import { attacksOf, isResistedAttack } from './natural-attacks.ts';
import { isInTouch } from './range.ts';
import { areHostile, isCharacter } from './relations.ts';
import type { Body } from './sheet.ts';
import type { State, Unit } from './state.ts';
import { isDead } from './units.ts';

const says =
  'No one here can hit anyone: all use fixed values, and every Accuracy is too low. Let one of them roll dice with /sword-world method, or end the battle with /battle end.';

/** The best fixed Accuracy of a body. Infinity if the body rolls dice, since 6+6 always hits (SW-ACC-5). */
const bestAccuracy = (state: State, unit: Unit, body: Body): number =>
  Math.max(
    ...attacksOf(body).map((attack) => {
      const { rolled, parts } = accuracyParts(state, unit, withAttackAccuracy(body, attack), withoutWeapon);
      return rolled ? Number.POSITIVE_INFINITY : sumParts(parts);
    }),
  );

/** The fixed Evasion of a body. Negative infinity if the body rolls dice, since 1+1 always fails (SW-ACC-5). */
const fixedEvasion = (state: State, unit: Unit, body: Body): number => {
  const { rolled, parts } = evasionParts(state, unit, body);
  return rolled ? Number.NEGATIVE_INFINITY : sumParts(parts);
};

/** True if the unit attacks only with fixed Accuracy: without dice, which can hit (SW-ACC-5), or magic. */
const isByFixed = (unit: Unit): boolean =>
  !isCharacter(unit) &&
  unit.useFixed &&
  unit.sheet.spells.length === 0 &&
  unit.bodies.every((body) => typeof body.accuracy !== 'number' && !attacksOf(body).some(isResistedAttack));

/** True if no unit that can continue has an attack that could hit. SW-END-3. */
export const isEveryAttackHopeless = (state: State): boolean => {
  const there = state.units.filter(canContinue);
  const pairs = there.flatMap((from) => there.filter((to) => areHostile(from, to)).map((to) => ({ from, to })));
  return (
    pairs.length > 0 &&
    there.every((unit) => isUnitAble(unit) && isByFixed(unit)) &&
    pairs.every(({ from, to }) =>
      ableBodies(to).every(
        (target) =>
          !noEvasionReason(state, { unit: to, body: target }) &&
          ableBodies(from).every((body) => bestAccuracy(state, from, body) <= fixedEvasion(state, to, target)),
      ),
    )
  );
};

/** True if the unit’s numbers cannot change: it has no effects, and no feats or potions to use. */
const cannotChange = (unit: Unit): boolean =>
  unit.useFixed &&
  unit.effects.length === 0 &&
  unit.statuses.length === 0 &&
  unit.retreat === 'none' &&
  unit.bodies.every((body) => isBodyAble(unit, body) || isDead(body)) &&
  (unit.sheet.potions ?? []).length === 0 &&
  !unit.sheet.feats.some(isDeclarable);

/** True if no attack can ever hit, unless the GM intervenes. SW-END-3. */
export const isStalemate = (state: State): boolean => {
  const { stage, open, effects, field, units } = state;
  if (stage !== 'combat' || open !== undefined || effects.length > 0 || field.env !== 'land') return false;
  if (units.some((unit) => isCharacter(unit) && canContinue(unit))) return false;
  const there = units.filter(canContinue);
  return (
    there.every(cannotChange) &&
    // A foe out of reach would have to run, which lowers its Evasion.
    there.every((one) => there.every((other) => !areHostile(one, other) || isInTouch(state, one, other))) &&
    isEveryAttackHopeless(state)
  );
};

/** Number of rounds between two hints to the GM. */
const hintInterval = 10;

/** Lines that tell the GM about a stalemate. Empty for others, because the hint reveals numbers. SW-END-3. */
export const stalemateLines = (state: State, { gm }: Reader): readonly Line[] =>
  gm && state.round % hintInterval === 2 && isEveryAttackHopeless(state)
    ? [{ ...line(says, 'bad', [[step('SW-END-3', 'fixed Accuracy never above fixed Evasion')]]), atDesk: true }]
    : [];

/** Notes in the GM’s view about a stalemate. SW-END-3. */
export const stalemateNotes = (state: State, { gm }: Reader): readonly string[] =>
  gm && state.stage === 'combat' && isEveryAttackHopeless(state) ? [says] : [];
