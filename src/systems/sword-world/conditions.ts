import { z } from 'zod';
import { ref, refuse } from '../../core/message.ts';
import { effectSum } from '../../rules/effects.ts';
import type { Body, RaisedAttackKind, TimedEffect } from './sheet.ts';
import { type State, type Unit, unitOrThingId } from './state.ts';
import { isDead, updateUnits } from './units.ts';

/** An effect that has ended. `body` is the section, if it was only on one. */
export const endedEffectSchema = z.strictObject({
  unit: unitOrThingId,
  effect: unitOrThingId,
  body: unitOrThingId.optional(),
});

type Ended = z.output<typeof endedEffectSchema>;

/** Lists the effects of all units for which `isOver` is true. */
export const listEndedEffects = (units: readonly Unit[], isOver: (effect: TimedEffect) => boolean): Ended[] =>
  units.flatMap((unit) =>
    unit.effects
      .filter(isOver)
      .map(({ id, body }) => ({ unit: unit.id, effect: id, ...(body !== undefined && { body }) })),
  );

/** The statuses without those to remove, and with the added ones at the end. */
export const withStatuses = (
  statuses: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] => [...statuses.filter((status) => !remove.includes(status) && !add.includes(status)), ...add];

/** Removes ended effects, and with them the conditions that the effects caused. SW-ROUND-2. */
export const withoutEffects = (state: State, ended: readonly Ended[]): State =>
  updateUnits(state, [...new Set(ended.map(({ unit }) => unit))], (unit) => ({
    effects: unit.effects.filter(
      ({ id, body }) => !ended.some((end) => end.unit === unit.id && end.effect === id && end.body === body),
    ),
  }));

/** Removes conditions from effects, on the whole unit or one body. The effects’ modifiers stay. */
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

/** Conditions under which a body cannot act. */
const helpless: readonly string[] = ['unconscious', 'dead', 'asleep', 'paralysed', 'paralyzed', 'petrified', 'stunned'];

/** Conditions under which a unit cannot act. */
const disabling: readonly string[] = [...helpless, 'surrendered', 'left'];

/** Conditions that a single body can have. All other conditions apply to the whole unit. */
export const bodyStatuses: readonly string[] = [...helpless, 'useless'];

/** Conditions that do not end with the effect that caused them. SW-ROUND-2. */
export const conditionsOutsideEffects: readonly string[] = ['prone', 'dead', 'surrendered', 'left'] as const;

const both = (own: readonly string[], fromEffects: readonly string[]): readonly string[] =>
  fromEffects.length === 0 ? own : [...new Set([...own, ...fromEffects])];

/** The conditions of the whole unit: recorded on the unit, or caused by effects. SW-ROUND-2. */
export const conditionsOf = (unit: Pick<Unit, 'statuses' | 'effects'>): readonly string[] =>
  both(
    unit.statuses,
    unit.effects.flatMap(({ status }) => (status === undefined || bodyStatuses.includes(status) ? [] : [status])),
  );

/** The conditions of one body: recorded on the body, or caused by effects on it. SW-ROUND-2. */
export const bodyConditions = (unit: Pick<Unit, 'effects'>, body: Body): readonly string[] =>
  both(
    body.statuses,
    unit.effects.flatMap(({ status, body: on = body.id }) =>
      status !== undefined && bodyStatuses.includes(status) && on === body.id ? [status] : [],
    ),
  );

/** True if a body is alive and above 0 HP. */
export const isStanding = (body: Body): boolean => body.hp > 0 && !isDead(body);

/** True if a body is above 0 HP and has none of the given conditions. SW-MULTI-4. */
const isFree = (unit: Unit, body: Body, conditions: readonly string[]): boolean =>
  body.hp > 0 && !bodyConditions(unit, body).some((status) => conditions.includes(status));

