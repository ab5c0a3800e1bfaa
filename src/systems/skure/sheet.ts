import { z } from 'zod';
import { present, say, type Text, term } from '../../core/message.ts';
import { areaFields, ownAbilityFields } from '../../rules/abilities.ts';
import { notesField } from '../../rules/sheets.ts';

/** The eight elements in canonical order. */
export const elements = ['earth', 'fire', 'water', 'air', 'cold', 'light', 'dark', 'thunder'] as const;
export const elementSchema = z.enum(elements);
export type Element = z.output<typeof elementSchema>;

export const deathCauses = [...elements, 'physical'] as const;
export const corpseStates = ['body', 'ashes', 'drowned', 'frozen', 'enlightened', 'damned'] as const;

const turnings = ['F', 'S', 'A'] as const;

export interface MoveRating {
  readonly points: number;
  readonly turning: (typeof turnings)[number];
  /** Extra spaces of a charge. Undefined if the class can never charge. SK-CHARGE-2. */
  readonly chargeBonus: number | undefined;
  readonly type: 'Ground' | 'Climbing' | 'Flying';
}

const rating = /^(\d+)([FSA])(?:\s*\(\+([1-9]\d*)\))?\s+(Ground|Climbing|Flying)$/;
/** SK-MOVE-6. */
const movementTypes = ['Ground', 'Climbing', 'Flying'] as const;

/** A movement rating in which the type of movement is a word. */
export const describeMove = (move: string): Text => {
  const type = move.slice(move.lastIndexOf(' ') + 1);
  return say`${move.slice(0, -type.length - 1)} ${term(type)}`;
};

/** Parses a movement rating like `3F (+1) Ground`. Undefined if the text is no movement rating. SK-MOVE-1. */
export const parseMoveRating = (text: string): MoveRating | undefined => {
  const [, points, turning, bonus, type] = rating.exec(text) ?? [];
  const ability = turnings.find((each) => each === turning);
  const kind = movementTypes.find((each) => each === type);
  return points === undefined || ability === undefined || kind === undefined
    ? undefined
    : {
        points: Number(points),
        turning: ability,
        chargeBonus: bonus === undefined ? undefined : Number(bonus),
        type: kind,
      };
};

/** Roles of a combatant in its team. SK-GEN-6. */
export const roles = ['member', 'captain', 'lieutenant'] as const;

const most = 10_000;
const rate = z.int().min(0).max(most);
const range = z.int().min(1).max(200);
const portion = z.strictObject({ element: elementSchema, percent: z.int().min(1).max(100) });
const label = z.string().min(1).max(60);

