import { z } from 'zod';
import { phrase } from '../../../core/language.ts';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { formatSquare, type Square, square, squareSchema } from '../../../rules/grid/square.ts';
import { line, step } from '../../../rules/lines.ts';
import { oneOf, text } from '../../../rules/params.ts';
import { blowTallies } from '../../../rules/tally.ts';
import { done } from '../../../rules/verb.ts';
import { distance, middle, onBoard, placeOf, same } from '../board/board.ts';
import { inActivation } from '../checks.ts';
import { directOpponent } from '../dice/opponent.ts';
import { removedDice } from '../dice/removal.ts';
import { countOf, rollDice, rollSchema, sum } from '../dice/roll.ts';
import { rollRow, stepParts } from '../dice/roll-rows.ts';
import { type Terrain, terrainOf } from '../engagement.ts';
import { applyHarm, type Harm, harmSchema, resolveHarm } from '../harm/harm.ts';
import { harmRows, harmText, hitsText, toneOf } from '../harm/harm-rows.ts';
import { breakable, hurtThing } from '../harm/objects.ts';
import { type Corner, corners, coverOf } from '../line-of-sight.ts';
import { hostileSeats } from '../players.ts';
import { type Face, faces } from '../settings.ts';
import {
  actingIn,
  type Draft,
  event,
  type Figure,
  find,
  isFigure,
  order,
  type Part,
  type State,
  stepsSchema,
  type Thing,
  type Weapon,
  warriorOrSeatId,
} from '../state.ts';
import { fire, phase } from '../triggers/triggers.ts';
import { tellsSteps } from '../visibility.ts';
import { payAttack, type Wielded, wielded } from './declaration.ts';
import { lookCount, shotAt, shotFacts, shotFactsSchema, shotFault, shotSteps, sightRow } from './ranged.ts';
import { blastKnown } from './redaction.ts';
import { hitsCounted, withEffectSteps } from './steps.ts';
import { activeWeapons, blastable } from './targets.ts';

/** DS-AOE-2. */
export const blasted = event(
  'blasted',
  {
    warrior: warriorOrSeatId,
    weapon: warriorOrSeatId,
    space: squareSchema,
    modifiers: stepsSchema,
    sight: shotFactsSchema,
    opponent: warriorOrSeatId.optional(),
    roll: rollSchema,
  },
  {
    apply: (state, { warrior, space }) => ({
      ...state,
      strokes: [{ kind: 'attack', who: [warrior], points: [...placeOf(state, warrior), middle(space)] }],
    }),
    tell: (thrown, { before, reader }) => {
      const { warrior, weapon, space, roll } = thrown;
      const seen = reader.sees(warrior);
      const { modifiers, sight } = blastKnown(thrown, before, reader);
      return line(
        seen
          ? say`${ref(warrior)} aims ${weapon} at ${formatSquare(space)}.`
          : phrase`Somebody aims a blast at ${formatSquare(space)}.`,
        'plain',
        [...(seen ? sightRow(sight) : []), rollRow('blast', roll, seen ? stepParts(modifiers) : [], [])],
      );
    },
    actedBy: ({ warrior }) => [warrior],
    draws: 'attack',
  },
);

/** DS-AOE-6, DS-AOE-7, DS-AOE-8, DS-AOE-9. */
export const blastStruck = event(
  'blast-struck',
  {
    warrior: warriorOrSeatId,
    target: warriorOrSeatId,
    distance: z.int(),
    dice: z.array(z.enum(faces)),
    hits: z.int(),
    cover: z.int(),
    harm: harmSchema.optional(),
  },
  {
    apply: (state) => state,
    tell: ({ target, harm, hits, distance: away, dice, cover }, { reader }) => {
      const armoured = reader.tells(target, 'armour');
      return line(
        harm === undefined
          ? say`The blast misses ${ref(target)}.`
          : say`The blast strikes ${ref(target)}: ${hitsText(hits)}, ${harmText(harm, armoured)}.`,
        toneOf(harm),
        [
          [
            step('DS-AOE-6', phrase`distance ${away}: dice ${dice.join(', ')}`),
            step('DS-AOE-6', phrase`= ${hitsText(hits)}`),
            ...(cover > 0 && harm !== undefined ? [step('DS-AOE-9', phrase`cover from the blast ${cover}`)] : []),
          ],
          ...harmRows(harm, tellsSteps(reader, target), armoured),
        ],
      );
    },
    // The one who threw it is active, as long as it stands.
    counts: ({ target, harm }, { activation }) =>
      blowTallies(activation?.warrior, target, harm !== undefined, harm?.final ?? 0),
  },
);

