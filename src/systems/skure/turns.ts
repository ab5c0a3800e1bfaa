import { z } from 'zod';
import { joined, ref, refuse, say, sentences, sideTerm, type Text, term } from '../../core/message.ts';
import { tickEffects } from '../../rules/effects.ts';
import { line } from '../../rules/event.ts';
import { mayCommand, orderAnswer, standingOrderForGm, standingOrderForMove } from '../../rules/expected-action.ts';
import { createLimitCounter } from '../../rules/order-limits.ts';
import type { Reader } from '../../rules/reader.ts';
import { doneVerdict, textParam } from '../../rules/verb.ts';
import { requireGmInBattle, unableReason } from './checks.ts';
import { countDownConditions, dropUnconsciousFlyers } from './death.ts';
import { applyBleeding } from './harm.ts';
import { checkObjective, checkObjectiveAtRoundEnd, hintAtStalemate } from './objectives.ts';
import {
  type Combatant,
  clearedStance,
  combatantId,
  conditionSchema,
  type Draft,
  effectiveRating,
  event,
  find,
  findPlaced,
  isAbleToAct,
  isAlive,
  isDisrupted,
  isPlaced,
  listSchema,
  order,
  type State,
  update,
} from './state.ts';

/** The turn order without combatants that the reader does not see. */
export const formatVisibleTurnOrder = (ids: readonly string[], { canSee }: Reader): Text =>
  joined(ids.filter(canSee).map(ref));

export const turnOrderSet = event('ordered', {
  facts: { order: listSchema(combatantId), place: z.int() },
  apply: (state, { order: ids, place }) => ({ ...state, order: ids, place }),
  narrate: ({ order: ids }, { reader }) => line(say`The turn order is now: ${formatVisibleTurnOrder(ids, reader)}.`),
});

/** A round begins with a new turn order; attacks taken for allies count from 0. SK-TURN-2, SK-TURN-3, SK-RUL-42. */
export const roundBegan = event('round-began', {
  facts: { round: z.int(), order: listSchema(combatantId) },
  apply: (state, { round, order: ids }) => ({
    ...state,
    round,
    order: ids,
    place: -1,
    combatants: state.combatants.map((each) => (each.intercepts === 0 ? each : { ...each, intercepts: 0 })),
  }),
  narrate: ({ round, order: ids }, { after, reader }) => {
    const living = ids.filter((id) => after.combatants.some((each) => each.id === id && isAlive(each)));
    return line(say`Round ${round}. Order: ${formatVisibleTurnOrder(living, reader)}.`);
  },
  beginsRound: true,
});

/** A combatant’s turn begins, which ends its stance. SK-TURN-9, SK-RUL-63. */
export const turnBegan = event('turn-began', {
  facts: { who: combatantId },
  apply: (state, { who }) => ({
    ...update(state, who, () => ({ ...clearedStance })),
    place: state.order.indexOf(who),
    turn: {
      who,
      startFacing: find(state, who)?.facing ?? 'N',
      pointsSpent: 0,
      preTurned: false,
      moved: false,
      postTurned: false,
      acted: false,
      enemies: [],
    },
  }),
});

type EndOfTurn = Pick<Combatant, 'conditions'> & { readonly who: string };
const afterTurn = (state: State, { who, conditions }: EndOfTurn): State => ({
  ...update(state, who, () => ({ conditions })),
  turn: undefined,
});

/** A combatant that cannot act loses its turn, which is no news of one that is down. SK-TURN-8. */
export const turnSkipped = event('turn-skipped', {
  facts: { who: combatantId, why: z.enum(['down', 'disrupted']), conditions: listSchema(conditionSchema) },
  apply: afterTurn,
  narrate: ({ who, why }, { before }) => {
    const skipped = find(before, who);
    return why === 'down' || skipped === undefined
      ? undefined
      : line(say`${ref(who)} is ${unableReason(skipped)} and loses the turn.`, 'quiet');
  },
});

