import type { State, Unit } from './model.ts';
import type { Body } from './sheet.ts';

/** One unit changed. */
export const changed = (state: State, id: string, change: (unit: Unit) => Partial<Unit>): State => ({
  ...state,
  units: state.units.map((unit) => (unit.id === id ? { ...unit, ...change(unit) } : unit)),
});

/** One body changed. */
export const bodyChanged = (state: State, id: string, change: (body: Body) => Partial<Body>): State => ({
  ...state,
  units: state.units.map((unit) =>
    unit.bodies.some((body) => body.id === id)
      ? { ...unit, bodies: unit.bodies.map((body) => (body.id === id ? { ...body, ...change(body) } : body)) }
      : unit,
  ),
});

/** Some units changed alike. */
export const each = (state: State, ids: readonly string[], change: (unit: Unit) => Partial<Unit>): State =>
  ids.reduce((next, id) => changed(next, id, change), state);

/** All units changed. */
export const all = (state: State, change: (unit: Unit) => Partial<Unit>): State => ({
  ...state,
  units: state.units.map((unit) => ({ ...unit, ...change(unit) })),
});

/** Statuses with some taken away and some added at the end. */
export const withStatuses = (
  statuses: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] => [...statuses.filter((status) => !remove.includes(status) && !add.includes(status)), ...add];

/** Effects that have ended, taken off. */
export const withoutEffects = (
  state: State,
  ended: readonly { readonly unit: string; readonly effect: string }[],
): State =>
  each(state, [...new Set(ended.map(({ unit }) => unit))], (unit) => ({
    effects: unit.effects.filter(({ id }) => !ended.some((end) => end.unit === unit.id && end.effect === id)),
  }));

/** Takes units out of every melee; the sizes stay until the next recompute (SW-SKIRM-14). */
export const leftMelee = (state: State, ids: readonly string[]): State => ({
  ...state,
  skirmishes: state.skirmishes.map((each) => ({
    ...each,
    participants: each.participants.filter((id) => !ids.includes(id)),
  })),
});
