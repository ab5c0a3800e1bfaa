import { err, ok } from '../../../core/result.ts';
import {
  column,
  readList,
  readWholeNumber,
  readWords,
  readYesNo,
  type SpreadsheetFormat,
} from '../../../rules/spreadsheet.ts';
import { parseCheck, parseDamageBonus, parseWeaknesses } from './monster-fields.ts';
import { translateAttribute } from './names.ts';

/** `5`, or `5 (12)` where it is fixed otherwise than by 7 more. */
const check: typeof readWords = (cell) => {
  const read = parseCheck(cell, undefined);
  return read === undefined ? err('is not a check; write one like 5 or 5 (12)') : ok(read);
};

/** `2d+4`, or the 4 alone. */
const blow: typeof readWords = (cell) => {
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

/** `fire+3|physical+2|accuracy+1`, or as the books word it. */
const weaknesses: typeof readWords = (cell) => {
  const said = cell.split('|').filter((each) => each.trim() !== '');
  const read = said.map((each) => parseWeaknesses(each).sheet.weaknesses?.[0] ?? weakness(each.trim()));
  return read.includes(undefined)
    ? err('is not a weakness; write one like fire+3, physical+2 or accuracy+1')
    : ok(read);
};

/** A bestiary: a line of a spreadsheet is a monster of one section. */
export const spreadsheet: SpreadsheetFormat = {
  defaults: { kind: 'monster' },
  columns: {
    kind: column('kind', readWords),
    level: column('advLevel', readWholeNumber),
    hp: column('hp', readWholeNumber),
    mp: column('mp', readWholeNumber),
    defense: column('defense', readWholeNumber),
    accuracy: column('accuracy', check),
    evasion: column('evasion', check),
    damage: column('attack.damage', blow),
    attributes: column('attack.attributes', readList),
    range: column('attack.range', readWholeNumber),
    fortitude: column('fortitude', check),
    willpower: column('willpower', check),
    speed: column('speed', readWholeNumber),
    flies: column('canFly', readYesNo),
    initiative: column('initiative', readWholeNumber),
    reputation: column('reputation', readWholeNumber),
    weaknessValue: column('weaknessValue', readWholeNumber),
    weaknesses: column('weaknesses', weaknesses),
  },
};
