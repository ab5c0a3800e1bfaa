import { err, ok } from '../../../core/message.ts';
import {
  defineColumn,
  readListCell,
  readTextCell,
  readWholeNumberCell,
  readYesNoCell,
  type SpreadsheetFormat,
} from '../../../rules/spreadsheet.ts';
import { parseCheck, parseDamageBonus, parseWeaknesses } from './monster-fields.ts';
import { translateAttribute } from './names.ts';

/** Parses a check: `5`, or `5 (12)` if the fixed value is not 7 more. */
const check: typeof readTextCell = (cell) => {
  const read = parseCheck(cell, undefined);
  return read === undefined ? err('is not a check; write it like 5 or 5 (12)') : ok(read);
};

/** Parses damage: `2d+4`, or `4`. */
const blow: typeof readTextCell = (cell) => {
  if (/^2d6?$/i.test(cell)) return ok({ x: 0 });
  const { x } = parseDamageBonus(/^[+-]?\d{1,4}$/.test(cell) ? `2d${/^[+-]/.test(cell) ? '' : '+'}${cell}` : cell);
  return x === undefined ? err('is not damage; write it like 2d+4') : ok({ x });
};

const weakness = (said: string) => {
  const [, what = '', bonus] = /^([^+]{1,40})\+\s*(\d{1,2})$/.exec(said) ?? [];
  if (bonus === undefined) return undefined;
  const plain = what.trim().toLowerCase();
  if (plain === 'accuracy') return { accuracy: Number(bonus) };
  if (plain === 'physical' || plain === 'magical') return { damageType: plain, bonus: Number(bonus) };
  return { attribute: translateAttribute(plain), bonus: Number(bonus) };
};

/** Parses weaknesses: `fire+3|physical+2|accuracy+1`, or in the words of the books. */
const weaknesses: typeof readTextCell = (cell) => {
  const said = cell.split('|').filter((each) => each.trim() !== '');
  const read = said.map((each) => parseWeaknesses(each).sheet.weaknesses?.[0] ?? weakness(each.trim()));
  return read.includes(undefined) ? err('is not a weakness; write it like fire+3, physical+2 or accuracy+1') : ok(read);
};

/** A bestiary: each row is a monster of one section. */
export const spreadsheet: SpreadsheetFormat = {
  defaults: { kind: 'monster' },
  columns: {
    kind: defineColumn('kind', readTextCell),
    level: defineColumn('advLevel', readWholeNumberCell),
    hp: defineColumn('hp', readWholeNumberCell),
    mp: defineColumn('mp', readWholeNumberCell),
    defense: defineColumn('defense', readWholeNumberCell),
    accuracy: defineColumn('accuracy', check),
    evasion: defineColumn('evasion', check),
    damage: defineColumn('attack.damage', blow),
    attributes: defineColumn('attack.attributes', readListCell),
    range: defineColumn('attack.range', readWholeNumberCell),
    fortitude: defineColumn('fortitude', check),
    willpower: defineColumn('willpower', check),
    speed: defineColumn('speed', readWholeNumberCell),
    flies: defineColumn('canFly', readYesNoCell),
    initiative: defineColumn('initiative', readWholeNumberCell),
    reputation: defineColumn('reputation', readWholeNumberCell),
    weaknessValue: defineColumn('weaknessValue', readWholeNumberCell),
    weaknesses: defineColumn('weaknesses', weaknesses),
  },
};
