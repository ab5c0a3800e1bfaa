import { z } from 'zod';
import { count, formatSigned, ok, ref, refuse, say, sentences, term } from '../../core/message.ts';
import { line, type RuleEvent, step } from '../../rules/event.ts';
import { combatantParam } from '../../rules/verb.ts';
import { type Attack, isPhysicalAttack, isReactionAttack, speedEdge } from './attack/attack-kinds.ts';
import {
  bearingBetween,
  type FacingZone,
  findFacingZone,
  isLineClear,
  positionBonuses,
  requiredMeleeReach,
  requiredRangedReach,
} from './board.ts';
import {
  attackableFoes,
  combatantOffer,
  offerCombatantsOnBoard,
  offersForPlacedActor,
  orderInTurn,
  requireEnemy,
  requireVisiblePair,
} from './checks.ts';
import type { Settings } from './settings.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  hasTrait,
  isAbleToAct,
  type PlacedCombatant,
  query,
  type State,
  stances,
  update,
} from './state.ts';

/** A combatant aims at a target for another turn. SK-AIM-1, SK-AIM-2. */
export const aimed = event('aimed', {
  facts: { who: combatantId, target: combatantId, turns: z.int() },
  apply: (state, { who, target, turns }) => update(state, who, () => ({ aim: { target, turns } })),
  narrate: ({ who, target, turns }) => line(say`${ref(who)} aims at ${ref(target)} (${count(turns, 'turn')}).`),
});

const whyLost = {
  sight: say`the target is out of sight`,
  death: say`the target is dead`,
  shield: say`it shielded an ally`,
};

/** Lost sight, a death or shielding an ally ends an aim. SK-AIM-4, SK-AIM-6, SK-AIM-7, SK-AIM-10. */
export const aimLost = event('aim-lost', {
  facts: { who: combatantId, target: combatantId, why: z.enum(['sight', 'death', 'shield']) },
  apply: (state, { who }) => update(state, who, () => ({ aim: undefined })),
  narrate: ({ who, target, why }) => line(say`${ref(who)} loses its aim at ${ref(target)}: ${whyLost[why]}.`, 'quiet'),
});

const bonuses = [0, 20, 35, 45] as const;

/** Bonus on the hit roll after some turns of aim, the same from the third on. SK-AIM-3. */
export const aimBonus = (turns: number): number => bonuses[Math.min(turns, 3)] ?? 0;

/** Turns of aim that count for this attack. 0 if the aim has another target. SK-AIM-5, SK-AIM-8, SK-RUL-37. */
export const countAimTurns = ({ how, attacker, target }: Attack, settings: Settings): number =>
  attacker.aim?.target === target.id && (!isReactionAttack(how) || settings['aim.onReactions'] === 'yes')
    ? attacker.aim.turns
    : 0;

/** True if the target is in a visible zone of the aimer, on a clear line. SK-AIM-4, SK-RUL-35, SK-RUL-57. */
const hasInSight = (state: State, aimer: PlacedCombatant, target: PlacedCombatant): boolean => {
  const zone = findFacingZone(aimer, target.at, state.settings);
  return (
    (zone === 'front' || (zone === 'flank' && state.settings['aim.sight'] === 'visible')) &&
    isLineClear(state, aimer.at, target.at)
  );
};

const canSeeAimTarget = (state: State, aimer: Combatant): boolean => {
  const target = aimer.aim === undefined ? undefined : find(state, aimer.aim.target);
  return (
    aimer.at === undefined ||
    target?.at === undefined ||
    hasInSight(state, { ...aimer, at: aimer.at }, { ...target, at: target.at })
  );
};

/** Ends aims by or at a combatant that moved or turned, if sight is lost. SK-AIM-4, SK-AIM-9, SK-RUL-36. */
export const endLostAims = ({ now, emit }: Draft, who: string): void => {
  for (const aimer of now().combatants)
    if (aimer.aim !== undefined && (aimer.id === who || aimer.aim.target === who) && !canSeeAimTarget(now(), aimer))
      emit(aimLost({ who: aimer.id, target: aimer.aim.target, why: 'sight' }));
};

