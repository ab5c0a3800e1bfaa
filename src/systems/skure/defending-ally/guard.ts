import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { mayCommand } from '../../../rules/caller.ts';
import { line } from '../../../rules/lines.ts';
import { combatantParam } from '../../../rules/params.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { type Attack, isPhysicalAttack } from '../attack/attack-kinds.ts';
import { isAdjacent } from '../board.ts';
import { combatantOffer, offersForPlacedActor, othersOnBoard, requireCanAct, requireOnBoard } from '../checks.ts';
import { stanceTaken } from '../defending-self.ts';
import { type FacingZone, relativeBearing } from '../positioning.ts';
import type { Settings } from '../settings.ts';
import {
  type Combatant,
  clearedStance,
  combatantId,
  type Draft,
  event,
  find,
  order,
  type State,
  update,
} from '../state.ts';

const whyEnded = {
  moved: say`one of them left its square`,
  position: say`the defender no longer stands in front`,
  released: say`the defender chose to stop`,
};

/** SK-ALLY-7, SK-RUL-70. Being disrupted or felled ends it without a word (SK-ALLY-6). */
export const guardEnded = event(
  'guard-ended',
  { who: combatantId, ally: combatantId, why: z.enum(['moved', 'position', 'released']) },
  {
    apply: (state, { who }) => update(state, who, () => clearedStance),
    narrate: ({ who, ally, why }) => line(say`${ref(who)} no longer defends ${ref(ally)}: ${whyEnded[why]}.`, 'quiet'),
  },
);

const ahead: readonly (number | undefined)[] = [0, 1, 7];
const behind: readonly (number | undefined)[] = [3, 4, 5];

/** SK-ALLY-1, SK-ALLY-2, SK-RUL-40: does the guard stand in front of the ally, its back to it? */
export const isStandingInFront = (state: Pick<State, 'settings'>, guarding: Combatant, ally: Combatant): boolean => {
  if (guarding.at === undefined || ally.at === undefined || !isAdjacent(guarding.at, ally.at)) return false;
  if (state.settings['ally.position'] === 'adjacent') return true;
  return (
    ahead.includes(relativeBearing({ at: ally.at, facing: ally.facing }, guarding.at)) &&
    behind.includes(relativeBearing({ at: guarding.at, facing: guarding.facing }, ally.at))
  );
};

/** SK-ALLY-5, SK-RUL-69: is the damage cut because the target guards an ally? */
export const isCutByGuard = ({ how, target, shield }: Attack, zone: FacingZone, settings: Settings): boolean => {
  if (shield) return true;
  if (target.stance !== 'defend-ally') return false;
  if (settings['ally.ownCut'] === 'all') return true;
  return settings['ally.ownCut'] === 'front' && zone === 'front' && isPhysicalAttack(how, settings);
};

/** SK-ALLY-7: after `who` left its square or turned, the declared guards that this undoes are over. */
export const endBrokenGuards = ({ now, emit }: Draft, who: string, moved: boolean): void => {
  for (const each of now().combatants) {
    const { name: guarding, stance, defendAlly } = each;
    if (stance !== 'defend-ally' || defendAlly === undefined || (guarding !== who && defendAlly !== who)) continue;
    const ally = find(now(), defendAlly);
    if (moved) emit(guardEnded({ who: guarding, ally: defendAlly, why: 'moved' }));
    else if (ally === undefined || !isStandingInFront(now(), each, ally))
      emit(guardEnded({ who: guarding, ally: defendAlly, why: 'position' }));
  }
};

export const offerGuardTargets = offersForPlacedActor((state, me) =>
  othersOnBoard(state, me)
    .filter((each) => each.team === me.team && isStandingInFront(state, me, each))
    .map((each) => combatantOffer(each)),
);

/** SK-ALLY-9: the declared version. */
export const guard = order({
  summary: 'Defend an ally who stands behind you: front attacks on the ally hit you instead; ends the turn',
  role: 'player',
  params: z.strictObject({ target: combatantParam('Who to defend') }),
  offers: { target: offerGuardTargets },
  resolve: ({ now, emit }, call, { target: wanted }) => {
    const acting = requireCanAct(now(), call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const found = requireOnBoard(now(), wanted);
    if (!found.ok) return found;
    const ally = found.value;
    const facts = { actor: ref(me.name), target: ref(ally.name) };
    if (ally.name === me.name) return refuse('TARGET_SELF', facts);
    if (ally.team !== me.team) return refuse('NOT_AN_ALLY', facts);
    if (!isStandingInFront(now(), me, ally)) return refuse('ALLY_NOT_BEHIND', facts);
    const { essence } = me;
    emit(stanceTaken({ who: me.name, stance: 'defend-ally', ally: ally.name, essence, passing: false }));
    return doneVerdict;
  },
});

/** SK-RUL-70. */
export const release = order({
  summary: 'Stop defending an ally; free, on anyone’s turn',
  role: 'player',
  params: z.strictObject({}),
  resolve: ({ now, emit }, call) => {
    const { actor, pending } = call;
    const facts = { actor: ref(actor) };
    if (now().status !== 'active') return refuse('BATTLE_NOT_ACTIVE', facts);
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', facts);
    if (pending !== undefined) return refuse('REACTION_PENDING', facts);
    const me = find(now(), actor);
    if (me?.stance !== 'defend-ally' || me.defendAlly === undefined) return refuse('NOT_GUARDING', facts);
    emit(guardEnded({ who: actor, ally: me.defendAlly, why: 'released' }));
    return doneVerdict;
  },
});
