import { z } from 'zod';
import { phrase, type Refusal, ref, refuse, say, type Text, term } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { abortRuling } from '../../../rules/order-limits.ts';
import { combatantParam, oneOfParam, textParam, wholeNumberParam } from '../../../rules/verb.ts';
import { offerAllSeats, offerAllWarriors, openPhases, requireGmWhile, seatsFrom } from '../checks.ts';
import type { RefusalCode } from '../refusals.ts';
import {
  type Draft,
  event,
  find,
  findByName,
  findSeatByName,
  order,
  type PartialRuling,
  type State,
  type Trigger,
  type TriggerEffect,
  type TriggerMoment,
  type TriggerTime,
  triggerEffectSchema,
  triggerMoments,
  triggerSchema,
  triggerTimes,
} from '../state.ts';

/** The GM or a special skill adds an effect, which replaces one of the same name. DS-TRIG-1, DS-TRIG-2. */
export const triggerAdded = event('trigger-added', {
  facts: { trigger: triggerSchema },
  apply: (state, { trigger: given }) => ({
    ...state,
    triggers: [...state.triggers.filter((each) => each.name !== given.name), given],
  }),
  narrate: ({ trigger: given }, { reader }) =>
    reader.gm ? line(phrase`Effect ${given.name} set.`, 'quiet') : undefined,
});

export const triggerRemoved = event('trigger-removed', {
  facts: { name: z.string() },
  apply: (state, lifted) => ({ ...state, triggers: state.triggers.filter((each) => each.name !== lifted.name) }),
  narrate: (lifted, { reader }) => (reader.gm ? line(phrase`Effect ${lifted.name} removed.`, 'quiet') : undefined),
});

/** An effect happens. `description`: what it does, written like the option `does`. */
export const triggered = event('triggered', {
  facts: { name: z.string(), who: z.string().optional(), description: z.string() },
  apply: (state, fired) => ({
    ...state,
    triggers: state.triggers.flatMap((each) =>
      each.name !== fired.name || each.uses === undefined
        ? [each]
        : each.uses > 1
          ? [{ ...each, uses: each.uses - 1 }]
          : [],
    ),
  }),
  narrate: ({ name: effect, who, description }, { before }) => {
    const does = before.triggers.find((each) => each.name === effect)?.does;
    const what = does?.do === 'say' ? does.text : does === undefined ? description : describeTriggerEffect(does);
    return line(who === undefined ? say`${effect}: ${what}` : say`${effect} (${ref(who)}): ${what}`);
  },
});

/** Maximum number of effects that may trigger each other. DS-TRIG-8. */
const maxEffectDepth = 100;

/** How effects changed the moment that triggered them. */
interface TriggerOutcome {
  readonly cancelled: boolean;
  /** Sum of the numbers that effects add. */
  readonly amount: number;
}

/** Sorts effects: the scenario’s first, then the players’ by initiative, each in its own order. DS-TRIG-3. */
const sortTriggers = (state: State, triggers: readonly Trigger[]): readonly Trigger[] => {
  const owners = ['scenario', ...seatsFrom(state, state.initiative)];
  const nameOf = ({ who, on, name }: Trigger) => who ?? on ?? name;
  return triggers.toSorted(
    (a, b) =>
      owners.indexOf(a.owner) - owners.indexOf(b.owner) ||
      a.order - b.order ||
      (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0),
  );
};

/** Formats an effect so that `parseTriggerEffect` can read it. */
export const formatTriggerEffect = (effect: TriggerEffect): string => Object.values(effect).join(' ');

export const describeTriggerEffect = (effect: TriggerEffect): Text => {
  switch (effect.do) {
    case 'cancel':
      return term('cancel');
    case 'say':
      return say`say ${effect.text}`;
    case 'gain':
      return say`gain ${term(effect.condition)}`;
    case 'clear':
      return say`clear ${term(effect.condition)}`;
    default:
      return say`${term(effect.do)} ${effect.by}`;
  }
};

const cannotPerform = (): never => {
  throw new Error('This ruling has no function that performs effects.');
};

/** Runs all effects of a moment in order. Effects that these trigger run at once. DS-TRIG-2, DS-TRIG-4, DS-TRIG-8. */
export function* fireTriggers(
  draft: Draft,
  when: TriggerTime,
  window: TriggerMoment,
  who?: string,
): PartialRuling<TriggerOutcome> {
  const state = draft.now();
  if (state.triggers.length === 0) return { cancelled: false, amount: 0 };
  const owner = who === undefined ? undefined : (find(state, who)?.owner ?? who);
  const meant = state.triggers.filter(
    (each) =>
      each.when === when &&
      each.window === window &&
      (each.who === undefined || each.who === who || each.who === owner),
  );
  const { effectDepth = 0, perform = cannotPerform } = draft;
  let [cancelled, amount] = [false, 0];
  for (const trigger of sortTriggers(state, meant)) {
    if (!draft.now().triggers.some(({ name }) => name === trigger.name)) continue;
    if (effectDepth >= maxEffectDepth)
      abortRuling({ code: 'E_TRIGGER_LOOP', facts: {} } satisfies Refusal<RefusalCode>);
    const on = trigger.on ?? who ?? (trigger.owner === 'scenario' ? undefined : trigger.owner);
    draft.emit(triggered({ name: trigger.name, who: on, description: formatTriggerEffect(trigger.does) }));
    if (trigger.does.do === 'cancel') cancelled = true;
    else if (trigger.does.do === 'amount') amount += trigger.does.by;
    else if (on !== undefined) yield* perform({ ...draft, effectDepth: effectDepth + 1 }, trigger.does, on);
  }
  return { cancelled, amount };
}

