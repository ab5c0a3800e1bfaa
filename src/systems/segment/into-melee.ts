import type { Dice } from '../../dice/dice.ts';
import { meleeAround } from './engagement.ts';
import type { IntoMelee } from './events.ts';
import type { Combatant, Settings, State, Weapon } from './model.ts';

/** SEG-INTOMELEE-3, SEG-RUL-90: a total at or under this means a friend. */
export const friendOn = (friends: number, opponents: number, { intoMeleeTable }: Settings): number => {
  const row = intoMeleeTable.find((each) => each.friends === friends && each.opponents === opponents);
  if (row !== undefined) return row.friendOn;
  const byFormula = 30 + 10 * (friends - 1) - (friends === 1 ? 10 : 5) * (opponents - 1);
  return Math.min(95, Math.max(5, byFormula));
};

/** SEG-INTOMELEE-4, by specialization: natural rolls that always endanger a friend. */
const naturals = [5, 3, 1] as const;
/** SEG-INTOMELEE-2, by specialization. */
const specialists = [0, 5, 10] as const;

/** SEG-INTOMELEE-1, 7: friends and opponents of the shooter in the melee of its target; empty: no die is rolled. */
export const meleeSizes = (
  state: State,
  shooter: Combatant,
  target: Combatant,
): { readonly friends: readonly Combatant[]; readonly opponents: readonly Combatant[] } => {
  const around = meleeAround(state, target);
  return {
    friends: around.filter(({ id, team }) => id !== shooter.id && team === shooter.team),
    opponents: around.filter(({ team }) => team !== shooter.team),
  };
};

export interface Shooter {
  readonly rank: number;
  readonly masterBowman: number;
  readonly specialization: Weapon['specialization'];
}

/** SEG-INTOMELEE-2..5: the die of a shot into a melee, and which friend is in the way. */
export const rollIntoMelee = (
  { rank, masterBowman, specialization }: Shooter,
  friends: readonly string[],
  opponents: number,
  intended: string,
  settings: Settings,
  dice: Dice,
): IntoMelee => {
  const natural = dice.roll(100, 'into melee');
  const bonus = rank + 2 * masterBowman + specialists[specialization];
  const total = natural + bonus;
  const threshold = friendOn(friends.length, opponents, settings);
  const friend = total <= threshold || natural <= naturals[specialization];
  const index = !friend ? undefined : friends.length > 1 ? dice.roll(friends.length, 'which friend') : 1;
  return {
    intended,
    natural,
    bonus,
    total,
    threshold,
    friends: [...friends],
    opponents,
    friend,
    ...(index !== undefined && { index }),
  };
};
