import { err, ok } from '../../core/result.ts';
import {
  column,
  readList,
  readPairs,
  readWholeNumber,
  readWords,
  type SpreadsheetFormat,
} from '../../rules/spreadsheet.ts';
import { attributeNames } from './imports/names.ts';

/** `3`, or `2+strength`. */
const damage: typeof readWords = (cell) => {
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
    ...Object.fromEntries(attributeNames.map((name) => [name, column(`attributes.${name}`, readWholeNumber)])),
    abilities: column('abilities', readPairs),
    ...Object.fromEntries(usualAbilities.map((name) => [name, column(`abilities.${name}`, readWholeNumber)])),
    armor: column('armor', readWholeNumber),
    walkSpeed: column('walkSpeed', readWholeNumber),
    levelsLost: column('levelsLost', readWholeNumber),
    brawlDamage: column('brawlDamage', damage),
  },
  listItems: {
    at: 'weapons',
    columns: {
      weapon: column('name', readWords),
      categories: column('categories', readList),
      damage: column('damage', damage),
      difficultyMod: column('difficultyMod', readWholeNumber),
    },
  },
};
