import { effectSum } from '../../rules/effects.ts';
import type { Square } from '../../rules/grid/square.ts';
import { nonZero } from './armour-injury.ts';
import { distance, type Ground } from './board.ts';
import { pressing, type Terrain } from './engagement.ts';
import { copiesOf, figuresOf, hostile, hostileSeats, seatOf } from './seats.ts';
import type { Settings } from './settings.ts';
import { type Corner, coverOf, type Sight, sight } from './sight.ts';
import type { Figure, State, Weapon } from './state.ts';

/** DS-RNG-2, DS-DATA-4. */
export interface Band {
  readonly baseRange: number;
  readonly band: number;
  readonly step: number;
}

/** DS-RNG-2. The band of a distance for a weapon with so many base dice. */
export const rangeBand = (settings: Settings, dice: number, spaces: number): Band => {
  const baseRange = settings.range.perDie * dice;
  const band = Math.max(1, Math.ceil(spaces / baseRange));
  return { baseRange, band, step: band === 1 ? 0 : settings.attack.rangeStep * (band - 1) };
};

/** DS-COVER-1, DS-COVER-2. */
export const coverStep = ({ attack }: Settings, count: number): number => {
  const cover = coverOf(count);
  return cover === 'heavy' ? attack.coverHeavy : cover === 'light' ? attack.coverLight : 0;
};

/** A shot at a space: what is seen of it and how far it is. */
export interface Shot {
  readonly sight: Sight;
  readonly distance: number;
  readonly band: Band;
}

export const look = (terrain: Terrain, from: Square, to: Square, corner?: Corner): Sight =>
  sight(
    terrain.ground,
    terrain.figures.map(({ at }) => at),
    terrain.state.settings.los,
    from,
    to,
    corner,
  );

export const shotAt = (terrain: Terrain, shooter: Figure, weapon: Weapon, to: Square, corner?: Corner): Shot => {
  const { settings } = terrain.state;
  const spaces = distance(settings.los.metric, shooter.at, to);
  return {
    sight: look(terrain, shooter.at, to, corner),
    distance: spaces,
    band: rangeBand(settings, weapon.dice, spaces),
  };
};

/** DS-RNG-4, DS-AOE-2. What counts for every shot, whoever stands there. */
export const shotSteps = (terrain: Terrain, shooter: Figure, shot: Shot): Record<string, number> => {
  const { state } = terrain;
  return {
    skill: shooter.skills.weapon ?? 0,
    cover: coverStep(state.settings, shot.sight.count),
    range: shot.band.step,
    engagement: -pressing(terrain, shooter).length,
    scenario: effectSum(state.effects, shooter.id, 'attack'),
  };
};

/** DS-RNG-4, DS-TRAIT-13. */
export const rangedSteps = (terrain: Terrain, shooter: Figure, target: Figure, shot: Shot): Record<string, number> => {
  const { attack } = terrain.state.settings;
  const steps = shotSteps(terrain, shooter, shot);
  return nonZero({
    ...steps,
    shield: target.shield ? attack.shieldStep : 0,
    small: attack.smallStep * copiesOf(target, 'small'),
    scenario: (steps.scenario ?? 0) + effectSum(terrain.state.effects, target.id, 'defence'),
  });
};

/** DS-GLO-4. The hostile seats whose whole side cannot see the space where a warrior stands: it may surprise them. */
export const unawareOf = (state: State, ground: Ground, startedAt: Square, attacker: Figure | undefined): string[] => {
  const others = figuresOf(state).filter(({ id }) => id !== attacker?.id);
  const figures = others.map(({ at }) => at);
  const seen = others.filter(
    (other) =>
      (attacker === undefined || hostile(state, other, attacker)) &&
      sight(ground, figures, state.settings.los, other.at, startedAt).count >= 2,
  );
  const teams = seen.map(({ owner }) => seatOf(state, owner)?.team);
  return state.seats
    .filter(
      ({ id, team }) => (attacker === undefined || hostileSeats(state, id, attacker.owner)) && !teams.includes(team),
    )
    .map(({ id }) => id);
};
