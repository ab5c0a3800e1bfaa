import { bodyConditions, conditionsOf, type Unit } from './state.ts';

const isFlightEffect = ({ id, flight }: { readonly id: string; readonly flight?: boolean | undefined }): boolean =>
  flight ?? /\b(fly|flying|flight|levitat\w*|hover\w*)\b/i.test(id);

/** SW-AIR-6. At least half of the wings, rounded up, at 0 HP or useless. */
const wingsBroken = (unit: Unit): boolean => {
  const wings = unit.bodies.filter(({ isWing }) => isWing);
  const useless = wings.filter((wing) => wing.hp <= 0 || bodyConditions(unit, wing).includes('useless'));
  return wings.length > 0 && useless.length >= Math.ceil(wings.length / 2);
};

/** SW-AIR-5, SW-AIR-7. Able to fly, by nature or by any effect; the loss of one of several takes nothing away. */
export const canFly = (unit: Unit): boolean =>
  unit.effects.some(isFlightEffect) ||
  (unit.sheet.canFly && !wingsBroken(unit) && !conditionsOf(unit).includes('grounded'));

/** SW-AIR-3, SW-RUL-71. Knocked prone above this many metres, a flyer catches itself that much lower. */
export const fallRecoveryHeight = 10;
