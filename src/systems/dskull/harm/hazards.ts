import { z } from 'zod';
import { isSameName, joined, phrase, present, ref, say, term } from '../../../core/message.ts';
import { type EventOf, line, step, tallyAttack } from '../../../rules/event.ts';
import {
  combatantParam,
  createOffer,
  doneVerdict,
  flagParam,
  textParam,
  wholeNumberParam,
} from '../../../rules/verb.ts';
import { advanceAfterOrder } from '../activation/activation.ts';
import { boardPhases, offerAllFigures, requireGmWhile, requireTarget } from '../checks.ts';
import { faceTerms } from '../dice/removal.ts';
import { countFaces, rollDice, rollRow, rollSchema } from '../dice/roll.ts';
import { isCurrentPlayerStuck, passTurn } from '../rounds.ts';
import { endWhenAllUsed, scored } from '../scenarios.ts';
import { dieFaces } from '../settings.ts';
import {
  type BoardObject,
  type Draft,
  event,
  find,
  findByName,
  isBroken,
  isFigure,
  order,
  type PartialRuling,
  type State,
  updateObject,
} from '../state.ts';
import { areStepsVisible } from '../visibility.ts';
import { applyHarm, describeHarm, formatHits, harmRows, harmSchema, resolveHarm, toneOfHarm } from './harm.ts';

/** An object is damaged. `left`: damage it can still take, 0 if destroyed. DS-OBJ-3, DS-OBJ-4, DS-OBJ-5. */
export const objectDamaged = event('object-damaged', {
  facts: {
    object: z.string(),
    /** Cause of the damage. Undefined for a blast. */
    source: z.string().optional(),
    blast: z.strictObject({ distance: z.int(), dice: z.array(z.enum(dieFaces)), cover: z.int() }).optional(),
    hits: z.int(),
    armour: rollSchema.extend({ negated: z.int() }).optional(),
    damage: z.int(),
    left: z.int(),
  },
  apply: (state, { object, left }) => updateObject(state, object, { holds: left }),
  narrate: ({ object, source, blast, hits, armour, damage, left }) => {
    const rest = left === 0 ? term('it is destroyed') : say`${left} more to destroy it`;
    const result = joined([formatHits(hits), say`${damage} damage`, rest]);
    return line(
      source === undefined
        ? say`The blast hits ${term(object)}: ${result}.`
        : source === 'hazard'
          ? say`A hazard hits ${term(object)}: ${result}.`
          : say`${source} hits ${term(object)}: ${result}.`,
      left === 0 ? 'bad' : 'plain',
      present([
        blast !== undefined && [
          step('DS-AOE-6', say`distance ${blast.distance}: dice left ${joined(faceTerms(blast.dice))}`),
          step('DS-OBJ-2', say`= ${formatHits(hits)}`),
          ...(blast.cover > 0 ? [step('DS-AOE-9', phrase`cover from the blast: ${blast.cover}`)] : []),
        ],
        armour !== undefined &&
          rollRow(term('armour'), armour, [], [step('DS-OBJ-3', phrase`${hits} − ${armour.negated} = ${damage}`)]),
      ]),
    );
  },
});

/** Objects on the board that blasts and hazards can damage. DS-OBJ-1. */
export const breakableObjects = ({ objects }: State): readonly BoardObject[] =>
  objects.filter((object) => object.holds !== undefined && !isBroken(object) && object.carrier === undefined);

/** Hits on an object, before its armour roll. */
interface Impact {
  readonly object: string;
  readonly hits: number;
  /** The seat that scores if the object is destroyed. */
  readonly by?: string;
  readonly source?: string;
  readonly blast?: EventOf<typeof objectDamaged>['blast'];
  /** Armour dice from cover. DS-OBJ-3. */
  readonly coverDice?: number;
  /** False if the source ignores armour. DS-OBJ-5. */
  readonly armour?: boolean;
}