/** True if any section has none of the conditions, and a core, if any, is not defeated. SW-MULTI-4, SW-RUL-44. */
export const isUnitFree = (unit: Unit, conditions: readonly string[]): boolean => {
  if (conditionsOf(unit).some((status) => conditions.includes(status))) return false;
  const cores = coresOf(unit);
  const defeats = conditions.filter((condition) => defeatedConditions.includes(condition));
  const isDefeated = cores.length > 0 && !cores.some((body) => isFree(unit, body, defeats));
  return !isDefeated && unit.bodies.some((body) => isFree(unit, body, conditions));
};

/** The core sections named by the sheet. SW-RUL-44. */
const coresOf = ({ id, sheet: { core, cores = [] }, bodies }: Unit): readonly Body[] => {
  const names = core === undefined ? cores : [core, ...cores];
  return names.length === 0
    ? []
    : bodies.filter((body) => names.some((name) => [name, `${id}.${name}`].includes(body.id)));
};

/** The section that acts for the unit: the first able core, else the first able section. SW-RUL-44. */
export const findLeadSection = (unit: Unit): Body | undefined =>
  coresOf(unit).find((body) => isBodyAble(unit, body)) ?? ableBodies(unit)[0];

export const isBodyAble = (unit: Unit, body: Body): boolean => isFree(unit, body, disabling);

export const ableBodies = (unit: Unit): readonly Body[] => unit.bodies.filter((body) => isBodyAble(unit, body));

/** True if any section can act and a core, if any, is not defeated. SW-MULTI-4, SW-RUL-44. */
export const isUnitAble = (unit: Unit): boolean => isUnitFree(unit, disabling);

/** True if the unit can act now, or after temporary conditions end. SW-END-1. */
export const canContinue = (unit: Unit): boolean => isUnitFree(unit, defeatedConditions);

/** Conditions that take a unit out of the combat for good. */
const defeatedConditions: readonly string[] = ['unconscious', 'dead', 'petrified', 'surrendered', 'left'];

export const allConditions = (unit: Unit): readonly string[] => [
  ...conditionsOf(unit),
  ...unit.bodies.flatMap((body) => bodyConditions(unit, body)),
];

/** The condition that prevents a unit from acting. */
export const unableReason = (unit: Unit): string =>
  allConditions(unit).find((status) => disabling.includes(status)) ?? 'out of action';

export const refuseUnable = (unit: Unit) => refuse('E_CANNOT_ACT', { unit: ref(unit.id), reason: unableReason(unit) });

/** Number of combatants that a unit counts as: one for each able section. SW-MULTI-3. */
export const headCount = (unit: Unit): number => (isUnitAble(unit) ? ableBodies(unit).length : 0);

export const totalHeadCount = (units: readonly Unit[]): number => units.reduce((sum, unit) => sum + headCount(unit), 0);

/** True if an effect raises attacks of the given kind. Effects for weapons do not raise spells. SW-FEAT-6. */
export const doesEffectRaise = ({ raises = 'weapons' }: TimedEffect, what: RaisedAttackKind): boolean =>
  raises === 'all' || raises === what;

/** The sum of all effects on a value, with the GM’s effects. SW-ACC-6, SW-RUL-87. */
export const effectTotal = (state: State, unit: Unit, term: EffectTerm): number =>
  unit.effects.reduce((sum, effect) => sum + (effect[term] ?? 0), 0) + effectSum(state.effects, unit.id, term);

/** The unit with only the effects that raise attacks of the given kind. SW-FEAT-6. */
export const withOnlyRaisingEffects = (unit: Unit, what: RaisedAttackKind): Unit => {
  const effects = unit.effects.filter((effect) => doesEffectRaise(effect, what));
  return effects.length === unit.effects.length ? unit : { ...unit, effects };
};

/** The sum of a value over all effects that raise attacks of the given kind. SW-FEAT-6. */
export const raisingTotal = (state: State, unit: Unit, term: 'power' | 'cMod', what: RaisedAttackKind): number =>
  effectTotal(state, withOnlyRaisingEffects(unit, what), term);

export type EffectTerm = {
  [Key in keyof TimedEffect]-?: number extends TimedEffect[Key] ? (Key extends 'remaining' ? never : Key) : never;
}[keyof TimedEffect];
