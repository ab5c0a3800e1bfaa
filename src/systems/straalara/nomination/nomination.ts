import { z } from 'zod';
import { joined, ref, refuse, say, type Text, term } from '../../../core/message.ts';
import { line, textSchema, type UnresolvedLine } from '../../../rules/event.ts';
import type { Reader } from '../../../rules/reader.ts';
import { refusalSentence } from '../../../rules/ruleset.ts';
import { doneVerdict, oneOfParam, textParam } from '../../../rules/verb.ts';
import { requireAbleControlledCombatant, requireControlledCombatant, requireStage } from '../checks.ts';
import { nextStepGroup } from '../delayed.ts';
import { describeStance, offerStances, parseStance, tieBreakRating } from '../initiative.ts';
import { type RefusalCode, refusals } from '../refusals.ts';
import {
  type CheckResult,
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  findByName,
  isAble,
  losesActions,
  type Nomination,
  nominationSchema,
  order,
  replace,
  type SealedNomination,
  type SlotNumber,
  type State,
  sealedNominationSchema,
  slotNumberSchema,
  slotOf,
  stances,
  type TurnStep,
  update,
  withSlot,
} from '../state.ts';
import { isNominationVisible } from '../visibility.ts';
import { describeFullAction, requireAction } from './action.ts';
import { nominating, nominationParams } from './choices.ts';

/** A combatant that must nominate, with the numbers that decide when it is its turn. */
type Waiting = Pick<TurnStep, 'combatant' | 'value' | 'rating'>;

/** Sorts combatants slowest first; full ties stay in roster order. ST-NOM-1. */
const slowestFirst = (waiting: readonly Waiting[]): readonly Waiting[] =>
  waiting.toSorted((a, b) => a.value - b.value || a.rating - b.rating);

/** The slowest combatant and all that fully tie with it; these may nominate in any order. ST-NOM-2, ST-RUL-10. */
const nextToNominate = (waiting: readonly Waiting[]): readonly string[] => {
  const [first] = slowestFirst(waiting);
  return waiting
    .filter((each) => each.value === first?.value && each.rating === first.rating)
    .map(({ combatant }) => combatant);
};

/** Able combatants with an initiative score that pass the test `who`. */
const scored = (state: State, who: (me: Combatant) => boolean = () => true): readonly Waiting[] =>
  state.combatants.flatMap((me) =>
    isAble(me) && me.score !== undefined && who(me)
      ? [{ combatant: me.id, value: me.score, rating: tieBreakRating(me, state) }]
      : [],
  );

/** All combatants with an initiative score, slowest first. */
export const nominationOrder = (state: State): readonly string[] =>
  slowestFirst(scored(state)).map(({ combatant }) => combatant);

/** Second actions that must be nominated now; dazed combatants are skipped. ST-NOM-6, ST-RES-7. */
const findWaitingSecondActions = (state: State): readonly TurnStep[] => {
  const [head] = state.stage === 'ACTIONS' && state.open === undefined ? nextStepGroup(state) : [];
  if (head === undefined) return [];
  const wave = state.settings.secondActions === 'wave';
  if (wave && head.slot === 1) return [];
  return state.steps.filter(({ slot, over, value, combatant }) => {
    const me = find(state, combatant);
    if (slot !== 2 || over || (!wave && value !== head.value) || me === undefined) return false;
    return isAble(me) && !losesActions(me, state) && slotOf(me, 2).status === 'empty';
  });
};

/** Combatants that must still nominate in this stage, in roster order. */
const findWaitingNominators = (state: State): readonly Waiting[] =>
  state.stage === 'DECLARE'
    ? scored(state, ({ actions: [first] }) => first.status === 'empty')
    : findWaitingSecondActions(state);

/** Combatants that must still nominate in this stage, slowest first. */
export const waitingNominators = (state: State): readonly string[] =>
  slowestFirst(findWaitingNominators(state)).map(({ combatant }) => combatant);

/** Combatants that may nominate now: the slowest still to nominate, and all that fully tie with it. */
export const nextNominators = (state: State): readonly string[] => nextToNominate(findWaitingNominators(state));

