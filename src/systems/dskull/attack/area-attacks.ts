import { z } from 'zod';
import { joined, phrase, ref, refuse, say, term } from '../../../core/message.ts';
import { line, step, tallyAttack } from '../../../rules/event.ts';
import { formatSquare, type Square, squareParam, squareSchema } from '../../../rules/grid/square.ts';
import { doneVerdict, oneOfParam, textParam } from '../../../rules/verb.ts';
import { centerOf, distance, isOnBoard, isSameSquare, warriorCenters } from '../board/board.ts';
import { requireActivation } from '../checks.ts';
import { chooseRemovedDice, facesAfterRemoval, faceTerms } from '../dice/removal.ts';
import { buildSumSteps, countFaces, findOpponent, rollRow, rollSchema } from '../dice/roll.ts';
import { createTerrain, type Terrain } from '../engagement.ts';
import {
  applyHarm,
  describeHarm,
  formatHits,
  type Harm,
  harmRows,
  harmSchema,
  resolveHarm,
  toneOfHarm,
} from '../harm/harm.ts';
import { breakableObjects, damageObject } from '../harm/hazards.ts';
import { type Corner, corners, coverStep } from '../line-of-sight.ts';
import { type DieFace, dieFaces } from '../settings.ts';
import {
  type BoardObject,
  type Draft,
  event,
  type Figure,
  find,
  findActingWarrior,
  isFigure,
  order,
  type PartialRuling,
  stepsSchema,
  type Weapon,
} from '../state.ts';
import { areStepsVisible, redactBlast } from '../visibility.ts';
import { declareAttack, offerActiveWeapons, offerBlastSpaces, requireWieldedWeapon } from './declaration.ts';
import {
  calculateLineOfSight,
  calculateShot,
  countHitsAfterEffects,
  requireShotInRange,
  rollAttack,
  shotFacts,
  shotFactsSchema,
  shotSteps,
  sightRow,
} from './steps.ts';

/** A warrior aims and rolls a blast. DS-AOE-2. */
export const blasted = event('blasted', {
  facts: {
    attacker: z.string(),
    weapon: z.string(),
    space: squareSchema,
    modifiers: stepsSchema,
    sight: shotFactsSchema,
    opponent: z.string().optional(),
    roll: rollSchema,
  },
  apply: (state, { attacker, space }) => ({
    ...state,
    strokes: [{ kind: 'attack', who: [attacker], points: [...warriorCenters(state, attacker), centerOf(space)] }],
  }),
  narrate: (blast, { before, reader }) => {
    const { attacker, weapon, space, roll } = blast;
    const seen = reader.canSee(attacker);
    const { modifiers, sight } = redactBlast(blast, before, reader);
    return line(
      seen
        ? say`${ref(attacker)} aims ${term(weapon)} at ${formatSquare(space)}.`
        : phrase`Someone aims a blast at ${formatSquare(space)}.`,
      'plain',
      [...(seen ? sightRow(sight) : []), rollRow(term('blast'), roll, seen ? buildSumSteps(modifiers) : [], [])],
    );
  },
  actors: ({ attacker }) => [attacker],
  stroke: 'attack',
});

/** A blast hits or misses one warrior. DS-AOE-6, DS-AOE-7, DS-AOE-8, DS-AOE-9. */
export const blastResolved = event('blast-resolved', {
  facts: {
    attacker: z.string(),
    target: z.string(),
    distance: z.int(),
    dice: z.array(z.enum(dieFaces)),
    hits: z.int(),
    cover: z.int(),
    harm: harmSchema.optional(),
  },
  narrate: ({ target, harm, hits, distance: away, dice, cover }, { reader }) => {
    const armoured = reader.isNumberVisible(target, 'armour');
    return line(
      harm === undefined
        ? say`The blast misses ${ref(target)}.`
        : say`The blast hits ${ref(target)}: ${formatHits(hits)}, ${term(describeHarm(harm, armoured))}.`,
      toneOfHarm(harm),
      [
        [
          step('DS-AOE-6', say`distance ${away}: dice left ${joined(faceTerms(dice))}`),
          step('DS-AOE-6', say`= ${formatHits(hits)}`),
          ...(cover > 0 && harm !== undefined ? [step('DS-AOE-9', phrase`cover from the blast: ${cover}`)] : []),
        ],
        ...harmRows(harm, areStepsVisible(reader, target), armoured),
      ],
    );
  },
  // The attacker is the active warrior. If it has left the board, no one is credited.
  tallies: ({ target, harm }, { activation }) =>
    tallyAttack(activation?.warrior, target, harm !== undefined, harm?.final ?? 0),
});

/** A warrior or object within reach of a blast. DS-AOE-7. */
interface Exposed<Target> {
  readonly target: Target;
  readonly distance: number;
  /** Number of best dice removed because of the distance. DS-AOE-6. */
  readonly lost: number;
  /** Dice steps or armour dice from cover. 0 without cover. DS-AOE-9. */
  readonly cover: number;
}

/** Targets that a blast may hit, in the order of resolution. DS-AOE-3, DS-AOE-7, RULING-73, DS-OBJ-2. */
export const findBlastTargets = <Target extends { readonly at: Square }>(
  terrain: Terrain,
  weapon: Weapon,
  space: Square,
  all: readonly Target[],
): readonly Exposed<Target>[] =>
  all
    .flatMap((target): Exposed<Target>[] => {
      const { los, aoe } = terrain.state.settings;
      const away = distance(los.metric, space, target.at);
      const lost = Math.floor(away / (weapon.area ?? 1));
      const count = lost >= weapon.dice ? 0 : away === 0 ? 4 : calculateLineOfSight(terrain, space, target.at).count;
      return count < 2 ? [] : [{ target, distance: away, lost, cover: coverStep(aoe, count) }];
    })
    .sort((a, b) => a.distance - b.distance || a.target.at.y - b.target.at.y || a.target.at.x - b.target.at.x);

