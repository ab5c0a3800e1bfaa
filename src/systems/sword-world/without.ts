import type { State } from './model.ts';

/** The battle as if these units were not there; a melee of nobody is none. */
export const without = (state: State, ids: readonly string[]): State => ({
  ...state,
  units: state.units.filter(({ id }) => !ids.includes(id)),
  restricted: state.restricted.filter((id) => !ids.includes(id)),
  skirmishes: state.skirmishes
    .map((each) => ({ ...each, participants: each.participants.filter((id) => !ids.includes(id)) }))
    .filter(({ participants }) => participants.length > 0),
});
