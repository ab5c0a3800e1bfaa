import { z } from 'zod';
import { joined, ref, say, type Text } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { line } from '../../../rules/lines.ts';
import { textSchema } from '../../../rules/message-schema.ts';
import { oneOfParam, textParam } from '../../../rules/params.ts';
import { refusalSentence } from '../../../rules/refusal-sentence.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { requireAbleCommanded } from '../checks.ts';
import { refusals } from '../refusals.ts';
import { offerStances, parseStance } from '../stance.ts';
import {
  type CheckResult,
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  findByName,
  order,
  type SealedNomination,
  type SlotNumber,
  sealedNominationSchema,
  slotNumberSchema,
  update,
} from '../state.ts';
import { describeFullAction, parseAction } from './action.ts';
import { requireAction } from './action-checks.ts';
import { nominationNeedsApproval, nominationOffers, nominationParams, nominationPrompts } from './choices.ts';
import { declared, nominated, withoutSealedAction } from './nominated.ts';
import { nextNominators } from './order.ts';

/** ST-NOM-4: told to nobody but its owner and the GM. */
export const sealed = event(
  'sealed',
  { who: combatantId, intent: sealedNominationSchema },
  {
    apply: (state, { who, intent }) => update(state, who, () => ({ intent })),
    narrate: ({ who, intent: { stance, first, second } }, { reader }) => {
      const words: readonly Text[] = [
        ...(stance ? [say`${stance} stance`] : []),
        ...(first ? [describeFullAction(who, first, reader)] : []),
        ...(second ? [describeFullAction(who, second, reader)] : []),
      ];
      return reader.isControlled(who) ? line(say`Sealed for ${ref(who)}: ${joined(words)}.`, 'quiet') : undefined;
    },
  },
);

/** A sealed nomination that failed its checks is dropped (ST-NOM-4). */
export const sealBroken = event(
  'seal-broken',
  { who: combatantId, slot: slotNumberSchema, code: z.string(), says: textSchema },
  {
    apply: (state, { who, slot }) => update(state, who, (me) => ({ intent: withoutSealedAction(me.intent, slot) })),
    narrate: ({ who, slot, says }, { before, reader }) => {
      if (!reader.isControlled(who)) return undefined;
      const intent = find(before, who)?.intent;
      const aimed = (slot === 1 ? intent?.first : intent?.second)?.target;
      const target = aimed === undefined ? undefined : findByName(before, aimed);
      // The refusal may tell of somebody hidden from the owner.
      const harmless = aimed === undefined || (target !== undefined && reader.canSee(target.name));
      const because: Text = harmless ? says : 'it is not possible now.';
      return line(say`${ref(who)}’s sealed nomination is dropped: ${because}`, 'quiet');
    },
  },
);

/**
 * ST-NOM-4: keeps a nomination ahead of its moment, unseen by others. Only its words are looked at now (UNKNOWN_STANCE,
 * UNKNOWN_ACTION); every other check waits for its moment.
 */
export const sealNomination = ({ emit }: Draft, me: Combatant, intent: SealedNomination): CheckResult<undefined> => {
  if (intent.stance !== undefined && parseStance(intent.stance) === undefined)
    return refuse('UNKNOWN_STANCE', { stance: intent.stance });
  const unknown = [intent.first, intent.second].find((each) => each && parseAction(each.action) === undefined);
  if (unknown) return refuse('UNKNOWN_ACTION', { action: unknown.action });
  emit(sealed({ who: me.name, intent: { ...me.intent, ...intent } }));
  return doneVerdict;
};

/** ST-NOM-4: the sealed nomination of one whose moment it is. False when nobody who may speak has sealed one. */
export const openSealedNomination = (draft: Draft, slot: SlotNumber): boolean =>
  nextNominators(draft.now()).some((who) => {
    const me = find(draft.now(), who);
    return me !== undefined && unseal(draft, me, slot);
  });

const unseal = ({ now, emit }: Draft, me: Combatant, slot: SlotNumber): boolean => {
  const { intent, name: who } = me;
  const worded = slot === 1 ? intent.first : intent.second;
  if (worded === undefined || (slot === 1 && intent.stance === undefined)) return false;
  const stance = slot === 1 ? parseStance(intent.stance ?? '') : me.stance === 'none' ? undefined : me.stance;
  if (stance === undefined) return false;
  const as = requireAction(now(), me, stance, worded);
  const opened = now().settings.declarations === 'open';
  if (!as.ok) {
    const { code, facts } = as.error;
    emit(sealBroken({ who, slot, code, says: refusalSentence(refusals[code], facts) }));
  } else if (slot === 1) emit(declared({ who, stance, as: as.value, opened, sealed: true }));
  else emit(nominated({ who, as: as.value, opened, sealed: true }));
  return true;
};

/** INTEND, the sealed nomination of ST-NOM-4: taken at any time, opened and checked when its moment comes. */
export const intend = order({
  summary: 'Seal a nomination ahead of time; it is revealed when it is your turn to nominate',
  role: 'player',
  params: z.strictObject({
    stance: textParam('offense, mixed or defense', 40).optional(),
    ...nominationParams,
    slot: oneOfParam('For the first or the second action of a turn', ['first', 'second']).default('first'),
  }),
  needsApproval: nominationNeedsApproval,
  offers: { stance: offerStances, ...nominationOffers },
  promptFor: (soFar) => ['stance', ...nominationPrompts(soFar)],
  resolve: (draft, call, { stance: chosen, slot, ...worded }) => {
    const me = requireAbleCommanded(draft.now(), call);
    if (!me.ok) return me;
    const words = chosen === undefined ? {} : { stance: chosen };
    return sealNomination(
      draft,
      me.value,
      slot === 'first' ? { ...words, first: worded } : { ...words, second: worded },
    );
  },
});

/** The stance alone, ahead of its moment (ST-NOM-4); `/declare` then needs only the action (ST-NOM-3). */
export const sealStance = order({
  summary: 'Choose your next stance ahead of time; it stays sealed until you nominate',
  role: 'player',
  params: z.strictObject({ stance: textParam('offense, mixed or defense', 40) }),
  offers: { stance: offerStances },
  resolve: (draft, call, chosen) => {
    const me = requireAbleCommanded(draft.now(), call);
    return me.ok ? sealNomination(draft, me.value, { stance: chosen.stance }) : me;
  },
});