export const spellSchema = z.strictObject({
  name: label,
  cost: rate,
  /** 0 if the spell can only be cast on the caster. SK-RUL-33. */
  range: z.int().min(0).max(200),
  damage: rate.default(0),
  element: elementSchema.nullable().default(null),
  usesHitRoll: z.boolean().default(false),
  inflicts: z
    .strictObject({
      condition: label,
      turns: z.int().min(1).max(99).nullable().default(null),
      disrupts: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  /** HP after a revival by this spell; 0: the setting `revive.hp`. Null if the spell does not revive. */
  revives: z.int().min(0).max(most).nullable().default(null),
  ...ownAbilityFields,
  ...areaFields,
});
export type Spell = z.output<typeof spellSchema>;

export const breathSchema = z.strictObject({
  name: label,
  range,
  damage: rate,
  element: elementSchema.nullable().default(null),
  usesHitRoll: z.boolean().default(false),
  ...ownAbilityFields,
  ...areaFields,
});
export type Breath = z.output<typeof breathSchema>;

const hasDuplicateNames = (entries: readonly { readonly name: string }[]): boolean =>
  entries.length > 1 && new Set(entries.map(({ name }) => name.toLowerCase())).size < entries.length;

const movement = z
  .string()
  .refine((text) => parseMoveRating(text) !== undefined, 'write a movement rating like 3F (+1) Ground');
const traitList = z.array(z.enum(['BACKSTABBER', 'SUPER_DEFENSE']));
const conversionList = z.array(portion).max(8);
const addOnList = z.array(portion.extend({ percent: z.int().min(1).max(1000) })).max(8);
const affinityList = z.partialRecord(elementSchema, z.int().min(-1000).max(1000));

/** Errors in the lists of a class, as field and message. */
const classProblems = (of: {
  readonly conversions?: readonly { readonly percent: number }[] | undefined;
  readonly spells?: readonly Spell[] | undefined;
  readonly breaths?: readonly Breath[] | undefined;
}): readonly (readonly [string, string])[] =>
  present([
    (of.conversions ?? []).reduce((sum, { percent }) => sum + percent, 0) > 100 &&
      (['conversions', 'together they convert more than 100 percent'] as const),
    hasDuplicateNames(of.spells ?? []) && (['spells', 'two spells have the same name'] as const),
    hasDuplicateNames(of.breaths ?? []) && (['breaths', 'two breaths have the same name'] as const),
  ]);

/** Fields that a promotion changes on the sheet. Undefined fields stay as they are. SK-PROMO-2. */
export const promotionSchema = z
  .strictObject({
    class: z.string().min(1).max(100),
    agility: rate.optional(),
    speed: rate.optional(),
    attack: rate.optional(),
    defense: rate.optional(),
    maxHp: z.int().min(1).max(most).optional(),
    size: z.int().min(1).max(100).optional(),
    move: movement.optional(),
    meleeRange: range.optional(),
    rangedRange: range.nullable().optional(),
    maxEssence: rate.optional(),
    traits: traitList.optional(),
    conversions: conversionList.optional(),
    addOns: addOnList.optional(),
    affinities: affinityList.optional(),
    spells: z.array(spellSchema).max(30).optional(),
    breaths: z.array(breathSchema).max(30).optional(),
  })
  .superRefine((promotion, context) => {
    for (const [field, message] of classProblems(promotion))
      context.addIssue({ code: 'custom', path: [field], message });
  });
export type Promotion = z.output<typeof promotionSchema>;

/** A combatant’s sheet. Invalid sheets are refused with BAD_SHEET. Section 2.1; SK-GEN-4. */
export const sheetSchema = z
  .strictObject({
    name: z.string().max(100).default(''),
    class: z.string().max(100).default(''),
    promoted: z.boolean().default(false),
    team: z.string().max(60).default(''),
    role: z.enum(roles).default('member'),
    agility: rate,
    speed: rate,
    attack: rate,
    defense: rate,
    maxHp: z.int().min(1).max(most),
    /** HP on joining. Default: `maxHp`. */
    hp: z.int().min(-100).max(most).optional(),
    size: z.int().min(1).max(100),
    move: movement,
    meleeRange: range.default(1),
    rangedRange: range.nullable().default(null),
    maxEssence: rate.default(0),
    /** Essence on joining. Default: `maxEssence`. */
    essence: rate.optional(),
    /** Conditions on joining, until removed. */
    conditions: z
      .array(z.strictObject({ name: label, disrupts: z.boolean().default(false) }))
      .max(20)
      .optional(),
    /** How it died in an earlier battle. Counts on joining with −20 HP or less. SK-RUL-55. */
    death: z
      .strictObject({
        life: z.enum(['dead', 'destroyed']),
        deathCause: z.enum(deathCauses).optional(),
        remains: z.enum(corpseStates).optional(),
      })
      .optional(),
    ...notesField,
    alignment: z.enum(['good', 'neutral', 'evil']).default('neutral'),
    traits: traitList.default([]),
    conversions: conversionList.default([]),
    addOns: addOnList.default([]),
    affinities: affinityList.default({}),
    spells: z.array(spellSchema).max(30).default([]),
    breaths: z.array(breathSchema).max(30).default([]),
    promotion: promotionSchema.optional(),
  })
  .superRefine((sheet, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    for (const [field, message] of classProblems(sheet)) wrong(field, message);
    if ((sheet.hp ?? 0) > sheet.maxHp) wrong('hp', 'more than maxHp');
    if ((sheet.essence ?? 0) > sheet.maxEssence) wrong('essence', 'more than maxEssence');
  });
export type Sheet = z.output<typeof sheetSchema>;

/** The movement rating of a valid sheet. */
export const moveRatingOf = ({ move }: Pick<Sheet, 'move'>): MoveRating => parseMoveRating(move) ?? unmoving;

const unmoving: MoveRating = { points: 0, turning: 'F', chargeBonus: undefined, type: 'Ground' };
