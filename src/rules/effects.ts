import { z } from 'zod';
import { memoizeByObject } from '../core/memoize.ts';
import { phrase, type Refusal, type Result, ref, refuse, refuseInput, say } from '../core/message.ts';
import { bindEvents, line, step, type UnresolvedLine } from './event.ts';
import { nameLookupShowingAll } from './for-reader.ts';
import type { RulingDraft } from './order-limits.ts';
import { doneVerdict, type Verdict } from './verb.ts';
import { type BattleView, markByName, marksView } from './view.ts';

/** A GM's effect on a combatant. A rulebook stores its effects, adds `effectSum` to sums and calls `tickEffects`. */
export const effectSchema = z.strictObject({
  name: z.string(),
  who: z.string(),
  modifiers: z.record(z.string(), z.int()),
  /** Number of ticks left. Undefined if the effect lasts until the GM removes it. */
  remaining: z.int().min(1).optional(),
  /** When the effect counts down: at the start or end of combatant `of`'s turn, or of the round without `of`. */
  ticks: z.strictObject({ at: z.enum(['start', 'end']), of: z.string().optional() }),
});
export type Effect = z.output<typeof effectSchema>;

const effectsBy = memoizeByObject((effects: readonly Effect[]) => Map.groupBy(effects, ({ who }) => who));
/** Number of effects above which a lookup uses an index by combatant. */
const indexAbove = 12;

const noEffects: readonly Effect[] = [];

export const effectsOn = (effects: readonly Effect[], who: string): readonly Effect[] => {
  if (effects.length > indexAbove) return effectsBy(effects).get(who) ?? noEffects;
  return effects.length === 0 ? noEffects : effects.filter((effect) => effect.who === who);
};

/** The sum of one modifier over all effects on a combatant. */
export const effectSum = (effects: readonly Effect[], who: string, term: string): number => {
  let sum = 0;
  for (const { modifiers } of effectsOn(effects, who)) sum += modifiers[term] ?? 0;
  return sum;
};

/** Counts effects down as a turn of `of` (or the round) starts or ends. Returns remaining and expired effects. */
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

/** Formats an effect for the roster, with the number of ticks left: `Hex (2)`. */
export const formatEffect = ({ name, remaining }: Effect): string =>
  remaining === undefined ? name : phrase`${name} (${remaining})`;

/** Adds the effects to the marks of their combatants, without duplicates. */
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

/** Effects that may have been removed: all that are missing from the new list, or changed in it. */
const possiblyRemoved = (before: readonly Effect[], after: readonly Effect[]): readonly Effect[] => {
  if (before === after) return noEffects;
  const gone: Effect[] = [];
  let at = 0;
  for (const effect of before)
    if (effect === after[at]) at += 1;
    else gone.push(effect);
  return gone;
};

/** Lines for effects that ended. Leaves out effects whose end the given lines already report. */
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
  return gone.filter((effect) => !lists(after, effect) && !lists(told, effect)).map(effectEndedLine);
};

interface StateWithEffects {
  readonly effects: readonly Effect[];
}
type EffectKey = Pick<Effect, 'who' | 'name'>;

/** Removes one effect from a list. Returns the same list if it does not contain the effect. */
const withoutEffect = (effects: readonly Effect[], { who, name }: EffectKey): readonly Effect[] => {
  const at = effects.findIndex((each) => each.name === name && each.who === who);
  return at < 0 ? effects : effects.toSpliced(at, 1);
};

const effectEndedLine = ({ who, name }: EffectKey): UnresolvedLine => ({
  ...line(say`${name} on ${ref(who)} ends.`, 'quiet'),
  endedEffects: [{ who, name }],
});

const effectKeySchema = z.strictObject({ who: z.string(), name: z.string() });