/** A combatant’s turn ends. `passedOn`: true if the GM skipped the turn. */
export const turnEnded = event('turn-ended', {
  facts: { who: combatantId, conditions: listSchema(conditionSchema), passedOn: z.boolean().optional() },
  apply: afterTurn,
  narrate: ({ who, passedOn }) => (passedOn ? line(say`The GM skips ${ref(who)}’s turn.`) : undefined),
});

export const battleHalted = event('halted', {
  facts: {},
  apply: (state) => ({ ...state, turn: undefined }),
  narrate: () => line('No one can act. The GM decides how the battle continues.'),
});

/** Adds a full stop to a reason that has none. */
const endSentence = (reason: string): Text => (/[.!?]$/.test(reason) ? term(reason) : say`${term(reason)}.`);

/** The battle ends. SK-TURN-4. */
export const ended = event('ended', {
  facts: { winner: z.string().optional(), reason: z.string() },
  apply: (state, { winner, reason }) => ({ ...state, status: 'ended', turn: undefined, winner, ending: reason }),
  narrate: ({ winner, reason }) =>
    line(
      winner === undefined
        ? sentences(say`The battle is over.`, endSentence(reason))
        : sentences(say`The battle is over: victory for ${sideTerm(winner)}.`, endSentence(reason)),
      'good',
    ),
});

/** A player speaks as a combatant or asks the GM. SK-TURN-5. */
export const said = event('said', {
  facts: { who: combatantId, text: z.string(), asking: z.boolean() },
  narrate: ({ who, text: words, asking }) =>
    line(asking ? say`${ref(who)} asks: ${words}` : say`${ref(who)}: “${words}”`),
});

/** Compares combatants by agility, then speed, then time of joining. SK-TURN-2, SK-RUL-1. */
const compareTurnOrder =
  (state: State) =>
  (a: Combatant, b: Combatant): number =>
    effectiveRating(state, b, 'agility') - effectiveRating(state, a, 'agility') ||
    (state.settings['order.tieBreak'] === 'speed' ? b.sheet.speed - a.sheet.speed : 0) ||
    a.joined - b.joined;

/** The combatants on the board, highest agility first. SK-TURN-2, SK-RUL-1. */
export const turnOrder = (state: State): readonly string[] =>
  state.combatants
    .filter(isPlaced)
    .toSorted(compareTurnOrder(state))
    .map((each) => each.id);

/** Adds a newcomer to this round’s turn order if newcomers may act now. SK-RUL-2. */
export const insertIntoOrder = ({ now, emit }: Draft, who: string): void => {
  const state = now();
  const newcomer = find(state, who);
  if (state.status !== 'active' || state.order.includes(who) || newcomer === undefined) return;
  if (state.settings['order.joinMidRound'] === 'next') return;
  const sooner = compareTurnOrder(state);
  const later = state.order.findIndex((id) => {
    const other = find(state, id);
    return other !== undefined && sooner(newcomer, other) < 0;
  });
  const place = later < 0 ? state.order.length : later;
  const ids = state.order.toSpliced(place, 0, who);
  emit(turnOrderSet({ order: ids, place: place <= state.place ? state.place + 1 : state.place }));
};

/** Ends the battle if its objective is met. SK-TURN-4, SK-RUL-3. */
const checkVictory = (draft: Draft): void => {
  const met = draft.now().status === 'active' ? checkObjective(draft) : undefined;
  if (met !== undefined) draft.emit(ended(met));
};

/** Ends the round and, unless the objective is met, begins the next. SK-TURN-3. */
const nextRound = (draft: Draft): void => {
  tickEffects(draft, 'end');
  const met = checkObjectiveAtRoundEnd(draft);
  if (met !== undefined) {
    draft.emit(ended(met));
    return;
  }
  draft.emit(roundBegan({ round: draft.now().round + 1, order: [...turnOrder(draft.now())] }));
  hintAtStalemate(draft);
  tickEffects(draft, 'start');
};

