import { z } from 'zod';
import type { Dice } from '../../dice/dice.ts';
import { meleeGroup } from './engagement.ts';
import type { Settings } from './settings.ts';
import type { Weapon } from './sheet.ts';
import { type Combatant, combatantId, type State } from './state.ts';

/** SEG-INTOMELEE. */
export const shotIntoMeleeSchema = z.strictObject({
  intended: combatantId,
  natural: z.int(),
  bonus: z.int(),
  total: z.int(),
  threshold: z.int(),
  friends: z.array(combatantId),
  opponents: z.int(),
  friend: z.boolean(),
  index: z.int().optional(),
});

export type ShotIntoMelee = z.output<typeof shotIntoMeleeSchema>;

/** SEG-INTOMELEE-3, SEG-RUL-90: a total at or under this means a friend. */
export const friendThreshold = (friends: number, opponents: number, { intoMeleeTable }: Settings): number => {
  const row = intoMeleeTable.find((each) => each.friends === friends && each.opponents === opponents);
  if (row !== undefined) return row.friendOn;
  const byFormula = 30 + 10 * (friends - 1) - (friends === 1 ? 10 : 5) * (opponents - 1);
  return Math.min(95, Math.max(5, byFormula));
};

/** SEG-INTOMELEE-4, by specialization: natural rolls that always endanger a friend. */
const naturals = [5, 3, 1] as const;

/** SEG-INTOMELEE-2, by specialization. */
const specialists = [0, 5, 10] as const;

/** SEG-INTOMELEE-1, SEG-INTOMELEE-7: friends and opponents of the shooter in the melee of its target; empty: no die is rolled. */
export const meleeMembers = (
  state: State,
  shooter: Combatant,
  target: Combatant,
): { readonly friends: readonly Combatant[]; readonly opponents: readonly Combatant[] } => {
  const around = meleeGroup(state, target);
  return {
    friends: around.filter(({ id, team }) => id !== shooter.id && team === shooter.team),
    opponents: around.filter(({ team }) => team !== shooter.team),
  };
};

interface Shooter {
  readonly rank: number;
  readonly masterBowman: number;
  readonly specialization: Weapon['specialization'];
}

/** SEG-INTOMELEE-2, SEG-INTOMELEE-3, SEG-INTOMELEE-4, SEG-INTOMELEE-5: the die of a shot into a melee, and which friend is in the way. */
export const rollShotIntoMelee = (
  { rank, masterBowman, specialization }: Shooter,
  friends: readonly string[],
  opponents: number,
  intended: string,
  settings: Settings,
  dice: Dice,
): ShotIntoMelee => {
  const natural = dice.roll(100, 'into melee');
  const bonus = rank + 2 * masterBowman + specialists[specialization];
  const total = natural + bonus;
  const threshold = friendThreshold(friends.length, opponents, settings);
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
