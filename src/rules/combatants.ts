import { isSameName } from '../core/message.ts';
import type { RosterEntry } from './definition.ts';

/** Finds and changes combatants in a rulebook's state, whatever it calls their list and ids. */
export interface CombatantAccess<State, One> {
  /** By id. */
  readonly find: (state: State, id: string | undefined) => One | undefined;
  /** By the name a person typed: the id itself first, then whatever the letter case. */
  readonly findByName: (state: State, name: string) => One | undefined;
  /** The battle with parts of that one changed; as it was where nobody has that id. */
  readonly update: (state: State, id: string, change: (one: One) => Partial<One>) => State;
  /** The battle with that one in another state, made whole of what it was; as it was where nobody has that id. */
  readonly replace: (state: State, id: string, change: (one: One) => One) => State;
  /** The battle without them. */
  readonly withoutCombatants: (state: State, ids: readonly string[]) => State;
  /** The roster, where each is its own actor. */
  readonly buildRoster: (
    side: (one: One) => string | undefined,
    up: (one: One) => boolean,
  ) => (state: State) => readonly RosterEntry[];
}

/** True if the combatant has all of these fields with the same values. */
const hasSameParts = <One extends object>(one: One, parts: Partial<One>): boolean => {
  for (const key in parts) if (one[key] !== parts[key] || !Object.hasOwn(one, key)) return false;
  return true;
};

/** Binds the field of a state that contains its combatants (`list`) and the key of their ids (`id`). */
export const bindCombatants = <
  State extends Readonly<Record<List, readonly One[]>>,
  One extends Readonly<Record<Id, string>>,
  List extends string,
  Id extends string,
>(
  list: List,
  id: Id,
): CombatantAccess<State, One> => {
  const find = (state: State, wanted: string | undefined): One | undefined =>
    state[list].find((one) => one[id] === wanted);
  const become: CombatantAccess<State, One>['replace'] = (state, wanted, change) => {
    const all = state[list];
    const at = all.findIndex((one) => one[id] === wanted);
    const one = all[at];
    if (one === undefined) return state;
    const next = change(one);
    return next === one ? state : { ...state, [list]: all.with(at, next) };
  };
  return {
    find,
    findByName: (state, name) => find(state, name) ?? state[list].find((one) => isSameName(one[id], name)),
    update: (state, wanted, change) =>
      become(state, wanted, (one) => {
        const parts = change(one);
        // Of dozens of fields a second spread takes ten times as long as writing the few that change.
        return hasSameParts(one, parts) ? one : Object.assign({ ...one }, parts);
      }),
    replace: become,
    withoutCombatants: (state, ids) => ({ ...state, [list]: state[list].filter((one) => !ids.includes(one[id])) }),
    buildRoster: (side, up) => (state) =>
      state[list].map((one) => ({ id: one[id], actor: one[id], side: side(one), up: up(one) })),
  };
};
