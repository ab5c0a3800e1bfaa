import { z } from 'zod';
import { effectSchema } from '../../rules/effects.ts';
import { squareSchema } from '../../rules/grid/square.ts';
import {
  adHocSchema,
  combatantSchema,
  declarationSchema,
  degrees,
  hands,
  lights,
  marchSchema,
  pendingSchema,
  sheetSchema,
  slotSchema,
  stateSchema,
  stuckSchema,
} from './model.ts';
import { missiles, uses } from './sheet.ts';

const name = z.string();
const int = z.int();

/** One number of a sum, with the rule that puts it there. */
const part = z.strictObject({ rule: z.string(), label: z.string(), value: int });
export type Part = z.output<typeof part>;

/** d100 at or under `target`; `parts` add up to it. */
const percentRoll = z.strictObject({ roll: int, target: int, success: z.boolean(), parts: z.array(part) });
export type PercentRoll = z.output<typeof percentRoll>;

/** d100 read by the smallest multiple of an attribute that it reaches; 5: none of 1 to 4. */
const degreeRoll = z.strictObject({ roll: int, attribute: int, modifier: int, degree: int });
export type DegreeRoll = z.output<typeof degreeRoll>;

export const outcomes = ['miss', 'hit', 'critical', 'grievous'] as const;

/** SEG-DMG-2..4, SEG-INT, SEG-STUN: what a hit did. Every number as it stands after it. */
const impact = z.strictObject({
  damage: int,
  prot: int,
  taken: int,
  hp: int,
  life: combatantSchema.shape.life,
  stunThreshold: int,
  stunned: z.boolean(),
  armorLoss: int,
  armorProt: int,
  grievousPending: z.boolean(),
  stuck: stuckSchema.optional(),
  interrupted: z.boolean(),
  concentration: percentRoll.optional(),
});
export type Impact = z.output<typeof impact>;

const sight = z.strictObject({ who: name, foe: name, roll: degreeRoll, seen: z.enum(degrees) });
export type Sight = z.output<typeof sight>;

/** SEG-INTOMELEE. */
const intoMelee = z.strictObject({
  intended: name,
  natural: int,
  bonus: int,
  total: int,
  threshold: int,
  friends: z.array(name),
  opponents: int,
  friend: z.boolean(),
  index: int.optional(),
});
export type IntoMelee = z.output<typeof intoMelee>;

const attacked = z.strictObject({
  type: z.literal('attacked'),
  who: name,
  /** Place in the list; absent: a free attack. */
  number: int.optional(),
  target: name,
  weapon: name,
  use: z.enum(uses),
  hand: z.enum(hands),
  segment: int,
  intoMelee: intoMelee.optional(),
  sights: z.array(sight),
  sc: int,
  scParts: z.array(part),
  def: int,
  defParts: z.array(part),
  need: int,
  roll: int,
  grievousMax: int,
  criticalMax: int,
  outcome: z.enum(outcomes),
  rolled: int.optional(),
  damageParts: z.array(part),
  impact: impact.optional(),
});
export type Attacked = z.output<typeof attacked>;

const initiative = z.strictObject({
  type: z.literal('initiative-rolled'),
  who: name,
  slots: z.array(slotSchema),
  parts: z.array(part),
  pick: degreeRoll.optional(),
  carries: z.strictObject({ spell: name.optional(), target: name.optional() }).optional(),
  aimCarried: z.boolean(),
  march: marchSchema.optional(),
});

