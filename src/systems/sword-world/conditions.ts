import { z } from 'zod';
import { effectSum } from '../../rules/effects.ts';
import type { Body, RaisedAttackKind, TimedEffect } from './sheet.ts';
import { type State, type Unit, unitOrThingId } from './state.ts';
import { isDead, updateUnits } from './units.ts';

/** An effect that is over; `body` where it lay on one section alone. */
export const endedEffectSchema = z.strictObject({
  unit: unitOrThingId,
  effect: unitOrThingId,
  body: unitOrThingId.optional(),
});

type Ended = z.output<typeof endedEffectSchema>;

/** The ends of those effects on units that are over. */
export const listEndedEffects = (units: readonly Unit[], isOver: (effect: TimedEffect) => boolean): Ended[] =>
  units.flatMap((unit) =>
    unit.effects
      .filter(isOver)
      .map(({ id, body }) => ({ unit: unit.id, effect: id, ...(body !== undefined && { body }) })),
  );

/** Statuses with some taken away and some added at the end. */
export const withStatuses = (
  statuses: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] => [...statuses.filter((status) => !remove.includes(status) && !add.includes(status)), ...add];

/** SW-ROUND-2. Effects that have ended, taken off, and with them the conditions they laid. */
export const withoutEffects = (state: State, ended: readonly Ended[]): State =>
  updateUnits(state, [...new Set(ended.map(({ unit }) => unit))], (unit) => ({
    effects: unit.effects.filter(
      ({ id, body }) => !ended.some((end) => end.unit === unit.id && end.effect === id && end.body === body),
    ),
  }));

/** Effects of which some conditions are taken, of the whole unit or of one body; what else they do goes on. */
export const withoutConditions = (
  effects: readonly TimedEffect[],
  gone: (status: string) => boolean,
  body?: string,
): TimedEffect[] =>
  effects.map((effect) => {
    const { status, ...rest } = effect;
    const here = body === undefined || effect.body === undefined || effect.body === body;
    return status !== undefined && here && gone(status) ? rest : effect;
  });

/** Statuses of a body that keep it from acting. */
const helpless: readonly string[] = ['unconscious', 'dead', 'asleep', 'paralysed', 'paralyzed', 'petrified', 'stunned'];

/** Statuses under which nobody acts. */
const disabling: readonly string[] = [...helpless, 'surrendered', 'left'];

/** Statuses of one body; all others are of the whole unit. */
export const bodyStatuses: readonly string[] = [...helpless, 'useless'];

/** SW-ROUND-2. Conditions that no effect holds: what ends them is something else. */
export const conditionsOutsideEffects: readonly string[] = ['prone', 'dead', 'surrendered', 'left'];

const both = (own: readonly string[], laid: readonly string[]): readonly string[] =>
  laid.length === 0 ? own : [...new Set([...own, ...laid])];

/** SW-ROUND-2. The conditions of the whole unit: its own, and those that its running effects lay. */
export const conditionsOf = (unit: Pick<Unit, 'statuses' | 'effects'>): readonly string[] =>
  both(
    unit.statuses,
    unit.effects.flatMap(({ status }) => (status === undefined || bodyStatuses.includes(status) ? [] : [status])),
  );

/** SW-ROUND-2. The conditions of one body: its own, and those that its unit's running effects lay on it. */
export const bodyConditions = (unit: Pick<Unit, 'effects'>, body: Body): readonly string[] =>
  both(
    body.statuses,
    unit.effects.flatMap(({ status, body: on = body.id }) =>
      status !== undefined && bodyStatuses.includes(status) && on === body.id ? [status] : [],
    ),
  );

/** Neither dead nor down. */
export const isStanding = (body: Body): boolean => body.hp > 0 && !isDead(body);

/** SW-MULTI-4. Above 0 HP, and under no condition of these. */
const isFree = (unit: Unit, body: Body, conditions: readonly string[]): boolean =>
  body.hp > 0 && !bodyConditions(unit, body).some((status) => conditions.includes(status));

