import { z } from 'zod';
import { ownValue } from '../../../core/plain-object.ts';
import { loadTables } from '../../../rules/presets.ts';
import { abilities } from '../sheet.ts';

const kindSchema = z.strictObject({
  category: z.string(),
  mode: z.enum(['melee', 'throw', 'shoot', 'gun']),
  /** Assumed range (metres). */
  range: z.int().optional(),
  damageType: z.literal('physical').optional(),
});

/** Names that other tools use. */
const tablesSchema = z.strictObject({
  /** Classes: ytsheet2's id, the Japanese name, and our name. */
  classes: z.array(z.tuple([z.string(), z.string(), z.string()])),
  feats: z.record(z.string(), z.array(z.string())),
  magicNames: z.record(z.string(), z.string()),
  formulas: z.record(z.string(), z.string()),
  /** Keys of charasheet.vampire-blood.net by ytsheet2's. `#` is the row of a list. */
  charasheet: z.record(z.string(), z.string()),
  /** Kinds of weapons by their Japanese category, or by their name in Foundry worlds. */
  kinds: z.record(z.string(), kindSchema),
  /** Damage attributes by their Japanese names. */
  attributes: z.record(z.string(), z.string()),
  /** Accessory slots by their keys in ytsheet2. */
  slots: z.record(z.string(), z.string()),
  /** Japanese headings of spreadsheets, by our column. */
  heads: z.record(z.string(), z.array(z.string())),
  /** Keys of the abilities: ytsheet2 has a letter for bonuses, Foundry a racial base value for two abilities each. */
  abilities: z.record(
    z.enum(abilities),
    z.record(z.enum(['japanese', 'ytsheet', 'letter', 'foundry', 'race']), z.string()),
  ),
});

const tables = loadTables(new URL('./names.json', import.meta.url), tablesSchema);

/** A kind of weapon. Sources state no ranges, so we assume a range for each kind. */
export type WeaponKind = Readonly<z.output<typeof kindSchema>>;

/** Ids of all classes in ytsheet2. */
export const classIds: readonly string[] = tables.classes.map(([id]) => id);

/** Our name of a class, by its ytsheet2 id or Japanese name. Undefined if unknown. */
export const translateClass = (id: string): string | undefined =>
  tables.classes.find(([theirs, japanese]) => theirs === id || japanese === id)?.[2];

/** Names in chat palettes: of classes, magic by the id of its class, and other names as formulas. */
export const { classes: classNames, magicNames, formulas } = tables;

/** Ids of the classes that have Magic Power. */
export const magicClassIds: readonly string[] = ['Sor', 'Con', 'Pri', 'Fai', 'Mag', 'Dru', 'Dem', 'Aby', 'Gri'];

/** True if a feat is a proficiency, which other tools already include in their totals. */
export const isProficiency = (feat: string): boolean => /^(?:武器|防具)習熟/.test(feat);

/** Our names of a feat. Unchanged if our rulebook does not know the feat. */
export const translateFeat = (feat: string): readonly string[] => {
  const plain = feat.replace(/[ⅠⅡⅢⅣⅤ]+$/, '').trim();
  return ownValue(tables.feats, plain) ?? [feat];
};

/** The kind of weapon by its category. Default: melee. */
export const findWeaponKind = (category: string): WeaponKind =>
  ownValue(tables.kinds, category.normalize('NFKC')) ?? { category: 'other', mode: 'melee' };

/** Our name of a damage attribute. An unknown attribute is not changed. */
export const translateAttribute = (attribute: string): string => ownValue(tables.attributes, attribute) ?? attribute;

export const { charasheet: charasheetKeys, heads: japaneseHeads, abilities: abilityKeys } = tables;

/** Accessory slots: the key in ytsheet2, and our name. */
export const accessorySlots: readonly (readonly [string, string])[] = Object.entries(tables.slots);
