import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { line } from '../../../rules/lines.ts';
import { textParam } from '../../../rules/params.ts';
import { orderAnswer, standingOrderForMove } from '../../../rules/standing-order-kinds.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { requireCommanded, requireStage } from '../checks.ts';
import { describeStance, offerStances, parseStance } from '../stance.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  isAble,
  order,
  type SlotNumber,
  type State,
  slotNumberSchema,
  slotOf,
  withSlot,
} from '../state.ts';
import { isNominationKnown } from '../visibility.ts';
import { describeFullAction } from './action.ts';
import { requireAction } from './action-checks.ts';
import { nominationNeedsApproval, nominationOffers, nominationParams, nominationPrompts } from './choices.ts';
import { declared, nominated } from './nominated.ts';
import { nextNominators, nominationOrder } from './order.ts';
import { sealNomination } from './seal.ts';

const openSlot = (me: Combatant, slot: SlotNumber): Combatant => {
  const action = slotOf(me, slot);
  return action.status === 'nominated' ? withSlot(me, slot, { ...action, opened: true }) : me;
};

/** What was private is everybody’s now (`declarations`). */
export const nominationsRevealed = event(
  'opened',
  { who: z.array(combatantId), slot: slotNumberSchema },
  {
    apply: (state, { who, slot }) => ({
      ...state,
      combatants: state.combatants.map((me) => (who.includes(me.name) ? openSlot(me, slot) : me)),
    }),
    narrate: ({ who, slot }, { after, reader }) =>
      who.flatMap((each) => {
        const me = find(after, each);
        const action = me && slotOf(me, slot);
        if (me === undefined || action?.status !== 'nominated' || !isNominationKnown(reader, me, action)) return [];
        const words = describeFullAction(each, action.as, reader);
        return line(slot === 1 ? say`${ref(each)}: ${describeStance(me)}, ${words}.` : say`${ref(each)}: ${words}.`);
      }),
  },
);

/** ST-RUL-11, `declarations: private`: a whole group is opened at once, slowest first. */
export const revealNominations = ({ now, emit }: Draft, slot: SlotNumber): void => {
  const closed = nominationOrder(now()).filter((each) => {
    const me = find(now(), each);
    const action = me && slotOf(me, slot);
    return action?.status === 'nominated' && !action.opened;
  });
  if (closed.length > 0) emit(nominationsRevealed({ who: closed, slot }));
};

/** `earlyDeclarations: sealed`: one who comes too early is kept until the moment comes. */
const isEarly = (state: State, me: Combatant): boolean =>
  isAble(me) &&
  state.settings.earlyDeclarations === 'sealed' &&
  (state.stage === 'INITIATIVE' || (state.stage === 'DECLARE' && !nextNominators(state).includes(me.name))) &&
  me.actions[0].status === 'empty';

/** DECLARE: ST-NOM-1, ST-NOM-2, ST-NOM-3, ST-NOM-7, ST-NOM-9, ST-STANCE-1. A stance sealed before need not be named again. */
export const declare = order({
  summary: 'Nominate your stance and first action of the turn',
  role: 'player',
  params: z.strictObject({
    stance: textParam('offense, mixed or defense', 40).optional(),
    ...nominationParams,
  }),
  needsApproval: nominationNeedsApproval,
  offers: { stance: offerStances, ...nominationOffers },
  promptFor: (soFar) => ['stance', ...nominationPrompts(soFar)],
  resolve: (draft, call, { stance: given, ...worded }) => {
    const state = draft.now();
    const mine = requireCommanded(state, call);
    if (mine.ok && isEarly(state, mine.value))
      return sealNomination(draft, mine.value, { ...(given !== undefined && { stance: given }), first: worded });
    const me = requireStage(state, call, 'DECLARE');
    if (!me.ok) return me;
    const { name: who, actions, intent } = me.value;
    if (actions[0].status !== 'empty') return refuse('ALREADY_DECLARED', { name: ref(who) });
    if (!nextNominators(state).includes(who)) return refuse('NOT_YOUR_NOMINATION', { name: ref(who) });
    const words = given ?? intent.stance ?? '';
    const stance = parseStance(words);
    if (stance === undefined) return refuse('UNKNOWN_STANCE', { stance: words });
    const as = requireAction(state, me.value, stance, worded);
    if (!as.ok) return as;
    const known = state.settings.declarations === 'open';
    draft.emit(declared({ who, stance, as: as.value, opened: known, sealed: false }));
    return doneVerdict;
  },
});

/** NOMINATE: ST-NOM-6, ST-NOM-7. */
export const nominate = order({
  summary: 'Nominate your second action of the turn',
  role: 'player',
  params: z.strictObject(nominationParams),
  needsApproval: nominationNeedsApproval,
  offers: nominationOffers,
  promptFor: nominationPrompts,
  resolve: (draft, call, worded) => {
    const state = draft.now();
    const me = requireStage(state, call, 'ACTIONS');
    if (!me.ok) return me;
    const { name: who, stance, actions } = me.value;
    if (state.pendingAttack !== undefined) return refuse('DEFENSE_PENDING', { name: ref(who) });
    const waits = state.steps.some((step) => step.combatant === who && step.slot === 2 && !step.over);
    if (!waits) return refuse('NO_FURTHER_ACTION', { name: ref(who) });
    if (actions[1].status === 'nominated') return refuse('ALREADY_DECLARED', { name: ref(who) });
    if (!nextNominators(state).includes(who))
      return state.settings.earlyDeclarations === 'sealed'
        ? sealNomination(draft, me.value, { second: worded })
        : refuse('NOT_YOUR_NOMINATION', { name: ref(who) });
    const as = requireAction(state, me.value, stance, worded);
    if (!as.ok) return as;
    const known = state.settings.declarations === 'open';
    draft.emit(nominated({ who, as: as.value, opened: known, sealed: false }));
    return doneVerdict;
  },
});

export const declarationStandingOrderKind = standingOrderForMove('must nominate', 'nominate the best action', {
  idle: orderAnswer('take the mixed stance and nominate no action', 'declare', { stance: 'mixed', action: 'none' }),
});