/** SW-MULTI-4, SW-RUL-44. Free of these conditions while any section is, or while the core is where the sheet names one. */
const isUnitFree = (unit: Unit, conditions: readonly string[]): boolean => {
  if (conditionsOf(unit).some((status) => conditions.includes(status))) return false;
  const cores = coresOf(unit);
  return (cores.length > 0 ? cores : unit.bodies).some((body) => isFree(unit, body, conditions));
};

/** SW-RUL-44. The core sections that the sheet names. */
const coresOf = ({ id, sheet: { core, cores = [] }, bodies }: Unit): readonly Body[] => {
  const names = core === undefined ? cores : [core, ...cores];
  return names.length === 0
    ? []
    : bodies.filter((body) => names.some((name) => [name, `${id}.${name}`].includes(body.id)));
};

/** SW-RUL-44. The core section, where the sheet names one; of several the first that can still act. */
export const findCoreSection = (unit: Unit): Body | undefined => {
  const cores = coresOf(unit);
  return cores.find((body) => isFree(unit, body, disabling)) ?? cores[0];
};

export const isBodyAble = (unit: Unit, body: Body): boolean => isFree(unit, body, disabling);

export const ableBodies = (unit: Unit): readonly Body[] => unit.bodies.filter((body) => isBodyAble(unit, body));

/** SW-MULTI-4, SW-RUL-44. */
export const isUnitAble = (unit: Unit): boolean => isUnitFree(unit, disabling);

/** SW-END-1. Who is only asleep, or held in another way that passes, can go on. */
export const canContinue = (unit: Unit): boolean => isUnitFree(unit, defeatedConditions);

/** Conditions under which nobody comes back into the combat by itself. */
const defeatedConditions: readonly string[] = ['unconscious', 'dead', 'petrified', 'surrendered', 'left'];

/** Every condition of a unit and of its bodies. */
export const allConditions = (unit: Unit): readonly string[] => [
  ...conditionsOf(unit),
  ...unit.bodies.flatMap((body) => bodyConditions(unit, body)),
];

/** Why a unit cannot act, in a word. */
export const unableReason = (unit: Unit): string =>
  allConditions(unit).find((status) => disabling.includes(status)) ?? 'out of action';

/** SW-MULTI-3. How many a unit counts for: each able section is one. */
export const headCount = (unit: Unit): number => (isUnitAble(unit) ? ableBodies(unit).length : 0);

export const totalHeadCount = (units: readonly Unit[]): number => units.reduce((sum, unit) => sum + headCount(unit), 0);

/** SW-FEAT-6. Does an effect raise weapons, or spells? What raises weapons does not raise spells. */
export const doesEffectRaise = ({ raises = 'weapons' }: TimedEffect, what: RaisedAttackKind): boolean =>
  raises === 'all' || raises === what;

/** SW-ACC-6, SW-RUL-87. What effects on a unit add to one term; the GM's own effects count too. */
export const effectTotal = (state: State, unit: Unit, term: EffectTerm): number =>
  unit.effects.reduce((sum, effect) => sum + (effect[term] ?? 0), 0) + effectSum(state.effects, unit.id, term);

/** SW-FEAT-6. Somebody with those effects alone that raise weapons, or spells. */
export const withOnlyRaisingEffects = (unit: Unit, what: RaisedAttackKind): Unit =>
  unit.effects.every((effect) => doesEffectRaise(effect, what))
    ? unit
    : { ...unit, effects: unit.effects.filter((effect) => doesEffectRaise(effect, what)) };

/** SW-FEAT-6. The same of what is raised for weapons, or for spells. */
export const raisingTotal = (state: State, unit: Unit, term: 'power' | 'cMod', what: RaisedAttackKind): number =>
  effectTotal(state, withOnlyRaisingEffects(unit, what), term);

export type EffectTerm = {
  [Key in keyof TimedEffect]-?: number extends TimedEffect[Key] ? (Key extends 'remaining' ? never : Key) : never;
}[keyof TimedEffect];