/** Runs `happens` with the effects before, during and after it. Undefined if cancelled. DS-TRIG-1, DS-TRIG-7. */
export function* runWithTriggers<T>(
  draft: Draft,
  window: TriggerMoment,
  who: string | undefined,
  happens: (amount: number) => PartialRuling<T>,
): PartialRuling<T | undefined> {
  const before = yield* fireTriggers(draft, 'before', window, who);
  if (before.cancelled) return undefined;
  const during = yield* fireTriggers(draft, 'during', window, who);
  const result = yield* happens(before.amount + during.amount);
  yield* fireTriggers(draft, 'after', window, who);
  return result;
}

// biome-ignore lint/correctness/useYield: a phase may ask questions, but this one asks none
function* immediately<T>(value: T): PartialRuling<T> {
  return value;
}

/** Like `runWithTriggers`, but `happens` asks nothing. A plain function spares memory: generators are freed late. */
export const runWithTriggersAtOnce = <T>(
  draft: Draft,
  window: TriggerMoment,
  who: string | undefined,
  happens: (amount: number) => T,
): PartialRuling<T | undefined> => runWithTriggers(draft, window, who, (amount) => immediately(happens(amount)));

/** Parses what an effect does: `mp 2`, `gain stunned`, `say The bell tolls.`, `cancel`. Undefined if invalid. */
export const parseTriggerEffect = (text: string): TriggerEffect | undefined => {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(text) ?? [];
  const kind = word.toLowerCase();
  const given =
    kind === 'say'
      ? { do: kind, text: rest }
      : kind === 'gain' || kind === 'clear'
        ? { do: kind, condition: rest.toLowerCase() }
        : kind === 'cancel'
          ? { do: kind }
          : { do: kind, by: Number(rest.replace('−', '-')) };
  const parsed = triggerEffectSchema.safeParse(given);
  return parsed.success ? parsed.data : undefined;
};

/** Adds an effect at a moment of the game. With `off`, removes an effect. DS-TRIG-1, DS-TRIG-2, DS-GEN-2. */
export const trigger = order({
  summary: 'Make something happen automatically at a certain moment of the game',
  role: 'gm',
  params: z.strictObject({
    name: textParam('The name of the effect', 60),
    does: textParam('cancel, amount -1, mp 2, actions 1, vp 1, damage 2, gain stunned, clear wounded, say …, off', 200),
    window: oneOfParam('The moment at which the effect happens', triggerMoments).default('round.start'),
    when: oneOfParam('Before, during or after that moment', triggerTimes).default('during'),
    owner: combatantParam('Who the effect belongs to: scenario, or a seat').default('scenario'),
    who: combatantParam('Only if the moment happens to this warrior or seat').optional(),
    target: combatantParam('Who is affected; default: the warrior or seat to which the moment happens').optional(),
    order: wholeNumberParam('The effect’s place in the order of its player’s effects', 0, 99).default(0),
    uses: wholeNumberParam('How many times the effect works; default: every time', 1, 99).optional(),
  }),
  offers: { owner: offerAllSeats, who: offerAllWarriors, target: offerAllWarriors },
  requires: requireGmWhile(...openPhases),
  resolve: (_draft, _call, { name, does, owner, who, target, window, when, order, uses }, state) => {
    if (does.trim().toLowerCase() === 'off') {
      if (!state.triggers.some((each) => each.name === name))
        return refuse('trigger-unreadable', { problem: phrase`there is no effect called ${name}` });
      return triggerRemoved({ name });
    }
    const effect = parseTriggerEffect(does);
    if (effect === undefined)
      return refuse('trigger-unreadable', {
        problem: phrase`“${does}” is no effect; write one like mp 2, gain stunned or cancel`,
      });
    const idOf = (id: string | undefined) =>
      id === undefined ? undefined : (findByName(state, id)?.id ?? findSeatByName(state, id)?.id ?? '');
    const [whose, whom] = [idOf(who), idOf(target)];
    if (whose === '' || whom === '')
      return refuse('E_WARRIOR_UNKNOWN', { warrior: ref((whose === '' ? who : target) ?? '') });
    const holder = owner === 'scenario' ? owner : findSeatByName(state, owner)?.id;
    if (holder === undefined) return refuse('seat-unknown', { seat: ref(owner) });
    return triggerAdded({
      trigger: { name, when, window, owner: holder, who: whose, on: whom, order, uses, does: effect },
    });
  },
});
