import { err, ok } from '../../core/message.ts';
import {
  defineColumn,
  defineColumns,
  readListCell,
  readPairsCell,
  readTextCell,
  readWholeNumberCell,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';
import { attributeNames } from './imports/ratings.ts';

/** `3`, or `2+strength`. */
const damage: typeof readTextCell = (cell) => {
  const [, base, strength] = /^(\d{1,2})\s*(\+\s*str(?:ength)?)?$/i.exec(cell) ?? [];
  return base === undefined
    ? err('is not damage; write it like 3 or 2+strength')
    : ok({ base: Number(base), addStrength: strength !== undefined });
};

/** Abilities that have a column of their own; others stand in the column abilities. */
const usualAbilities = ['alertness', 'archery', 'athletics', 'brawl', 'dodge', 'melee', 'stealth', 'weaponry'];

/** A line of a spreadsheet is a combatant, one without a name a weapon more; spells stand in JSON only. */
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
