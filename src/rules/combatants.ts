import { isSameName } from '../core/message.ts';
import type { RosterEntry } from './definition.ts';

/** True if the combatant has all of these fields with the same values. */
const hasSameParts = <One extends object>(one: One, parts: Partial<One>): boolean => {
  for (const key in parts) if (one[key] !== parts[key] || !Object.hasOwn(one, key)) return false;
  return true;
};

/**
 * Finds and changes combatants in a rulebook's state. Binds the field that contains them (`list`) and the key of their ids (`id`).
 * A change of an unknown id returns the state as it was.
 */
export const bindCombatants = <
  State extends Readonly<Record<List, readonly One[]>>,
  One extends Readonly<Record<Id, string>>,
  List extends string,
  Id extends string,
>(
  list: List,
  id: Id,
) => {
  const find = (state: State, wanted: string | undefined): One | undefined =>
    state[list].find((one) => one[id] === wanted);
  /** Replaces a combatant. */
  const replace = (state: State, wanted: string, change: (one: One) => One): State => {
    const all = state[list];
    const at = all.findIndex((one) => one[id] === wanted);
    const one = all[at];
    if (one === undefined) return state;
    const next = change(one);
    return next === one ? state : { ...state, [list]: all.with(at, next) };
  };
  return {
    find,
    replace,
    /** Finds a combatant by a typed name: by the id itself first, then by any letter case. */
    findByName: (state: State, name: string): One | undefined =>
      find(state, name) ?? state[list].find((one) => isSameName(one[id], name)),
    /** Changes some fields of a combatant. */
    update: (state: State, wanted: string, change: (one: One) => Partial<One>): State =>
      replace(state, wanted, (one) => {
        const parts = change(one);
        // Of dozens of fields a second spread takes ten times as long as writing the few that change.
        return hasSameParts(one, parts) ? one : Object.assign({ ...one }, parts);
      }),
    withoutCombatants: (state: State, ids: readonly string[]): State => ({
      ...state,
      [list]: state[list].filter((one) => !ids.includes(one[id])),
    }),
    /** Describes a roster in which each combatant is its own actor. */
    buildRoster:
      (side: (one: One) => string | undefined, up: (one: One) => boolean) =>
      (state: State): readonly RosterEntry[] =>
        state[list].map((one) => ({ id: one[id], actor: one[id], side: side(one), up: up(one) })),
  };
};