/** Number of each player’s warriors that a blast may hit. DS-AOE-4. */
const affectedBySeat = (victims: readonly Exposed<Figure>[]): Record<string, number> => {
  const figures: Record<string, number> = {};
  for (const { target } of victims) figures[target.owner] = (figures[target.owner] ?? 0) + 1;
  return figures;
};

/** Rolls a blast once and applies it to each warrior and object it may hit. DS-AOE-2, DS-AOE-4, DS-AOE-5, DS-OBJ-2. */
function* resolveBlast(draft: Draft, weapon: Weapon, space: Square, corner: Corner | undefined): PartialRuling {
  const state = draft.now();
  const warrior = findActingWarrior(state)?.warrior;
  const terrain = createTerrain(state);
  if (!warrior || !terrain) return;
  const shot = calculateShot(terrain, warrior, weapon, space, corner);
  const victims = findBlastTargets(terrain, weapon, space, terrain.figures);
  const objects = findBlastTargets(terrain, weapon, space, breakableObjects(state));
  const concern = { kind: 'affects', figures: affectedBySeat(victims) } as const;
  const rolled = yield* rollAttack(draft, warrior, weapon, shotSteps(terrain, warrior, shot), {
    concern,
    question: () => ({ roller: say`Blast of ${ref(warrior.id)}`, opponent: 'A blast' }),
  });
  if (rolled === undefined) return;
  const { modifiers, roll } = rolled;
  draft.emit(
    blasted({
      attacker: warrior.id,
      weapon: weapon.id,
      space,
      modifiers,
      sight: shotFacts(shot, corner),
      opponent: findOpponent(state, warrior.owner, concern),
      roll,
    }),
  );
  for (const victim of victims) yield* blastWarrior(draft, warrior, weapon, victim, roll.kept);
  for (const each of objects) yield* blastObject(draft, warrior, each, roll.kept);
}

/** The dice that remain after the distance has removed some. DS-AOE-6. */
const diceLeft = (kept: readonly DieFace[], lost: number): DieFace[] =>
  facesAfterRemoval(kept, chooseRemovedDice(kept, lost, 'best'));

/** Resolves a blast against an object. DS-OBJ-2. */
function* blastObject(
  draft: Draft,
  attacker: Figure,
  { target, distance: away, lost, cover }: Exposed<BoardObject>,
  kept: readonly DieFace[],
): PartialRuling {
  const dice = diceLeft(kept, lost);
  const hits = yield* countHitsAfterEffects(draft, attacker.id, countFaces(dice, 'default'));
  const coverDice = draft.now().settings.aoe.coverAs === 'dice' ? cover : 0;
  const blast = { distance: away, dice, cover: coverDice };
  yield* damageObject(draft, { object: target.name, hits: Math.max(0, hits), by: attacker.owner, blast, coverDice });
}

/** Resolves a blast against a warrior. DS-AOE-6, DS-AOE-8, DS-AOE-9, RULING-7. */
function* blastWarrior(
  draft: Draft,
  attacker: Figure,
  weapon: Weapon,
  { target: figure, distance: away, lost, cover }: Exposed<Figure>,
  kept: readonly DieFace[],
): PartialRuling {
  const dice = diceLeft(kept, lost);
  const hits = yield* countHitsAfterEffects(draft, attacker.id, countFaces(dice, 'default'));
  const target = find(draft.now(), figure.id);
  const asDice = draft.now().settings.aoe.coverAs === 'dice';
  let harm: Harm | undefined;
  if (hits >= 1 && target !== undefined && isFigure(target))
    harm = yield* resolveHarm(draft, {
      target,
      damage: hits,
      weapon,
      by: attacker.id,
      coverDice: asDice ? cover : 0,
      coverStep: asDice ? 0 : cover,
      concern: { kind: 'player', player: attacker.owner },
    });
  const { id } = figure;
  draft.emit(blastResolved({ attacker: attacker.id, target: id, distance: away, dice, hits, cover, harm }));
  if (harm !== undefined) yield* applyHarm(draft, figure, harm.result, attacker.owner);
}

/** Aims an area weapon at a space. DS-CMD-10, DS-AOE-1, DS-GLO-8. */
export const blast = order({
  summary: 'Aim an area attack at a space',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({
    to: squareParam('The space to aim at; it may be empty'),
    weapon: textParam('The weapon; default: the first with an attack left', 100).optional(),
    corner: oneOfParam('The corner of your space to aim from; default: the best', corners).optional(),
  }),
  offers: { to: offerBlastSpaces, weapon: offerActiveWeapons(true) },
  promptFor: () => ['weapon'],
  requires: requireActivation,
  resolve: function* (draft, _call, { to, weapon: named, corner }, acting) {
    const state = draft.now();
    const wielding = requireWieldedWeapon(state.settings, acting, named, true);
    if (!wielding.ok) return wielding;
    const terrain = createTerrain(state);
    if (terrain === undefined || state.board === undefined) return refuse('no-board');
    const { warrior } = acting;
    if (!isOnBoard(state.board, to)) return refuse('E_OUT_OF_BOARD', { space: formatSquare(to) });
    if (isSameSquare(to, warrior.at)) return refuse('E_TARGET_OWN_SPACE');
    const { weapon } = wielding.value;
    const shot = requireShotInRange(terrain, calculateShot(terrain, warrior, weapon, to, corner));
    if (!shot.ok) return shot;
    yield* declareAttack(draft, wielding.value, () => resolveBlast(draft, weapon, to, corner));
    return doneVerdict;
  },
});
