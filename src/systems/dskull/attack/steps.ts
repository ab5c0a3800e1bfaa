import { z } from 'zod';
import { count, ok, phrase, ref, refuse, term } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { type SumRow, step } from '../../../rules/event.ts';
import type { Square } from '../../../rules/grid/square.ts';
import { distance, isAdjacent } from '../board/board.ts';
import { type RollRequest, rollDice, type SkullRoll, sumParts, withoutZeros } from '../dice/roll.ts';
import { findPressingFoes, hasZone, isFlanked, reachesSpace, type Terrain } from '../engagement.ts';
import { type Corner, calculateSight, coverStep, type SightResult } from '../line-of-sight.ts';
import type { RefusalCode } from '../refusals.ts';
import type { DieFace, Settings } from '../settings.ts';
import {
  type ActingWarrior,
  type Activation,
  type CheckResult,
  type Draft,
  type Figure,
  type PartialRuling,
  traitCopies,
  type Weapon,
} from '../state.ts';
import { runWithTriggers, runWithTriggersAtOnce } from '../triggers/triggers.ts';

/** Line of sight and range of a shot, for the log. `chosen`: true if the player chose the corner. */
export const shotFactsSchema = z.strictObject({
  corner: z.string(),
  count: z.int(),
  distance: z.int(),
  band: z.int(),
  chosen: z.literal(true).optional(),
});
export type ShotFacts = z.output<typeof shotFactsSchema>;

/** Range band and dice step of a distance, for a weapon with this many base dice. DS-RNG-2, DS-DATA-4. */
export const rangeBand = (settings: Settings, dice: number, spaces: number) => {
  const baseRange = settings.range.perDie * dice;
  const band = Math.max(1, Math.ceil(spaces / baseRange));
  return { baseRange, band, step: band === 1 ? 0 : settings.attack.rangeStep * (band - 1) };
};

/** Line of sight and range from a shooter to a space. */
export interface Shot {
  readonly sight: SightResult;
  readonly distance: number;
  readonly band: ReturnType<typeof rangeBand>;
}

/** Line of sight between two spaces. Default corner: the best one. */
export const calculateLineOfSight = (
  { ground, figures, state }: Terrain,
  from: Square,
  to: Square,
  corner?: Corner,
): SightResult =>
  calculateSight(
    ground,
    figures.map(({ at }) => at),
    state.settings.los,
    from,
    to,
    corner,
  );

export const calculateShot = (
  terrain: Terrain,
  { at }: Figure,
  { dice }: Weapon,
  to: Square,
  corner?: Corner,
): Shot => {
  const { settings } = terrain.state;
  const spaces = distance(settings.los.metric, at, to);
  return {
    sight: calculateLineOfSight(terrain, at, to, corner),
    distance: spaces,
    band: rangeBand(settings, dice, spaces),
  };
};

/** Dice steps that every shot or blast has, by name. DS-RNG-4, DS-RNG-7, DS-AOE-2, RULING-61. */
export const shotSteps = (terrain: Terrain, shooter: Figure, shot: Shot) => {
  const { state } = terrain;
  return {
    skill: shooter.skills.weapon ?? 0,
    cover: coverStep(state.settings.attack, shot.sight.count),
    range: shot.band.step,
    engagement: -findPressingFoes(terrain, shooter).length,
    scenario: effectSum(state.effects, shooter.id, 'attack'),
  };
};

/** Dice steps of a ranged attack on a warrior, by name. DS-RNG-4, DS-TRAIT-13. */
const rangedSteps = (terrain: Terrain, shooter: Figure, target: Figure, shot: Shot): Record<string, number> => {
  const { settings, effects } = terrain.state;
  const steps = shotSteps(terrain, shooter, shot);
  return {
    ...steps,
    scenario: steps.scenario + effectSum(effects, target.id, 'defence'),
    shield: target.shield ? settings.attack.shieldStep : 0,
    small: settings.attack.smallStep * traitCopies(target, 'small'),
  };
};

export const requireShotInRange = ({ state }: Terrain, shot: Shot): CheckResult<Shot> => {
  const last = state.settings.attack.maxBands;
  if (last !== null && shot.band.band > last)
    return refuse('E_OUT_OF_RANGE', { distance: count(shot.distance, 'space'), band: shot.band.band, last });
  return shot.sight.count < 2 ? refuse('E_NO_LOS', { count: shot.sight.count }) : ok(shot);
};

export const shotFacts = ({ sight, distance, band }: Shot, chosen: Corner | undefined) => ({
  corner: sight.corner,
  count: sight.count,
  distance,
  band: band.band,
  ...(chosen !== undefined && { chosen: true as const }),
});

export const sightRow = (sight: ShotFacts | undefined): readonly SumRow[] =>
  sight === undefined
    ? []
    : [
        [
          step('DS-LOS-3', phrase`from the ${term(sight.corner)} corner, ${sight.count} of 4 lines are clear`),
          step('DS-RNG-2', phrase`distance ${sight.distance}, range band ${sight.band}`),
        ],
      ];

