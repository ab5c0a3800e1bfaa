import { z } from 'zod';
import { count, ref, refuse, term } from '../../../core/message.ts';
import { tallyAttack } from '../../../rules/event.ts';
import type { Square } from '../../../rules/grid/square.ts';
import { combatantParam, doneVerdict, oneOfParam } from '../../../rules/verb.ts';
import { bearingBetween, isLineClear, requiredMeleeReach, requiredRangedReach } from '../board.ts';
import {
  attackableFoes,
  combatantOffer,
  offersForPlacedActor,
  orderInTurn,
  requireEnemy,
  requireFacing,
  requireInRange,
  requireRangedReach,
} from '../checks.ts';
import { hasDied, noDamageOutcome, resolveDamage, tallyDefeat, withDamageOutcome } from '../death.ts';
import { askInterceptors } from '../defending-ally.ts';
import { endAimsAt, isCountered } from '../stances.ts';
import {
  type CheckResult,
  clearedStance,
  type Draft,
  event,
  find,
  findPlaced,
  type PlacedCombatant,
  type State,
  type Turn,
  update,
  updateTurn,
} from '../state.ts';
import { type Attack, needsHitRoll } from './attack-kinds.ts';
import { attackFacts, narrateAttack } from './attack-line.ts';
import { type AttackNumbers, calculateAttack } from './attack-numbers.ts';

const actions: readonly string[] = ['melee', 'ranged', 'charge', 'spell', 'breath'];

/** An attack with its result. Ends the aim or the counter stance. SK-AIM-7, SK-CTR-7, SK-AOO-5, SK-AOO-6, SK-AOO-9. */
export const attacked = event('attacked', {
  facts: attackFacts,
  apply: (state, { how, attacker, target, outcome }) => {
    const damaged = update(state, target, (each) => withDamageOutcome(each, outcome));
    const spent = update(damaged, attacker, () => ({
      next: {},
      ...(actions.includes(how) && { aim: undefined }),
      ...(how === 'counter' && clearedStance),
    }));
    const [from, to] = [find(state, attacker)?.at, find(state, target)?.at];
    const line = from !== undefined && to !== undefined && { lastAttack: { attacker, target, from, to } };
    const taken = (turn: Turn): Turn => ({
      ...turn,
      enemies: turn.enemies.map((each) => (each.id === attacker ? { ...each, aooTaken: true } : each)),
    });
    return { ...(how === 'opportunity' ? updateTurn(spent, taken) : spent), ...line };
  },
  narrate: narrateAttack,
  tallies: ({ attacker, target, damage, numbers }, before, after) => [
    ...tallyAttack(attacker, target, numbers.hit, damage),
    ...tallyDefeat(before, after, target, attacker),
  ],
  actors: ({ attacker }) => [attacker],
  stroke: 'attack',
});

export interface AttackCircumstances {
  readonly attacker: string;
  readonly target: string;
  /** The ally for whom the target takes the attack. */
  readonly instead?: string | undefined;
  readonly at?: Square;
  readonly spread?: true;
}

const dieNames: Readonly<Partial<Record<Attack['how'], string>>> = { counter: 'counter', opportunity: 'aoo' };

/** Rolls, calculates and emits one attack. The GM may have set the die. Section 6, steps 3 to 16; SK-EXC-3. */
export const resolveAttack = (
  draft: Draft,
  how: Attack['how'],
  { attacker, target, instead, at, spread }: AttackCircumstances,
  magic?: Attack['magic'],
): AttackNumbers => {
  const state = draft.now();
  const attack: Attack = {
    how,
    attacker: findPlaced(state, attacker),
    target: findPlaced(state, target),
    shield: instead !== undefined,
    ...(magic !== undefined && { magic }),
  };
  const natural = needsHitRoll(attack, state.settings)
    ? (attack.attacker.next.roll ?? draft.dice.roll(100, dieNames[how] ?? 'hit'))
    : undefined;
  const numbers = calculateAttack(state, attack, natural);
  const gentle = magic !== undefined && 'revives' in magic && magic.revives !== null;
  const outcome = gentle ? noDamageOutcome(attack.target) : resolveDamage(attack.target, numbers, state.settings);
  const { damage, ...saved } = numbers;
  draft.emit(
    attacked({ how, attacker, target, instead, with: magic?.name, at, spread, damage, numbers: saved, outcome }),
  );
  if (hasDied(attack.target, outcome)) endAimsAt(draft, target);
  return numbers;
};

