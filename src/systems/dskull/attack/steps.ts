import { ok, ref, refuse } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { cellIndex, isAdjacent } from '../board/board.ts';
import { sumParts, withoutZeros } from '../dice/roll.ts';
import { cellsInReach, hasZone, isFlanked, pressingFoes, type Terrain } from '../engagement.ts';
import type { Corner } from '../line-of-sight.ts';
import type { RefusalCode } from '../refusals.ts';
import type { DieFace, Settings } from '../settings.ts';
import type { ActingWarrior, Activation, CheckResult, Draft, Figure, PartialRuling, Weapon } from '../state.ts';
import { runPhaseWithoutQuestions } from '../triggers/triggers.ts';
import { rangedSteps, requireShotInRange, type ShotStepInputs, summarizeShot, unobstructedShot } from './ranged.ts';

/** DS-MELEE-1, DS-MELEE-2. Why the target cannot be struck from here, or nothing. */
export const meleeRefusal = (
  terrain: Terrain,
  attacker: Figure,
  target: Figure,
  weapon: Weapon,
): RefusalCode | undefined => {
  if (!weapon.reach) return isAdjacent(terrain.ground, attacker.at, target.at) ? undefined : 'E_NOT_ADJACENT';
  const covered = cellsInReach(terrain, attacker, terrain.state.settings.engage.reachRadius);
  return covered.includes(cellIndex(terrain.ground, target.at)) ? undefined : 'E_OUT_OF_REACH';
};

/** DS-MELEE-3, DS-ATK-9, DS-ATK-10, DS-ENG-9. */
export const meleeSteps = (
  terrain: Terrain,
  attacker: Figure,
  target: Figure,
  pressed = (): number => pressingFoes(terrain, attacker).length,
): Record<string, number> => {
  const { state } = terrain;
  return {
    skill: attacker.skills.weapon ?? 0,
    parry: -(target.skills.parry ?? 0),
    shield: target.shield ? state.settings.attack.shieldStep : 0,
    engagement: hasZone(state, attacker) ? 0 : -pressed(),
    scenario: effectSum(state.effects, attacker.id, 'attack') + effectSum(state.effects, target.id, 'defence'),
  };
};

/** DS-MELEE-5. Are two hands on the one weapon? */
export const hasTwoHandedGrip = (
  { attack }: Settings,
  attacker: Figure,
  { active }: Activation,
  weapon: Weapon,
): boolean =>
  attack.twoHandGrip !== 'off' &&
  active.length === 1 &&
  weapon.type === 'melee' &&
  weapon.hands === 1 &&
  !attacker.shield &&
  (attack.twoHandGrip === 'sole-active' || attacker.weapons.length === 1);

/** DS-MELEE-5. The kept dice that count: the grip leaves out one SKL. */
export const applyTwoHandedGrip = (kept: readonly DieFace[], grip: boolean): readonly DieFace[] => {
  const skull = grip ? kept.indexOf('SKL') : -1;
  return skull < 0 ? kept : kept.filter((_, index) => index !== skull);
};

/** DS-MELEE-1, DS-MELEE-2, DS-RNG-1, DS-RNG-3. What an attack finds: what counts of the shot, for a ranged one. */
export const requireTargetInReach = (
  terrain: Terrain,
  attacker: Figure,
  target: Figure,
  weapon: Weapon,
  corner?: Corner,
): CheckResult<ShotStepInputs | undefined> => {
  if (weapon.type === 'melee') {
    const fault = meleeRefusal(terrain, attacker, target, weapon);
    return fault === undefined ? ok(undefined) : refuse(fault, { target: ref(target.id) });
  }
  return requireShotInRange(terrain, summarizeShot(terrain, attacker, weapon, target.at, corner));
};

/** DS-ATK-12, RULING-71. What being surprised or flanked is worth to the attacker, where a table plays it. */
const suggestedStep = 1;

/** What each of the two statuses adds to an attack; whether the target is surprised. */
const statusesOf = ({ state }: Terrain, { activation }: ActingWarrior, target: Figure) => {
  const { statuses, surprisedStep, flankedStep } = state.settings.attack;
  const either = statuses === 'suggested' ? suggestedStep : 0;
  const surprised = activation.unaware.includes(target.owner);
  return { surprised, surprise: surprised ? either + surprisedStep : 0, flank: either + flankedStep };
};

/**
 * DS-ATK-7 (3), DS-ATK-12. All steps of an attack by name, and the two statuses that are shown beside them; `pressed`: how many press
 * the attacker there, where that is known (DS-ENG-9).
 */
export const attackSteps = (
  terrain: Terrain,
  acting: ActingWarrior,
  target: Figure,
  shot: ShotStepInputs | undefined,
  pressed?: () => number,
) => {
  const { warrior } = acting;
  const { surprised, surprise, flank } = statusesOf(terrain, acting, target);
  const flanked = shot === undefined && isFlanked(terrain, warrior, target);
  const steps =
    shot === undefined
      ? meleeSteps(terrain, warrior, target, pressed)
      : rangedSteps(terrain, warrior, target, shot, pressed);
  return {
    steps: withoutZeros({ ...steps, surprised: surprise, flanked: flanked ? flank : 0 }),
    surprised,
    flanked,
  };
};

/** What they add up to at best, wherever it is made from: nobody presses, nothing covers. */
export const bestAttackStep = (terrain: Terrain, acting: ActingWarrior, target: Figure, weapon: Weapon): number => {
  const { surprise, flank } = statusesOf(terrain, acting, target);
  return weapon.type === 'melee'
    ? sumParts(meleeSteps(terrain, acting.warrior, target, () => 0)) + surprise + Math.max(0, flank)
    : sumParts(rangedSteps(terrain, acting.warrior, target, unobstructedShot, () => 0)) + surprise;
};

/** DS-ATK-7 (3), DS-ATK-11. The steps with what effects add; none where they stop the adding up. */
export function* withEffectSteps(
  draft: Draft,
  attacker: string,
  steps: Readonly<Record<string, number>>,
): PartialRuling<Record<string, number>> {
  const found = yield* runPhaseWithoutQuestions(draft, 'attack.modifiers', attacker, (more) =>
    withoutZeros({ ...steps, scenario: (steps.scenario ?? 0) + more }),
  );
  return found ?? {};
}

/** DS-ATK-7 (5). The hits with what effects add; none where they stop the counting. */
export function* withEffectHits(draft: Draft, attacker: string, count: number): PartialRuling<number> {
  return (yield* runPhaseWithoutQuestions(draft, 'attack.count', attacker, (more) => count + more)) ?? 0;
}
