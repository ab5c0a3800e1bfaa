import { err, ok } from '../../core/message.ts';
import { childObjects, isPlainObject } from '../../core/plain-object.ts';
import { loadSheetForm } from '../../rules/presets.ts';
import type { SheetForm } from '../../rules/sheets.ts';
import {
  defineColumn,
  defineColumns,
  readListCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';
import { parseCheck, parseDamageBonus, parseWeaknesses } from './imports/monster-fields.ts';
import { japaneseHeads, magicClassIds, translateAttribute, translateClass } from './imports/names.ts';
import { paletteValues } from './imports/palette-values.ts';

/** The ids of items that the unit can hold: weapons and shields on the sheet. */
const holdable = (sheet: unknown): readonly unknown[] =>
  isPlainObject(sheet) ? [...childObjects(sheet.weapons), ...childObjects(sheet.shields)].map(({ id }) => id) : [];

/** Pages and field titles of the form for a sheet. Fields of monsters and mounts are last. */
export const sheetForm: SheetForm = {
  abilities: { spells: 'id', attacks: 'id' },
  castsBy: magicClassIds.map((id) => `classes.${translateClass(id)}`),
  ...loadSheetForm(new URL('./form.json', import.meta.url)),
  variables: paletteValues,
  catalogue: {
    held: holdable,
    feats: [
      ...['Power Attack', 'Lethal Strike', 'Precise Shot', 'Guided Magic', 'Hawk Eye', 'Taunting Strike'],
      "Lion's Fury",
    ],
    potions: [{ id: 'Healing Potion', power: 20, left: 1 }],
  },
};

/** Parses a check: `5`, or `5 (12)` with a fixed value. Default fixed value: the modifier plus 7. */
const checkCell: typeof readTextCell = (cell) => {
  const read = parseCheck(cell);
  return read === undefined ? err('is not a check; write it like 5 or 5 (12)') : ok(read);
};

/** Parses damage: `2d+4`, or `4`. */
const damageCell: typeof readTextCell = (cell) => {
  if (/^2d6?$/i.test(cell)) return ok({ x: 0 });
  const { x } = parseDamageBonus(/^[+-]?\d{1,4}$/.test(cell) ? `2d${/^[+-]/.test(cell) ? '' : '+'}${cell}` : cell);
  return x === undefined ? err('is not damage; write it like 2d+4') : ok({ x });
};

const parseWeakness = (said: string) => {
  const [, what = '', bonus] = /^([^+]{1,40})\+\s*(\d{1,2})$/.exec(said) ?? [];
  if (bonus === undefined) return undefined;
  const plain = what.trim().toLowerCase();
  if (plain === 'accuracy') return { accuracy: Number(bonus) };
  if (plain === 'physical' || plain === 'magical') return { damageType: plain, bonus: Number(bonus) };
  return { attribute: translateAttribute(plain), bonus: Number(bonus) };
};

/** Parses weaknesses: `fire+3|physical+2|accuracy+1`, or as the rulebooks write them. */
const weaknessesCell: typeof readTextCell = (cell) => {
  const said = cell.split('|').filter((each) => each.trim() !== '');
  const read = said.map((each) => parseWeaknesses(each).sheet.weaknesses?.[0] ?? parseWeakness(each.trim()));
  return read.includes(undefined) ? err('is not a weakness; write it like fire+3, physical+2 or accuracy+1') : ok(read);
};

const columns = {
  kind: defineColumn('kind', readTextCell),
  level: defineColumn('advLevel', readWholeNumberCell),
  ...defineColumns(readWholeNumberCell, 'hp', 'mp', 'defense', 'speed', 'initiative', 'reputation', 'weaknessValue'),
  ...defineColumns(checkCell, 'accuracy', 'evasion', 'fortitude', 'willpower'),
  ...defineColumns(weaknessesCell, 'weaknesses'),
  damage: defineColumn('attack.damage', damageCell),
  attributes: defineColumn('attack.attributes', readListCell),
  range: defineColumn('attack.range', readWholeNumberCell),
  flies: defineColumn('canFly', readYesNoCell),
};

/** The columns of a bestiary. Each row is a monster with one section. */
export const spreadsheet: SpreadsheetFormat = {
  defaults: { kind: 'monster' },
  columns: {
    ...columns,
    ...Object.fromEntries(
      Object.entries(columns).flatMap(([name, column]) => (japaneseHeads[name] ?? []).map((head) => [head, column])),
    ),
  },
};
