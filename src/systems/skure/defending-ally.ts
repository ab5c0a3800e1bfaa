import { z } from 'zod';
import { formatSigned, ok, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import { askQuestion, mayCommand, type Question, standingOrderForQuestion } from '../../rules/expected-action.ts';
import { combatantParam, oneOfParam } from '../../rules/verb.ts';
import { type Attack, type AttackKind, isPhysicalAttack } from './attack/attack-kinds.ts';
import { calculateAttack } from './attack/attack-numbers.ts';
import { findFacingZone, isAdjacent, relativeBearing } from './board.ts';
import { combatantOffer, offersForPlacedActor, orderInTurn, requireOnBoard, unableReason } from './checks.ts';
import type { Breath } from './sheet.ts';
import { defendedDamagePercent, stanceTaken } from './stances.ts';
import {
  type CheckResult,
  type Combatant,
  clearedStance,
  combatantId,
  type Draft,
  event,
  find,
  isAbleToAct,
  isPlaced,
  order,
  type PlacedCombatant,
  reply,
  type State,
  sortByTurnOrder,
  update,
} from './state.ts';

const whyEnded = {
  moved: say`one of them left its square`,
  position: say`the defender no longer stands in front`,
  released: say`the defender chose to stop`,
};

/** A combatant stops defending its ally. Disruption and defeat emit no such event. SK-ALLY-6, SK-ALLY-7, SK-RUL-70. */
export const guardEnded = event('guard-ended', {
  facts: { who: combatantId, ally: combatantId, why: z.enum(['moved', 'position', 'released']) },
  apply: (state, { who }) => update(state, who, () => clearedStance),
  narrate: ({ who, ally, why }) => line(say`${ref(who)} no longer defends ${ref(ally)}: ${whyEnded[why]}.`, 'quiet'),
});

const ahead: readonly (number | undefined)[] = [0, 1, 7];
const behind: readonly (number | undefined)[] = [3, 4, 5];

/** True if the guard stands in front of the ally with its back to the ally. SK-ALLY-1, SK-ALLY-2, SK-RUL-40. */
const isStandingInFront = (state: Pick<State, 'settings'>, guarding: Combatant, ally: Combatant): boolean => {
  if (guarding.at === undefined || ally.at === undefined || !isAdjacent(guarding.at, ally.at)) return false;
  if (state.settings['ally.position'] === 'adjacent') return true;
  return (
    ahead.includes(relativeBearing({ at: ally.at, facing: ally.facing }, guarding.at)) &&
    behind.includes(relativeBearing({ at: guarding.at, facing: guarding.facing }, ally.at))
  );
};

/** Ends the guards that a combatant broke by turning or leaving its square. SK-ALLY-7. */
export const endBrokenGuards = ({ now, emit }: Draft, who: string, moved: boolean): void => {
  for (const each of now().combatants) {
    const { id: guarding, stance, defendAlly } = each;
    if (stance !== 'defend-ally' || defendAlly === undefined || (guarding !== who && defendAlly !== who)) continue;
    const ally = find(now(), defendAlly);
    if (moved) emit(guardEnded({ who: guarding, ally: defendAlly, why: 'moved' }));
    else if (ally === undefined || !isStandingInFront(now(), each, ally))
      emit(guardEnded({ who: guarding, ally: defendAlly, why: 'position' }));
  }
};

export const offerGuardTargets = offersForPlacedActor((state, me) =>
  state.combatants
    .filter((each) => each.team === me.team && isStandingInFront(state, me, each))
    .map((each) => combatantOffer(each)),
);

/** Declares that a combatant defends an ally. SK-ALLY-9. */
export const guard = orderInTurn({
  summary: 'Defend an ally who stands behind you: front attacks on the ally hit you instead; ends the turn',
  params: z.strictObject({ target: combatantParam('Who to defend') }),
  offers: { target: offerGuardTargets },
  resolve: ({ now }, { me }, { target: wanted }) => {
    const found = requireOnBoard(now(), wanted);
    if (!found.ok) return found;
    const ally = found.value;
    const facts = { actor: ref(me.id), target: ref(ally.id) };
    if (ally.id === me.id) return refuse('TARGET_SELF', facts);
    if (ally.team !== me.team) return refuse('NOT_AN_ALLY', facts);
    if (!isStandingInFront(now(), me, ally)) return refuse('ALLY_NOT_BEHIND', facts);
    const { essence } = me;
    return stanceTaken({ who: me.id, stance: 'defend-ally', ally: ally.id, essence, passing: false });
  },
});

/** Stops defending an ally. SK-RUL-70. */
export const release = order({
  summary: 'Stop defending an ally; free, on anyone’s turn',
  role: 'player',
  resolve: ({ now }, call) => {
    const { actor, pending } = call;
    const facts = { actor: ref(actor) };
    if (now().status !== 'active') return refuse('BATTLE_NOT_ACTIVE', facts);
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', facts);
    if (pending !== undefined) return refuse('REACTION_PENDING', facts);
    const me = find(now(), actor);
    if (me?.stance !== 'defend-ally' || me.defendAlly === undefined) return refuse('NOT_GUARDING', facts);
    return guardEnded({ who: actor, ally: me.defendAlly, why: 'released' });
  },
});

/** A combatant takes an attack for an ally. SK-ALLY-3, SK-RUL-42. */
export const intercepted = event('intercepted', {
  facts: { who: combatantId, ally: combatantId, attacker: combatantId, declared: z.boolean() },
  apply: (state, { who }) => update(state, who, (each) => ({ aim: undefined, intercepts: each.intercepts + 1 })),
  narrate: ({ who, ally, declared }) =>
    line(say`${ref(who)} takes the attack for ${ref(ally)}.`, 'plain', [
      [step('SK-ALLY-3', declared ? 'declared guard' : 'by choice')],
    ]),
  actors: ({ who }) => [who],
});

/** An attack on an ally, before its roll. */
export interface IncomingAttack {
  readonly how: AttackKind;
  readonly attacker: PlacedCombatant;
  readonly ally: PlacedCombatant;
}

/** True if this kind of attack can be taken for an ally. SK-ALLY-8, SK-RUL-34, SK-RUL-43. */
const canBeTaken = ({ how }: IncomingAttack, { settings }: State): boolean => {
  if (how === 'counter' || how === 'opportunity') return false;
  return how === 'charge' ? settings['ally.charges'] === 'yes' : isPhysicalAttack(how, settings);
};

/** Refuses if the combatant cannot take this attack for the ally. */
export const requireCanIntercept = (
  state: State,
  attack: IncomingAttack,
  guarding: Combatant,
): CheckResult<Combatant> => {
  const { ally, attacker } = attack;
  const facts = { actor: ref(guarding.id), target: ref(ally.id) };
  if (!isAbleToAct(guarding)) return refuse('INCAPACITATED', { ...facts, why: term('it is down or disrupted') });
  if (guarding.team !== ally.team || guarding.id === ally.id || guarding.id === attacker.id)
    return refuse('NOT_AN_ALLY', facts);
  if (!canBeTaken(attack, state)) return refuse('INTERCEPT_NOT_PHYSICAL', facts);
  if (findFacingZone(ally, attacker.at, state.settings) !== 'front') return refuse('INTERCEPT_NOT_FRONT', facts);
  if (!isStandingInFront(state, guarding, ally)) return refuse('ALLY_NOT_BEHIND', facts);
  if (state.settings['ally.perRound'] === '1' && guarding.intercepts > 0) return refuse('INTERCEPT_SPENT', facts);
  return ok(guarding);
};

/** The declared guard who takes the attack, and all allies who could take it, in turn order. SK-ALLY-4, SK-ALLY-9. */
export const findInterceptors = (
  state: State,
  attack: IncomingAttack,
): { readonly declared: Combatant | undefined; readonly asked: readonly Combatant[] } => {
  const able = sortByTurnOrder(
    state,
    state.combatants.filter((each) => requireCanIntercept(state, attack, each).ok),
  );
  return {
    declared: able.find(({ stance, defendAlly }) => stance === 'defend-ally' && defendAlly === attack.ally.id),
    asked: able,
  };
};

/** Numbers shown to a guard before it decides whether to take the attack. SK-RUL-41. */
const describeInterception = (
  state: State,
  { how, attacker, ally }: IncomingAttack,
  guarding: Combatant,
  magic: Breath | undefined,
): readonly SumRow<Text>[] => {
  if (!isPlaced(guarding)) return [];
  const attack: Attack = { how, attacker, target: guarding, shield: true, ...(magic !== undefined && { magic }) };
  const { roll } = calculateAttack(state, attack, 50);
  const sum = (roll?.terms ?? []).reduce((all, { value }) => all + value, 0);
  return [
    [
      step('SK-ALLY-3', say`${term(how)} attack on ${ref(ally.id)} from the front`),
      step('SK-ATK-9', say`roll ${formatSigned(sum)} against ${ref(guarding.id)}`),
    ],
    [step('SK-ALLY-5', say`damage to ${ref(guarding.id)} ×${defendedDamagePercent(guarding) / 100}`)],
  ];
};

/** Standing orders for attacks on allies. SK-ALLY-4. */
export const interceptStandingOrderKind = standingOrderForQuestion(
  'could take an attack for an ally',
  'actor',
  'take the attack with at least as many HP as the ally, otherwise do not',
  { yes: 'take the attack', no: 'do not take the attack' },
);

/** Asks possible guards in turn order. Returns who takes the attack; a declared guard is not asked. SK-ALLY-4. */
export function* askInterceptors(
  { now, emit }: Draft,
  attack: IncomingAttack,
  magic?: Breath,
): Generator<Question, string | undefined, string> {
  const { declared, asked } = findInterceptors(now(), attack);
  const ally = attack.ally.id;
  const taken = (who: Combatant, unasked: boolean): string => {
    emit(intercepted({ who: who.id, ally, attacker: attack.attacker.id, declared: unasked }));
    return who.id;
  };
  if (declared !== undefined) return taken(declared, true);
  for (const each of asked) {
    const answer = yield* askQuestion({
      to: each.id,
      kind: 'intercept',
      says: say`Does ${ref(each.id)} take the attack on ${ref(ally)}?`,
      choices: [
        { id: 'yes', label: say`Take the attack for ${ref(ally)}` },
        { id: 'no', label: 'Do not take the attack' },
      ],
      auto: each.hp >= attack.ally.hp ? 'yes' : 'no',
      idle: 'no',
      rows: describeInterception(now(), attack, each, magic),
    });
    if (answer === 'yes') return taken(each, false);
  }
  return undefined;
}

/** Answers whether a guard takes the attack. Refuses combatants who were not asked. SK-ALLY-4. */
export const intercept = reply({
  summary: 'Decide whether to take an attack on an ally behind you',
  role: 'player',
  visibility: 'seen',
  answers: 'intercept',
  params: z.strictObject({ answer: oneOfParam('Do you take the attack?', ['yes', 'no']).default('yes') }),
  choose: (state, call, { answer }, question) => {
    const { actor } = call;
    const facts = { actor: ref(actor) };
    const me = find(state, actor);
    if (question === undefined || me === undefined || state.status !== 'active')
      return refuse('NO_PENDING_ATTACK', facts);
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', facts);
    if (question.to === actor) return ok(answer);
    if (!isAbleToAct(me)) return refuse('INCAPACITATED', { ...facts, why: unableReason(me) });
    const asked = find(state, question.to);
    if (asked?.team !== me.team) return refuse('NOT_AN_ALLY', { ...facts, target: term('The ally under attack') });
    const sharesTheAlly = state.combatants.some(
      (ally) => isStandingInFront(state, asked, ally) && isStandingInFront(state, me, ally),
    );
    return sharesTheAlly
      ? refuse('NO_PENDING_ATTACK', facts)
      : refuse('ALLY_NOT_BEHIND', { ...facts, target: term('the ally under attack') });
  },
});