/** Ends all aims at a combatant that died. SK-AIM-10. */
export const endAimsAt = ({ now, emit }: Draft, who: string): void => {
  for (const { id: aimer, aim: taken } of now().combatants)
    if (taken?.target === who) emit(aimLost({ who: aimer, target: who, why: 'death' }));
};

export const offerAimTargets = offersForPlacedActor((state, me) =>
  attackableFoes(state, me)
    .filter((each) => hasInSight(state, me, each))
    .map((each) => combatantOffer(each, count(requiredRangedReach(state, me, each), 'space'))),
);

/** Aims at an enemy. SK-AIM-1, SK-AIM-2, SK-AIM-4. */
export const aim = orderInTurn({
  summary: 'Aim at an enemy in front of you for a better attack later; this ends your turn',
  params: z.strictObject({ target: combatantParam('Who to aim at') }),
  offers: { target: offerAimTargets },
  resolve: ({ now }, { me }, { target: wanted }) => {
    const enemy = requireEnemy(now(), me, wanted);
    if (!enemy.ok) return enemy;
    const target = enemy.value;
    if (!hasInSight(now(), me, target))
      return refuse('TARGET_NOT_IN_SIGHT', { actor: ref(me.id), target: ref(target.id) });
    const turns = me.aim?.target === target.id ? me.aim.turns + 1 : 1;
    return aimed({ who: me.id, target: target.id, turns });
  },
});

/** Shows distance, bearing, zone and modifiers from one combatant to another. Section 3. */
export const relativePositionQuery = query({
  summary: 'Show distance, bearing, zone and modifiers from one combatant to another',
  params: z.strictObject({
    target: combatantParam('The combatant to look at'),
    attacker: combatantParam('The attacker; default: you').optional(),
  }),
  offers: { target: offerCombatantsOnBoard, attacker: offerCombatantsOnBoard },
  answer: (state, call, { target: wanted, attacker: by }, reader) => {
    const pair = requireVisiblePair(state, [by ?? call.actor, wanted], reader);
    if (!pair.ok) return pair;
    const [from, to] = pair.value;
    const [me, other] = [ref(from.id), ref(to.id)];
    const zone = findFacingZone(to, from.at, state.settings);
    const way = bearingBetween(from.at, to.at) ?? from.facing;
    const clear = isLineClear(state, from.at, to.at);
    const edge = speedEdge(from.sheet.speed, to.sheet.speed, state.settings['speed.ratio']);
    const areSpeedsVisible = reader.isNumberVisible(from.id, 'speed') && reader.isNumberVisible(to.id, 'speed');
    const faces = way === from.facing ? say`${me} faces that way.` : say`${me} faces ${term(from.facing)}.`;
    const stands = say`${me} has ${other} to the ${term(way)} and stands in ${other}’s ${term(zone)}.`;
    return ok({
      title: say`From ${me} to ${other}`,
      lines: [
        line(sentences(stands, faces), 'plain', [
          [
            step('SK-ATK-2', say`melee distance ${requiredMeleeReach(state, from, to)}`),
            step('SK-ATK-6', say`ranged distance ${requiredRangedReach(state, from, to)}`),
          ],
          [
            step('SK-POS-1', say`${term(zone)} ${formatSigned(positionBonuses[zone].hit)}`),
            ...(areSpeedsVisible ? [step('SK-SPEED-2', say`${edge.label} ${formatSigned(edge.modifier)}`)] : []),
          ],
        ]),
        line(
          !clear
            ? 'A blocked square is in between.'
            : hasInSight(state, from, to)
              ? say`${me} can aim at ${other}.`
              : say`${me} cannot aim at ${other}.`,
        ),
      ],
      strokes: [
        {
          kind: clear ? 'sight' : 'blocked-sight',
          points: [from.at, to.at].map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })),
        },
      ],
    });
  },
});

