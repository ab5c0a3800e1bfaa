import { z } from 'zod';
import { capitalize, ref, say, term, worded } from '../../core/message.ts';
import { bindApplyEffect, type Effect, effectSchema as gmEffectSchema } from '../../rules/effects.ts';
import { line } from '../../rules/event.ts';
import { loadTexts } from '../../rules/presets.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { requireCombatant } from './checks.ts';
import { dropGroundedFlyers, dropUnableRidersAndFlyers } from './falling.ts';
import type { RefusalCode } from './refusals.ts';
import { effectSchema, type TimedEffect, withoutModifiers } from './sheet.ts';
import { type Draft, event, type State, unitOrThingId } from './state.ts';
import { withArticle } from './text.ts';
import { findByName, requireUnit, update } from './units.ts';
import { visibleName } from './visibility.ts';

/** The effects of a unit change: one begins, or some end. SW-FEAT-5. */
export const effectsChanged = event('effects', {
  facts: { who: unitOrThingId, effects: z.array(effectSchema), why: z.string() },
  apply: (state, { who, effects }) => update(state, who, () => ({ effects })),
  narrate: ({ who, effects, why }, moment) => {
    const has = effects.map(({ id }) => id);
    const ended = requireUnit(moment.before, who).effects.flatMap(({ id }) => (has.includes(id) ? [] : [id]));
    if (ended.length > 0)
      return [...new Set(ended)].map((id) => line(say`${capitalize(worded(id))} on ${ref(who)} ends.`, 'quiet'));
    const begun = effects.findLast(({ id }) => id === why);
    const name = begun?.body === undefined ? ref(who) : visibleName(moment, begun.body);
    const effect = withArticle(why);
    return begun?.status === undefined
      ? line(say`${name} is affected by ${effect}.`, 'quiet')
      : line(say`${name} is affected by ${effect}: ${term(begun.status)}.`, 'quiet');
  },
});

const changesNumbers = (effect: TimedEffect): boolean =>
  Object.keys(effect).length > Object.keys(withoutModifiers(effect)).length;

/** Begins an effect, replacing one of equal name. On several sections it counts once. SW-FEAT-5, SW-ROUND-2. */
export const beginEffect = (draft: Draft, unit: string, effect: TimedEffect): void => {
  const others = requireUnit(draft.now(), unit).effects.filter(
    ({ id, body }) => id !== effect.id || body !== effect.body,
  );
  const counted = others.some((each) => each.id === effect.id && changesNumbers(each));
  const begun = counted ? withoutModifiers(effect) : effect;
  draft.emit(effectsChanged({ who: unit, effects: [...others, begun], why: effect.id }));
  dropUnableRidersAndFlyers(draft, unit);
};

/** Ends effects and their conditions early. Units that flew by these effects fall. SW-ROUND-2, SW-ACT-22. */
export const endEffects = (draft: Draft, id: string, isOver: (effect: TimedEffect) => boolean, why: string): void => {
  const before = draft.now();
  const effects = requireUnit(before, id).effects.filter((effect) => !isOver(effect));
  draft.emit(effectsChanged({ who: id, effects, why }));
  dropGroundedFlyers(draft, before);
};

/** All effects of the GM after time has passed. Undefined if none changed. */
export const gmEffectsSchema = z.array(gmEffectSchema).optional();

/** The GM’s effects after time has passed. Empty if no effect has changed. */
export const changedGmEffects = (before: readonly Effect[], left: readonly Effect[]): { gmEffects?: Effect[] } =>
  left.length === before.length && left.every((effect, at) => effect === before[at]) ? {} : { gmEffects: [...left] };

/** The values that the GM’s effects may modify, each with its description. */
export const modifiers = loadTexts(new URL('./modifiers.json', import.meta.url));

const applyOrRemove = bindApplyEffect<State, RefusalCode>({ find: requireCombatant, modifiers });

/** Applies a GM’s effect. If `effect` is undefined, removes any effect with the given name. */
export const applyEffect = (
  draft: Draft,
  who: string,
  name: string,
  effect: Effect | undefined,
): ReturnType<typeof applyOrRemove> => {
  const unit = effect === undefined ? findByName(draft.now(), who) : undefined;
  const effects = unit?.effects.filter(({ id }) => id !== name) ?? [];
  if (unit === undefined || effects.length === unit.effects.length) return applyOrRemove(draft, who, name, effect);
  endEffects(draft, unit.id, ({ id }) => id === name, 'the GM');
  return doneVerdict;
};
