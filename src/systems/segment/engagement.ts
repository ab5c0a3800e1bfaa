import { z } from 'zod';
import { say, type Text } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import type { Barrier, BarrierChecks, Square } from '../../rules/grid/square.ts';
import type { Settings } from './settings.ts';
import type { Sheet, Weapon } from './sheet.ts';
import { areHostile, type Combatant, heldMeleeReach, isAble, type State } from './state.ts';

/** Distance on the map (feet). SEG-MOVE-6. */
export const feetBetween = (a: Square, b: Square): number => 5 * Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

/** Distance of two combatants (feet). Undefined without a map. SEG-RUL-20. */
export const distanceInFeet = ({ settings }: State, a: Combatant, b: Combatant): number | undefined =>
  settings.useMap && a.pos !== undefined && b.pos !== undefined ? feetBetween(a.pos, b.pos) : undefined;

/** True if two combatants are within this distance (feet). Always true without a map. */
export const isWithinFeet = (state: State, a: Combatant, b: Combatant, feet: number): boolean =>
  (distanceInFeet(state, a, b) ?? 0) <= feet;

/** The foes of a combatant that are up, nearest first, ties in joining order. Unknown distances count as 0. */
export const foesByDistance = (state: State, who: Combatant) =>
  state.combatants
    .filter((foe) => foe.life === 'up' && areHostile(who, foe))
    .map((foe) => ({ foe, feet: distanceInFeet(state, who, foe) ?? 0 }))
    .toSorted((a, b) => a.feet - b.feet);

export type FoeAtDistance = ReturnType<typeof foesByDistance>[number];

const arePaired = (state: State, a: string, b: string): boolean =>
  state.engagements.some(([one, other]) => (one === a && other === b) || (one === b && other === a));

/** True if two able enemies are in melee: within reach on a map, else recorded as a pair. SEG-MOVE-6. */
export const isEngaged = (state: State, a: Combatant, b: Combatant): boolean => {
  if (!areHostile(a, b) || !isAble(a) || !isAble(b)) return false;
  const feet = distanceInFeet(state, a, b);
  return feet === undefined ? arePaired(state, a.id, b.id) : feet <= Math.max(heldMeleeReach(a), heldMeleeReach(b));
};

export const engagedFoes = (state: State, who: Combatant): readonly Combatant[] =>
  state.combatants.filter((each) => isEngaged(state, who, each));

/** Everyone in the melee of a target, the stunned too, through any chain of pairs. SEG-INTOMELEE-7, SEG-RUL-91. */
const meleeGroup = (state: State, who: Combatant): readonly Combatant[] => {
  const linked = new Set([who.id]);
  const awake = { ...state, combatants: state.combatants.map((each) => ({ ...each, stunned: false })) };
  const open = awake.combatants.filter(({ id }) => id === who.id);
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const foe of engagedFoes(awake, next))
      if (!linked.has(foe.id)) {
        linked.add(foe.id);
        open.push(foe);
      }
  return state.combatants.filter(({ id }) => linked.has(id));
};

const isBlocked = ({ settings: { board } }: State, square: Square): boolean =>
  board !== 'none' && board.blocked.some((each) => isSameSquare(each, square));

export const isWithinEdges = ({ settings: { board } }: State, { x, y }: Square): boolean =>
  board === 'none' || (x >= 0 && y >= 0 && x < board.width && y < board.height);

/** True if the square is on the board and not blocked. */
export const isOnBoard = (state: State, square: Square): boolean =>
  isWithinEdges(state, square) && !isBlocked(state, square);

/** True if an able combatant other than `but` is on the square. SEG-MOVE-8. */
export const isOccupied = (state: State, square: Square, but?: string): boolean =>
  state.combatants.some(
    (each) => each.id !== but && isAble(each) && each.pos?.x === square.x && each.pos.y === square.y,
  );

export const isSameSquare = (a: Square | undefined, b: Square | undefined): boolean => a?.x === b?.x && a?.y === b?.y;

/** Checks if a square is free to place or push a combatant there. Stunned combatants block their squares too. */
export const barrierChecksFor = (state: State, who: string): BarrierChecks => ({
  onBoard: (square) => isWithinEdges(state, square),
  isBlocked: (square) => isBlocked(state, square),
  isTaken: (square) =>
    state.combatants.some(({ id, life, pos }) => id !== who && life === 'up' && isSameSquare(pos, square)),
});

/** Why no one can stand on a square, as a clause. */
export const barrierTexts: Readonly<Record<Barrier, (square: string) => Text>> = {
  edge: (square) => say`${square} is off the board`,
  blocked: (square) => say`${square} is blocked`,
  taken: (square) => say`${square} is occupied`,
};

/** The roll that decides if a shot into melee hits a friend. SEG-INTOMELEE. */
export const shotIntoMeleeSchema = z.strictObject({
  intended: z.string(),
  natural: z.int(),
  bonus: z.int(),
  total: z.int(),
  threshold: z.int(),
  friends: z.array(z.string()),
  opponents: z.int(),
  friend: z.boolean(),
  index: z.int().optional(),
});

type ShotIntoMelee = z.output<typeof shotIntoMeleeSchema>;

/** The highest total at which a shot into melee hits a friend. SEG-INTOMELEE-3, SEG-RUL-90. */
export const friendThreshold = (friends: number, opponents: number, { intoMeleeTable }: Settings): number => {
  const row = intoMeleeTable.find((each) => each.friends === friends && each.opponents === opponents);
  if (row !== undefined) return row.friendOn;
  const byFormula = 30 + 10 * (friends - 1) - (friends === 1 ? 10 : 5) * (opponents - 1);
  return Math.min(95, Math.max(5, byFormula));
};

/** The highest natural roll that always endangers a friend, for each level of specialization. SEG-INTOMELEE-4. */
const friendlyNaturals = [5, 3, 1] as const;

/** Bonus for a shot into melee, for each level of specialization. SEG-INTOMELEE-2. */
const specialistBonuses = [0, 5, 10] as const;

/** Friends and opponents in the target’s melee. No roll is made without friends. SEG-INTOMELEE-1, SEG-INTOMELEE-7. */
export const meleeMembers = (state: State, shooter: Combatant, target: Combatant) => {
  const around = meleeGroup(state, target);
  return {
    friends: around.filter(({ id, team }) => id !== shooter.id && team === shooter.team),
    opponents: around.filter(({ team }) => team !== shooter.team),
  };
};

type Shooter = Pick<Weapon, 'rank' | 'specialization'> & Pick<Sheet, 'masterBowman'>;

/** Rolls if a shot into melee hits a friend, and which friend. SEG-INTOMELEE-2, SEG-INTOMELEE-4, SEG-INTOMELEE-5. */
export const rollShotIntoMelee = (
  { rank, masterBowman, specialization }: Shooter,
  friends: readonly string[],
  opponents: number,
  intended: string,
  settings: Settings,
  dice: Dice,
): ShotIntoMelee => {
  const natural = dice.roll(100, 'into melee');
  const bonus = rank + 2 * masterBowman + specialistBonuses[specialization];
  const total = natural + bonus;
  const threshold = friendThreshold(friends.length, opponents, settings);
  const friend = total <= threshold || natural <= friendlyNaturals[specialization];
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
    index,
  };
};