interface Nominated {
  readonly who: string;
  readonly as: Nomination;
  readonly opened: boolean;
}

const nominatedSlot = (me: Combatant, slot: SlotNumber, { as, opened: known }: Nominated): Combatant => ({
  ...withSlot(me, slot, { status: 'nominated', as, opened: known }),
  intent: withoutSealedAction(me.intent, slot),
});

/** The log line of a nomination. Other players read only that a combatant nominated privately. ST-NOM-3, ST-NOM-4. */
const nominationLine = (
  { who, as, opened: known }: Nominated,
  stance: string | undefined,
  reader: Reader,
): UnresolvedLine => {
  if (!known && !reader.isControlled(who)) return line(say`${ref(who)} has nominated.`, 'quiet');
  const words = describeFullAction(who, as, reader);
  return line(
    stance === undefined
      ? say`${ref(who)} nominates a second action: ${words}.`
      : say`${ref(who)} takes the ${term(stance)} stance and nominates ${words}.`,
  );
};

/** A combatant nominated a stance and first action, which it cannot change. ST-NOM-3, ST-NOM-5, ST-RUL-13. */
export const declared = event('declared', {
  facts: { who: combatantId, stance: z.enum(stances), as: nominationSchema, opened: z.boolean(), sealed: z.boolean() },
  apply: (state, happened) =>
    replace(state, happened.who, (me) => ({ ...nominatedSlot(me, 1, happened), stance: happened.stance })),
  narrate: (happened, { reader }) => nominationLine(happened, happened.stance, reader),
});

/** A combatant nominated its second action. ST-NOM-6. */
export const nominated = event('nominated', {
  facts: { who: combatantId, as: nominationSchema, opened: z.boolean(), sealed: z.boolean() },
  apply: (state, happened) => replace(state, happened.who, (me) => nominatedSlot(me, 2, happened)),
  narrate: (happened, { reader }) => nominationLine(happened, undefined, reader),
});

/** The sealed nomination without its first or second action. */
const withoutSealedAction = (intent: SealedNomination, slot: SlotNumber): SealedNomination =>
  slot === 1 ? { second: intent.second } : { ...intent, second: undefined };

/** A combatant sealed a nomination, visible to its owner and the GM only. ST-NOM-4. */
export const sealed = event('sealed', {
  facts: { who: combatantId, intent: sealedNominationSchema },
  apply: (state, { who, intent }) => update(state, who, () => ({ intent })),
  isWish: true,
  narrate: ({ who, intent: { stance, first, second } }, { reader }) => {
    const words: readonly Text[] = [
      ...(stance ? [say`${term(stance)} stance`] : []),
      ...(first ? [describeFullAction(who, first, reader)] : []),
      ...(second ? [describeFullAction(who, second, reader)] : []),
    ];
    return reader.isControlled(who) ? line(say`Sealed for ${ref(who)}: ${joined(words)}.`, 'quiet') : undefined;
  },
});

/** A sealed nomination failed its checks and was dropped. ST-NOM-4. */
export const sealedNominationDropped = event('seal-broken', {
  facts: { who: combatantId, slot: slotNumberSchema, code: z.string(), says: textSchema },
  apply: (state, { who, slot }) => update(state, who, (me) => ({ intent: withoutSealedAction(me.intent, slot) })),
  narrate: ({ who, slot, says }, { before, reader }) => {
    if (!reader.isControlled(who)) return undefined;
    const intent = find(before, who)?.intent;
    const aimed = (slot === 1 ? intent?.first : intent?.second)?.target;
    const target = aimed === undefined ? undefined : findByName(before, aimed);
    // The refusal may name a combatant that is hidden from the owner.
    const harmless = aimed === undefined || (target !== undefined && reader.canSee(target.id));
    const because: Text = harmless ? says : term('it is not possible now.');
    return { ...line(say`${ref(who)}’s sealed nomination is dropped: ${because}`, 'quiet'), toOwner: who };
  },
});

