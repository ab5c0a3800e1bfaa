import { ref, say } from '../../core/message.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { harm, nonZero, suffer, sum } from './armour-injury.ts';
import { payAttack, type Wielded } from './attack-actions.ts';
import type { Course, Part } from './course.ts';
import { countOf, rollDice } from './dice.ts';
import { flanked, type Terrain, terrainOf } from './engagement.ts';
import type { Harm } from './events.ts';
import { gripped, meleeFault, meleeSteps, withGrip } from './melee.ts';
import type { Figure, Weapon } from './model.ts';
import { rangedSteps, type Shot, shotAt } from './ranged.ts';
import type { Code } from './refusals.ts';
import { type Acting, actingIn, isFigure, warriorOf } from './seats.ts';
import type { Corner } from './sight.ts';
import { advWorth } from './traits.ts';
import { fire, phase } from './triggers.ts';

/** DS-MELEE-1, DS-MELEE-2, DS-RNG-1, DS-RNG-3. What an attack finds: the shot, for a ranged one. */
export const aimed = (
  terrain: Terrain,
  attacker: Figure,
  target: Figure,
  weapon: Weapon,
  corner?: Corner,
): Result<Shot | undefined, Refusal<Code>> => {
  if (weapon.type === 'melee') {
    const fault = meleeFault(terrain, attacker, target, weapon);
    return fault === undefined ? ok(undefined) : refuse(fault, { target: ref(target.id) });
  }
  return shotFault(terrain, shotAt(terrain, attacker, weapon, target.at, corner));
};

export const shotFault = ({ state }: Terrain, shot: Shot): Result<Shot, Refusal<Code>> => {
  const last = state.settings.attack.maxBands;
  if (last !== null && shot.band.band > last)
    return refuse('E_OUT_OF_RANGE', { distance: shot.distance, band: shot.band.band, last });
  return shot.sight.count < 2 ? refuse('E_NO_LOS', { count: shot.sight.count }) : ok(shot);
};

/** DS-ATK-7 (3). All steps of an attack by name, and the two statuses that are shown beside them. */
export const attackSteps = (
  terrain: Terrain,
  { activation, warrior }: Acting,
  target: Figure,
  shot: Shot | undefined,
): { readonly steps: Record<string, number>; readonly surprised: boolean; readonly flanked: boolean } => {
  const { attack } = terrain.state.settings;
  const unaware = activation.unaware.includes(target.owner);
  const between = shot === undefined && flanked(terrain, warrior, target);
  const steps = shot === undefined ? meleeSteps(terrain, warrior, target) : rangedSteps(terrain, warrior, target, shot);
  return {
    steps: nonZero({
      ...steps,
      surprised: unaware ? attack.surprisedStep : 0,
      flanked: between ? attack.flankedStep : 0,
    }),
    surprised: unaware,
    flanked: between,
  };
};

/** DS-ATK-7 (3), DS-ATK-11. The steps with what effects add; none where they stop the adding up. */
export function* modified(
  course: Course,
  attacker: string,
  steps: Readonly<Record<string, number>>,
): Part<Record<string, number>> {
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  const found = yield* phase(course, 'attack.modifiers', attacker, function* (more) {
    return nonZero({ ...steps, scenario: (steps.scenario ?? 0) + more });
  });
  return found ?? {};
}

/** DS-ATK-7 (5). The hits with what effects add; none where they stop the counting. */
export function* hitsCounted(course: Course, attacker: string, count: number): Part<number> {
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  const found = yield* phase(course, 'attack.count', attacker, function* (more) {
    return count + more;
  });
  return found ?? 0;
}

/** How an ADV is spent: by the best option, by Strong’s, or not (DS-TRAIT-4). */
export type Spending = 'best' | 'strong' | 'no';

/** A shot as its event keeps it. */
export const shotFacts = ({ sight, distance, band }: Shot, chosen: Corner | undefined) => ({
  corner: sight.corner,
  count: sight.count,
  distance,
  band: band.band,
  ...(chosen !== undefined && { chosen: true as const }),
});

/** DS-ATK-7, DS-ATK-8. A melee or ranged attack, its preconditions met. */
export function* attack(
  course: Course,
  wielding: Wielded,
  targetId: string,
  corner: Corner | undefined,
  spending: Spending,
  seen: Terrain,
): Part {
  const declared = yield* payAttack(course, wielding);
  if (declared === undefined) return;
  yield* strike(course, wielding, targetId, corner, spending, seen);
  yield* fire(course, 'after', 'attack.declare', declared);
}

/** DS-ATK-7, steps 3 to 12. */
function* strike(
  course: Course,
  wielding: Wielded,
  targetId: string,
  corner: Corner | undefined,
  spending: Spending,
  seen: Terrain,
): Part {
  const state = course.now();
  const acting = actingIn(state);
  const target = warriorOf(state, targetId);
  const terrain = terrainOf(state, undefined, seen);
  if (!acting || !target || !isFigure(target) || !terrain) return;
  const { weapon } = wielding;
  const { activation, warrior } = acting;
  const shot = weapon.type === 'ranged' ? shotAt(terrain, warrior, weapon, target.at, corner) : undefined;
  const found = attackSteps(terrain, acting, target, shot);
  const modifiers = yield* modified(course, warrior.id, found.steps);
  const roll = yield* phase(course, 'dice.rolled', warrior.id, () =>
    rollDice(course, {
      name: 'attack',
      roller: warrior.owner,
      base: weapon.dice,
      step: sum(modifiers),
      concern: { kind: 'player', player: target.owner },
      says: { roller: say`Attack of ${ref(warrior.id)}`, opponent: say`Attack on ${ref(target.id)}` },
    }),
  );
  if (roll === undefined) return;
  const grip = gripped(state.settings, warrior, activation, weapon);
  const counting = withGrip(roll.kept, grip);
  const hits = yield* hitsCounted(course, warrior.id, countOf(counting, weapon.type === 'melee' ? 'melee' : 'default'));
  const spends = hits >= 1 && weapon.type === 'melee' && state.settings.attack.spendAdv && roll.kept.includes('ADV');
  const advSpent = spends && spending !== 'no' ? advWorth(warrior, spending) : 0;
  let came: Harm | undefined;
  if (hits >= 1)
    came = yield* harm(course, {
      target,
      damage: hits,
      weapon,
      by: warrior.id,
      spent: advSpent,
      concern: { kind: 'player', player: warrior.owner },
    });
  course.happen({
    type: 'attacked',
    warrior: warrior.id,
    target: target.id,
    weapon: weapon.id,
    mode: weapon.type,
    modifiers,
    sight: shot && shotFacts(shot, corner),
    roll,
    grip: counting.length < roll.kept.length,
    hits,
    advSpent,
    harm: came,
    result: came?.result ?? 'miss',
    surprised: found.surprised,
    flanked: found.flanked,
  });
  if (came !== undefined) yield* suffer(course, target, came.result, warrior.owner);
}
