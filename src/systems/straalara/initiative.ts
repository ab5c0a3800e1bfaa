import { z } from 'zod';
import { formatSigned, listing, phrase, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { effectSum } from '../../rules/effects.ts';
import { line, step } from '../../rules/event.ts';
import { doneVerdict, type FindParamOffers, flagParam } from '../../rules/verb.ts';
import { requireGm, requireStage, stageNames } from './checks.ts';
import { woundPenalty } from './pools.ts';
import type { Settings } from './settings.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  isAble,
  isCombatRunning,
  order,
  type SlotNumber,
  type Stance,
  type State,
  slotOf,
  stances,
  type TurnStep,
  turnStepSchema,
  update,
} from './state.ts';
import { isNumberVisible } from './visibility.ts';

/** Wits plus dexterity, minus the wound penalty, plus effects. ST-INIT-1, ST-INIT-2, ST-RUL-6. */
export const initiativeRating = (me: Combatant, { settings, effects }: State): number => {
  const { wits, dexterity } = me.sheet.attributes;
  const rating = wits + dexterity - (woundPenalty(me, settings) ?? 0) + effectSum(effects, me.id, 'initiative');
  return settings.initiativeFloor === 'none' ? rating : Math.max(settings.initiativeFloor, rating);
};

/** The rating that decides between equal scores. ST-INIT-6, ST-RUL-8. */
export const tieBreakRating = (me: Combatant, { settings }: State): number =>
  settings.tieRating === 'unwounded' ? me.sheet.attributes.wits + me.sheet.attributes.dexterity : (me.rating ?? 0);

/** Able combatants that have not rolled initiative this turn, in roster order. ST-INIT-4, ST-RUL-7. */
export const combatantsToRoll = (state: State): readonly Combatant[] =>
  state.stage === 'INITIATIVE' ? state.combatants.filter((each) => isAble(each) && each.score === undefined) : [];

/** A combatant rolled initiative; the score stays until the turn ends. ST-INIT-3, ST-INIT-8, ST-RUL-9. */
export const initiativeRolled = event('initiative-rolled', {
  facts: { who: combatantId, die: z.int(), rating: z.int(), score: z.int() },
  apply: (state, { who, rating, score }) => update(state, who, () => ({ rating, score })),
  narrate: ({ who, die, rating, score }, { reader, before }) => {
    const { wits = 0, dexterity = 0 } = find(before, who)?.sheet.attributes ?? {};
    const off = rating - wits - dexterity;
    const isVisible = isNumberVisible(reader, who, 'pools') && (off === 0 || isNumberVisible(reader, who, 'health'));
    const row = [
      step('ST-INIT-1', phrase`wits ${wits} + dexterity ${dexterity}`),
      ...(off === 0 ? [] : [step('ST-INIT-2', phrase`${formatSigned(off)} for wounds and modifiers`)]),
      step('ST-INIT-1', phrase`= rating ${rating}`),
      step('ST-INIT-3', phrase`d10 ${die}`),
      step('ST-INIT-3', phrase`= ${score}`),
    ];
    return line(say`${ref(who)} rolls initiative: ${score}.`, 'plain', isVisible ? [row] : []);
  },
});

/** The stage of nominations began; the log names all combatants, slowest first. */
export const nominationsOpened = event('nominations-opened', {
  facts: { order: z.array(combatantId) },
  apply: (state) => ({ ...state, stage: 'DECLARE' }),
  narrate: ({ order: speakers }, { reader }) => {
    const seen = speakers.filter(reader.canSee).map(ref);
    return line(
      seen.length === 0
        ? 'Now stances and actions are nominated.'
        : say`Now stances and actions are nominated, slowest first: ${listing(seen)}.`,
    );
  },
});

const roll = ({ now, emit, dice }: Draft, me: Combatant): void => {
  const rating = initiativeRating(me, now());
  const die = dice.roll(10, 'initiative');
  emit(initiativeRolled({ who: me.id, die, rating, score: rating + die }));
};

/** Rolls initiative for one combatant or, if the GM asks, for all. ST-INIT-3, ST-INIT-4. */
export const rollInitiative = order({
  summary: 'Roll initiative for this turn',
  role: 'player',
  params: z.strictObject({ all: flagParam('GM: roll for everyone who has not rolled').default(false) }),
  resolve: (draft, call, { all }) => {
    const state = draft.now();
    if (all) {
      if (!isCombatRunning(state)) return refuse('COMBAT_NOT_ACTIVE');
      if (state.stage !== 'INITIATIVE') return refuse('WRONG_STAGE', { stage: term(stageNames[state.stage]) });
      const gm = requireGm(call);
      if (!gm.ok) return gm;
      for (const each of combatantsToRoll(state)) roll(draft, each);
      return doneVerdict;
    }
    const me = requireStage(state, call, 'INITIATIVE');
    if (!me.ok) return me;
    if (me.value.score !== undefined)
      return refuse('ALREADY_ROLLED', { name: ref(me.value.id), score: me.value.score });
    roll(draft, me.value);
    return doneVerdict;
  },
});