/** Refusals that time may lift, so that a nomination is sealed in spite of them. */
const temporary: readonly RefusalCode[] = ['DAZED', 'TARGET_DEAD', 'NO_WEAPON', 'WEAPON_BROKEN', 'NOTHING_TO_CONTINUE'];

/** Seals a nomination. Refuses what will be impossible when it is due, too. ST-NOM-4. */
const sealNomination = ({ now, emit }: Draft, me: Combatant, intent: SealedNomination): CheckResult<undefined> => {
  if (intent.stance !== undefined && parseStance(intent.stance) === undefined)
    return refuse('UNKNOWN_STANCE', { stance: intent.stance });
  const stance = parseStance(intent.stance ?? me.intent.stance ?? me.stance) ?? 'mixed';
  for (const each of [intent.first, intent.second]) {
    const as = each && requireAction(now(), me, stance, each);
    if (as?.ok === false && !temporary.includes(as.error.code)) return as;
  }
  emit(sealed({ who: me.id, intent: { ...me.intent, ...intent } }));
  return doneVerdict;
};

/** Checks and reveals one sealed nomination that is due. False if none is due. ST-NOM-4. */
export const openSealedNomination = (draft: Draft, slot: SlotNumber): boolean =>
  nextNominators(draft.now()).some((who) => {
    const me = find(draft.now(), who);
    return me !== undefined && unseal(draft, me, slot);
  });

const unseal = ({ now, emit }: Draft, me: Combatant, slot: SlotNumber): boolean => {
  const { intent, id: who } = me;
  const worded = slot === 1 ? intent.first : intent.second;
  if (worded === undefined || (slot === 1 && intent.stance === undefined)) return false;
  const stance = slot === 1 ? parseStance(intent.stance ?? '') : me.stance === 'none' ? undefined : me.stance;
  if (stance === undefined) return false;
  const as = requireAction(now(), me, stance, worded);
  const opened = now().settings.declarations === 'open';
  if (!as.ok) {
    const { code, facts } = as.error;
    emit(sealedNominationDropped({ who, slot, code, says: refusalSentence(refusals[code], facts) }));
  } else if (slot === 1) emit(declared({ who, stance, as: as.value, opened, sealed: true }));
  else emit(nominated({ who, as: as.value, opened, sealed: true }));
  return true;
};

const nominatingWithStance = {
  ...nominating,
  offers: { stance: offerStances, ...nominating.offers },
  promptFor: (soFar: Readonly<Record<string, unknown>>) => ['stance', ...nominating.promptFor(soFar)] as const,
} as const;

/** Seals a nomination, which is checked and revealed when its owner must nominate. ST-NOM-4. */
export const intend = order({
  summary: 'Seal a nomination ahead of time; it is revealed when it is your turn to nominate',
  ...nominatingWithStance,
  params: z.strictObject({
    stance: textParam('offense, mixed or defense', 40).optional(),
    ...nominationParams,
    slot: oneOfParam('For the first or the second action of a turn', ['first', 'second']).default('first'),
  }),
  requires: requireAbleControlledCombatant,
  resolve: (draft, _, { stance: chosen, slot, ...worded }, me) => {
    const words = chosen === undefined ? {} : { stance: chosen };
    return sealNomination(draft, me, { ...words, [slot]: worded });
  },
});

/** Seals a stance ahead of time; `/declare` then needs only an action. ST-NOM-3, ST-NOM-4. */
export const sealStance = order({
  summary: 'Choose your next stance ahead of time; it stays sealed until you nominate',
  role: 'player',
  params: z.strictObject({ stance: textParam('offense, mixed or defense', 40) }),
  offers: { stance: offerStances },
  requires: requireAbleControlledCombatant,
  resolve: (draft, _, { stance }, me) => sealNomination(draft, me, { stance }),
});

