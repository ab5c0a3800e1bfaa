import { z } from 'zod';
import { memoizeByObject } from '../core/memoize.ts';
import { phrase, ref, say } from '../core/message.ts';
import { nameLookupShowingAll } from './for-reader.ts';
import { line, type UnresolvedLine } from './lines.ts';
import { markByName, marksView } from './marks.ts';
import type { BattleView } from './view.ts';

/**
 * Something the GM hangs on a combatant: a name, modifiers in the system's own terms (the keys of the ruleset's
 * `modifiers`), and how long it lasts. A system keeps a list of them in its state, adds `effectSum` where its rules add
 * modifiers, and ticks them with `ticked` at the starts and ends of its turns.
 */
export const effectSchema = z.strictObject({
  name: z.string(),
  who: z.string(),
  modifiers: z.record(z.string(), z.int()),
  /** Rounds still to go; absent: until the GM lifts it. */
  remaining: z.int().min(1).optional(),
  /** It counts down at the start or end of this one's turn, or of the round when nobody is named. */
  ticks: z.strictObject({ at: z.enum(['start', 'end']), of: z.string().optional() }),
});
export type Effect = z.output<typeof effectSchema>;

const effectsBy = memoizeByObject((effects: readonly Effect[]) => Map.groupBy(effects, ({ who }) => who));
/** Of more effects than these it is kept who has which. */
const indexAbove = 12;

const noEffects: readonly Effect[] = [];

/** The effects on a combatant. */
export const effectsOn = (effects: readonly Effect[], who: string): readonly Effect[] => {
  if (effects.length > indexAbove) return effectsBy(effects).get(who) ?? noEffects;
  return effects.length === 0 ? noEffects : effects.filter((effect) => effect.who === who);
};

/** What all effects on a combatant add to one term. */
export const effectSum = (effects: readonly Effect[], who: string, term: string): number => {
  let sum = 0;
  for (const { modifiers } of effectsOn(effects, who)) sum += modifiers[term] ?? 0;
  return sum;
};

/** The effects after the start or end of a turn (or of the round: `of` left out), and those that ended by it. */
export const effectsAfterTick = (
  effects: readonly Effect[],
  at: 'start' | 'end',
  of?: string,
): { readonly left: readonly Effect[]; readonly ended: readonly Effect[] } => {
  const counted = effects.map((effect) =>
    effect.remaining !== undefined && effect.ticks.at === at && effect.ticks.of === of
      ? { ...effect, remaining: effect.remaining - 1 }
      : effect,
  );
  return {
    left: counted.filter(({ remaining }) => remaining !== 0),
    ended: counted.filter(({ remaining }) => remaining === 0),
  };
};

/** `Hex (2)`: an effect on the roster, with what is left of it. */
export const formatEffect = ({ name, remaining }: Effect): string =>
  remaining === undefined ? name : phrase`${name} (${remaining})`;

/** A view with what hangs on everybody in it, said once. */
export const withEffectMarks = (view: BattleView, effects: readonly Effect[]): BattleView => {
  if (effects.length === 0) return view;
  const ownOf = effectsBy(effects);
  return {
    ...view,
    combatants: view.combatants.map((each) => {
      const own = ownOf.get(each.id) ?? [];
      const marks = each.marks.filter((mark) => own.every(({ name }) => name !== mark));
      const hung = marksView(
        own.map((effect) => markByName(effect.name, formatEffect(effect))),
        nameLookupShowingAll,
      );
      return { ...each, marks: [...marks, ...hung.marks], signs: { ...each.signs, ...hung.signs } };
    }),
  };
};

/** What may be gone of a list: those that are not there any more as they were, in the same order. A change to one leaves the others. */
const possiblyRemoved = (before: readonly Effect[], after: readonly Effect[]): readonly Effect[] => {
  if (before === after) return noEffects;
  const gone: Effect[] = [];
  let at = 0;
  for (const effect of before)
    if (effect === after[at]) at += 1;
    else gone.push(effect);
  return gone;
};

/** What is told of effects whose time is up, where the rulebook's own lines do not say so. */
export const describeExpired = (
  before: readonly Effect[],
  after: readonly Effect[],
  lines: readonly UnresolvedLine[],
): readonly UnresolvedLine[] => {
  const gone = possiblyRemoved(before, after);
  if (gone.length === 0) return [];
  const lists = (list: readonly Pick<Effect, 'who' | 'name'>[], { who, name }: Effect): boolean =>
    list.some((each) => each.who === who && each.name === name);
  const told = lines.flatMap(({ endedEffects = [] }) => endedEffects);
  return gone
    .filter((effect) => !lists(after, effect) && !lists(told, effect))
    .map(({ who, name }) => line(say`${name} on ${ref(who)} ends.`, 'quiet'));
};