/** Rolls an object’s armour. There is no dice step, so no dice are removed. DS-OBJ-3. */
function* armourRoll(
  draft: Draft,
  { armour: own = 0 }: BoardObject,
  { coverDice = 0, hits, by }: Impact,
): PartialRuling<EventOf<typeof objectDamaged>['armour']> {
  const { initiative, seats } = draft.now();
  const base = own + coverDice;
  const roller = by ?? initiative ?? seats[0]?.id;
  if (base === 0 || roller === undefined) return undefined;
  const label = say`Armour roll of an object against ${formatHits(hits)}`;
  const roll = yield* rollDice(draft, {
    name: 'armour',
    roller,
    base,
    step: 0,
    concern: { kind: 'other' },
    question: () => ({ roller: label, opponent: label }),
  });
  return { ...roll, negated: countFaces(roll.kept, 'armour') };
}

/** Damages an object, and destroys it if it can take no more damage. DS-OBJ-3, DS-OBJ-4, RULING-87. */
export function* damageObject(draft: Draft, impact: Impact): PartialRuling {
  const { object: name, hits, by, source, blast } = impact;
  const object = breakableObjects(draft.now()).find((each) => each.name === name);
  if (object?.holds === undefined) return;
  const rolls = hits >= 1 && impact.armour !== false;
  const armour = rolls ? yield* armourRoll(draft, object, impact) : undefined;
  const damage = Math.max(0, hits - (armour?.negated ?? 0));
  const left = Math.max(0, object.holds - damage);
  draft.emit(objectDamaged({ object: name, source, blast, hits, armour, damage, left }));
  if (left > 0) return;
  if (by !== undefined && object.worth !== undefined && object.worth !== 0)
    draft.emit(scored({ seat: by, vp: object.worth, why: name }));
  endWhenAllUsed(draft);
}

const sourceWords = ['effect', 'hazard'];

/** A hazard damages a warrior. DS-INJ-10. */
export const damaged = event('damaged', {
  facts: { target: z.string(), source: z.string(), harm: harmSchema },
  narrate: ({ target, source, harm }, { reader }) => {
    const armoured = reader.isNumberVisible(target, 'armour');
    return line(
      say`${ref(target)} suffers ${harm.damage} damage (${sourceWords.includes(source) ? term(source) : source}): ${term(describeHarm(harm, armoured))}.`,
      toneOfHarm(harm),
      harmRows(harm, areStepsVisible(reader, target), armoured),
    );
  },
  tallies: ({ target, harm }) => tallyAttack(undefined, target, undefined, harm.final),
});

/** Damages a warrior without an attack, so that no player scores. `armour`: true if armour helps. DS-INJ-10. */
export function* dealHazardDamage(
  draft: Draft,
  target: string,
  damage: number,
  source: string,
  armour: boolean,
): PartialRuling {
  const warrior = find(draft.now(), target);
  if (warrior === undefined || !isFigure(warrior)) return;
  const harm = yield* resolveHarm(draft, { target: warrior, damage, armour, concern: { kind: 'other' } });
  draft.emit(damaged({ target, source, harm }));
  yield* applyHarm(draft, warrior, harm.result, undefined);
}

/** Lets a hazard damage a warrior or object. DS-INJ-10, DS-OBJ-5. */
export const harm = order({
  summary: 'Let a hazard deal damage to a warrior or an object',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('The warrior or object to damage'),
    damage: wholeNumberParam('How much damage', 1, 30),
    armour: flagParam('Does armour help? Only if the source says so').default(false),
    source: textParam('What causes the damage', 100).default('hazard'),
  }),
  offers: {
    target: (state, call, soFar) => [
      ...offerAllFigures(state, call, soFar),
      ...breakableObjects(state).map(({ name }) => createOffer(name)),
    ],
  },
  requires: requireGmWhile(...boardPhases),
  resolve: function* (draft, _call, { target: name, damage, armour, source }, state) {
    const object = breakableObjects(state).find((each) => isSameName(each.name, name));
    if (object !== undefined && findByName(state, name) === undefined) {
      yield* damageObject(draft, { object: object.name, hits: damage, source, armour });
      return doneVerdict;
    }
    const target = requireTarget(state, name);
    if (!target.ok) return target;
    yield* dealHazardDamage(draft, target.value.id, damage, source, armour);
    if (state.activation !== undefined) yield* advanceAfterOrder(draft);
    else if (isCurrentPlayerStuck(draft.now()) && state.phase === 'resolution') yield* passTurn(draft);
    return doneVerdict;
  },
});
