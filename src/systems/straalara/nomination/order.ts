import { tieBreakRating } from '../initiative.ts';
import { nextStepGroup } from '../simultaneous.ts';
import { type Combatant, find, isAble, type State, slotOf, type TurnStep } from '../state.ts';

interface Waiting {
  readonly name: string;
  readonly value: number;
  readonly rating: number;
}

/** ST-NOM-1: slowest first, full ties in roster order. */
const slowestFirst = (waiting: readonly Waiting[]): readonly Waiting[] =>
  waiting.toSorted((a, b) => a.value - b.value || a.rating - b.rating);

/** ST-NOM-2, ST-RUL-10: the fully tied may speak in any order. */
const speakersOf = (waiting: readonly Waiting[]): readonly string[] => {
  let [first] = waiting;
  for (const each of waiting)
    if (first && (each.value < first.value || (each.value === first.value && each.rating < first.rating))) first = each;
  return waiting.flatMap(({ name, value, rating }) =>
    value === first?.value && rating === first.rating ? [name] : [],
  );
};

/** Those with a score who are able, of whom this is true. */
const scored = (state: State, who: (me: Combatant) => boolean = () => true): readonly Waiting[] =>
  state.combatants.flatMap((me) =>
    isAble(me) && me.score !== undefined && who(me)
      ? [{ name: me.name, value: me.score, rating: tieBreakRating(me, state) }]
      : [],
  );

/** The order published when DECLARE opens: everybody with a score, slowest first. */
export const nominationOrder = (state: State): readonly string[] => slowestFirst(scored(state)).map(({ name }) => name);

/** ST-NOM-6, ST-RES-7: the second actions that belong to the count (or wave) reached and are not nominated yet; the dazed are left out. */
const secondsWaiting = (state: State): readonly TurnStep[] => {
  const [head] = state.stage === 'ACTIONS' && state.open === undefined ? nextStepGroup(state) : [];
  if (head === undefined) return [];
  const wave = state.settings.secondActions === 'wave';
  if (wave && head.slot === 1) return [];
  return state.steps.filter(
    (step) =>
      step.slot === 2 && !step.over && (wave || step.value === head.value) && unnominated(state, step.combatant),
  );
};

const unnominated = (state: State, name: string): boolean => {
  const me = find(state, name);
  return me !== undefined && isAble(me) && !me.dazed && slotOf(me, 2).status === 'empty';
};

/** Those who have still to nominate in the group that is open now. */
const openGroup = (state: State): readonly Waiting[] =>
  state.stage === 'DECLARE'
    ? scored(state, ({ actions: [first] }) => first.status === 'empty')
    : secondsWaiting(state).map(({ combatant: name, value, rating }) => ({ name, value, rating }));

/** Everybody who has still to nominate in the group that is open now, slowest first. */
export const nominationGroup = (state: State): readonly string[] =>
  slowestFirst(openGroup(state)).map(({ name }) => name);

/** Those of the group whose moment it is. */
export const nextNominators = (state: State): readonly string[] => speakersOf(openGroup(state));
