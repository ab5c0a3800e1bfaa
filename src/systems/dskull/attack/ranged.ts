import { z } from 'zod';
import { memoizeOnObject } from '../../../core/memoize.ts';
import { ok, phrase, refuse } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { type SumRow, step } from '../../../rules/event.ts';
import type { Square } from '../../../rules/grid/square.ts';
import { distance } from '../board/board.ts';
import { pressingFoes, type Terrain } from '../engagement.ts';
import { type Corner, calculateSight, countClearLines, coverStep, type SightResult } from '../line-of-sight.ts';
import type { Settings } from '../settings.ts';
import { type CheckResult, type Figure, traitCopies, type Weapon, warriorOrSeatId } from '../state.ts';

/** What is told of a shot: DS-LOS-3, DS-RNG-2. */
/** A shot as it was taken; `chosen`: its corner was the shooter's choice, not the best one. */
export const shotFactsSchema = z.strictObject({
  corner: warriorOrSeatId,
  count: z.int(),
  distance: z.int(),
  band: z.int(),
  chosen: z.literal(true).optional(),
});
export type ShotFacts = z.output<typeof shotFactsSchema>;

/** DS-RNG-2, DS-DATA-4. */
interface Band {
  readonly baseRange: number;
  readonly band: number;
  readonly step: number;
}

/** DS-RNG-2. The band of a distance for a weapon with this many base dice. */
export const rangeBand = (settings: Settings, dice: number, spaces: number): Band => {
  const baseRange = settings.range.perDie * dice;
  const band = Math.max(1, Math.ceil(spaces / baseRange));
  return { baseRange, band, step: band === 1 ? 0 : settings.attack.rangeStep * (band - 1) };
};

/** A shot at a space: what is seen of it and how far it is. */
export interface Shot {
  readonly sight: SightResult;
  readonly distance: number;
  readonly band: Band;
}

/** Where they stand. */
const squaresOf = memoizeOnObject((figures: Terrain['figures']): readonly Square[] => figures.map(({ at }) => at));

const lookAt = (terrain: Terrain, from: Square, to: Square, corner?: Corner): SightResult =>
  calculateSight(terrain.ground, squaresOf(terrain.figures), terrain.state.settings.los, from, to, corner);

export const planShot = (terrain: Terrain, shooter: Figure, weapon: Weapon, to: Square, corner?: Corner): Shot => ({
  sight: lookAt(terrain, shooter.at, to, corner),
  ...reachAt(terrain, shooter, weapon, to),
});

const reachAt = ({ state: { settings } }: Terrain, { at }: Figure, weapon: Weapon, to: Square) => {
  const spaces = distance(settings.los.metric, at, to);
  return { distance: spaces, band: rangeBand(settings, weapon.dice, spaces) };
};

/** How much is seen of a space from another, by the best corner. */
export const countClearShotLines = ({ ground, figures, state }: Terrain, from: Square, to: Square): number =>
  countClearLines(ground, squaresOf(figures), state.settings.los, from, to);

/** What counts of a shot, its lines left aside; by default from the best corner. */
export const summarizeShot = (
  terrain: Terrain,
  shooter: Figure,
  weapon: Weapon,
  to: Square,
  corner?: Corner,
): ShotSummary => ({
  sight:
    corner === undefined
      ? { count: countClearShotLines(terrain, shooter.at, to) }
      : lookAt(terrain, shooter.at, to, corner),
  ...reachAt(terrain, shooter, weapon, to),
});

/** What the steps of a shot are made of. */
export interface ShotStepInputs {
  readonly sight: Pick<SightResult, 'count'>;
  readonly band: Pick<Band, 'step'>;
}

/** A shot whose lines are left aside. */
type ShotSummary = ShotStepInputs & Pick<Shot, 'distance' | 'band'>;

/** A shot with nothing in its way, from near enough. */
export const unobstructedShot: ShotStepInputs = { sight: { count: 4 }, band: { step: 0 } };

/** DS-RNG-4, DS-RNG-7, DS-AOE-2, RULING-61. What counts for every shot, whoever stands there. */
export const shotSteps = (
  terrain: Terrain,
  shooter: Figure,
  shot: ShotStepInputs,
  pressed = (): number => pressingFoes(terrain, shooter).length,
) => {
  const { state } = terrain;
  return {
    skill: shooter.skills.weapon ?? 0,
    cover: coverStep(state.settings, shot.sight.count),
    range: shot.band.step,
    engagement: -pressed(),
    scenario: effectSum(state.effects, shooter.id, 'attack'),
  };
};

/** DS-RNG-4, DS-TRAIT-13. */
export const rangedSteps = (
  terrain: Terrain,
  shooter: Figure,
  target: Figure,
  shot: ShotStepInputs,
  pressed?: () => number,
): Record<string, number> => {
  const { attack } = terrain.state.settings;
  const { skill, cover, range, engagement, scenario } = shotSteps(terrain, shooter, shot, pressed);
  return {
    ...{ skill, cover, range, engagement },
    scenario: scenario + effectSum(terrain.state.effects, target.id, 'defence'),
    shield: target.shield ? attack.shieldStep : 0,
    small: attack.smallStep * traitCopies(target, 'small'),
  };
};

export const requireShotInRange = <S extends ShotSummary>({ state }: Terrain, shot: S): CheckResult<S> => {
  const last = state.settings.attack.maxBands;
  if (last !== null && shot.band.band > last)
    return refuse('E_OUT_OF_RANGE', { distance: shot.distance, band: shot.band.band, last });
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
          step('DS-LOS-3', phrase`from the ${sight.corner} corner, ${sight.count} of 4 lines are clear`),
          step('DS-RNG-2', phrase`distance ${sight.distance}, range band ${sight.band}`),
        ],
      ];