/** A kind of defense in the rules of stances; each defense spell counts as one of them. ST-STANCE-10, ST-RUL-21. */
export type DefenseType = 'block' | 'parry' | 'dodge';

/** Parses a stance; `partial` is another name for `mixed`. Undefined if the name is unknown. ST-STANCE-1, ST-RUL-17. */
export const parseStance = (text: string): Exclude<Stance, 'none'> | undefined => {
  const word = text.trim().toLowerCase();
  return word === 'partial' ? 'mixed' : stances.find((stance) => stance === word);
};

/** True if the stance forbids this defense; only offense forbids any defense. ST-STANCE-2, ST-STANCE-12, ST-RUL-20. */
export const isForbiddenByStance = (stance: Stance, guard: DefenseType, { blockCountsAsParry }: Settings): boolean =>
  stance === 'offense' && (guard === 'dodge' || (guard === 'block' && !blockCountsAsParry));

/** Extra dice that the stance gives to a defense or soak roll. ST-STANCE-8, ST-STANCE-9, ST-RUL-19. */
export const stanceBonus = (
  stance: Stance,
  roll: DefenseType | 'soak',
  { blockCountsAsParry, defenseBonus }: Settings,
): number => (stance === 'defense' && (roll !== 'block' || blockCountsAsParry) ? defenseBonus : 0);

/** The count of the second action: score − 10, at least 0. A score below 0 is not changed. ST-STANCE-4. */
export const secondActionCount = (score: number): number => (score <= 0 ? score : Math.max(score - 10, 0));

/** True if the second action comes directly after the first, because the score is 0 or less. ST-STANCE-4. */
export const isLateStep = (slot: SlotNumber, score: number, { secondActions }: Settings): boolean =>
  slot === 2 && score <= 0 && secondActions === 'count';

const isOver = (me: Combatant, slot: SlotNumber): boolean => {
  const { status } = slotOf(me, slot);
  return status !== 'empty' && status !== 'nominated';
};

/** The steps of one combatant: two in the stance offense, one in others. ST-STANCE-3, ST-STANCE-6, ST-STANCE-11. */
const stepsOfCombatant = (me: Combatant, score: number, state: State): readonly TurnStep[] => {
  const rating = tieBreakRating(me, state);
  const first: TurnStep = { combatant: me.id, slot: 1, value: score, rating, late: false, over: isOver(me, 1) };
  if (me.stance !== 'offense') return [first];
  const late = isLateStep(2, score, state.settings);
  return [first, { ...first, slot: 2, value: secondActionCount(score), late, over: isOver(me, 2) }];
};

/** Sorts steps by score, then by rating. With `secondActions: wave`, second actions come last. ST-RUL-14, ST-INIT-5. */
export const sortByActingOrder = (steps: readonly TurnStep[], { secondActions }: Settings): readonly TurnStep[] =>
  steps.toSorted(
    (a, b) =>
      (secondActions === 'wave' ? a.slot - b.slot : 0) ||
      b.value - a.value ||
      b.rating - a.rating ||
      Number(a.late) - Number(b.late),
  );

/** Every step of the turn in acting order; full ties stay in roster order. ST-STANCE-3, ST-STANCE-4, ST-STANCE-5. */
export const turnSteps = (state: State): readonly TurnStep[] => {
  const steps = state.combatants.flatMap((me) =>
    isAble(me) && me.score !== undefined ? stepsOfCombatant(me, me.score, state) : [],
  );
  return sortByActingOrder(steps, state.settings);
};

/** Everyone has nominated, and the first actions begin. ST-STANCE-5. */
export const actionsOpened = event('actions-opened', {
  facts: { steps: z.array(turnStepSchema) },
  apply: (state, { steps }) => ({ ...state, stage: 'ACTIONS', steps }),
  narrate: ({ steps }, { reader }) => {
    const seen = steps
      .filter(({ combatant }) => reader.canSee(combatant))
      .map(({ combatant, value, slot }) =>
        slot === 2 ? say`${ref(combatant)} ${value} (second)` : say`${ref(combatant)} ${value}`,
      );
    return line(seen.length === 0 ? 'The actions begin.' : say`The actions begin, highest first: ${listing(seen)}.`);
  },
});

export const describeStance = ({ stance }: Pick<Combatant, 'stance'>): Text =>
  stance === 'none' ? term('no stance') : say`${term(stance)} stance`;

export const offerStances: FindParamOffers<State> = () => [
  { value: 'offense', label: 'offense: two actions, no dodging' },
  { value: 'mixed', label: 'mixed: one action, every defense' },
  { value: 'defense', label: 'defense: no attack, extra dice on every defense' },
];
