import { z } from 'zod';
import { count, formatSigned, ok, ref, refuse, say } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { combatantParam, doneVerdict } from '../../rules/verb.ts';
import { type Attack, isReactionAttack } from './attack/attack-kinds.ts';
import { bearingBetween, isLineClear, requiredMeleeReach, requiredRangedReach } from './board.ts';
import {
  attackableFoes,
  combatantOffer,
  offerCombatantsOnBoard,
  offersForPlacedActor,
  orderInTurn,
  requireEnemy,
  requireSeenPair,
} from './checks.ts';
import { findFacingZone, positionBonuses } from './positioning.ts';
import type { Settings } from './settings.ts';
import { speedEdge } from './speed.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  type PlacedCombatant,
  query,
  type State,
  update,
} from './state.ts';

/** SK-AIM-1, SK-AIM-2: another turn of aim at one target. */
export const aimed = event(
  'aimed',
  { who: combatantId, target: combatantId, turns: z.int() },
  {
    apply: (state, { who, target, turns }) => update(state, who, () => ({ aim: { target, turns } })),
    narrate: ({ who, target, turns }) => line(say`${ref(who)} aims at ${ref(target)} (${count(turns, 'turn')}).`),
  },
);

const whyLost = {
  sight: say`the target is out of sight`,
  death: say`the target is dead`,
  shield: say`it shielded an ally`,
};

/** SK-AIM-4, SK-AIM-10. Disruption, a fall and other actions of the aimer take it too, untold (SK-AIM-6, SK-AIM-7). */
export const aimLost = event(
  'aim-lost',
  { who: combatantId, target: combatantId, why: z.enum(['sight', 'death', 'shield']) },
  {
    apply: (state, { who }) => update(state, who, () => ({ aim: undefined })),
    narrate: ({ who, target, why }) =>
      line(say`${ref(who)} loses its aim at ${ref(target)}: ${whyLost[why]}.`, 'quiet'),
  },
);

const bonuses = [0, 20, 35, 45] as const;

/** SK-AIM-3: what completed turns of aim add to the roll; held from the third on. */
export const aimBonus = (turns: number): number => bonuses[Math.min(turns, 3)] ?? 0;

/** SK-AIM-8, SK-RUL-37: completed turns of aim that count for this blow. Being attacked takes nothing from it (SK-AIM-5). */
export const aimTurnsFor = ({ how, attacker, target }: Attack, settings: Settings): number =>
  attacker.aim?.target === target.name && (!isReactionAttack(how) || settings['aim.onReactions'] === 'yes')
    ? attacker.aim.turns
    : 0;

/** SK-AIM-4, SK-RUL-35, SK-RUL-57. */
const hasInSight = (state: State, aimer: PlacedCombatant, target: PlacedCombatant): boolean => {
  const zone = findFacingZone(aimer, target.at, state.settings);
  return (
    (zone === 'front' || (zone === 'flank' && state.settings['aim.sight'] === 'visible')) &&
    isLineClear(state, aimer.at, target.at)
  );
};

const canStillSee = (state: State, aimer: Combatant): boolean => {
  const target = aimer.aim === undefined ? undefined : find(state, aimer.aim.target);
  return (
    aimer.at === undefined ||
    target?.at === undefined ||
    hasInSight(state, { ...aimer, at: aimer.at }, { ...target, at: target.at })
  );
};

/** SK-AIM-4, SK-AIM-9, SK-RUL-36: after `who` moved or turned, each aim of it and on it that lost sight is over. */
export const endLostAims = ({ now, emit }: Draft, who: string): void => {
  for (const aimer of now().combatants)
    if (aimer.aim !== undefined && (aimer.name === who || aimer.aim.target === who) && !canStillSee(now(), aimer))
      emit(aimLost({ who: aimer.name, target: aimer.aim.target, why: 'sight' }));
};

/** SK-AIM-10. */
export const endAimsAt = ({ now, emit }: Draft, who: string): void => {
  for (const { name: aimer, aim: taken } of now().combatants)
    if (taken?.target === who) emit(aimLost({ who: aimer, target: who, why: 'death' }));
};

export const offerAimTargets = offersForPlacedActor((state, me) =>
  attackableFoes(state, me)
    .filter((each) => hasInSight(state, me, each))
    .map((each) => combatantOffer(each, count(requiredRangedReach(state, me, each), 'space'))),
);

/** SK-AIM-1, SK-AIM-2, SK-AIM-4. */
export const aim = orderInTurn({
  summary: 'Aim at an enemy in front of you for a better attack later; this ends your turn',
  params: z.strictObject({ target: combatantParam('Who to aim at') }),
  offers: { target: offerAimTargets },
  resolve: ({ now, emit }, { me }, { target: wanted }) => {
    const enemy = requireEnemy(now(), me, wanted);
    if (!enemy.ok) return enemy;
    const target = enemy.value;
    if (!hasInSight(now(), me, target))
      return refuse('TARGET_NOT_IN_SIGHT', { actor: ref(me.name), target: ref(target.name) });
    const turns = me.aim?.target === target.name ? me.aim.turns + 1 : 1;
    emit(aimed({ who: me.name, target: target.name, turns }));
    return doneVerdict;
  },
});

/** Section 3: distance, bearing, zone and what they bring, from one to another. */
export const relativePositionQuery = query({
  summary: 'Show distance, bearing, zone and modifiers from one combatant to another',
  params: z.strictObject({
    target: combatantParam('The combatant to look at'),
    attacker: combatantParam('The attacker; default: you').optional(),
  }),
  offers: { target: offerCombatantsOnBoard, attacker: offerCombatantsOnBoard },
  answer: (state, call, { target: wanted, attacker: by }, reader) => {
    const pair = requireSeenPair(state, [by ?? call.actor, wanted], reader);
    if (!pair.ok) return pair;
    const [from, to] = pair.value;
    const [me, other] = [ref(from.name), ref(to.name)];
    const zone = findFacingZone(to, from.at, state.settings);
    const way = bearingBetween(from.at, to.at) ?? from.facing;
    const clear = isLineClear(state, from.at, to.at);
    const edge = speedEdge(from.sheet.speed, to.sheet.speed, state.settings['speed.ratio']);
    const told = reader.isNumberVisible(from.name, 'speed') && reader.isNumberVisible(to.name, 'speed');
    const faces = way === from.facing ? say`faces that way` : say`but faces ${from.facing}`;
    return ok({
      title: say`From ${me} to ${other}`,
      lines: [
        line(say`${me} has ${other} to the ${way}, ${faces}, and stands in ${other}’s ${zone}.`, 'plain', [
          [
            step('SK-ATK-2', say`melee distance ${requiredMeleeReach(state, from, to)}`),
            step('SK-ATK-6', say`ranged distance ${requiredRangedReach(state, from, to)}`),
          ],
          [
            step('SK-POS-1', say`${zone} ${formatSigned(positionBonuses[zone].hit)}`),
            ...(told ? [step('SK-SPEED-2', say`${edge.label} ${formatSigned(edge.modifier)}`)] : []),
          ],
        ]),
        line(
          clear
            ? say`${me} ${hasInSight(state, from, to) ? say`can` : say`cannot`} aim at ${other}.`
            : 'A blocked square is in between.',
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
