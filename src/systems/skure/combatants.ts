import { sameName } from '../../core/text.ts';
import { effectSum } from '../../rules/effects.ts';
import { isPlaced } from './board.ts';
import type { Combatant, Placed, State } from './model.ts';

export const named = (state: State, name: string): Combatant | undefined =>
  state.combatants.find((each) => each.name === name);

/** As a person may type it: letter case does not count. */
export const called = (state: State, name: string): Combatant | undefined =>
  named(state, name) ?? state.combatants.find((each) => sameName(each.name, name));

/** The combatant of that name on the board. Thrown where there is none: only a name that was checked may come here. */
export const standing = (state: State, name: string): Placed => {
  const found = named(state, name);
  if (found === undefined || !isPlaced(found)) throw new Error(`${name} does not stand on the board.`);
  return found;
};

export const isDisrupted = ({ conditions }: Combatant): boolean => conditions.some(({ disrupts }) => disrupts);

/** Conscious and not disrupted (section 2.2). */
export const isAble = (combatant: Combatant): boolean => combatant.life === 'conscious' && !isDisrupted(combatant);

export const hasTrait = ({ sheet }: Combatant, trait: 'BACKSTABBER' | 'SUPER_DEFENSE'): boolean =>
  sheet.traits.includes(trait);

export const rateTerms = {
  hit: 'Added to its own hit rolls',
  dodge: 'Added to hit rolls made against it; below 0 protects it',
  attack: 'Added to its attack',
  defense: 'Added to its defense',
  speed: 'Added to its speed',
  agility: 'Added to its agility, which sets the turn order',
  movement: 'Added to the points it may move in a turn',
  damage: 'Percent added to the damage it deals',
  harm: 'Percent added to the damage it takes',
} as const;

/** A number of the sheet with what the BM has hung on it, never below 0. */
export const rateOf = (
  state: Pick<State, 'effects'>,
  { name, sheet }: Combatant,
  rate: 'attack' | 'defense' | 'speed' | 'agility',
): number =>
  state.effects.length === 0 ? sheet[rate] : Math.max(0, sheet[rate] + effectSum(state.effects, name, rate));

/** Those in the turn order first, in its order, then who joined later (SK-AOO-9). */
export const inTurnOrder = (state: State): readonly Combatant[] => {
  const place = (name: string): number => {
    const found = state.order.indexOf(name);
    return found < 0 ? state.order.length : found;
  };
  return state.combatants.toSorted((a, b) => place(a.name) - place(b.name) || a.joined - b.joined);
};