/** Resolves the defender’s counter-attack if a melee attack missed. SK-CTR-4. */
export const counterAttackIfMissed = (
  draft: Draft,
  attacker: string,
  defender: string,
  missed: AttackNumbers,
): void => {
  const state = draft.now();
  if (isCountered(state, findPlaced(state, attacker), findPlaced(state, defender), missed))
    resolveAttack(draft, 'counter', { attacker: defender, target: attacker });
};

type Mode = 'melee' | 'ranged';

/** Melee if the target is in melee reach or the attacker has no ranged attack, otherwise ranged. SK-ATK-2. */
export const defaultAttackMode = (state: State, me: PlacedCombatant, target: PlacedCombatant): Mode =>
  requiredMeleeReach(state, me, target) <= me.sheet.meleeRange || me.sheet.rangedRange === null ? 'melee' : 'ranged';

/**
 * Refuses with NO_RANGED_ATTACK, OUT_OF_RANGE, NOT_FACING or TARGET_NOT_IN_SIGHT. SK-ATK-2, SK-ATK-3, SK-ATK-4, SK-ATK-6,
 * SK-RUL-57.
 */
const requireInReach = (
  state: State,
  me: PlacedCombatant,
  target: PlacedCombatant,
  mode: Mode,
): CheckResult<PlacedCombatant> => {
  if (mode === 'ranged') {
    const range = me.sheet.rangedRange;
    return range === null
      ? refuse('NO_RANGED_ATTACK', { actor: ref(me.id) })
      : requireRangedReach(state, me, target, range);
  }
  const near = requireInRange(target, requiredMeleeReach(state, me, target), me.sheet.meleeRange);
  return near.ok ? requireFacing(state, me, target) : near;
};

/** Offers the targets in melee or ranged reach. */
export const offerAttackTargets = offersForPlacedActor((state, me, { mode }) =>
  attackableFoes(state, me).flatMap((each) => {
    if (bearingBetween(me.at, each.at) !== me.facing) return [];
    const far = requiredRangedReach(state, me, each);
    const melee = requiredMeleeReach(state, me, each) <= me.sheet.meleeRange && mode !== 'ranged';
    const clear = isLineClear(state, me.at, each.at);
    const ranged = far <= (me.sheet.rangedRange ?? 0) && mode !== 'melee' && clear;
    return melee || ranged ? [combatantOffer(each, melee ? term('in reach') : count(far, 'space'))] : [];
  }),
);

/** Attacks an enemy in melee or at range. Section 6; SK-ATK-1, SK-ATK-5. */
export const attack = orderInTurn({
  summary: 'Attack an enemy you directly face, in melee or at range; ends the turn',
  visibility: 'seen',
  params: z.strictObject({
    target: combatantParam('Who to attack'),
    mode: oneOfParam('Melee or ranged; default: melee if in reach, otherwise ranged', ['melee', 'ranged']).optional(),
  }),
  offers: { target: offerAttackTargets },
  resolve: function* (draft, { me }, { target: wanted, mode }) {
    const enemy = requireEnemy(draft.now(), me, wanted);
    if (!enemy.ok) return enemy;
    const target = enemy.value;
    const how = mode ?? defaultAttackMode(draft.now(), me, target);
    const reached = requireInReach(draft.now(), me, target, how);
    if (!reached.ok) return reached;

    const shield = yield* askInterceptors(draft, { how, attacker: me, ally: target });
    const circumstances = { attacker: me.id, target: shield ?? target.id, instead: shield && target.id };
    const numbers = resolveAttack(draft, how, circumstances);
    if (how === 'melee' && shield === undefined) counterAttackIfMissed(draft, me.id, target.id, numbers);
    return doneVerdict;
  },
});
