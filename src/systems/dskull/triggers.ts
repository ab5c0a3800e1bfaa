import type { Refusal } from '../../core/refusal.ts';
import { takenBack } from '../../rules/bounds.ts';
import type { Code } from './refusals.ts';
import { seatsFrom, warriorOf } from './seats.ts';
import type { Draft, Part, State } from './state.ts';
import type { Deed, Trigger, WhenFired, Window } from './windows.ts';

/** DS-TRIG-8. */
const deepest = 100;

/** What effects did to the phase they belong to. */
export interface Fired {
  readonly cancelled: boolean;
  /** What they add to its number. */
  readonly amount: number;
}

const untouched: Fired = { cancelled: false, amount: 0 };

/** DS-TRIG-3. Scenario effects first, then the players' in initiative order, one's own as its player ordered them. */
export const inOrder = (state: State, triggers: readonly Trigger[]): readonly Trigger[] => {
  const owners = ['scenario', ...seatsFrom(state, state.initiative)];
  const nameOf = ({ who, on, name }: Trigger) => who ?? on ?? name;
  return triggers.toSorted(
    (a, b) =>
      owners.indexOf(a.owner) - owners.indexOf(b.owner) ||
      a.order - b.order ||
      (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0),
  );
};

export const deedText = (deed: Deed): string => {
  switch (deed.do) {
    case 'cancel':
      return 'cancel';
    case 'say':
      return `say ${deed.says}`;
    case 'gain':
    case 'clear':
      return `${deed.do} ${deed.condition}`;
    case 'amount':
    case 'mp':
    case 'actions':
    case 'vp':
    case 'damage':
      return `${deed.do} ${deed.by}`;
  }
};

const cannotPerform = (): never => {
  throw new Error('Nothing says in this ruling what effects do.');
};

/** DS-TRIG-1 to DS-TRIG-4, DS-TRIG-8. Sets off the effects of one moment; what they set off is done before the next one. */
export function* fire(draft: Draft, when: WhenFired, window: Window, who?: string): Part<Fired> {
  const state = draft.now();
  if (state.triggers.length === 0) return untouched;
  const owner = who === undefined ? undefined : (warriorOf(state, who)?.owner ?? who);
  const meant = state.triggers.filter(
    (each) =>
      each.when === when &&
      each.window === window &&
      (each.who === undefined || each.who === who || each.who === owner),
  );
  const { depth = 0, perform = cannotPerform } = draft;
  let { cancelled, amount } = untouched;
  for (const trigger of inOrder(state, meant)) {
    if (!draft.now().triggers.some(({ name }) => name === trigger.name)) continue;
    if (depth >= deepest) takenBack({ code: 'E_TRIGGER_LOOP', facts: {} } satisfies Refusal<Code>);
    const on = trigger.on ?? who ?? (trigger.owner === 'scenario' ? undefined : trigger.owner);
    draft.emit({ type: 'triggered', name: trigger.name, who: on, says: deedText(trigger.does) });
    if (trigger.does.do === 'cancel') cancelled = true;
    else if (trigger.does.do === 'amount') amount += trigger.does.by;
    else if (on !== undefined) yield* perform({ ...draft, depth: depth + 1 }, trigger.does, on);
  }
  return { cancelled, amount };
}

/**
 * DS-TRIG-1, DS-TRIG-7. A phase with its effects before, during and after it. A cancelled one does not happen, and nothing
 * comes after it; `happens` is told what the effects add to its number. Gives back what the phase came to.
 */
export function* phase<T>(
  draft: Draft,
  window: Window,
  who: string | undefined,
  happens: (amount: number) => Part<T>,
): Part<T | undefined> {
  if (draft.now().triggers.length === 0) return yield* happens(0);
  const before = yield* fire(draft, 'before', window, who);
  if (before.cancelled) return undefined;
  const during = yield* fire(draft, 'during', window, who);
  const result = yield* happens(before.amount + during.amount);
  yield* fire(draft, 'after', window, who);
  return result;
}
