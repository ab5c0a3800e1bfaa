import { err, ok } from '../../core/result.ts';
import { column, list, pairs, type SpreadsheetFormat, whole, words } from '../../rules/spreadsheet.ts';
import { attributeNames } from './imports/names.ts';

/** `3`, or `2+strength`. */
const damage: typeof words = (cell) => {
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
    ...Object.fromEntries(attributeNames.map((name) => [name, column(`attributes.${name}`, whole)])),
    abilities: column('abilities', pairs),
    ...Object.fromEntries(usualAbilities.map((name) => [name, column(`abilities.${name}`, whole)])),
    armor: column('armor', whole),
    walkSpeed: column('walkSpeed', whole),
    levelsLost: column('levelsLost', whole),
    brawlDamage: column('brawlDamage', damage),
  },
  things: {
    at: 'weapons',
    columns: {
      weapon: column('name', words),
      categories: column('categories', list),
      damage: column('damage', damage),
      difficultyMod: column('difficultyMod', whole),
    },
  },
};