/** Declares the events that apply, remove and count down effects, and those of the table's own abilities. */
export const declareEffectEvents = <State extends StateWithEffects>() => {
  const event = bindEvents<State>();
  return [
    event('effect-hung', {
      facts: { effect: effectSchema },
      apply: (state, { effect }) => ({ ...state, effects: withoutEffect(state.effects, effect).concat(effect) }),
      narrate: ({ effect }) => line(say`${effect.name} now affects ${ref(effect.who)}.`),
    }),
    event('effect-lifted', {
      /** `ended`: true if the effect expired, undefined if it was removed. */
      facts: { who: z.string(), name: z.string(), ended: z.boolean().optional() },
      apply: (state, lifted) => ({ ...state, effects: withoutEffect(state.effects, lifted) }),
      narrate: (lifted) =>
        lifted.ended
          ? effectEndedLine(lifted)
          : { ...line(say`${lifted.name} on ${ref(lifted.who)} is removed.`), endedEffects: [lifted] },
    }),
    event('effects-ticked', {
      facts: { left: z.array(effectSchema), ended: z.array(effectKeySchema).optional() },
      apply: (state, { left }) => ({ ...state, effects: left }),
      narrate: ({ ended = [] }) => ended.map(effectEndedLine),
    }),
    event('ability-used', {
      facts: { who: z.string(), name: z.string(), text: z.string() },
      narrate: ({ who, name, text }) =>
        line(say`${name}: ${text}`, 'quiet', [[step(`${name}:`, 'the table’s own words')]], [who]),
    }),
    event('ability-resisted', {
      facts: { who: z.string(), target: z.string(), name: z.string(), chance: z.int(), natural: z.int() },
      narrate: ({ who, target, name, chance, natural }) => {
        const rolled = [[step(`${name}:`, phrase`d100 ${natural}, resists on ${chance} or less`)]];
        return natural <= chance
          ? line(say`${ref(target)} resists ${name}.`, 'good', rolled, [who])
          : line(say`${ref(target)} does not resist ${name}.`, 'quiet', rolled, [who]);
      },
    }),
  ] as const;
};

export const [effectApplied, effectRemoved, effectsTicked, abilityUsed, abilityResisted] =
  declareEffectEvents<StateWithEffects>();

/** How a rulebook finds the combatants that get effects. */
interface ApplyEffectOptions<State, Code extends string> {
  /** Finds a combatant by name. Refuses an unknown name. */
  readonly find: (state: State, who: string) => Result<{ readonly id: string }, Refusal<Code>>;
  readonly modifiers: Readonly<Record<string, string>>;
}

/** Creates a function that sets or (without `effect`) removes an effect. Refuses unknown combatants and effects. */
export const bindApplyEffect =
  <State extends StateWithEffects, Code extends string>({ find, modifiers }: ApplyEffectOptions<State, Code>) =>
  (
    { now, emit }: Pick<RulingDraft<State>, 'now' | 'emit'>,
    whom: string,
    name: string,
    effect: Effect | undefined,
  ): Verdict<Code | 'bad-input' | 'no-such-effect'> => {
    const found = find(now(), whom);
    if (!found.ok) return found;
    const { id: who } = found.value;
    const strange = Object.keys(effect?.modifiers ?? {}).find((term) => !Object.hasOwn(modifiers, term));
    if (strange !== undefined) {
      const problem = phrase`there is no modifier named ${strange}; use ${Object.keys(modifiers).join(', ')}`;
      return refuseInput('modifiers', problem);
    }
    if (effect !== undefined) emit(effectApplied({ effect: { ...effect, who, name } }));
    else if (now().effects.some((each) => each.who === who && each.name === name)) emit(effectRemoved({ who, name }));
    else return refuse('no-such-effect', { effect: name, who: ref(who) });
    return doneVerdict;
  };

/** Counts down effects at the start or end of a combatant's turn, or of the round if `of` is undefined. */
export const tickEffects = <State extends StateWithEffects>(
  { now, emit }: Pick<RulingDraft<State>, 'now' | 'emit'>,
  at: 'start' | 'end',
  of?: string,
): void => {
  const { effects } = now();
  const { left, ended } = effectsAfterTick(effects, at, of);
  if (left.some((effect, index) => effect !== effects[index]) || ended.length > 0)
    emit(effectsTicked({ left: [...left], ended: ended.map(({ who, name }) => ({ who, name })) }));
};
