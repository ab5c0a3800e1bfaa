import { z } from 'zod';
import { phrase } from '../../../core/message.ts';
import { type EventOf, line, step } from '../../../rules/event.ts';
import { countFaces, rollDice, rollRow, rollSchema } from '../dice/roll.ts';
import { endWhenAllUsed, scored } from '../scenarios/points.ts';
import { dieFaces } from '../settings.ts';
import {
  type BoardObject,
  type Draft,
  event,
  isBroken,
  type PartialRuling,
  type State,
  updateObject,
  warriorOrSeatId,
} from '../state.ts';
import { formatHits } from './harm.ts';

/** DS-OBJ-3, DS-OBJ-4, DS-OBJ-5. `left`: how much more it holds; at 0 it is destroyed. */
export const objectDamaged = event(
  'thing-hurt',
  {
    thing: warriorOrSeatId,
    /** What does it, where it is no blast. */
    source: warriorOrSeatId.optional(),
    blast: z.strictObject({ distance: z.int(), dice: z.array(z.enum(dieFaces)), cover: z.int() }).optional(),
    hits: z.int(),
    armour: rollSchema.extend({ negated: z.int() }).optional(),
    damage: z.int(),
    left: z.int(),
  },
  {
    apply: (state, { thing, left }) => updateObject(state, thing, (each) => ({ ...each, holds: left })),
    narrate: ({ thing, source, blast, hits, armour, damage, left }) => {
      const came = left === 0 ? 'it is destroyed' : damage === 0 ? 'it is not damaged' : phrase`${damage} damage`;
      const rest = left > 0 && damage > 0 ? phrase`, ${left} more to destroy it` : '';
      return line(
        phrase`${source === undefined ? 'The blast' : source === 'hazard' ? 'A hazard' : source} hits ${thing}: ${formatHits(hits)}, ${came}${rest}.`,
        left === 0 ? 'bad' : 'plain',
        [
          ...(blast === undefined
            ? []
            : [
                [
                  step('DS-AOE-6', phrase`distance ${blast.distance}: dice left ${blast.dice.join(', ')}`),
                  step('DS-OBJ-2', phrase`= ${formatHits(hits)}`),
                  ...(blast.cover > 0 ? [step('DS-AOE-9', phrase`cover from the blast: ${blast.cover}`)] : []),
                ],
              ]),
          ...(armour === undefined
            ? []
            : [rollRow('armour', armour, [], [step('DS-OBJ-3', phrase`${hits} − ${armour.negated} = ${damage}`)])]),
        ],
      );
    },
  },
);

/** DS-OBJ-1. What a blast or a hazard could hurt: objects that hold something, lie on the board and are still whole. */
export const breakableObjects = ({ things }: State): readonly BoardObject[] =>
  things.filter((thing) => thing.holds !== undefined && !isBroken(thing) && thing.carrier === undefined);

type Blast = EventOf<typeof objectDamaged>['blast'];

/** What comes upon an object. */
interface Impact {
  readonly thing: string;
  readonly hits: number;
  /** Whose blast it is: that player scores what it is worth. */
  readonly by?: string;
  readonly source?: string;
  readonly blast?: Blast;
  /** DS-OBJ-3. Dice of armour more, by cover from the blast. */
  readonly coverDice?: number;
  /** DS-OBJ-5. A source may leave armour out. */
  readonly armour?: boolean;
}

/** DS-OBJ-3. Nobody removes dice: there is no step. */
function* armourRoll(
  draft: Draft,
  { armour: own = 0 }: BoardObject,
  { coverDice = 0, hits, by }: Impact,
): PartialRuling<Armour> {
  const { initiative, seats } = draft.now();
  const base = own + coverDice;
  const roller = by ?? initiative ?? seats[0]?.id;
  if (base === 0 || roller === undefined) return undefined;
  const says = phrase`Armour roll of an object against ${formatHits(hits)}`;
  const roll = yield* rollDice(draft, {
    name: 'armour',
    roller,
    base,
    step: 0,
    concern: { kind: 'other' },
    says: () => ({ roller: says, opponent: says }),
  });
  return { ...roll, negated: countFaces(roll.kept, 'armour') };
}

type Armour = EventOf<typeof objectDamaged>['armour'];

/** DS-OBJ-3, DS-OBJ-4, RULING-87. What armour leaves goes off what the object holds; with nothing left it is destroyed. */
export function* damageObject(draft: Draft, impact: Impact): PartialRuling {
  const { thing: called, hits, by, source, blast } = impact;
  const thing = breakableObjects(draft.now()).find((each) => each.name === called);
  if (thing?.holds === undefined) return;
  const rolls = hits >= 1 && impact.armour !== false;
  const armour = rolls ? yield* armourRoll(draft, thing, impact) : undefined;
  const damage = Math.max(0, hits - (armour?.negated ?? 0));
  const left = Math.max(0, thing.holds - damage);
  draft.emit(objectDamaged({ thing: called, source, blast, hits, armour, damage, left }));
  if (left > 0) return;
  if (by !== undefined && thing.worth !== undefined && thing.worth !== 0)
    draft.emit(scored({ seat: by, vp: thing.worth, why: phrase`${called} destroyed` }));
  endWhenAllUsed(draft);
}
