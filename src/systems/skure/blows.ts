import type { Dice } from '../../dice/dice.ts';
import type { Square } from '../../rules/grid/square.ts';
import { dropAimsAt } from './aiming.ts';
import { type Attack, reckon, rollsToHit } from './attacking.ts';
import { meleeDistance } from './board.ts';
import { isAble, standing } from './combatants.ts';
import { harmOf, unharmed } from './death.ts';
import type { Ledger } from './ledger.ts';
import type { Combatant, Reckoning } from './model.ts';

interface Circumstances {
  readonly attacker: string;
  readonly target: string;
  /** The ally for whom the target takes the blow. */
  readonly instead?: string | undefined;
  readonly at?: Square;
}

const dieOf: Readonly<Partial<Record<Attack['how'], string>>> = { counter: 'counter', opportunity: 'aoo' };

const naturalRoll = (dice: Dice, { how, attacker }: Attack): number =>
  attacker.next.roll ?? dice.roll(100, dieOf[how] ?? 'hit');

/** Section 6, steps 3 to 16: rolls, reckons and lands one blow. */
export const strike = (
  book: Ledger,
  dice: Dice,
  how: Attack['how'],
  { attacker, target, instead, at }: Circumstances,
  magic?: Attack['magic'],
): Reckoning => {
  const state = book.now();
  const attack: Attack = {
    how,
    attacker: standing(state, attacker),
    target: standing(state, target),
    shield: instead !== undefined,
    ...(magic !== undefined && { magic }),
  };
  const natural = rollsToHit(attack, state.settings) ? naturalRoll(dice, attack) : undefined;
  const reckoning = reckon(state, attack, natural);
  const gentle = magic !== undefined && 'revives' in magic && magic.revives !== null;
  const harm = gentle ? unharmed(attack.target) : harmOf(attack.target, reckoning, state.settings);
  book.add({
    type: 'struck',
    how,
    attacker,
    target,
    ...(instead !== undefined && { instead }),
    ...(magic !== undefined && { with: magic.name }),
    ...(at !== undefined && { at }),
    reckoning,
    harm,
  });
  const died = harm.life !== attack.target.life && (harm.life === 'dead' || harm.life === 'destroyed');
  if (died) dropAimsAt(book, target);
  return reckoning;
};

/** SK-CTR-4, SK-RUL-45: does this miss bring a counter-attack? */
const isCountered = (attacker: Combatant, defender: Combatant, { roll, zone }: Reckoning): boolean =>
  roll?.stage === 1 &&
  zone !== 'rear' &&
  defender.stance === 'counter' &&
  isAble(defender) &&
  attacker.at !== undefined &&
  defender.at !== undefined &&
  meleeDistance(attacker.at, defender.at) <= defender.sheet.meleeRange;

/** SK-CTR-4..7: the counter-attack that a missed melee attack brings. */
export const counterIfMissed = (
  book: Ledger,
  dice: Dice,
  attacker: string,
  defender: string,
  missed: Reckoning,
): void => {
  const state = book.now();
  if (isCountered(standing(state, attacker), standing(state, defender), missed))
    strike(book, dice, 'counter', { attacker: defender, target: attacker });
};