/** Private nominations were revealed to everyone. */
export const nominationsRevealed = event('nominations-revealed', {
  facts: { who: z.array(combatantId), slot: slotNumberSchema },
  apply: (state, { who, slot }) => ({
    ...state,
    combatants: state.combatants.map((me) => {
      const action = slotOf(me, slot);
      const opens = who.includes(me.id) && action.status === 'nominated';
      return opens ? withSlot(me, slot, { ...action, opened: true }) : me;
    }),
  }),
  narrate: ({ who, slot }, { after, reader }) =>
    who.flatMap((each) => {
      const me = find(after, each);
      const action = me && slotOf(me, slot);
      if (me === undefined || action?.status !== 'nominated' || !isNominationVisible(reader, me, action)) return [];
      const words = describeFullAction(each, action.as, reader);
      return line(slot === 1 ? say`${ref(each)}: ${describeStance(me)}, ${words}.` : say`${ref(each)}: ${words}.`);
    }),
});

/** Reveals all private nominations at once, slowest first. ST-RUL-11. */
export const revealNominations = ({ now, emit }: Draft, slot: SlotNumber): void => {
  const closed = nominationOrder(now()).filter((each) => {
    const me = find(now(), each);
    const action = me && slotOf(me, slot);
    return action?.status === 'nominated' && !action.opened;
  });
  if (closed.length > 0) emit(nominationsRevealed({ who: closed, slot }));
};

/** True if the combatant nominates too early, so that the nomination is sealed (`earlyDeclarations: sealed`). */
const isEarly = (state: State, me: Combatant): boolean =>
  isAble(me) &&
  state.settings.earlyDeclarations === 'sealed' &&
  (state.stage === 'INITIATIVE' || (state.stage === 'DECLARE' && !nextNominators(state).includes(me.id))) &&
  me.actions[0].status === 'empty';

/** Nominates a stance (default: the sealed one) and the first action. ST-NOM-1, ST-NOM-2, ST-NOM-9, ST-STANCE-1. */
export const declare = order({
  summary: 'Nominate your stance and first action of the turn',
  ...nominatingWithStance,
  params: z.strictObject({
    stance: textParam('offense, mixed or defense', 40).optional(),
    ...nominationParams,
  }),
  resolve: (draft, call, { stance: given, ...worded }) => {
    const state = draft.now();
    const mine = requireControlledCombatant(state, call);
    if (mine.ok && isEarly(state, mine.value))
      return sealNomination(draft, mine.value, { ...(given !== undefined && { stance: given }), first: worded });
    const me = requireStage(state, call, 'DECLARE');
    if (!me.ok) return me;
    const { id: who, actions, intent } = me.value;
    if (actions[0].status !== 'empty') return refuse('ALREADY_DECLARED', { name: ref(who) });
    if (!nextNominators(state).includes(who)) return refuse('NOT_YOUR_NOMINATION', { name: ref(who) });
    const words = given ?? intent.stance ?? '';
    const stance = parseStance(words);
    if (stance === undefined) return refuse('UNKNOWN_STANCE', { stance: words });
    const as = requireAction(state, me.value, stance, worded);
    if (!as.ok) return as;
    const known = state.settings.declarations === 'open';
    return declared({ who, stance, as: as.value, opened: known, sealed: false });
  },
});

/** Nominates the second action. ST-NOM-6, ST-NOM-7. */
export const nominate = order({
  summary: 'Nominate your second action of the turn',
  ...nominating,
  params: z.strictObject(nominationParams),
  requires: (state, call) => requireStage(state, call, 'ACTIONS'),
  resolve: (draft, _, worded, me) => {
    const state = draft.now();
    const { id: who, stance, actions } = me;
    if (state.pendingAttack !== undefined) return refuse('DEFENSE_PENDING', { name: ref(who) });
    const waits = state.steps.some((step) => step.combatant === who && step.slot === 2 && !step.over);
    if (!waits) return refuse('NO_FURTHER_ACTION', { name: ref(who) });
    if (actions[1].status === 'nominated') return refuse('ALREADY_DECLARED', { name: ref(who) });
    if (!nextNominators(state).includes(who))
      return state.settings.earlyDeclarations === 'sealed'
        ? sealNomination(draft, me, { second: worded })
        : refuse('NOT_YOUR_NOMINATION', { name: ref(who) });
    const as = requireAction(state, me, stance, worded);
    if (!as.ok) return as;
    return nominated({ who, as: as.value, opened: state.settings.declarations === 'open', sealed: false });
  },
});