/** Begins a combatant’s turn. False if it cannot act and loses the turn. SK-TURN-8, SK-COND-3. */
const beginTurn = (draft: Draft, who: string): boolean => {
  draft.emit(turnBegan({ who }));
  tickEffects(draft, 'start', who);
  applyBleeding(draft, who);
  const me = findPlaced(draft.now(), who);
  if (isAbleToAct(me)) return true;
  const down = me.life !== 'conscious';
  const conditions = down ? me.conditions : countDownConditions(me, true);
  draft.emit(turnSkipped({ who, why: down ? 'down' : 'disrupted', conditions }));
  tickEffects(draft, 'end', who);
  return false;
};

/** True if a combatant can act now, or will be able to after some turns. */
const canAnyoneAct = (state: State): boolean =>
  state.combatants.some(
    (each) =>
      isPlaced(each) &&
      each.life === 'conscious' &&
      (!isDisrupted(each) || each.conditions.every(({ disrupts, turns }) => !disrupts || turns !== undefined)),
  );

/** Begins the next turn that a combatant can take; halts the battle if there is none. SK-TURN-1. */
const advance = (draft: Draft): void => {
  const count = createLimitCounter('events');
  while (draft.now().status === 'active') {
    count('advance');
    if (!canAnyoneAct(draft.now())) {
      draft.emit(battleHalted());
      return;
    }
    const { order: ids, place } = draft.now();
    const next = ids[place + 1];
    if (next === undefined) nextRound(draft);
    else if (beginTurn(draft, next)) return;
    checkVictory(draft);
  }
};

/** Ends the current turn. `passedOn`: true if the GM skips the turn. */
export const endTurn = (draft: Draft, passedOn = false): void => {
  const { turn } = draft.now();
  if (turn === undefined) return;
  const conditions = countDownConditions(findPlaced(draft.now(), turn.who), false);
  draft.emit(turnEnded({ who: turn.who, conditions, passedOn: passedOn || undefined }));
  tickEffects(draft, 'end', turn.who);
};

/** Advances the battle after each order: ends a stuck turn, checks victory, begins the next turn. Section 4. */
export const advanceAfterOrder = (draft: Draft): void => {
  dropUnconsciousFlyers(draft);
  const { turn: held } = draft.now();
  if (held !== undefined && !isAbleToAct(findPlaced(draft.now(), held.who))) endTurn(draft);
  checkVictory(draft);
  const { status, turn } = draft.now();
  if (status === 'active' && turn === undefined) advance(draft);
};

/** Skips the current turn. Its combatant does nothing, not even defend. SK-EXC-3. */
export const skip = order({
  summary: 'GM: skip the current turn; that combatant does nothing',
  command: false,
  role: 'gm',
  requires: requireGmInBattle,
  resolve: (draft, call) => {
    const { turn } = draft.now();
    if (call.pending !== undefined) return refuse('REACTION_PENDING');
    if (turn === undefined) return refuse('NO_TURN');
    endTurn(draft, true);
    return doneVerdict;
  },
});

const speech = (summary: string, asking: boolean) =>
  order({
    summary,
    role: 'player',
    whilePending: true,
    notifiesGm: asking,
    params: z.strictObject({ text: textParam(asking ? 'Your question' : 'What to say', 1000) }),
    resolve: (_, call, { text }) =>
      mayCommand(call) ? said({ who: call.actor, text, asking }) : refuse('NOT_CONTROLLER', { actor: ref(call.actor) }),
  });

/** SK-TURN-5. */
export const speak = { ...speech('Speak in your combatant’s voice; free at any time', false), command: false } as const;
/** SK-TURN-5. */
export const ask = speech('Ask the GM something in public; free at any time', true);

/** Standing orders for a combatant’s turn. */
export const turnStandingOrderKind = standingOrderForMove('must act', 'take the best action', {
  defend: orderAnswer('defend itself', 'defend'),
  counter: orderAnswer('take a counter position', 'counter'),
});
export const rulingStandingOrderKind = standingOrderForGm(
  'must decide how the battle continues',
  'end the turn if nothing is left to do in it',
);