const happenings = [
  z.strictObject({
    type: z.literal('entered'),
    who: name,
    team: name,
    sheet: sheetSchema,
    pos: squareSchema.optional(),
  }),
  z.strictObject({ type: z.literal('placed'), who: name, pos: squareSchema }),
  z.strictObject({ type: z.literal('started') }),
  z.strictObject({ type: z.literal('declared'), who: name, declaration: declarationSchema }),
  z.strictObject({ type: z.literal('closed'), by: z.enum(['gm', 'all']), silent: z.array(name) }),
  initiative,
  z.strictObject({ type: z.literal('segment-began'), segment: int }),
  z.strictObject({
    type: z.literal('moved'),
    segment: int,
    marches: z.array(
      z.strictObject({ who: name, covered: int, steps: z.array(squareSchema), done: z.boolean(), waits: z.boolean() }),
    ),
  }),
  z.strictObject({ type: z.literal('free-moved'), who: name, to: squareSchema.optional(), stoodUp: z.boolean() }),
  z.strictObject({ type: z.literal('free-acted'), who: name, says: z.string(), drops: name.optional() }),
  z.strictObject({
    type: z.literal('rearmed'),
    who: name,
    hand: name.optional(),
    offHand: name.optional(),
    drawn: z.array(name),
    sheathed: z.array(name),
    pickedUp: name.optional(),
  }),
  attacked,
  z.strictObject({ type: z.literal('attack-waits'), who: name, number: int, target: name, segment: int }),
  z.strictObject({
    type: z.literal('lost'),
    who: name,
    number: int,
    segment: int,
    kind: slotSchema.shape.kind,
    why: z.string(),
  }),
  z.strictObject({ type: z.literal('asked'), pending: pendingSchema }),
  z.strictObject({ type: z.literal('redirected'), who: name, number: int, from: name, to: name, spell: z.boolean() }),
  z.strictObject({ type: z.literal('chose-on'), who: name, number: int }),
  z.strictObject({
    type: z.literal('turned-away'),
    who: name,
    from: name,
    numbers: z.array(int),
    does: z.string(),
    march: marchSchema.optional(),
  }),
  z.strictObject({ type: z.literal('free-answered'), who: name, takes: z.boolean() }),
  z.strictObject({ type: z.literal('leaving'), who: name, from: z.array(name), strikers: z.array(name) }),
  z.strictObject({ type: z.literal('got-away'), who: name }),
  z.strictObject({ type: z.literal('pushed'), who: name, on: name, squares: z.array(squareSchema), feet: int }),
  z.strictObject({ type: z.literal('push-passed'), who: name, on: name }),
  z.strictObject({
    type: z.literal('move-after-attack'),
    who: name,
    last: int.optional(),
    roll: degreeRoll.optional(),
    begins: int.optional(),
    covered: int,
  }),
  z.strictObject({
    type: z.literal('casting-began'),
    who: name,
    spell: name,
    target: name.optional(),
    begins: int,
    goesOff: int,
    cost: int,
    use: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('spell-went-off'),
    who: name,
    spell: name,
    target: name.optional(),
    segment: int,
    chance: percentRoll.optional(),
    success: z.boolean(),
    rolled: int.optional(),
    damageParts: z.array(part),
    impact: impact.optional(),
  }),
  z.strictObject({ type: z.literal('spell-forgone'), who: name, spell: name }),
  z.strictObject({
    type: z.literal('first-aided'),
    who: name,
    patient: name,
    missile: z.enum(missiles).optional(),
    segment: int,
    roll: percentRoll.optional(),
  }),
  z.strictObject({ type: z.literal('did-other'), who: name, says: z.string(), segment: int }),
  z.strictObject({ type: z.literal('shield-readied'), who: name, segment: int }),
  z.strictObject({ type: z.literal('drank'), who: name, potion: name, segment: int }),
  z.strictObject({
    type: z.literal('round-ended'),
    round: int,
    bled: z.array(z.strictObject({ who: name, amount: int, hp: int, life: combatantSchema.shape.life })),
    rearmed: z.array(z.strictObject({ who: name, hand: name.optional(), offHand: name.optional() })),
    pickedUp: z.array(z.strictObject({ who: name, weapon: name })),
    effects: z.array(effectSchema),
    lapsed: z.array(z.strictObject({ who: name, name })),
    teamLeft: name.optional(),
  }),
  z.strictObject({ type: z.literal('ended'), winner: name.optional(), reason: z.string() }),
  z.strictObject({
    type: z.literal('ambushed'),
    ambushers: z.array(name),
    victims: z.array(z.strictObject({ who: name, roll: degreeRoll, level: int })),
  }),
  z.strictObject({ type: z.literal('shouted'), who: name, shouts: z.boolean(), improved: z.array(name) }),
  z.strictObject({ type: z.literal('sighted'), sight }),
  z.strictObject({
    type: z.literal('checked'),
    who: name,
    what: z.enum(['dex', 'per', 'luck']),
    multiple: int,
    roll: percentRoll,
    degree: int.optional(),
  }),
  z.strictObject({ type: z.literal('modifier-named'), adHoc: adHocSchema }),
  z.strictObject({
    type: z.literal('surprise-named'),
    attacker: name,
    target: name,
    kind: z.enum(['in', 'out', 'none']),
  }),
  z.strictObject({
    type: z.literal('cover-named'),
    target: name,
    from: name.optional(),
    kind: z.enum(['none', 'soft', 'hard']),
  }),
  z.strictObject({ type: z.literal('light-named'), from: z.enum(lights), to: z.enum(lights) }),
  z.strictObject({
    type: z.literal('mark-set'),
    who: name,
    mark: z.enum(['alert', 'encumbered', 'invisible', 'mountedMoving', 'prone']),
    before: z.boolean(),
    on: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('free-attack-ruled'),
    opponent: name,
    on: name.optional(),
    allowed: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('hurt'),
    who: name,
    amount: int,
    single: z.boolean(),
    before: int,
    impact,
  }),
  z.strictObject({ type: z.literal('healed'), who: name, amount: int, before: int, hp: int }),
  z.strictObject({ type: z.literal('repaired'), who: name, before: int }),
  z.strictObject({ type: z.literal('killed'), who: name, before: combatantSchema.shape.life }),
  z.strictObject({
    type: z.literal('force-moved'),
    who: name,
    to: squareSchema.optional(),
    feet: int.optional(),
    stopped: z.boolean(),
    interrupted: z.boolean(),
    roll: percentRoll.optional(),
    prone: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('corrected'),
    who: name.optional(),
    field: z.string(),
    before: z.string(),
    after: z.string(),
    combatant: combatantSchema.partial().optional(),
    battle: stateSchema.partial().optional(),
    /** Fields to clear: JSON has no undefined. */
    clears: z.array(z.string()),
  }),
  z.strictObject({ type: z.literal('effect-hung'), effect: effectSchema }),
  z.strictObject({ type: z.literal('effect-lifted'), who: name, name }),
] as const;

export const eventSchema = z.discriminatedUnion('type', happenings);
export type Event = z.output<typeof eventSchema>;
export type EventOf<Type extends Event['type']> = Extract<Event, { readonly type: Type }>;