/** A combatant takes a stance and loses its old stance and aim. SK-RUL-39, SK-RUL-59, SK-DEF-4, SK-DEF-5, SK-RUL-63. */
export const stanceTaken = event('stance-taken', {
  facts: {
    who: combatantId,
    stance: z.enum(stances),
    ally: combatantId.optional(),
    essence: z.int(),
    passing: z.boolean(),
  },
  apply: (state, { who, stance, ally, essence }) =>
    update(state, who, () => ({ stance, defendAlly: ally, essence, aim: undefined })),
  narrate: ({ who, stance, ally, essence, passing }, { before, reader }) => {
    const had = find(before, who)?.essence ?? essence;
    const regained = had < essence && reader.isNumberVisible(who, 'essence');
    const text =
      stance === 'counter'
        ? say`${ref(who)} takes a counter position.`
        : stance === 'defend-ally'
          ? say`${ref(who)} defends ${ref(ally ?? '')}.`
          : passing
            ? say`${ref(who)} ends the turn and defends.`
            : say`${ref(who)} defends.`;
    return line(text, 'plain', regained ? [[step('SK-DEF-8', say`essence ${had} → ${essence}`)]] : []);
  },
});

/** True if the target’s stance protects it from this attack. SK-DEF-2, SK-DEF-3, SK-DEF-6, SK-DEF-7, SK-RUL-65. */
export const isDefendingSelf = ({ how, target, shield }: Attack, zone: FacingZone, settings: Settings): boolean =>
  target.stance === 'defend-self' &&
  !shield &&
  how !== 'counter' &&
  isPhysicalAttack(how, settings) &&
  (zone === 'front' || (zone === 'flank' && settings['defend.flank'] === 'yes'));

/** Penalty on hit rolls against a target that defends itself. SK-DEF-2. */
export const defendPenalty = (target: Combatant): number => (hasTrait(target, 'SUPER_DEFENSE') ? -25 : -15);

/** Percentage of the damage that a combatant takes while it defends itself or an ally. SK-DEF-3, SK-ALLY-5. */
export const defendedDamagePercent = (target: Combatant): number => (hasTrait(target, 'SUPER_DEFENSE') ? 50 : 75);

/** Takes a stance that needs no target. Defending oneself regains essence. SK-DEF-1, SK-DEF-8, SK-CTR-1. */
const takeStance = (me: PlacedCombatant, stance: 'defend-self' | 'counter', passing = false): RuleEvent => {
  const regained = stance === 'defend-self' && me.sheet.maxEssence > 0 ? 1 : 0;
  const essence = Math.max(me.essence, Math.min(me.essence + regained, me.sheet.maxEssence));
  return stanceTaken({ who: me.id, stance, essence, passing });
};

/** Defends oneself. SK-DEF-1. */
export const defend = orderInTurn({
  summary: 'Defend yourself until your next turn; a magic user regains 1 essence; ends the turn',
  resolve: (_, { me }) => takeStance(me, 'defend-self'),
});

/** Ends the turn without an action, so the combatant defends itself. SK-TURN-7, SK-RUL-38. */
export const end = orderInTurn({
  summary: 'End the turn without an action: you defend yourself',
  resolve: (_, { me }) => takeStance(me, 'defend-self', true),
});

/** Takes a counter position. SK-CTR-1. */
export const counter = orderInTurn({
  summary: 'Take a counter position: attack back when a melee attack you see misses; ends the turn',
  resolve: (_, { me }) => takeStance(me, 'counter'),
});

/** True if the target is in a counter position and can see this melee attack. SK-CTR-2, SK-RUL-65, SK-CTR-3. */
export const canBeCountered = ({ how, target, shield }: Attack, zone: FacingZone): boolean =>
  target.stance === 'counter' &&
  !shield &&
  (how === 'melee' || how === 'charge' || how === 'opportunity') &&
  zone !== 'rear';

/** True if this attack missed and provokes a counter-attack. SK-CTR-4, SK-CTR-8, SK-RUL-45. */
export const isCountered = (
  state: State,
  attacker: PlacedCombatant,
  defender: PlacedCombatant,
  { roll, zone }: { readonly roll?: { readonly stage: number } | undefined; readonly zone?: FacingZone | undefined },
): boolean =>
  roll?.stage === 1 &&
  zone !== 'rear' &&
  defender.stance === 'counter' &&
  isAbleToAct(defender) &&
  requiredMeleeReach(state, attacker, defender) <= defender.sheet.meleeRange;
