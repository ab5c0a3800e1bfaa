import { err, ok } from '../../core/message.ts';
import type { SheetForm } from '../../rules/sheets.ts';
import {
  defineColumn,
  defineColumns,
  readListCell,
  readPairsCell,
  readTextCell,
  readWholeNumberCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';
import { attributeNames } from './imports/importers.ts';

/** Pages and field titles of the form for a sheet. */
export const sheetForm: SheetForm = {
  abilities: { spells: 'name' },
  pages: [
    { title: 'Attributes and abilities', fields: ['attributes', 'abilities'] },
    { title: 'Weapons and armor', fields: ['weapons', 'armor', 'brawlDamage'] },
    { title: 'Spells', fields: ['spells'] },
  ],
  titles: {
    difficultyMod: 'Difficulty modifier',
    walkSpeed: 'Walking speed',
    levelsLost: 'Health levels lost',
    base: 'Dice',
    addStrength: 'Plus strength',
    netAddsDamage: 'Net successes add damage',
    answerableBy: 'Answered by',
    goal: 'Successes needed',
    opposed: 'Opposed by',
  },
};

/** Reads a cell with damage like `3` or `2+strength`. */
const damage: typeof readTextCell = (cell) => {
  const [, base, strength] = /^(\d{1,2})\s*(\+\s*str(?:ength)?)?$/i.exec(cell) ?? [];
  return base === undefined
    ? err('is not damage; write it like 3 or 2+strength')
    : ok({ base: Number(base), addStrength: strength !== undefined });
};

/** Abilities that have their own column; the column `abilities` has all others. */
const usualAbilities = ['alertness', 'archery', 'athletics', 'brawl', 'dodge', 'melee', 'stealth', 'weaponry'];

/** Sheets in a spreadsheet: a line without a name adds a weapon to the combatant above. Spells need JSON. */
export const spreadsheet: SpreadsheetFormat = {
  columns: {
    ...Object.fromEntries(
      attributeNames.map((name) => [name, defineColumn(`attributes.${name}`, readWholeNumberCell)]),
    ),
    abilities: defineColumn('abilities', readPairsCell),
    ...Object.fromEntries(usualAbilities.map((name) => [name, defineColumn(`abilities.${name}`, readWholeNumberCell)])),
    ...defineColumns(readWholeNumberCell, 'armor', 'walkSpeed', 'levelsLost'),
    brawlDamage: defineColumn('brawlDamage', damage),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: defineColumn('name', readTextCell),
      categories: defineColumn('categories', readListCell),
      damage: defineColumn('damage', damage),
      difficultyMod: defineColumn('difficultyMod', readWholeNumberCell),
    },
  },
};
