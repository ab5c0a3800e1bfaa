import { counting } from '../../rules/bounds.ts';
import type { Square } from '../../rules/grid/square.ts';
import { able, find, heldMeleeReach } from './battle.ts';
import { feetBetween, foesEngaged, occupied, onBoard, within } from './engagement.ts';
import type { Combatant, Declaration, March, Route, State } from './model.ts';
import { rateOf, stepBy, unitsPerSquare } from './movement.ts';
import { effectiveTmr } from './wounds.ts';

const meleeSlots = (who: Combatant) =>
  who.initiatives.filter(
    ({ kind, use, status }) => kind === 'attack' && use === 'melee' && (status === 'pending' || status === 'waiting'),
  );

/** SEG-COMBO-4: are all melee targets still to be struck in reach? Nobody left to strike: no. */
const targetsReached = (state: State, who: Combatant): boolean => {
  const slots = meleeSlots(who);
  return (
    slots.length > 0 &&
    slots.every(({ target, weapon, use }) => {
      const foe = find(state, target);
      const reach = who.sheet.weapons.find((each) => each.name === weapon && each.use === use)?.reach ?? 5;
      return foe !== undefined && within(state, who, foe, reach);
    })
  );
};

/** SEG-COMBO-1, 10: does it move to strike? */
export const chases = (who: Combatant): boolean =>
  who.declaration?.main === 'move-attack' || who.declaration?.main === 'run-attack';

export interface Marched {
  readonly covered: number;
  readonly steps: readonly Square[];
  readonly done: boolean;
  /** The next square is taken: it tries again. */
  readonly waits: boolean;
}

const arrived = (state: State, who: Combatant, { route }: March): boolean => {
  if ('squares' in route) return false;
  const goal = 'toward' in route ? route.toward : 'follow' in route ? route.follow : undefined;
  const foe = find(state, goal);
  if (goal === undefined) return false;
  if (foe === undefined) return true;
  return within(state, who, foe, chases(who) ? Math.max(reachOfChase(who, foe.id), 5) : heldMeleeReach(who));
};

/** The reach with which it means to strike the one it goes toward. */
const reachOfChase = (who: Combatant, foe: string): number => {
  const slot = meleeSlots(who).find(({ target }) => target === foe);
  return who.sheet.weapons.find(({ name, use }) => name === slot?.weapon && use === 'melee')?.reach ?? 5;
};

/** One tenth of a combatant's movement, SEG-MOVE-2, 3, 8. `state` has it at the place where it is now. */
export const marched = (
  state: State,
  who: Combatant,
  march: March,
  units: number = march.rate * effectiveTmr(state, who),
): Marched => {
  const { route } = march;
  const following = 'follow' in route;
  if (following && arrived(state, who, march)) return { covered: march.covered, steps: [], done: false, waits: false };
  const covered = march.covered + units;
  const steps: Square[] = [];
  let now = state;
  let self = who;
  let stopped = false;
  const count = counting('steps');
  while (self.pos !== undefined && !stopped) {
    const entered = march.entered + steps.length;
    if (covered < unitsPerSquare * (entered + 1) || (!('squares' in route) && arrived(now, self, march))) break;
    count('a square of the way', 1000 + 10 * state.combatants.length);
    const next = nextSquare(now, self, route, entered);
    if (next === undefined) break;
    // Somebody moved it since: a written path begins where it was written.
    if (feetBetween(self.pos, next) > 5 || !onBoard(now, next))
      return { covered, steps, done: 'squares' in route, waits: false };
    if (occupied(now, next, self.id)) return { covered, steps, done: false, waits: true };
    const reachedBefore = targetsReached(now, self);
    steps.push(next);
    self = { ...self, pos: next };
    const moved = self;
    now = { ...now, combatants: now.combatants.map((each) => (each.id === moved.id ? moved : each)) };
    stopped = chases(self) && !reachedBefore && targetsReached(now, self);
  }
  const end = 'squares' in route && march.entered + steps.length >= route.squares.length;
  return { covered, steps, done: stopped || end || ('toward' in route && arrived(now, self, march)), waits: false };
};

const nextSquare = (state: State, who: Combatant, route: March['route'], entered: number): Square | undefined => {
  if ('squares' in route) return route.squares[entered];
  const goal = find(state, 'toward' in route ? route.toward : 'follow' in route ? route.follow : route.away);
  if (who.pos === undefined || goal?.pos === undefined) return undefined;
  return stepBy(state, who, who.pos, goal.pos, 'away' in route ? -1 : 1);
};

/** The movement a declaration leads to, or nothing. */
export const marchOf = (state: State, who: Combatant, declared: Declaration): March | undefined => {
  const { main, pace, options, follow } = declared;
  const base = { covered: 0, entered: 0, done: false, spared: [] };
  if (main === 'full-defense' && follow !== undefined) return { ...base, route: { follow }, rate: 4, begins: 10 };
  const rate = rateOf(main, pace, options.drink?.pay === 'movement');
  const route = declared.route ?? (main === 'withdraw' ? awayFromFoes(state, who) : undefined);
  if (rate === undefined || route === undefined) return undefined;
  return { ...base, route, rate, ...(main !== 'attack-move' && { begins: 10 }) };
};

const awayFromFoes = (state: State, who: Combatant): Route => {
  const [foe] = foesEngaged(state, who);
  return foe === undefined ? { squares: [] } : { away: foe.id };
};

/** Does this combatant still mean to walk? */
export const stillMoves = (who: Combatant): boolean => who.march !== undefined && !who.march.done && able(who);

/** Where a written path ends; nothing for movement that follows somebody. */
export const pathEnd = ({ route }: March): Square | undefined =>
  'squares' in route ? route.squares.at(-1) : undefined;