/** A warrior a blast may strike, as it stands when the blast is rolled (DS-AOE-7). */
interface Exposed {
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

/** DS-AOE-3, DS-AOE-7, RULING-73. Who may be affected, in the order in which they are. */
export const affectedTargets = (terrain: Terrain, weapon: Weapon, space: Square): readonly Exposed[] => {
  return terrain.figures
    .flatMap((figure): Exposed[] => {
      const reach = reachOf(terrain, weapon, space, figure.at);
      return reach === undefined ? [] : [{ ...reach, figure }];
    })
    .sort((a, b) => a.distance - b.distance || a.figure.at.y - b.figure.at.y || a.figure.at.x - b.figure.at.x);
};

/** An object that a blast may strike. */
interface Struck extends Omit<Exposed, 'figure'> {
  readonly thing: Thing;
}

/** How far a space is from the blast, how many dice that takes away and what cover it gives; nothing where it does not reach. */
const reachOf = (terrain: Terrain, weapon: Weapon, space: Square, at: Square): Omit<Exposed, 'figure'> | undefined => {
  const { state } = terrain;
  const away = distance(state.settings.los.metric, space, at);
  const lost = Math.floor(away / (weapon.area ?? 1));
  if (lost >= weapon.dice) return undefined;
  if (away === 0) return { distance: 0, lost, cover: 0 };
  const count = lookCount(terrain, space, at);
  return count < 2 ? undefined : { distance: away, lost, cover: blastCover(state, count) };
};

/** DS-OBJ-2. The objects that may be hurt, after all warriors, in the order in which they are. */
const thingsExposed = (terrain: Terrain, weapon: Weapon, space: Square): readonly Struck[] =>
  breakable(terrain.state)
    .flatMap((thing) => {
      const reach = reachOf(terrain, weapon, space, thing.at);
      return reach === undefined ? [] : [{ ...reach, thing }];
    })
    .sort((a, b) => a.distance - b.distance || a.thing.at.y - b.thing.at.y || a.thing.at.x - b.thing.at.x);

/** DS-AOE-4. How many warriors of each player a blast may strike. */
const affected = (victims: readonly Exposed[]): Record<string, number> => {
  const figures: Record<string, number> = {};
  for (const { figure } of victims) figures[figure.owner] = (figures[figure.owner] ?? 0) + 1;
  return figures;
};

/** DS-AOE-1. An area attack, its preconditions met. */
function* makeBlast(draft: Draft, wielding: Wielded, space: Square, corner: Corner | undefined): Part {
  const declared = yield* payAttack(draft, wielding);
  if (declared === undefined) return;
  yield* burst(draft, wielding, space, corner);
  yield* fire(draft, 'after', 'attack.declare', declared);
}

/** DS-AOE-2, DS-AOE-4, DS-AOE-5, DS-AOE-7. One roll for all it may strike, then each of them. */
function* burst(draft: Draft, wielding: Wielded, space: Square, corner: Corner | undefined): Part {
  const state = draft.now();
  const warrior = actingIn(state)?.warrior;
  const terrain = terrainOf(state);
  if (!warrior || !terrain) return;
  const { weapon } = wielding;
  const shot = shotAt(terrain, warrior, weapon, space, corner);
  const victims = affectedTargets(terrain, weapon, space);
  const things = thingsExposed(terrain, weapon, space);
  const modifiers = yield* withEffectSteps(draft, warrior.id, shotSteps(terrain, warrior, shot));
  const concern = { kind: 'affects', figures: affected(victims) } as const;
  const roll = yield* phase(draft, 'dice.rolled', warrior.id, () =>
    rollDice(draft, {
      name: 'attack',
      roller: warrior.owner,
      base: weapon.dice,
      step: sum(modifiers),
      concern,
      says: () => ({ roller: say`Blast of ${ref(warrior.id)}`, opponent: 'A blast' }),
    }),
  );
  if (roll === undefined) return;
  draft.emit({
    type: 'blasted',
    warrior: warrior.id,
    weapon: weapon.id,
    space,
    modifiers,
    sight: shotFacts(shot, corner),
    opponent: directOpponent(state, warrior.owner, concern),
    roll,
  });
  for (const victim of victims) yield* strike(draft, warrior, weapon, victim, roll.kept);
  for (const each of things) yield* strikeThing(draft, warrior, each, roll.kept);
}

/** DS-OBJ-2. An object, like a warrior with the same dice. */
function* strikeThing(
  draft: Draft,
  attacker: Figure,
  { thing, distance: away, lost, cover }: Struck,
  kept: readonly Face[],
): Part {
  const gone = removedDice(kept, lost, 'best');
  const dice = kept.filter((_, index) => !gone.includes(index));
  const hits = yield* hitsCounted(draft, attacker.id, countOf(dice, 'default'));
  const coverDice = draft.now().settings.aoe.coverAs === 'dice' ? cover : 0;
  const blast = { distance: away, dice, cover: coverDice };
  yield* hurtThing(draft, { thing: thing.name, hits: Math.max(0, hits), by: attacker.owner, blast, coverDice });
}

/** DS-AOE-6, DS-AOE-8, DS-AOE-9, RULING-7. One victim, completely. */
function* strike(
  draft: Draft,
  attacker: Figure,
  weapon: Weapon,
  { figure, distance: away, lost, cover }: Exposed,
  kept: readonly Face[],
): Part {
  const gone = removedDice(kept, lost, 'best');
  const dice = kept.filter((_, index) => !gone.includes(index));
  const hits = yield* hitsCounted(draft, attacker.id, countOf(dice, 'default'));
  const target = find(draft.now(), figure.id);
  const asDice = draft.now().settings.aoe.coverAs === 'dice';
  let came: Harm | undefined;
  if (hits >= 1 && target !== undefined && isFigure(target))
    came = yield* resolveHarm(draft, {
      target,
      damage: hits,
      weapon,
      by: attacker.id,
      coverDice: asDice ? cover : 0,
      coverStep: asDice ? 0 : cover,
      concern: hostileSeats(draft.now(), attacker.owner, figure.owner)
        ? { kind: 'player', player: attacker.owner }
        : { kind: 'other' },
    });
  draft.emit({
    type: 'blast-struck',
    warrior: attacker.id,
    target: figure.id,
    distance: away,
    dice,
    hits,
    cover,
    harm: came,
  });
  if (came !== undefined) yield* applyHarm(draft, figure, came.result, attacker.owner);
}

/** DS-CMD-10, DS-AOE-1, DS-GLO-8. */
export const blast = order({
  summary: 'Aim an area attack at a space',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    to: square('The space you aim at, with or without a figure'),
    weapon: text('With which weapon; by default the first with an attack left', 100).optional(),
    corner: oneOf('From which corner of your space you look; by default the best', corners).optional(),
  }),
  offers: { to: blastable, weapon: activeWeapons(true) },
  asks: () => ['weapon'],
  resolve: function* (draft, call, { to, weapon, corner }) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const wielding = wielded(state.settings, acting.value, weapon, true);
    if (!wielding.ok) return wielding;
    const terrain = terrainOf(state);
    if (terrain === undefined || state.board === undefined) return refuse('no-board');
    const { warrior } = acting.value;
    if (!onBoard(state.board, to)) return refuse('E_OUT_OF_BOARD', { space: formatSquare(to) });
    if (same(to, warrior.at)) return refuse('E_TARGET_OWN_SPACE');
    const shot = shotFault(terrain, shotAt(terrain, warrior, wielding.value.weapon, to, corner));
    if (!shot.ok) return shot;
    yield* makeBlast(draft, wielding.value, to, corner);
    return done;
  },
});