/** Code of the refusal if the target is out of melee reach. Undefined if in reach. DS-MELEE-1, DS-MELEE-2. */
const meleeRefusal = (terrain: Terrain, attacker: Figure, target: Figure, weapon: Weapon): RefusalCode | undefined => {
  if (!weapon.reach) return isAdjacent(terrain.ground, attacker.at, target.at) ? undefined : 'E_NOT_ADJACENT';
  const { reachRadius } = terrain.state.settings.engage;
  return reachesSpace(terrain, attacker, reachRadius, target.at) ? undefined : 'E_OUT_OF_REACH';
};

/** Dice steps of a melee attack, by name. DS-MELEE-3, DS-ATK-9, DS-ATK-10, DS-ENG-9. */
const meleeSteps = (terrain: Terrain, attacker: Figure, target: Figure): Record<string, number> => {
  const { state } = terrain;
  return {
    skill: attacker.skills.weapon ?? 0,
    parry: -(target.skills.parry ?? 0),
    shield: target.shield ? state.settings.attack.shieldStep : 0,
    engagement: hasZone(state, attacker) ? 0 : -findPressingFoes(terrain, attacker).length,
    scenario: effectSum(state.effects, attacker.id, 'attack') + effectSum(state.effects, target.id, 'defence'),
  };
};

/** True if the attacker holds a one-handed weapon with both hands. DS-MELEE-5. */
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

/** The faces that count. With a two-handed grip, one SKL is ignored. DS-MELEE-5. */
export const applyTwoHandedGrip = (kept: readonly DieFace[], grip: boolean): readonly DieFace[] => {
  const skull = grip ? kept.indexOf('SKL') : -1;
  return skull < 0 ? kept : kept.filter((_, index) => index !== skull);
};

/** Checks melee reach, or a shot’s range and sight. Undefined for melee. DS-MELEE-1, DS-MELEE-2, DS-RNG-1, DS-RNG-3. */
export const requireTargetInReach = (
  terrain: Terrain,
  attacker: Figure,
  target: Figure,
  weapon: Weapon,
  corner?: Corner,
): CheckResult<Shot | undefined> => {
  if (weapon.type === 'melee') {
    const refusal = meleeRefusal(terrain, attacker, target, weapon);
    return refusal === undefined ? ok(undefined) : refuse(refusal, { target: ref(target.id) });
  }
  return requireShotInRange(terrain, calculateShot(terrain, attacker, weapon, target.at, corner));
};

/** Dice step against a surprised or flanked target: 1 if `attack.statuses` is `suggested`. DS-ATK-12, RULING-71. */
const suggestedStep = ({ attack }: Settings): number => (attack.statuses === 'suggested' ? 1 : 0);
/** The whole dice step against a surprised target. DS-ATK-12. */
export const surprisedStep = (settings: Settings): number => suggestedStep(settings) + settings.attack.surprisedStep;

/** All dice steps of an attack by name, and whether the target is surprised or flanked. DS-ATK-7 (3), DS-ATK-12. */
export const attackSteps = (terrain: Terrain, acting: ActingWarrior, target: Figure, shot: Shot | undefined) => {
  const { warrior, activation } = acting;
  const { settings } = terrain.state;
  const surprised = activation.unaware.includes(target.owner);
  const flanked = shot === undefined && isFlanked(terrain, warrior, target);
  const steps = shot === undefined ? meleeSteps(terrain, warrior, target) : rangedSteps(terrain, warrior, target, shot);
  return {
    steps: withoutZeros({
      ...steps,
      surprised: surprised ? surprisedStep(settings) : 0,
      flanked: flanked ? suggestedStep(settings) + settings.attack.flankedStep : 0,
    }),
    surprised,
    flanked,
  };
};

/** Rolls an attack. Effects may add dice steps; undefined if they cancel the roll. DS-ATK-7 (3 to 5), DS-ATK-11. */
export function* rollAttack(
  draft: Draft,
  { id, owner }: Figure,
  { dice }: Weapon,
  steps: Readonly<Record<string, number>>,
  about: Pick<RollRequest, 'concern' | 'question'>,
): PartialRuling<{ readonly modifiers: Record<string, number>; readonly roll: SkullRoll } | undefined> {
  const found = yield* runWithTriggersAtOnce(draft, 'attack.modifiers', id, (more) =>
    withoutZeros({ ...steps, scenario: (steps.scenario ?? 0) + more }),
  );
  const modifiers = found ?? {};
  const roll = yield* runWithTriggers(draft, 'dice.rolled', id, () =>
    rollDice(draft, { name: 'attack', roller: owner, base: dice, step: sumParts(modifiers), ...about }),
  );
  return roll && { modifiers, roll };
}

/** The number of hits, which effects may change. 0 if effects cancel the count. DS-ATK-7 (5). */
export function* countHitsAfterEffects(draft: Draft, attacker: string, count: number): PartialRuling<number> {
  return (yield* runWithTriggersAtOnce(draft, 'attack.count', attacker, (more) => count + more)) ?? 0;
}
