import { ref, say } from '../../core/message.ts';
import type { Square } from '../../rules/grid/square.ts';
import { harm, suffer, sum } from './armour-injury.ts';
import { hitsCounted, modified, shotFacts } from './attack.ts';
import { payAttack, type Wielded } from './attack-actions.ts';
import { distance } from './board.ts';
import type { Course, Part } from './course.ts';
import { countOf, goners, rollDice } from './dice.ts';
import { type Terrain, terrainOf } from './engagement.ts';
import type { Harm } from './events.ts';
import type { Figure, State, Weapon } from './model.ts';
import { directOpponent } from './opponents.ts';
import { look, shotAt, shotSteps } from './ranged.ts';
import { actingIn, hostileSeats, isFigure, warriorOf } from './seats.ts';
import type { Face } from './settings.ts';
import { type Corner, coverOf } from './sight.ts';
import { fire, phase } from './triggers.ts';

/** One whom a blast may strike, as it stands when the blast is rolled (DS-AOE-7). */
export interface Exposed {
  readonly figure: Figure;
  readonly distance: number;
  /** How many of the best dice the distance takes away (DS-AOE-6). */
  readonly lost: number;
  /** DS-AOE-9. 0, or what light or heavy cover gives. */
  readonly cover: number;
}

const blastCover = ({ settings: { aoe } }: State, count: number): number => {
  const cover = coverOf(count);
  return cover === 'heavy' ? aoe.coverHeavy : cover === 'light' ? aoe.coverLight : 0;
};

/** DS-AOE-3, DS-AOE-7. Who may be affected, in the order in which they are. */
export const exposed = (terrain: Terrain, weapon: Weapon, space: Square): readonly Exposed[] => {
  const { state, figures } = terrain;
  return figures
    .flatMap((figure): Exposed[] => {
      const away = distance(state.settings.los.metric, space, figure.at);
      const lost = Math.floor(away / (weapon.area ?? 1));
      if (lost >= weapon.dice) return [];
      if (away === 0) return [{ figure, distance: 0, lost, cover: 0 }];
      const { count } = look(terrain, space, figure.at);
      return count < 2 ? [] : [{ figure, distance: away, lost, cover: blastCover(state, count) }];
    })
    .sort((a, b) => a.distance - b.distance || a.figure.at.y - b.figure.at.y || a.figure.at.x - b.figure.at.x);
};

/** DS-AOE-4. How many warriors of each player a blast may strike. */
export const affected = (victims: readonly Exposed[]): Record<string, number> => {
  const figures: Record<string, number> = {};
  for (const { figure } of victims) figures[figure.owner] = (figures[figure.owner] ?? 0) + 1;
  return figures;
};

/** DS-AOE-1 to DS-AOE-9. An area attack, its preconditions met. */
export function* blast(course: Course, wielding: Wielded, space: Square, corner: Corner | undefined): Part {
  const declared = yield* payAttack(course, wielding);
  if (declared === undefined) return;
  yield* burst(course, wielding, space, corner);
  yield* fire(course, 'after', 'attack.declare', declared);
}

/** DS-AOE-2 to DS-AOE-9. */
function* burst(course: Course, wielding: Wielded, space: Square, corner: Corner | undefined): Part {
  const state = course.now();
  const warrior = actingIn(state)?.warrior;
  const terrain = terrainOf(state);
  if (!warrior || !terrain) return;
  const { weapon } = wielding;
  const shot = shotAt(terrain, warrior, weapon, space, corner);
  const victims = exposed(terrain, weapon, space);
  const modifiers = yield* modified(course, warrior.id, shotSteps(terrain, warrior, shot));
  const concern = { kind: 'affects', figures: affected(victims) } as const;
  const roll = yield* phase(course, 'dice.rolled', warrior.id, () =>
    rollDice(course, {
      name: 'attack',
      roller: warrior.owner,
      base: weapon.dice,
      step: sum(modifiers),
      concern,
      says: { roller: say`Blast of ${ref(warrior.id)}`, opponent: 'A blast' },
    }),
  );
  if (roll === undefined) return;
  course.happen({
    type: 'blasted',
    warrior: warrior.id,
    weapon: weapon.id,
    space,
    modifiers,
    sight: shotFacts(shot, corner),
    opponent: directOpponent(state, warrior.owner, concern),
    roll,
  });
  for (const victim of victims) yield* strike(course, warrior, weapon, victim, roll.kept);
}

/** DS-AOE-6 to DS-AOE-9. One victim, completely. */
function* strike(
  course: Course,
  attacker: Figure,
  weapon: Weapon,
  { figure, distance: away, lost, cover }: Exposed,
  kept: readonly Face[],
): Part {
  const gone = goners(kept, lost, 'best');
  const dice = kept.filter((_, index) => !gone.includes(index));
  const hits = yield* hitsCounted(course, attacker.id, countOf(dice, 'default'));
  const target = warriorOf(course.now(), figure.id);
  const asDice = course.now().settings.aoe.coverAs === 'dice';
  let came: Harm | undefined;
  if (hits >= 1 && target !== undefined && isFigure(target))
    came = yield* harm(course, {
      target,
      damage: hits,
      weapon,
      by: attacker.id,
      coverDice: asDice ? cover : 0,
      coverStep: asDice ? 0 : cover,
      concern: hostileSeats(course.now(), attacker.owner, figure.owner)
        ? { kind: 'player', player: attacker.owner }
        : { kind: 'other' },
    });
  course.happen({
    type: 'blast-struck',
    warrior: attacker.id,
    target: figure.id,
    distance: away,
    dice,
    hits,
    cover,
    harm: came,
  });
  if (came !== undefined) yield* suffer(course, figure, came.result, attacker.owner);
}
